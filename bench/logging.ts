/** P1 and P2: how fast actions are logged. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Client } from 'undici';
import { type Players, type PlayersBoard, headersOf, type Someone } from './players.ts';
import { freePort } from '../tests/built-server.ts';
import { type Companion, folder, type RunningServer, startCompanion } from './processes.ts';
import { median, perSecond, type Row, runsOfEach, type Spread, spreadOf, spreadRow } from './report.ts';

const boards = 32;
const warmUpSeconds = 3;
const runSeconds = 4;

export interface Sender {
  client: Client;
  path: string;
  headers: Record<string, string>;
  actionId: string;
}

/** Logs of 64 clients over 32 boards, beside bare SQLite and a bare Fastify in turn, so that all three meet the same machine. */
export async function measureLogging(server: RunningServer, players: Players): Promise<Row[]> {
  const senders = sendersOf(server, players);
  const floor = startCompanion(new URL('./floor.ts', import.meta.url), [join(folder, 'floor')]);
  const port = await freePort();
  const echo = startCompanion(new URL('./echo.ts', import.meta.url), [String(port)]);
  await echo.ask('ready?');
  const echoSenders = senders.map((sender) => ({ ...sender, client: new Client(`http://127.0.0.1:${port}`), path: '/echo' }));

  await floorRate(floor, 1);
  await sendAll(senders, warmUpSeconds);
  await sendAll(echoSenders, 1);
  const runs: { floor: number; ours: number; work: number; echo: number }[] = [];
  for (let run = 0; run < runsOfEach; run++) {
    const bare = await floorRate(floor, runSeconds / 2);
    const workBefore = server.processorTime() ?? Number.NaN;
    const ours = await sendAll(senders, runSeconds);
    const work = ((server.processorTime() ?? Number.NaN) - workBefore) / (ours * runSeconds);
    runs.push({ floor: bare, ours, work, echo: await sendAll(echoSenders, runSeconds / 2) });
  }
  await Promise.all([...senders, ...echoSenders].map(({ client }) => client.close()));
  await Promise.all([floor.stop(), echo.stop()]);

  const rate = median(runs.map(({ ours }) => ours));
  const ratios = runs.map(({ ours, floor: bare }) => ours / bare);
  return [
    rateRow(
      'floor',
      'bare SQLite, one transaction at a time',
      runs.map((run) => run.floor),
    ),
    rateRow(
      'echo',
      'Fastify echo, 64 clients',
      runs.map((run) => run.echo),
    ),
    {
      ...rateRow(
        'P1',
        'log an action, 64 clients, 32 boards',
        runs.map(({ ours }) => ours),
      ),
      goal: '≥ 6,000/s',
      met: rate >= 6000,
    },
    {
      id: 'P1',
      what: 'the same, against the floor',
      runs: ratios.map((ratio) => `${ratio.toFixed(2)} ×`),
      median: `${median(ratios).toFixed(2)} ×`,
      goal: '≥ 1.0 ×',
      met: median(ratios) >= 1,
    },
    {
      // Says the same on a busy machine, where rates do not.
      id: 'P1',
      what: "the server's processor time per log",
      runs: runs.map(({ work }) => `${work.toFixed(3)} ms`),
      median: `${median(runs.map(({ work }) => work)).toFixed(3)} ms`,
    },
  ];
}

/** The time of each log when one client sends one after the other. */
export async function measureLoneLog({ origin }: RunningServer, players: Players): Promise<Row[]> {
  const [board] = players.pairs;
  const [someone] = board?.members ?? [];
  if (!board || !someone) throw new Error('an empty players');
  const sender = senderOf(origin, board, someone);
  await lonelyTimes(sender, 1);
  const runs: Spread[] = [];
  for (let run = 0; run < runsOfEach; run++) runs.push(spreadOf(await lonelyTimes(sender, runSeconds)));
  await sender.client.close();
  return [spreadRow('P2', 'log an action, one client (p50/p99, ms)', runs, { p50: 1.5, p99: 6 })];
}

/** The members of the first boards, each with a connection of their own. */
export function sendersOf({ origin }: RunningServer, players: Players): Sender[] {
  return players.pairs.slice(0, boards).flatMap((board) => board.members.map((someone) => senderOf(origin, board, someone)));
}

export function senderOf(origin: string, board: PlayersBoard, someone: Someone, client = new Client(origin)): Sender {
  return { client, path: `/api/boards/${board.id}/activities`, headers: headersOf(origin, someone), actionId: board.actionId };
}

/** Logs once and checks the reply. */
export async function send({ client, path, headers, actionId }: Sender, id = newActivityId()): Promise<void> {
  const { statusCode, body } = await client.request({ method: 'POST', path, headers, body: JSON.stringify({ id, actionId }) });
  const text = await body.text();
  if (statusCode !== 201 || !text.includes(id)) throw new Error(`${path}: ${statusCode} ${text}`);
}

export function newActivityId(): string {
  return randomBytes(16).toString('base64url');
}

/** The rate of a bare Fastify, by which the machine is judged: requests per second of 64 clients. */
export async function echoRate(seconds: number): Promise<number> {
  const port = await freePort();
  const echo = startCompanion(new URL('./echo.ts', import.meta.url), [String(port)]);
  await echo.ask('ready?');
  const senders = Array.from({ length: 64 }, () => ({
    client: new Client(`http://127.0.0.1:${port}`),
    path: '/echo',
    headers: { 'content-type': 'application/json' },
    actionId: newActivityId(),
  }));
  await sendAll(senders, 1);
  const rate = await sendAll(senders, seconds);
  await Promise.all(senders.map(({ client }) => client.close()));
  await echo.stop();
  return rate;
}

/** Requests per second of all senders together, each with one request on its way at a time. */
export async function sendAll(senders: readonly Sender[], seconds: number): Promise<number> {
  const start = performance.now();
  const counts = await Promise.all(senders.map((sender) => sendFor(sender, start + seconds * 1000)));
  return (counts.reduce((sum, count) => sum + count, 0) / (performance.now() - start)) * 1000;
}

async function sendFor(sender: Sender, end: number): Promise<number> {
  let done = 0;
  for (; performance.now() < end; done++) await send(sender);
  return done;
}

/** How long each took, in milliseconds, sent one after the other. */
export async function lonelyTimes(sender: Sender, seconds: number): Promise<number[]> {
  const times: number[] = [];
  for (const end = performance.now() + seconds * 1000; performance.now() < end; ) {
    const sent = performance.now();
    await send(sender);
    times.push(performance.now() - sent);
  }
  return times;
}

async function floorRate(floor: Companion, seconds: number): Promise<number> {
  const { rate } = (await floor.ask({ seconds })) as { rate: number };
  return rate;
}

function rateRow(id: string, what: string, rates: readonly number[]): Row {
  return { id, what, runs: rates.map(perSecond), median: perSecond(median(rates)) };
}
