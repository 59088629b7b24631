/**
 * `npm run bench`: the speed of the built server and its pages, measured from other processes on the same machine. `npm run bench -- p1 p3`
 * runs these parts only, and p9 and p11 run only so; `--profile` writes a CPU profile of the server under P1 to P3 into .cache/bench, for
 * Chrome's developer tools. OU_LA_LA_PROGRAM=/elsewhere/server/main.js measures another build; `OU_LA_LA_BASE=/elsewhere/server/main.js npm run
 * bench -- compare` logs on both by turns and tells their ratio.
 *
 * Exits 1 when something could not be measured, whether or not goals were met.
 */
import { existsSync, statfsSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { root, runQuietly } from '../scripts/commands.mjs';
import { prepare } from '../scripts/prepare.mjs';
import { type Players, gatherPlayers } from './players.ts';
import { compareLogging } from './compare.ts';
import { measureBus } from './bus.ts';
import { measureCosts } from './costs.ts';
import { measureCrowd } from './crowd.ts';
import { measureFeed } from './feed.ts';
import { measureLive } from './live.ts';
import { measureLogging, measureLoneLog } from './logging.ts';
import { measureLoggingOnPostgres } from './logging-on-postgres.ts';
import { measureOpening } from './opening.ts';
import { measurePages } from './pages.ts';
import { assertRight } from './planting.ts';
import { builtServer } from '../tests/built-server.ts';
import { folder, otherProgram, type RunningServer, startServer } from './processes.ts';
import { printTable, type Row } from './report.ts';
import { measureSizes } from './sizes.ts';
import { measureStarting } from './starting.ts';
import { measureTaps } from './tapping.ts';
import { measureWaits } from './waits.ts';

/** With the players, on one server. */
const played: Record<string, (server: RunningServer, players: Players) => Promise<Row[]>> = {
  p1: measureLogging,
  p2: measureLoneLog,
  p3: measureLive,
};
/** Each on its own. */
const alone: Record<string, () => Promise<Row[]>> = {
  p4: measureOpening,
  p5: measureFeed,
  p6: measureCrowd,
  p7: measureStarting,
  p8: measureSizes,
  p9: measurePages,
  p10: measureTaps,
  p11: measureLoggingOnPostgres,
  p12: measureWaits,
  bus: measureBus,
  costs: measureCosts,
  compare: () => compareLogging(process.env['OU_LA_LA_BASE']),
};
/** Only when named: they take minutes, or want what nothing else needs: a fetched package, PostgreSQL, another build. */
const onlyNamed: ReadonlySet<string> = new Set(['p9', 'p11', 'bus', 'costs', 'compare']);
const longest = 15 * 60 * 1000;
const tmpfs = 0x01021994;

const profile = process.argv.includes('--profile');
const named = process.argv.slice(2).filter((argument) => argument !== '--profile');
const unknown = named.filter((part) => !(part in played || part in alone));
if (unknown.length > 0) {
  console.error(`No such part: ${unknown.join(', ')}. There are ${Object.keys({ ...played, ...alone }).join(', ')}.`);
  process.exit(1);
}
setTimeout(() => {
  console.error('The bench took too long and was ended.');
  process.exit(1);
}, longest).unref();

const started = performance.now();
const rows: Row[] = [];
await build();
const busy = describeMachine();
await play(wanted(played));
for (const [part, measure] of wanted(alone)) await measured(part, measure);
printTable(rows, { busy });
console.log(`${((performance.now() - started) / 1000).toFixed(0)} s`);
process.exit();

function wanted<T>(parts: Record<string, T>): [string, T][] {
  return Object.entries(parts).filter(([part]) => (named.length === 0 ? !onlyNamed.has(part) : named.includes(part)));
}

async function play(parts: [string, (typeof played)[string]][]): Promise<void> {
  if (parts.length === 0) return;
  const dataDir = join(folder, 'played');
  await measured('players', async () => {
    const server = await startServer(dataDir, {
      nodeArguments: profile ? ['--cpu-prof', `--cpu-prof-dir=${join(root, '.cache/bench')}`] : [],
    });
    const players = await gatherPlayers(server.origin);
    for (const [part, measure] of parts) await measured(part, () => measure(server, players));
    await server.stop();
    await assertRight(dataDir);
    return [];
  });
}

/** A part that fails leaves a line in the table and the others their turn. */
async function measured(part: string, measure: () => Promise<Row[]>): Promise<void> {
  console.log(`${part}…`);
  try {
    rows.push(...(await measure()));
  } catch (failure) {
    console.error(failure);
    const [reason = ''] = String(failure instanceof Error ? failure.message : failure).split('\n');
    rows.push({ id: part.toUpperCase(), what: `failed: ${reason}`, runs: [], median: '', goal: '' });
    process.exitCode = 1;
  }
}

async function build(): Promise<void> {
  if (otherProgram !== undefined) return;
  try {
    await prepare();
  } catch (failure) {
    console.error(`${failure instanceof Error ? failure.message : String(failure)}\n\nThe server alone is built and measured.`);
    await runQuietly(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build', '-c', 'vite.server.config.ts']);
    if (!existsSync(builtServer)) throw failure;
  }
}

/** Returns whether others use it too. */
function describeMachine(): boolean {
  const [cpu] = cpus();
  const [load = 0] = loadavg();
  const othersToo = load > cpus().length / 4;
  console.log(`Node ${process.version}, ${cpus().length} × ${cpu?.model.trim()}, ${(totalmem() / 1e9).toFixed(0)} GB, data in ${folder}`);
  if (statfsSync(folder).type === tmpfs)
    console.log('The data lie in memory (tmpfs): a durable write costs nothing here. Set TMPDIR to a disk.');
  if (othersToo)
    console.log(`Others use the machine (load ${load.toFixed(1)}): no rate, time or ratio of a rate to another proves anything.`);
  return othersToo;
}
