/** P1 and P2: how fast actions are logged. */
import { join } from 'node:path';
import { Client } from 'undici';
import type { Deps } from '#server/deps';
import { freePort } from '../tests/built-server.ts';
import { newActivityId } from '../tests/people.ts';
import type { FloorBoard } from './floor.ts';
import { goals } from './goals.ts';
import type { Machine } from './machine.ts';
import { actionsOf, plantBoard, plantPeople, withData } from './planting.ts';
import { closeAll, send, sendAll, type Sender, sendersOf, startGame, type Trial } from './players.ts';
import { folder, type RunningServer, startCompanion } from './processes.ts';
import { asRatio, asTime, byTurns, perSecond, type Row, rowsOf, runsOfEach, type Spread, spreadOf } from './report.ts';

/** 32 boards of two: 64 clients. */
export const pairs: readonly number[] = Array.from({ length: 32 }, () => 2);
/** After less V8 still compiles: of what runs 3 s after the start that is 4 % of the processor time, and none of it is a log's. */
const warmUpSeconds = 12;
const runSeconds = 4;

/** Logs of 64 clients over 32 boards, beside bare SQLite and a bare Fastify in turn, so that all three meet the same machine. */
export async function measureLogging(): Promise<Row[]> {
  const game = await startGame('p1', pairs);
  const senders = sendersOf(game.server.origin, game.boards);
  const floor = await startFloor();
  const echo = await startEcho(senders);
  await sendAll(senders, warmUpSeconds);
  const runs = await byTurns({
    floor: () => floor.rate(runSeconds / 2),
    ours: () => load(game.server, senders, runSeconds),
    echo: () => echo.load(runSeconds / 2),
  });
  await closeAll(senders);
  await Promise.all([game.end(), floor.stop(), echo.stop()]);

  const { floor: least, echo: most } = goals.P1;
  return rowsOf('P1', runs, [
    { what: 'bare SQLite, one transaction at a time', of: (run) => run.floor, show: perSecond },
    { what: 'log an action, 64 clients, 32 boards', brief: 'logged', of: ({ ours }) => ours.rate, show: perSecond },
    { what: 'the same, against bare SQLite', brief: 'against the floor', least, of: (run) => run.ours.rate / run.floor, show: asRatio },
    { what: "the server's processor time per log", of: ({ ours }) => ours.work, show: asTime },
    {
      what: "the same, ÷ the echo's",
      brief: "processor time ÷ the echo's",
      most,
      of: (run) => run.ours.work / run.echo.work,
      show: asRatio,
    },
  ]);
}

/** The time of each log when one client sends one after the other. */
export async function measureLoneLog({ leeway }: Machine): Promise<Row[]> {
  const game = await startGame('p2', [1]);
  const [sender] = sendersOf(game.server.origin, game.boards);
  await loneLogs(sender, 1);
  const runs: Spread[] = [];
  for (let run = 0; run < runsOfEach; run++) runs.push(await loneLogs(sender, runSeconds));
  await sender?.client.close();
  await game.end();
  const { p50, p99 } = goals.P2;
  return rowsOf('P2', runs, [
    { what: 'log an action, one client, p50', brief: 'one client, p50', most: p50 * leeway, of: (run) => run.p50, show: asTime },
    { what: 'log an action, one client, p99', brief: 'one client, p99', most: p99 * leeway, of: (run) => run.p99, show: asTime },
  ]);
}

/** For `compare`. */
export async function tryLogging(build?: string): Promise<Trial<Record<string, number>>> {
  const game = await startGame('logging', pairs, build);
  const senders = sendersOf(game.server.origin, game.boards);
  return {
    slice: async () => {
      const { rate, work } = await load(game.server, senders, 1.5);
      const { p50, p99 } = await loneLogs(senders[0], 0.75);
      return { "the server's time per log": work, '64 clients': 1000 / rate, 'one client, p50': p50, 'one client, p99': p99 };
    },
    end: async () => {
      await closeAll(senders);
      await game.end();
    },
  };
}

interface Load {
  rate: number;
  /** Processor time for each, in milliseconds; NaN where the system does not tell. */
  work: number;
}

async function load(asked: Pick<RunningServer, 'processorTime'>, senders: readonly Sender[], seconds: number): Promise<Load> {
  const [start, before] = [performance.now(), asked.processorTime()];
  const rate = await sendAll(senders, seconds);
  const done = (rate * (performance.now() - start)) / 1000;
  return { rate, work: (asked.processorTime() - before) / done };
}

async function loneLogs(sender: Sender | undefined, seconds: number): Promise<Spread> {
  if (!sender) throw new Error('nobody logs');
  const times: number[] = [];
  for (const end = performance.now() + seconds * 1000; performance.now() < end; ) {
    const sent = performance.now();
    await send(sender);
    times.push(performance.now() - sent);
  }
  return spreadOf(times);
}

interface Echo {
  load(seconds: number): Promise<Load>;
  stop(): Promise<void>;
}

const strangers = Array.from({ length: 64 }, () => ({ headers: { 'content-type': 'application/json' }, actionId: newActivityId() }));

/** A bare Fastify, by which the machine is judged, that answers 64 clients who send what these send; warm. */
export async function startEcho(like: readonly Pick<Sender, 'headers' | 'actionId'>[] = strangers): Promise<Echo> {
  const port = await freePort();
  const echo = startCompanion(new URL('./echo.ts', import.meta.url), String(port));
  await echo.ask('ready?');
  const senders = like.map(({ headers, actionId }) => ({
    client: new Client(`http://127.0.0.1:${port}`),
    path: '/echo',
    headers,
    actionId,
  }));
  await sendAll(senders, 1);
  return {
    load: (seconds) => load(echo, senders, seconds),
    stop: async () => {
      await closeAll(senders);
      await echo.stop();
    },
  };
}

interface Floor {
  /** How many transactions a second it makes. */
  rate(seconds: number): Promise<number>;
  stop(): Promise<void>;
}

/** Bare SQL on 32 boards: on SQLite, or on a PostgreSQL at this address with so many connections. */
export async function startFloor(databaseUrl?: string, connections = 1): Promise<Floor> {
  const dataDir = join(folder, 'floor');
  const plantAll = async (deps: Deps): Promise<FloorBoard[]> => {
    const boards: FloorBoard[] = [];
    for (const { id } of await plantPeople(deps, 'floor', pairs.length)) {
      const { board, actions } = await plantBoard(deps, { title: 'Sol', members: [{ id }], actions: actionsOf(1) });
      boards.push({ board: board.id, user: id, action: actions[0]?.id ?? '' });
    }
    return boards;
  };
  const boards = await withData(dataDir, plantAll, databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl });
  const floor = startCompanion(new URL('./floor.ts', import.meta.url), JSON.stringify(boards), databaseUrl ?? dataDir, String(connections));
  const rate = async (seconds: number) => ((await floor.ask({ seconds })) as { rate: number }).rate;
  await rate(1);
  return { rate, stop: floor.stop };
}
