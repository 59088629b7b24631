/** P13: `npm start` on a bare clone with an empty npm cache, from the clone to the first page. */
import { execFileSync, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { goals } from './goals.ts';
import { excerpt, root } from '../scripts/commands.mjs';
import { nodeMajor } from '../scripts/node-version.cjs';
import { freePort } from '../tests/built-server.ts';
import type { Machine } from './machine.ts';
import { folder } from './processes.ts';
import { asTime, figureRow, type Row, runsOfEach } from './report.ts';

/** In milliseconds. */
const longest = 10 * 60_000;
const [clone, npmCache, dataDir] = ['clone', 'npm-cache', 'first-start'].map((name) => join(folder, name)) as [string, string, string];

export async function measureFirstStart({ leeway }: Machine): Promise<Row[]> {
  if (execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' }) !== '')
    console.log('  what is not committed is not in the clone');
  const [cloning, whole]: [number[], number[]] = [[], []];
  for (let run = 0; run < runsOfEach; run += 1) {
    const began = performance.now();
    execFileSync('git', ['clone', '--quiet', '--no-hardlinks', root, clone]);
    const cloned = performance.now() - began;
    cloning.push(cloned);
    whole.push(cloned + (await firstPage(await freePort())));
    for (const left of [clone, npmCache, dataDir]) await rm(left, { recursive: true, force: true, maxRetries: 5 });
  }
  return [
    figureRow({ id: 'P13', what: 'git clone' }, cloning, asTime),
    figureRow(
      {
        id: 'P13',
        what: 'from the clone to the first page: clone and npm start',
        brief: 'to the first page',
        most: (nodeMajor < 24 ? goals.P13.start : goals.P13.startWithoutCompiling) * leeway,
      },
      whole,
      asTime,
    ),
  ];
}

/** In milliseconds, from `npm start` to the whole landing page. */
async function firstPage(port: number): Promise<number> {
  let output = '';
  let ended = false;
  const start = performance.now();
  const child = spawn('npm', ['start'], { cwd: clone, env: environment(port), detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const end = () => child.pid !== undefined && !ended && process.kill(-child.pid, 'SIGKILL');
  process.once('exit', end);
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
  child.once('exit', () => (ended = true));
  child.once('error', (failure) => {
    ended = true;
    output += failure.message;
  });
  try {
    while (!(await showsPage(port))) {
      if (ended || performance.now() - start > longest) throw new Error(`npm start showed no page:\n${excerpt(output)}`);
      await pause(25);
    }
    return performance.now() - start;
  } finally {
    end();
    process.off('exit', end);
  }
}

async function showsPage(port: number): Promise<boolean> {
  try {
    const reply = await fetch(`http://127.0.0.1:${port}/`, { headers: { accept: 'text/html' } });
    return reply.status === 200 && (await reply.text()).includes('</html>');
  } catch {
    return false;
  }
}

/** That of a shell: what npm has told its own script, this bench, is not for the other one, nor are the programs that are installed here. */
function environment(port: number): NodeJS.ProcessEnv {
  const told = /^npm_(package|lifecycle|config_local_prefix|command|execpath|node_execpath)|^INIT_CWD$/;
  const own = Object.entries(process.env).filter(([name]) => !told.test(name));
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((one) => !/node_modules|node-gyp-bin/.test(one));
  return {
    ...Object.fromEntries(own),
    PATH: path.join(delimiter),
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    npm_config_cache: npmCache,
  };
}
