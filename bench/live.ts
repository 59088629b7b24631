/** P3: how long after a request was sent another member's stream has the change; P6: ten thousand open streams on one server. */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../tests/built-server.ts';
import { newActivityId } from '../tests/people.ts';
import { goals } from './goals.ts';
import type { Machine } from './machine.ts';
import { assertRight, plantBoard, plantPeople, startPlanted, withData } from './planting.ts';
import { closeAll, type PlayedBoard, send, senderOn, startGame, type Trial } from './players.ts';
import { assertMayOpen, type Companion, folder, startCompanion } from './processes.ts';
import type { Arrivals, Question } from './readers.ts';
import { asMegabytes, asRatio, asTime, byTurns, type Row, rowsOf, sharedClock, type Spread, spreadOf } from './report.ts';

interface Audience {
  what: string;
  /** The sizes of the boards, which are logged on in turn, by the administrator of each. */
  sizes: readonly number[];
  readersOfEach: number;
  logsPerSecond: number;
}

export const audiences: readonly Audience[] = [
  { what: '1 reader', sizes: [2], readersOfEach: 1, logsPerSecond: 50 },
  { what: '200 readers of one board', sizes: [21], readersOfEach: 200, logsPerSecond: 20 },
  { what: '1,000 readers of 100 boards', sizes: Array.from({ length: 100 }, () => 2), readersOfEach: 10, logsPerSecond: 50 },
];

/** A hop that has the same bytes on the disk before it tells, and the server by turns, each with streams of its own that stay open. */
export async function measureLive(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const audience of audiences) {
    const [hop, ours] = [await tryHop(audience), await tryLive(audience)];
    const runs = await byTurns({ hop: hop.slice, ours: ours.slice }, 5);
    await hop.end();
    await ours.end();
    for (const key of ['p50', 'p99'] as const) {
      const what = `${audience.what}, ${key}`;
      rows.push(
        ...rowsOf('P3', runs, [
          { what: `${what}: a hop that has 34 kB on the disk before it tells`, of: ({ hop: bare }) => bare[key], show: asTime },
          { what: `${what}: a log`, of: (run) => run.ours[key], show: asTime },
          { what: `${what}: log ÷ hop`, brief: what, most: goals.P3[key], of: (run) => run.ours[key] / run.hop[key], show: asRatio },
        ]),
      );
    }
  }
  return rows;
}

export async function tryLive(audience: Audience, build?: string): Promise<Trial<Spread>> {
  const game = await startGame(`live-${audience.readersOfEach}`, audience.sizes, build);
  return await listenTo(game.server.origin, game.boards, audience, game.end);
}

/** The hop knows no sessions: a reader's cookie is the board. */
async function tryHop(audience: Audience): Promise<Trial<Spread>> {
  const port = await freePort();
  const hop = startCompanion(new URL('./hop.ts', import.meta.url), String(port), join(folder, 'hop'));
  await hop.ask('ready?');
  const boards = audience.sizes.map((size, index) => ({
    id: `board-${index}`,
    actionId: 'action',
    sessions: Array.from({ length: size }, () => `board-${index}`),
  }));
  return await listenTo(`http://127.0.0.1:${port}`, boards, audience, hop.stop);
}

/** Opens the streams of the audience and warms up. */
async function listenTo(
  origin: string,
  boards: readonly PlayedBoard[],
  { readersOfEach, logsPerSecond }: Audience,
  end: () => Promise<void>,
): Promise<Trial<Spread>> {
  const readers = await openStreams(
    origin,
    // Never the author, who logs. A board has few members, so each reads on several streams.
    boards.flatMap(({ sessions: [, ...others] }) =>
      Array.from({ length: readersOfEach }, (_, index) => others[index % others.length] ?? ''),
    ),
  );
  // Several connections for a board: logs are sent at a steady rate, whether or not the earlier ones are through.
  const senders = Array.from({ length: Math.ceil(8 / boards.length) }, () => boards.map((board) => senderOn(origin, board))).flat();
  const listen = async (seconds: number): Promise<Spread> => {
    const start = performance.now();
    const logs = Array.from({ length: Math.round(seconds * logsPerSecond) }, () => ({ id: newActivityId(), sent: 0 }));
    const replies: Promise<void>[] = [];
    for (const [index, log] of logs.entries()) {
      await pause(Math.max(0, start + (index * 1000) / logsPerSecond - performance.now()));
      log.sent = sharedClock();
      const sender = senders[index % senders.length];
      if (sender) replies.push(send(sender, log.id));
    }
    await Promise.all(replies);
    return spreadOf(await delaysOf(readers, logs, readersOfEach));
  };
  await listen(1);
  return {
    slice: () => listen(1.5),
    end: async () => {
      await closeAll(senders);
      await readers.stop();
      await end();
    },
  };
}

/**
 * Boards as full as they may be, and every stream another person's, whom the others of the board see come. What goes to all is an activity on
 * each board at the same moment: no board has ten thousand members, and ten thousand streams of one person would share what a crowd does not.
 */
const crowd = { boards: 100, membersOfEach: 100 };
/** In milliseconds; longer than the server gathers who has come before it tells the others. */
export const presenceSettles = 5500;

export async function measureCrowd({ leeway }: Machine): Promise<Row[]> {
  const trial = await tryCrowd();
  const runs = await byTurns({ ours: trial.slice });
  await trial.end();
  const { memory, p99 } = goals.P6;
  return rowsOf('P6', runs, [
    { what: 'all of 10,000 streams told at once, p50', of: ({ ours }) => ours.p50, show: asTime },
    { what: 'all of them told at once, p99', brief: 'all told, p99', most: p99 * leeway, of: ({ ours }) => ours.p99, show: asTime },
    { what: 'most memory meanwhile (resident)', brief: 'memory', most: memory, of: ({ ours }) => ours.memory, show: asMegabytes },
  ]);
}

export async function tryCrowd(build?: string): Promise<Trial<Spread & { memory: number }>> {
  const { server, planted: boards } = await startPlanted('crowd', build, plantCrowd);
  const readers = await openStreams(
    server.origin,
    boards.flatMap(({ sessions }) => sessions),
    presenceSettles,
  );
  const senders = boards.map((board) => senderOn(server.origin, board));
  const tellAll = async (): Promise<number[]> => {
    const logs = senders.map(() => ({ id: newActivityId(), sent: sharedClock() }));
    await Promise.all(senders.map((sender, index) => send(sender, logs[index]?.id)));
    return await delaysOf(readers, logs, crowd.membersOfEach);
  };
  await tellAll();
  return {
    slice: async () => {
      const delays: number[] = [];
      // What was told leaves garbage, which Node clears away when it likes.
      let memory = 0;
      for (let round = 0; round < 5; round++) {
        // None waits for what is left of the one before.
        await pause(300);
        delays.push(...(await tellAll()));
        memory = Math.max(memory, server.residentMemory());
      }
      return { ...spreadOf(delays), memory };
    },
    end: async () => {
      await closeAll(senders);
      await readers.stop();
      await server.stop();
      if (build === undefined) await assertRight(server.dataDir);
    },
  };
}

async function plantCrowd(dataDir: string): Promise<PlayedBoard[]> {
  return await withData(dataDir, async (deps) => {
    const boards: PlayedBoard[] = [];
    for (let board = 0; board < crowd.boards; board++) {
      const members = await plantPeople(deps, `foule-${board}`, crowd.membersOfEach);
      const opened = await plantBoard(deps, { title: `Foule ${board}`, members });
      const actionId = opened.actions[0]?.id ?? '';
      boards.push({ id: opened.board.id, actionId, sessions: members.map(({ cookie }) => cookie) });
    }
    return boards;
  });
}

/** A stream for each of these sessions, in a process of their own, once they have told nothing for `silence` milliseconds. */
export async function openStreams(origin: string, cookies: readonly string[], silence = 0): Promise<Companion> {
  assertMayOpen(cookies.length);
  const readers = startCompanion(new URL('./readers.ts', import.meta.url), new URL(origin).port);
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
