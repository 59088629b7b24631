/** P3: how long after a request was sent another member's stream has the change; P6: ten thousand open streams on one server. */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'undici';
import { freePort } from '../tests/built-server.ts';
import { newActivityId } from '../tests/people.ts';
import { goals } from './goals.ts';
import { send, type Sender, senderOf } from './logging.ts';
import type { Machine } from './machine.ts';
import { assertRight, plantBoard, plantPeople, withData } from './planting.ts';
import { play } from './play.ts';
import type { PlayersBoard } from './players.ts';
import { assertMayOpen, type Companion, folder, startCompanion, startServer } from './processes.ts';
import type { Arrivals, Question } from './readers.ts';
import { asRatio, figureRow, memoryRow, type Row, runsOfEach, type Spread, spreadOf, spreadRow } from './report.ts';
import { onSharedClock } from './shared-clock.ts';

interface Audience {
  what: string;
  /** Logged on in turn, by the administrator of each. */
  boards: readonly PlayersBoard[];
  readersOfEach: number;
  logsPerSecond: number;
}

const warmUpSeconds = 1;
const runSeconds = 1.5;
const rounds = 5;
const connections = 8;

/** A hop that has the same bytes on the disk before it tells, and the server by turns, each with streams of its own that stay open. */
export async function measureLive(): Promise<Row[]> {
  const {
    server: { origin },
    players: { pairs, crowd: many },
  } = await play();
  const audiences: Audience[] = [
    { what: '1 reader', boards: pairs.slice(0, 1), readersOfEach: 1, logsPerSecond: 50 },
    { what: '200 readers of one board', boards: [many], readersOfEach: 200, logsPerSecond: 20 },
    { what: '1,000 readers of 100 boards', boards: pairs, readersOfEach: 10, logsPerSecond: 50 },
  ];
  const port = await freePort();
  const hop = startCompanion(new URL('./hop.ts', import.meta.url), [String(port), join(folder, 'hop')]);
  await hop.ask('ready?');
  const rows: Row[] = [];
  for (const audience of audiences) {
    const ofHop = {
      listening: await gather(`http://127.0.0.1:${port}`, { ...audience, boards: forHop(audience.boards) }),
      spreads: [] as Spread[],
    };
    const ours = { listening: await gather(origin, audience), spreads: [] as Spread[] };
    const both = [ofHop, ours];
    for (let round = 0; round < rounds; round++)
      // They take turns at going first, so that what one leaves behind (heat, garbage, a busy disk) meets both.
      for (const { listening, spreads } of round % 2 === 0 ? both : both.toReversed()) spreads.push(await listening.listen(runSeconds));
    for (const { listening } of both) await listening.leave();
    rows.push(...rowsOf(audience, ofHop.spreads, ours.spreads));
  }
  await hop.stop();
  return rows;
}

function rowsOf({ what, logsPerSecond }: Audience, hop: readonly Spread[], ours: readonly Spread[]): Row[] {
  const ratio = (key: keyof Spread): Row =>
    figureRow(
      { id: 'P3', what: `the same, ${key} against the hop's`, brief: `${what}, ${key}`, most: goals.P3[key] },
      ours.map((spread, round) => spread[key] / (hop[round]?.[key] ?? Number.NaN)),
      asRatio,
    );
  return [
    spreadRow({ id: 'hop', what: 'a hop that has 34 kB on the disk before it tells' }, hop),
    spreadRow({ id: 'P3', what: `a log on the streams of ${what}, ${logsPerSecond} logs/s (p50/p99, ms)` }, ours),
    ratio('p50'),
    ratio('p99'),
  ];
}

/** The hop knows no sessions: a reader's cookie is the board. */
function forHop(boards: readonly PlayersBoard[]): PlayersBoard[] {
  return boards.map((board) => ({ ...board, members: board.members.map((one) => ({ ...one, cookie: board.id })) }));
}

interface Listening {
  listen(seconds: number): Promise<Spread>;
  leave(): Promise<void>;
}

/** Opens the streams of the audience and warms up. */
async function gather(origin: string, { boards, readersOfEach, logsPerSecond }: Audience): Promise<Listening> {
  const readers = await openStreams(
    origin,
    // Never the author, who logs. A board has few members, so each reads on several streams.
    boards.flatMap(({ members: [, ...others] }) =>
      Array.from({ length: readersOfEach }, (_, index) => others[index % others.length]?.cookie ?? ''),
    ),
  );
  const clients = Array.from({ length: connections }, () => new Client(origin));
  /** Logs are sent at a steady rate, whether or not the earlier ones are through. */
  const listen = async (seconds: number): Promise<Spread> => {
    const start = performance.now();
    const logs = Array.from({ length: Math.round(seconds * logsPerSecond) }, () => ({ id: newActivityId(), sent: 0 }));
    const replies: Promise<void>[] = [];
    for (const [index, log] of logs.entries()) {
      await pause(Math.max(0, start + (index * 1000) / logsPerSecond - performance.now()));
      const sender = administratorOn(origin, boards[index % boards.length], clients[index % clients.length]);
      log.sent = onSharedClock(performance.now());
      replies.push(send(sender, log.id));
    }
    await Promise.all(replies);
    return spreadOf(await delaysOf(readers, logs, readersOfEach));
  };
  await listen(warmUpSeconds);
  return {
    listen,
    leave: async () => {
      await Promise.all(clients.map((client) => client.close()));
      await readers.stop();
    },
  };
}

/**
 * Boards as full as they may be, and every stream another person's, whom the others of the board see come. What goes to all is an activity on
 * each board at the same moment: no board has ten thousand members, and ten thousand streams of one person would share what a crowd does not.
 */
const crowd = { boards: 100, membersOfEach: 100 };
const roundsOfEach = 5;
/** Between rounds, in milliseconds: none waits for what is left of the one before. */
const breath = 300;
/** In milliseconds; longer than the server gathers who has come before it tells the others. */
export const presenceSettles = 5500;

export async function measureCrowd({ leeway }: Machine): Promise<Row[]> {
  const dataDir = join(folder, 'crowd');
  const boards = await plantCrowd(dataDir);
  const server = await startServer(dataDir);
  const cookies = boards.flatMap(({ members }) => members.map(({ cookie }) => cookie));
  const readers = await openStreams(server.origin, cookies, presenceSettles);
  const senders = boards.map((board) => administratorOn(server.origin, board));
  const tellAll = async (): Promise<number[]> => {
    const sent = onSharedClock(performance.now());
    const logs = senders.map(() => ({ id: newActivityId(), sent }));
    await Promise.all(senders.map((sender, index) => send(sender, logs[index]?.id)));
    return await delaysOf(readers, logs, crowd.membersOfEach);
  };
  const memory = () => (server.residentMemory() ?? Number.NaN) / 1e6;
  const atRest = memory();
  await tellAll();
  const spreads: Spread[] = [];
  // What was told leaves garbage, which Node clears away when it likes.
  const whileTold: number[] = [];
  for (let run = 0; run < runsOfEach; run++) {
    const delays: number[] = [];
    const memories: number[] = [];
    for (let round = 0; round < roundsOfEach; round++) {
      await pause(breath);
      delays.push(...(await tellAll()));
      memories.push(memory());
    }
    spreads.push(spreadOf(delays));
    whileTold.push(Math.max(...memories));
  }
  await Promise.all(senders.map(({ client }) => client.close()));
  await readers.stop();
  await server.stop();
  await assertRight(dataDir);
  const what = `${cookies.length.toLocaleString('en')} streams, all told at once (p50/p99, ms)`;
  return [
    spreadRow({ id: 'P6', what, brief: 'all told', most: { p99: goals.P6.p99 * leeway } }, spreads),
    memoryRow({ id: 'P6', what: 'memory of the server with them (resident)', brief: 'memory' }, goals.P6.megabytes, [atRest]),
    memoryRow({ id: 'P6', what: 'the same, the most while they are told', brief: 'most memory while told' }, goals.P6.megabytes, whileTold),
  ];
}

async function plantCrowd(dataDir: string): Promise<PlayersBoard[]> {
  return await withData(dataDir, async (deps) => {
    const boards: PlayersBoard[] = [];
    for (let board = 0; board < crowd.boards; board++) {
      const members = await plantPeople(deps, `foule-${board}`, crowd.membersOfEach);
      const opened = await plantBoard(deps, { title: `Foule ${board}`, members });
      boards.push({ id: opened.board.id, actionId: opened.actions[0]?.id ?? '', members });
    }
    return boards;
  });
}

/** A stream for each of these sessions, in a process of their own, once they have told nothing for `silence` milliseconds. */
export async function openStreams(origin: string, cookies: readonly string[], silence = 0): Promise<Companion> {
  assertMayOpen(cookies.length);
  const readers = startCompanion(new URL('./readers.ts', import.meta.url), [new URL(origin).port]);
  await readers.ask({ open: cookies, silence } satisfies Question);
  return readers;
}

/** From when each log was sent to when each of its readers had it. */
async function delaysOf(readers: Companion, logs: readonly { id: string; sent: number }[], readersOfEach: number): Promise<number[]> {
  const deliveries = logs.length * readersOfEach;
  const arrivals = (await readers.ask({ activities: logs.map(({ id }) => id), deliveries } satisfies Question)) as Arrivals;
  const delays = arrivals.flatMap((times, index) => times.map((at) => at - (logs[index]?.sent ?? Number.NaN)));
  if (delays.length !== deliveries) throw new Error(`${delays.length} deliveries of ${deliveries}`);
  return delays;
}

function administratorOn(origin: string, board: PlayersBoard | undefined, client?: Client): Sender {
  const [administrator] = board?.members ?? [];
  if (!board || !administrator) throw new Error('an empty board');
  return senderOf(origin, board, administrator, client);
}
