/** How cost grows: with boards, members, activities and readers. The points of docs/performance.md. */
import { join } from 'node:path';
import { Client } from 'undici';
import { getBoard } from '#server/whole-boards/boards';
import type { Deps } from '#server/deps';
import { gather } from './live.ts';
import { type Known, plantActivities, plantCrowd, plantCrowdedBoard, plantPeople, withData } from './planting.ts';
import type { PlayersBoard } from './players.ts';
import { folder, type RunningServer, startServer } from './processes.ts';
import { median, type Row, type Spread, spreadOf, spreadRow } from './report.ts';

const rounds = 5;
/** In each round. */
const calls = 60;
const seconds = 1.5;
const logsPerSecond = 20;

/** What is asked for, by whom, and how much of it there is. */
interface Asked {
  series: string;
  at: number;
  path: string;
  cookie: string;
}

/** Of somebody who is on so many boards, each with some of what was logged lately. */
export async function measureByBoards(): Promise<Row[]> {
  const counts = [1, 10, 50, 100, 200];
  const dataDir = join(folder, 'curve-boards');
  const readers = await withData(dataDir, async (deps) => {
    const [owner, ...people] = await plantPeople(deps, 'tableaux', counts.length + 1);
    if (!owner) throw new Error('nobody has the boards');
    for (let index = 0; index < Math.max(...counts); index += 1) {
      const members = people.filter((_, person) => index < (counts[person] ?? 0));
      await plantFullBoard(deps, `Tableau ${index}`, [owner, ...members], 100);
    }
    return people;
  });
  return await measureCalls(
    dataDir,
    readers.flatMap(({ cookie }, index) => {
      const at = counts[index] ?? Number.NaN;
      return [
        { series: 'list of boards', at, path: '/api/boards', cookie },
        { series: 'feed', at, path: '/api/activities', cookie },
      ];
    }),
  );
}

export async function measureByMembers(): Promise<Row[]> {
  const counts = [2, 10, 25, 50, 100];
  const dataDir = join(folder, 'curve-members');
  const asked = await withData(dataDir, async (deps) => {
    const people = await plantPeople(deps, 'membres', Math.max(...counts));
    const boards: Asked[] = [];
    for (const at of counts) {
      const { id, members } = await plantFullBoard(deps, `Membres ${at}`, people.slice(0, at), 1000);
      const cookie = members[0]?.cookie ?? '';
      boards.push({ series: 'a board', at, path: `/api/boards/${id}`, cookie });
      boards.push({ series: 'its scores', at, path: `/api/boards/${id}/scores?period=all`, cookie });
    }
    return boards;
  });
  return await measureCalls(dataDir, asked);
}

/** Each board has members of its own, who are on no other: their feed is of that board. */
export async function measureByActivities(): Promise<Row[]> {
  const counts = [100, 1000, 10_000, 100_000, 1_000_000];
  const dataDir = join(folder, 'curve-activities');
  const asked = await withData(dataDir, async (deps) => {
    const boards: Asked[] = [];
    for (const at of counts) {
      const { id, members } = await plantFullBoard(deps, `Activités ${at}`, await plantPeople(deps, `activites-${at}`, 6), at);
      const cookie = members[0]?.cookie ?? '';
      boards.push({ series: 'a board', at, path: `/api/boards/${id}`, cookie });
      boards.push({ series: 'feed', at, path: '/api/activities', cookie });
    }
    return boards;
  });
  return await measureCalls(dataDir, asked);
}

/** From a log to the streams of so many, all on one board; each number has a board of its own. */
export async function measureByReaders(): Promise<Row[]> {
  const counts = [1, 10, 100, 1000];
  const dataDir = join(folder, 'curve-readers');
  // As full as a board may be: nobody has more than some streams.
  const boards = await plantCrowd(dataDir, { boards: counts.length, membersOfEach: 100 });
  const server = await startServer(dataDir);
  const audiences = await Promise.all(
    boards.map(async (board, index) => {
      const at = counts[index] ?? Number.NaN;
      return { at, listening: await gather(server.origin, { boards: [board], readersOfEach: at, logsPerSecond }), runs: [] as Measured[] };
    }),
  );
  for (let round = 0; round < rounds; round += 1)
    for (const { listening, runs } of audiences)
      runs.push(await measured(server, Math.round(seconds * logsPerSecond), () => listening.listen(seconds)));
  for (const { listening } of audiences) await listening.leave();
  await server.stop();
  return audiences.map(({ at, runs }) => pointRow('all streams', at, runs));
}

interface Measured extends Spread {
  work: number;
}

/** By turns, so that a busy moment of the machine meets all of them. */
async function measureCalls(dataDir: string, asked: readonly Asked[]): Promise<Row[]> {
  const server = await startServer(dataDir);
  const client = new Client(server.origin);
  const runs = new Map<Asked, Measured[]>(asked.map((one) => [one, []]));
  for (const one of asked) await timesOf(client, one);
  for (let round = 0; round < rounds; round += 1)
    for (const [one, measurements] of runs)
      measurements.push(await measured(server, calls, async () => spreadOf(await timesOf(client, one))));
  await client.close();
  await server.stop();
  return [...runs].map(([{ series, at }, measurements]) => pointRow(series, at, measurements));
}

async function measured(server: RunningServer, count: number, work: () => Promise<Spread>): Promise<Measured> {
  const before = server.processorTime() ?? Number.NaN;
  const spread = await work();
  return { ...spread, work: ((server.processorTime() ?? Number.NaN) - before) / count };
}

async function timesOf(client: Client, { path, cookie }: Asked): Promise<number[]> {
  const times: number[] = [];
  for (let call = 0; call < calls; call += 1) {
    const start = performance.now();
    const { statusCode, body } = await client.request({ method: 'GET', path, headers: { cookie, 'accept-encoding': 'br' } });
    await body.dump();
    times.push(performance.now() - start);
    if (statusCode !== 200) throw new Error(`GET ${path}: ${statusCode}`);
  }
  return times;
}

function pointRow(series: string, at: number, runs: readonly Measured[]): Row {
  // Processor time is told in ticks of 10 ms: one round alone would say little.
  const work = runs.reduce((sum, run) => sum + run.work, 0) / runs.length;
  const middle = { p50: median(runs.map(({ p50 }) => p50)), p99: median(runs.map(({ p99 }) => p99)) };
  return {
    ...spreadRow({ id: 'curve', what: `${series}, at ${at.toLocaleString('en')}` }, runs),
    point: { series, at, ...middle, work },
  };
}

async function plantFullBoard(deps: Deps, title: string, members: readonly Known[], activities: number): Promise<PlayersBoard> {
  const board = await plantCrowdedBoard(deps, title, members);
  await plantActivities(deps, await getBoard(deps, members[0]?.id ?? '', board.id), activities);
  return board;
}
