// @ts-check
// The server, restarted at each change of its sources, beside Vite's development server. Both end together.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { command, root } from './commands.mjs';
import { prepare } from './prepare.mjs';

const serverPort = process.env['PORT'] ?? '3000';
const clientPort = process.env['CLIENT_PORT'] ?? '5173';

await command(async () => {
  await prepare({ build: 'never', needs: 'tools' });

  // The page comes from Vite, so Vite's address is the origin that the server must accept.
  const server = run(['tsx', 'dist', 'cli.mjs'], ['watch', '--clear-screen=false', 'src/server/main.ts'], {
    PORT: serverPort,
    ORIGIN: `http://localhost:${clientPort}`,
  });
  const client = run(['vite', 'bin', 'vite.js'], ['--port', clientPort], { API_URL: `http://localhost:${serverPort}` });

  const both = [server, client];
  let ending = false;
  const endBoth = () => {
    if (ending) return;
    ending = true;
    for (const child of both) child.kill('SIGTERM');
  };
  process.on('SIGTERM', endBoth);
  // Ctrl-C reaches the two as well, and twice would be taken for impatience; a signal to this process alone does not.
  process.on('SIGINT', () => setTimeout(endBoth, 1000).unref());

  const ends = both.map((child) => new Promise((resolve) => child.on('close', (code) => resolve(code ?? 0))));
  await Promise.race(ends);
  endBoth();
  const codes = await Promise.all(ends);
  process.exitCode = Math.max(...codes);
});

/** @param {string[]} script inside node_modules @param {string[]} args @param {Record<string, string>} env */
function run(script, args, env) {
  const program = join(root, 'node_modules', ...script);
  return spawn(process.execPath, [program, ...args], { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
}
