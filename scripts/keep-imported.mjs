// @ts-check
// Leaves in node_modules what the built server imports: what builds, and what is in the pages already, goes. For the image, where nothing is built any more.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { command, excerpt, npm, root, Stop } from './commands.mjs';
import { importedByServer } from './imported-packages.mjs';

await command(async () => {
  const isImported = importedByServer(root);
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  // better-sqlite3 is imported on older Nodes only.
  const unused = [...Object.keys(dependencies).filter((name) => !isImported(name)), ...Object.keys(optionalDependencies)];
  const { code, output } = await npm(['uninstall', '--no-save', '--omit=dev', '--no-audit', '--no-fund', ...unused]);
  if (code !== 0) throw new Stop(excerpt(output));
});
