/** P3: how long after a request was sent another member's stream has the change. */
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'undici';
import type { Players, PlayersBoard, Someone } from './players.ts';
import { newActivityId, send, senderOf } from './logging.ts';
import { freePort } from '../tests/built-server.ts';
import { assertMayOpen, type RunningServer, startCompanion } from './processes.ts';
import { type Row, runsOfEach, type Spread, spreadOf, spreadRow } from './report.ts';
import { createStreams, type Streams } from './streams.ts';

interface Audience {
  what: string;
  /** Logged on in turn, by the administrator of each. */
  boards: readonly PlayersBoard[];
  readersOfEach: number;
  logsPerSecond: number;
  /** p99, in milliseconds. */
  most: number;
}

const warmUpSeconds = 1;
const runSeconds = 3;
const connections = 8;

export async function measureLive({ origin }: RunningServer, { pairs, crowd }: Players): Promise<Row[]> {
  const audiences: Audience[] = [
    { what: '1 reader', boards: pairs.slice(0, 1), readersOfEach: 1, logsPerSecond: 50, most: 8 },
    { what: '200 readers of one board', boards: [crowd], readersOfEach: 200, logsPerSecond: 20, most: 20 },
    { what: '1,000 readers of 100 boards, 50 logs/s', boards: pairs, readersOfEach: 10, logsPerSecond: 50, most: 25 },
  ];
  const port = await freePort();
  const hop = startCompanion(new URL('./hop.ts', import.meta.url), [String(port)]);
  await hop.ask('ready?');
  const rows: Row[] = [];
  for (const audience of audiences) {
    const what = `a log on the streams of ${audience.what} (p50/p99, ms)`;
    const bare = { ...audience, boards: forHop(audience.boards) };
    rows.push(spreadRow('hop', 'a raw hop, as far as the next', await measureAudience(`http://127.0.0.1:${port}`, bare)));
    rows.push(spreadRow('P3', what, await measureAudience(origin, audience), { p99: audience.most }));
  }
  await hop.stop();
  return rows;
}

/** The raw hop knows no sessions: a reader's cookie is the board. */
export function forHop(boards: readonly PlayersBoard[]): PlayersBoard[] {
  return boards.map((board) => ({ ...board, members: board.members.map((one) => ({ ...one, cookie: board.id })) }));
}

async function measureAudience(origin: string, audience: Audience): Promise<Spread[]> {
  const readers = audience.boards.flatMap((board) => readersOf(board, audience.readersOfEach));
  assertMayOpen(readers.length);
  const streams = await createStreams(origin, readers);
  const clients = Array.from({ length: connections }, () => new Client(origin));
  try {
    await deliveries(origin, audience, streams, clients, warmUpSeconds);
    const runs: Spread[] = [];
    for (let run = 0; run < runsOfEach; run++) runs.push(spreadOf(await deliveries(origin, audience, streams, clients, runSeconds)));
    return runs;
  } finally {
    streams.close();
    await Promise.all(clients.map((client) => client.close()));
  }
}

/** The delay of every delivery, of logs sent at a steady rate whether or not the earlier ones are through. */
async function deliveries(
  origin: string,
  { boards, readersOfEach, logsPerSecond }: Audience,
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
  const logs = seconds * logsPerSecond;
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
