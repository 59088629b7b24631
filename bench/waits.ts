/** P12: the longest that any one call keeps another reply waiting, on the heaviest account that there can be; S7: how long a refusal takes. */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';
import { api, type EndpointKey } from '#shared/api';
import { goals } from './goals.ts';
import { plantHeavyAccount } from './large-accounts.ts';
import { openStreams, presenceSettles } from './live.ts';
import type { Machine } from './machine.ts';
import type { Waits } from './pinger.ts';
import { assertRight } from './planting.ts';
import { type Companion, folder, type RunningServer, startCompanion, startServer } from './processes.ts';
import { asTime, median, type Row, runsOfEach } from './report.ts';
import { type Call, callsOf, type Input, uncalled } from './waits-calls.ts';

/** In milliseconds; what a call leaves to be done begins within it. */
const settle = 250;
/** In milliseconds: the server has nothing to do when it needs less of its processor than this in {@link settle}. The pings need some. */
const idle = 120;
const longestSettle = 180_000;

export async function measureWaits({ leeway }: Machine): Promise<Row[]> {
  const dataDir = join(folder, 'heavy');
  const account = await plantHeavyAccount(dataDir);
  const server = await startServer(dataDir);
  const pinger = startCompanion(new URL('./pinger.ts', import.meta.url), [server.origin, String(server.pid)]);
  // The others of these boards look on: what one call changes on all of them is told to all of these streams.
  const readers = await openStreams(server.origin, account.readers, presenceSettles);
  const bench = { server, pinger };
  const goal = goals.P12.wait * leeway;

  const rows: Row[] = [];
  const calls = callsOf(server.origin, account);
  assertAllCalled(calls);
  await longestWait(bench, () => pause(2000));
  const silence: Waits[] = [];
  for (let run = 0; run < runsOfEach; run++) silence.push(await longestWait(bench, () => pause(1000)));
  rows.push(waitRow('no call at all', silence));
  const found: Longest[] = [];
  const refusals: Longest[] = [];
  for (const call of calls) {
    const waits: Waits[] = [];
    const taken: number[] = [];
    for (let run = 0; run < (call.once ? 1 : runsOfEach); run++) {
      const input = await call.input();
      waits.push(await longestWait(bench, async () => taken.push(await make(server, call, input))));
    }
    const longest = median(waits.map((wait) => wait.longest));
    const { what } = call;
    if (call.refused) refusals.push({ what, longest: median(taken) });
    rows.push({ ...waitRow(what, waits), goal: `≤ ${asTime(goal)}`, met: longest <= goal });
    found.push({ what, longest });
  }
  rows.push(
    longestRow({ id: 'P12', what: 'the longest of them all', brief: 'longest wait of others' }, found, goal),
    longestRow({ id: 'S7', what: 'the longest that a refusal takes', brief: 'longest refusal' }, refusals, goals.S7.refusal * leeway),
  );
  await pinger.stop();
  await readers.stop();
  await server.stop();
  await assertRight(dataDir);
  return rows;
}

interface Longest {
  what: string;
  /** In milliseconds. */
  longest: number;
}

function longestRow(row: Required<Pick<Row, 'id' | 'what' | 'brief'>>, found: Longest[], goal: number): Row {
  const [slowest = { what: 'nothing', longest: Number.NaN }] = found.toSorted((a, b) => b.longest - a.longest);
  return {
    ...row,
    brief: `${row.brief}, at ${slowest.what}`,
    runs: [],
    median: asTime(slowest.longest),
    goal: `≤ ${asTime(goal)}`,
    met: slowest.longest <= goal,
  };
}

/** Each wait, and in brackets for how long of it the server's main thread worked, where the system tells. */
function waitRow(what: string, waits: readonly Waits[]): Row {
  const told = (longest: number, work: number | null) => `${longest.toFixed(1)}${work === null ? '' : ` (${work.toFixed(1)})`}`;
  const works = waits.flatMap(({ work }) => work ?? []);
  return {
    id: 'P12',
    what,
    runs: waits.map(({ longest, work }) => told(longest, work)),
    median: `${told(median(waits.map(({ longest }) => longest)), works.length > 0 ? median(works) : null)} ms`,
  };
}

interface Bench {
  server: RunningServer;
  pinger: Companion;
}

/** Watches the work and what it leaves to be done, until the server has nothing to do any more. */
async function longestWait({ server, pinger }: Bench, work: () => Promise<unknown>): Promise<Waits> {
  await pinger.ask('begin');
  await work();
  for (const end = performance.now() + longestSettle; performance.now() < end; ) {
    const before = server.processorTime() ?? 0;
    await pause(settle);
    if ((server.processorTime() ?? 0) - before < idle) break;
  }
  return (await pinger.ask('end')) as Waits;
}

/** Resolves to how long it took until the reply was whole, in milliseconds. */
async function make(
  { origin }: RunningServer,
  { key, what, cookie, refused }: Call,
  { params = {}, query = '', body, payload, headers }: Input,
): Promise<number> {
  const [method = '', path = ''] = key.split(' ');
  const url = Object.entries(params).reduce((made, [name, value]) => made.replace(`:${name}`, encodeURIComponent(value)), path);
  const sent = payload ?? (body === undefined ? null : JSON.stringify(body));
  const stop = new AbortController();
  const start = performance.now();
  const reply = await request(`${origin}${url}${query}`, {
    method: method as 'GET',
    headers: {
      origin,
      ...(cookie ? { cookie } : {}),
      ...(sent === null ? {} : { 'content-type': 'application/json' }),
      'accept-encoding': 'br',
      ...headers,
    },
    body: sent,
    signal: stop.signal,
    headersTimeout: 120_000,
    bodyTimeout: 120_000,
  });
  if (reply.statusCode >= 300 !== (refused === true)) throw new Error(`${what}: ${reply.statusCode} ${await reply.body.text()}`);
  if (key === 'GET /api/live') {
    await pause(500);
    reply.body.on('error', () => undefined);
    stop.abort();
    return performance.now() - start;
  }
  await reply.body.dump({ limit: Number.POSITIVE_INFINITY });
  return performance.now() - start;
}

function assertAllCalled(calls: readonly Call[]): void {
  const called = new Set<string>(calls.map(({ key }) => key));
  const missing = (Object.keys(api) as EndpointKey[]).filter((key) => !called.has(key) && !uncalled.has(key));
  if (missing.length > 0) throw new Error(`P12 does not call ${missing.join(', ')}`);
}
