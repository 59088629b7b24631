/** P12: the longest that any one call keeps another reply waiting, on the heaviest account that there can be; S7: how long a refusal takes. */
import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';
import { Mailbox } from '../tests/mailbox.ts';
import { startPushService } from '../tests/push-service.ts';
import { goals } from './goals.ts';
import { plantHeavyAccount } from './large-accounts.ts';
import { openStreams, presenceSettles } from './live.ts';
import type { Machine } from './machine.ts';
import { assertRight, startPlanted } from './planting.ts';
import { type RunningServer, startCompanion } from './processes.ts';
import { asTime, median, type Row, rowsOf, runsOfEach } from './report.ts';
import { assertAllCalled, callsOf } from './waits-calls.ts';
import type { Call, Input } from './waits-tools.ts';

/** In milliseconds; what a call leaves to be done begins within it. */
const settle = 250;
/** In milliseconds: the server has nothing to do when it needs less of its processor than this in {@link settle}. The pings need some. */
const idle = 120;
const longestSettle = 180_000;

export async function measureWaits({ leeway }: Machine): Promise<Row[]> {
  const [mailbox, pushService] = [await Mailbox.open(), await startPushService()];
  const settings = { SMTP_URL: mailbox.url, PUSH_SERVICES: pushService.origin };
  const { server, planted: account } = await startPlanted('heavy', undefined, plantHeavyAccount, settings);
  const pinger = startCompanion(new URL('./pinger.ts', import.meta.url), server.origin);
  // The others of these boards look on: what one call changes on all of them is told to all of these streams.
  const readers = await openStreams(server.origin, account.readers, presenceSettles);
  /** The longest wait of others during this work and what it leaves to be done, until the server has nothing to do any more. */
  const longestWait = async (work: () => Promise<unknown>): Promise<number> => {
    await pinger.ask('begin');
    await work();
    for (const end = performance.now() + longestSettle; performance.now() < end; ) {
      const before = server.processorTime();
      await pause(settle);
      if (!(server.processorTime() - before >= idle)) break;
    }
    return Number(await pinger.ask('end'));
  };

  const calls = callsOf(server.origin, account, { mailbox, pushService });
  assertAllCalled(calls);
  await longestWait(() => pause(2000));
  const silence: number[] = [];
  for (let run = 0; run < runsOfEach; run++) silence.push(await longestWait(() => pause(1000)));
  const rows = rowOf('P12', { what: 'no call at all' }, silence);
  const found: Longest[] = [];
  const refusals: Longest[] = [];
  for (const call of calls) {
    const waits: number[] = [];
    const taken: number[] = [];
    for (let run = 0; run < (call.once ? 1 : runsOfEach); run++) {
      const input = await call.input();
      waits.push(await longestWait(async () => taken.push(await make(server, call, input))));
    }
    if (call.refused) refusals.push({ what: call.what, longest: median(taken) });
    rows.push(...rowOf('P12', { what: call.what, most: goals.P12.wait * leeway }, waits));
    found.push({ what: call.what, longest: median(waits) });
  }
  await pinger.stop();
  await readers.stop();
  await server.stop();
  await mailbox.close();
  await pushService.close();
  await assertRight(server.dataDir);
  return [
    ...rows,
    ...longestOf('P12', 'longest wait of others', found, goals.P12.wait * leeway),
    ...longestOf('S7', 'longest refusal', refusals, goals.S7.refusal * leeway),
  ];
}

interface Longest {
  what: string;
  /** In milliseconds. */
  longest: number;
}

function longestOf(id: string, brief: string, found: readonly Longest[], most: number): Row[] {
  const [slowest = { what: 'nothing', longest: Number.NaN }] = found.toSorted((a, b) => b.longest - a.longest);
  return rowOf(id, { what: `the ${brief} of all`, brief: `${brief}, at ${slowest.what}`, most }, [slowest.longest]);
}

function rowOf(id: string, about: { what: string; brief?: string; most?: number }, times: readonly number[]): Row[] {
  return rowsOf(id, times, [{ ...about, of: (time) => time, show: asTime }]);
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
  if (reply.statusCode >= 400 !== (refused === true)) throw new Error(`${what}: ${reply.statusCode} ${await reply.body.text()}`);
  if (key === 'GET /api/live') {
    await pause(500);
    reply.body.on('error', () => undefined);
    stop.abort();
    return performance.now() - start;
  }
  await reply.body.dump({ limit: Number.POSITIVE_INFINITY });
  return performance.now() - start;
}
