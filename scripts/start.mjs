// @ts-check
// Starts a built program in this very process, so that signals and the exit code are its own: the server, or the one named by the
// first argument (`node scripts/start.mjs doctor`).
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { command, root, Stop } from './commands.mjs';
import { nodeAdvice } from './node-version.cjs';
import { prepare } from './prepare.mjs';

await command(async () => {
  await prepare();
  const [name = 'main', ...args] = process.argv.slice(2);
  const advice = name === 'main' ? nodeAdvice(process.versions.node) : undefined;
  if (advice !== undefined) console.warn(advice);
  const program = join(root, 'dist', 'server', `${name}.js`);
  if (!existsSync(program)) throw new Stop(`Aucun programme ne s'appelle ${name}.`);
  process.argv.splice(1, process.argv.length, program, ...args);
  process.env['NODE_ENV'] ??= 'production';
  process.setSourceMapsEnabled(true);
  await import(pathToFileURL(program).href);
});
