/** What copies tell Redis about a change, by how many read it. */
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'undici';
import { type BuiltCopies, startBuiltCopies } from '../tests/built-copies.ts';
import { newActivityId, send, senderOf } from './logging.ts';
import { gatherPlayers, type Players } from './players.ts';
import { type Row, runsOfEach, median, spreadOf, spreadRow } from './report.ts';
import { createStreams } from './streams.ts';

const boards = 100;
const changes = 100;
const logsPerSecond = 50;
/** On each board: all together 0, 100 and 1,000. */
const readersOfEach = [0, 1, 10];

interface Told {
  publishes: number;
  bytesIn: number;
  bytesOut: number;
}

/** Two copies: one is told of every log, the other has all the readers. */
export async function measureBus(): Promise<Row[]> {
  const several = await startBuiltCopies(2, { LOG_LEVEL: 'info' });
  try {
    const players = await gatherPlayers(several.copies[0]?.origin ?? '');
    const rows: Row[] = [];
    for (const readers of readersOfEach) rows.push(...(await measureReaders(several, players, readers)));
    return rows;
  } finally {
    await several.close();
  }
}

async function measureReaders(several: BuiltCopies, { pairs }: Players, readers: number): Promise<Row[]> {
  const [writing, reading] = several.copies.map(({ origin }) => origin);
  if (writing === undefined || reading === undefined) throw new Error('a copy is missing');
  const played = pairs.slice(0, boards);
  const people = played.flatMap(({ members: [, reader] }) => (reader ? Array.from({ length: readers }, () => reader) : []));
  const streams = await createStreams(reading, people);
  const client = new Client(writing);
  const sentAt = new Map<string, number>();
  const runs: { told: Told; delays: number[] }[] = [];
  try {
    for (let run = 0; run <= runsOfEach; run += 1) {
      const delays: number[] = [];
      streams.onActivity = (id, at) => void delays.push(at - (sentAt.get(id) ?? Number.NaN));
      await pause(1500);
      const before = await toldSoFar(several);
      const start = performance.now();
      const replies: Promise<void>[] = [];
      for (let change = 0; change < changes; change += 1) {
        await pause(Math.max(0, start + (change * 1000) / logsPerSecond - performance.now()));
        const board = played[change % boards];
        const [author] = board?.members ?? [];
        if (!board || !author) throw new Error('an empty board');
        const id = newActivityId();
        sentAt.set(id, performance.now());
        replies.push(send(senderOf(writing, board, author, client), id));
      }
      await Promise.all(replies);
      for (let waits = 0; delays.length < changes * readers && waits < 500; waits += 1) await pause(10);
      if (delays.length !== changes * readers) throw new Error(`${delays.length} deliveries of ${changes * readers}`);
      const lasted = performance.now() - start;
      const after = await toldSoFar(several);
      const idle = await toldWhileIdle(several, lasted);
      // The first warms up.
      if (run > 0) runs.push({ told: difference(difference(after, before), idle), delays });
    }
  } finally {
    streams.close();
    await client.close();
  }
  const what = `${(readers * boards).toLocaleString('en')} readers of ${boards} boards on the other copy`;
  const row = (of: string, pick: (told: Told) => number): Row => {
    const numbers = runs.map(({ told }) => pick(told) / changes);
    return { id: 'bus', what: `${what}: ${of}`, runs: numbers.map((one) => one.toFixed(1)), median: median(numbers).toFixed(1) };
  };
  return [
    row('messages to Redis for a log', ({ publishes }) => publishes),
    row('bytes to Redis for a log, its limit included', ({ bytesIn }) => bytesIn),
    row('bytes from Redis for a log', ({ bytesOut }) => bytesOut),
    ...(readers > 0
      ? [
          spreadRow(
            { id: 'bus', what: `${what}: from a log to their streams (p50/p99, ms)` },
            runs.map(({ delays }) => spreadOf(delays)),
          ),
        ]
      : []),
  ];
}

/** Beats, and looks whether Redis answers. */
async function toldWhileIdle(several: BuiltCopies, milliseconds: number): Promise<Told> {
  const before = await toldSoFar(several);
  await pause(milliseconds);
  return difference(await toldSoFar(several), before);
}

function difference(one: Told, other: Told): Told {
  return {
    publishes: one.publishes - other.publishes,
    bytesIn: one.bytesIn - other.bytesIn,
    bytesOut: one.bytesOut - other.bytesOut,
  };
}

async function toldSoFar({ redis }: BuiltCopies): Promise<Told> {
  const text = await infoOf(redis.port);
  const number = (name: RegExp) => Number(name.exec(text)?.[1] ?? 0);
  return {
    publishes: number(/cmdstat_publish:calls=(\d+)/),
    bytesIn: number(/total_net_input_bytes:(\d+)/),
    bytesOut: number(/total_net_output_bytes:(\d+)/),
  };
}

function infoOf(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.end('INFO everything\r\n'));
    socket.setEncoding('utf8').on('data', (part: string) => (text += part));
    socket.once('end', () => resolve(text)).once('error', reject);
  });
}
