/** P3: how long after a request was sent another member's stream has the change. */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'undici';
import type { Players, PlayersBoard, Someone } from './players.ts';
import { newActivityId, send, senderOf } from './logging.ts';
import { goals } from '../quality/goals.ts';
import { freePort } from '../tests/built-server.ts';
import { assertMayOpen, type Companion, folder, type RunningServer, startCompanion } from './processes.ts';
import { asRatio, figureRow, type Row, type Spread, spreadOf, spreadRow } from './report.ts';
import { createStreams, type Streams } from './streams.ts';

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

/**
 * The raw hop, the same with the disk in its way, and the server by turns, each with streams of its own that stay open: only the server's
 * ratio to the first is judged, and its ratio to the second tells how much of that is the disk.
 */
export async function measureLive({ origin }: RunningServer, { pairs, crowd }: Players): Promise<Row[]> {
  const audiences: Audience[] = [
    { what: '1 reader', boards: pairs.slice(0, 1), readersOfEach: 1, logsPerSecond: 50 },
    { what: '200 readers of one board', boards: [crowd], readersOfEach: 200, logsPerSecond: 20 },
    { what: '1,000 readers of 100 boards', boards: pairs, readersOfEach: 10, logsPerSecond: 50 },
  ];
  const hop = await startHop();
  const durableHop = await startHop(join(folder, 'hop'));
  const rows: Row[] = [];
  for (const audience of audiences) {
    const ofHops = { ...audience, boards: forHop(audience.boards) };
    const bare = { listening: await gather(hop.origin, ofHops), spreads: [] as Spread[] };
    const durable = { listening: await gather(durableHop.origin, ofHops), spreads: [] as Spread[] };
    const ours = { listening: await gather(origin, audience), spreads: [] as Spread[] };
    const all = [bare, durable, ours];
    for (let round = 0; round < rounds; round++)
      // Who goes first changes: what one leaves to the next is the same for all.
      for (const { listening, spreads } of round % 2 === 0 ? all : all.toReversed()) spreads.push(await listening.listen(runSeconds));
    for (const { listening } of all) await listening.leave();
    rows.push(
      ...rowsOf(
        audience,
        ours.spreads.map((spread, round) => ({
          ours: spread,
          bare: bare.spreads[round] ?? spread,
          durable: durable.spreads[round] ?? spread,
        })),
      ),
    );
  }
  for (const { companion } of [hop, durableHop]) await companion.stop();
  return rows;
}

async function startHop(file?: string): Promise<{ origin: string; companion: Companion }> {
  const port = await freePort();
  const companion = startCompanion(new URL('./hop.ts', import.meta.url), [String(port), ...(file === undefined ? [] : [file])]);
  await companion.ask('ready?');
  return { origin: `http://127.0.0.1:${port}`, companion };
}

function rowsOf({ what, logsPerSecond }: Audience, runs: readonly { bare: Spread; durable: Spread; ours: Spread }[]): Row[] {
  const ratio = (key: keyof Spread, most: number) =>
    figureRow(
      { id: 'P3', what: `the same, ${key} against the hop's`, brief: `${what}, ${key}`, most },
      runs.map(({ bare, ours }) => ours[key] / bare[key]),
      asRatio,
    );
  return [
    spreadRow(
      { id: 'hop', what: 'a raw hop, as far as the next' },
      runs.map(({ bare }) => bare),
    ),
    spreadRow(
      { id: 'hop', what: 'the same, which has 34 kB on the disk before it tells' },
      runs.map(({ durable }) => durable),
    ),
    spreadRow(
      { id: 'P3', what: `a log on the streams of ${what}, ${logsPerSecond} logs/s (p50/p99, ms)` },
      runs.map(({ ours }) => ours),
    ),
    ratio('p50', goals.P3.p50),
    ratio('p99', goals.P3.p99),
    figureRow(
      { id: 'P3', what: 'the same, p50 against the hop with the disk' },
      runs.map(({ durable, ours }) => ours.p50 / durable.p50),
      asRatio,
    ),
  ];
}

/** The raw hop knows no sessions: a reader's cookie is the board. */
export function forHop(boards: readonly PlayersBoard[]): PlayersBoard[] {
  return boards.map((board) => ({ ...board, members: board.members.map((one) => ({ ...one, cookie: board.id })) }));
}

interface Listening {
  listen(seconds: number): Promise<Spread>;
  leave(): Promise<void>;
}

/** Opens the streams of the audience and warms up. */
export async function gather(origin: string, audience: Omit<Audience, 'what'>): Promise<Listening> {
  const readers = audience.boards.flatMap((board) => readersOf(board, audience.readersOfEach));
  assertMayOpen(readers.length);
  const streams = await createStreams(origin, readers);
  const clients = Array.from({ length: connections }, () => new Client(origin));
  await deliveries(origin, audience, streams, clients, warmUpSeconds);
  return {
    listen: async (seconds) => spreadOf(await deliveries(origin, audience, streams, clients, seconds)),
    leave: async () => {
      streams.close();
      await Promise.all(clients.map((client) => client.close()));
    },
  };
}

/** The delay of every delivery, of logs sent at a steady rate whether or not the earlier ones are through. */
async function deliveries(
  origin: string,
  { boards, readersOfEach, logsPerSecond }: Omit<Audience, 'what'>,
  streams: Streams,
  clients: readonly Client[],
  seconds: number,
): Promise<number[]> {
  const sentAt = new Map<string, number>();
  const delays: number[] = [];
  streams.onActivity = (id, at) => {
    const sent = sentAt.get(id);
    if (sent !== undefined) delays.push(at - sent);
  };

  const start = performance.now();
  const logs = Math.round(seconds * logsPerSecond);
  const replies: Promise<void>[] = [];
  for (let log = 0; log < logs; log++) {
    await pause(Math.max(0, start + (log * 1000) / logsPerSecond - performance.now()));
    const board = boards[log % boards.length];
    const [author] = board?.members ?? [];
    if (!board || !author) throw new Error('an empty board');
    const id = newActivityId();
    sentAt.set(id, performance.now());
    replies.push(send(senderOf(origin, board, author, clients[log % clients.length]), id));
  }
  await Promise.all(replies);
  for (let waits = 0; delays.length < logs * readersOfEach && waits < 200; waits++) await pause(10);
  if (delays.length !== logs * readersOfEach) throw new Error(`${delays.length} deliveries of ${logs * readersOfEach}`);
  return delays;
}

/** Never the author, who logs. A board has few members, so each reads on several streams. */
function readersOf({ members: [, ...others] }: PlayersBoard, count: number): Someone[] {
  return Array.from({ length: count }, (_, index) => others[index % others.length]).filter((someone) => someone !== undefined);
}
