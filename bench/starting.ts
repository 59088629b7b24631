/** P7: what the built server takes to start, and at rest; P13: `npm start` on a bare clone with an empty npm cache, to the first page. */
import { execFileSync, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { excerpt, root } from '../scripts/commands.mjs';
import { nodeMajor } from '../scripts/node-version.cjs';
import { freePort } from '../tests/built-server.ts';
import { goals } from './goals.ts';
import type { Machine } from './machine.ts';
import { dataDirOf, folder, startServer } from './processes.ts';
import { asMegabytes, asTime, type Row, rowsOf, runsOfEach } from './report.ts';

export async function measureStarting({ leeway }: Machine): Promise<Row[]> {
  const dataDir = dataDirOf('starting');
  // The first start also makes the database.
  await (await startServer(dataDir)).stop();
  const runs: { start: number; memory: number }[] = [];
  while (runs.length < runsOfEach) {
    const server = await startServer(dataDir);
    await pause(5000);
    runs.push({ start: server.startedIn, memory: server.residentMemory() });
    await server.stop();
  }
  const { start, memory } = goals.P7;
  return rowsOf('P7', runs, [
    { what: 'built server, from spawn to the first reply', brief: 'start', most: start * leeway, of: (run) => run.start, show: asTime },
    { what: 'its memory at rest (resident)', brief: 'memory', most: memory, of: (run) => run.memory, show: asMegabytes },
  ]);
}

const [clone = '', npmCache = '', dataDir = ''] = ['clone', 'npm-cache', 'first-start'].map((name) => join(folder, name));

export async function measureFirstStart({ leeway }: Machine): Promise<Row[]> {
  if (execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' }) !== '')
    console.log('  what is not committed is not in the clone');
  const times: number[] = [];
  for (let run = 0; run < runsOfEach; run += 1) {
    const port = await freePort();
    const began = performance.now();
    execFileSync('git', ['clone', '--quiet', '--no-hardlinks', root, clone]);
    await firstPage(port);
    times.push(performance.now() - began);
    for (const left of [clone, npmCache, dataDir]) await rm(left, { recursive: true, force: true, maxRetries: 5 });
  }
  const most = (nodeMajor < 24 ? goals.P13.start : goals.P13.startWithoutCompiling) * leeway;
  const what = 'from git clone to the first page of npm start';
  return rowsOf('P13', times, [{ what, brief: 'to the first page', most, of: (time) => time, show: asTime }]);
}

/** Until the landing page is there as a whole. */
async function firstPage(port: number): Promise<void> {
  let output = '';
  let ended = false;
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
    for (const limit = performance.now() + 10 * 60_000; !(await showsPage(port)); await pause(25))
      if (ended || performance.now() > limit) throw new Error(`npm start showed no page:\n${excerpt(output)}`);
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

/** A shell's environment: what npm has told its own script, this bench, is not for the other one, nor are the programs installed here. */
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
