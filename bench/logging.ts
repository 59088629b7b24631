/** P1 and P2: how fast actions are logged. */
import { join } from 'node:path';
import { Client } from 'undici';
import { play } from './play.ts';
import { headersOf, type Players, type PlayersBoard, type Someone } from './players.ts';
import { goals } from './goals.ts';
import { freePort } from '../tests/built-server.ts';
import { newActivityId } from '../tests/people.ts';
import type { Machine } from './machine.ts';
import { type Companion, folder, type RunningServer, startCompanion } from './processes.ts';
import { asRatio, asTime, figureRow, perSecond, type Row, runsOfEach, type Spread, spreadOf, spreadRow } from './report.ts';

const boards = 32;
/** After less V8 still compiles: of what runs 3 s after the start that is 4 % of the processor time, and none of it is a log's. */
const warmUpSeconds = 12;
const runSeconds = 4;

export interface Sender {
  client: Client;
  path: string;
  headers: Record<string, string>;
  actionId: string;
}

/** Logs of 64 clients over 32 boards, beside bare SQLite and a bare Fastify in turn, so that all three meet the same machine. */
export async function measureLogging(): Promise<Row[]> {
  const { server, players } = await play();
  const senders = sendersOf(server, players);
  const floor = startCompanion(new URL('./floor.ts', import.meta.url), [join(folder, 'floor')]);
  const echo = await startEcho(senders);
  await rateOf(floor, 1);
  await sendAll(senders, warmUpSeconds);
  const runs: { floor: number; ours: Load; echo: Load }[] = [];
  for (let run = 0; run < runsOfEach; run++) {
    const bare = await rateOf(floor, runSeconds / 2);
    runs.push({ floor: bare, ours: await load(server, senders, runSeconds), echo: await echo.load(runSeconds / 2) });
  }
  await Promise.all([...senders.map(({ client }) => client.close()), floor.stop(), echo.stop()]);

  const row = (about: Parameters<typeof figureRow>[0], of: (run: (typeof runs)[number]) => number, show: (figure: number) => string) =>
    figureRow(about, runs.map(of), show);
  const { floor: least, echo: most } = goals.P1;
  return [
    row({ id: 'floor', what: 'bare SQLite, one transaction at a time' }, (run) => run.floor, perSecond),
    row({ id: 'P1', what: 'log an action, 64 clients, 32 boards', brief: 'logged' }, ({ ours: { rate } }) => rate, perSecond),
    row({ id: 'P1', what: 'the same, against the floor', brief: 'against the floor', least }, (run) => run.ours.rate / run.floor, asRatio),
    row({ id: 'P1', what: "the server's processor time per log" }, ({ ours: { work } }) => work, asTime),
    row(
      { id: 'P1', what: "the same, against the echo's", brief: "processor time against the echo's", most },
      (run) => run.ours.work / run.echo.work,
      asRatio,
    ),
  ];
}

interface Load {
  rate: number;
  /** Processor time for each, in milliseconds; NaN where the system does not tell. */
  work: number;
}

export async function load(asked: Pick<RunningServer, 'processorTime'>, senders: readonly Sender[], seconds: number): Promise<Load> {
  const before = asked.processorTime() ?? Number.NaN;
  const start = performance.now();
  const rate = await sendAll(senders, seconds);
  const done = (rate * (performance.now() - start)) / 1000;
  return { rate, work: ((asked.processorTime() ?? Number.NaN) - before) / done };
}

/** The time of each log when one client sends one after the other. */
export async function measureLoneLog({ leeway }: Machine): Promise<Row[]> {
  const { server, players } = await play();
  const [sender, ...others] = sendersOf(server, players);
  if (!sender) throw new Error('nobody plays');
  await lonelyTimes(sender, 1);
  const runs: Spread[] = [];
  for (let run = 0; run < runsOfEach; run++) runs.push(spreadOf(await lonelyTimes(sender, runSeconds)));
  await Promise.all([sender, ...others].map(({ client }) => client.close()));
  const { p50, p99 } = goals.P2;
  const about = { id: 'P2', what: 'log an action, one client (p50/p99, ms)', brief: 'one client' };
  return [spreadRow({ ...about, most: { p50: p50 * leeway, p99: p99 * leeway } }, runs)];
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

interface Echo {
  load(seconds: number): Promise<Load>;
  stop(): Promise<void>;
}

const strangers = Array.from({ length: 64 }, () => ({ headers: { 'content-type': 'application/json' }, actionId: newActivityId() }));

/** A bare Fastify, by which the machine is judged, that answers 64 clients who send what these send; warm. */
export async function startEcho(like: readonly Pick<Sender, 'headers' | 'actionId'>[] = strangers): Promise<Echo> {
  const port = await freePort();
  const echo = startCompanion(new URL('./echo.ts', import.meta.url), [String(port)]);
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
      await Promise.all(senders.map(({ client }) => client.close()));
      await echo.stop();
    },
  };
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

/** How many transactions a second the floor makes. */
export async function rateOf(floor: Companion, seconds: number): Promise<number> {
  return ((await floor.ask({ seconds })) as { rate: number }).rate;
}
