// @ts-check
// What the commands of package.json have in common: how they end for the person who typed them, and how they run other programs. Only
// Node's own modules may be imported here, since on a bare clone nothing else is there yet.
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** What stops a command, in one or more lines for the person who typed it. Shown without a stack. */
export class Stop extends Error {}

/**
 * Runs a command's main function; a Stop becomes its message and exit code 1.
 * @param {() => Promise<void>} main
 */
export async function command(main) {
  try {
    await main();
  } catch (error) {
    // What a pipe has not taken by the end of the process is lost.
    await new Promise((resolve) => process.stderr.write(`${error instanceof Stop ? error.message : inspect(error)}\n`, resolve));
    process.exit(1);
  }
}

/**
 * `timeout` in milliseconds; `priority` as in `os.setPriority`: the higher, the more others come first.
 * @typedef {{ cwd?: string, timeout?: number, env?: NodeJS.ProcessEnv, priority?: number }} RunOptions
 */

/**
 * Runs a program to its end, showing nothing.
 * @param {string} program @param {string[]} args @param {RunOptions} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function runQuietly(program, args, { cwd = root, timeout = 0, env = process.env, priority } = {}) {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(program, args, { cwd, timeout, stdio: ['ignore', 'pipe', 'pipe'], env: { ...env, NO_COLOR: '1' } });
    if (priority !== undefined && child.pid !== undefined) setPriority(child.pid, priority);
    child.stdout.on('data', (text) => (output += text));
    child.stderr.on('data', (text) => (output += text));
    child.on('error', (error) => resolve({ code: 1, output: `${output}${error.message}\n` }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/**
 * npm, without a shell between us: the one that runs us, else the one beside this Node.
 * @param {string[]} args @param {RunOptions} [options]
 */
export function npm(args, options) {
  const script = process.env['npm_execpath'];
  return script?.endsWith('.js') ? runQuietly(process.execPath, [script, ...args], options) : runQuietly('npm', args, options);
}

/** The script of the npm that runs us, else of the one beside this Node. */
export function npmOfHere() {
  const script = process.env['npm_execpath'];
  return script?.endsWith('npm-cli.js') ? script : join(dirname(dirname(process.execPath)), 'lib/node_modules/npm/bin/npm-cli.js');
}

/**
 * Installs a package that is in nobody's install into a folder of its own; throws with what npm said.
 * @param {string} folder @param {string} wanted as in lighthouse@12.8.2
 */
export async function installApart(folder, wanted) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const { code, output } = await npm(['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error', wanted], { cwd: folder });
  if (code === 0) return;
  rmSync(folder, { recursive: true, force: true });
  throw new Stop(`${excerpt(output)}\n\nnpm install ${wanted} : code ${code}.`);
}

/**
 * A long output cut in the middle: the cause is at the beginning for npm, at the end for compilers.
 * @param {string} output
 */
export function excerpt(output) {
  const lines = output.trimEnd().split('\n');
  return (lines.length <= 40 ? lines : [...lines.slice(0, 12), '[…]', ...lines.slice(-24)]).join('\n');
}
