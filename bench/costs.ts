/**
 * What each thing that people do costs, on each database: processor time of the server and of the database, bytes of the reply, statements,
 * and what a log leaves on the disk. Written to docs/costs.json, from which `npm run simulate` counts.
 */
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'undici';
import { root } from '../scripts/commands.mjs';
import { findPostgres } from '../scripts/postgres.mjs';
import type { ActionCost, Costs, DatabaseCosts } from '../scripts/simulation.ts';
import { type PostgresServer, startPostgres } from '../tests/postgres/server.ts';
import { inServer, run } from '../tests/postgres/test-databases.ts';
import { password } from '../tests/people.ts';
import { newActivityId } from './logging.ts';
import type { Machine } from './machine.ts';
import { gatherPlayers, headersOf, type Players, type PlayersBoard, type Someone } from './players.ts';
import { folder, processorTimeOf, type RunningServer, startServer } from './processes.ts';
import type { Row } from './report.ts';
import { createStreams } from './streams.ts';

const clients = 8;
/** Of each kind, after a tenth as many to warm up. */
const times = { log: 4000, open: 2000, home: 800, signIn: 60 };
/** Of members of one board, who are all told of each log on it. */
const readersOfOne = 400;
/** Of everybody, ten each, to see what they hold in memory; a tenth as many to warm up. */
const streams = 2000;
const settings = { SIGN_UPS_PER_HOUR: '100000', LOGS_PER_MINUTE: '1000000' };

interface Measured {
  /** In milliseconds. */
  server: number;
  database: number;
  bytes: number;
}

/** Where the figures of a database come from. */
interface Watched {
  server: RunningServer;
  /** Processor time of the processes of the database, in milliseconds; 0 where it is in the server's own. */
  databaseTime(): number;
  /** That it has executed so far; undefined where it does not say. */
  statements(): Promise<number | undefined>;
  /** In bytes, of all its files. */
  size(): Promise<number>;
}

export async function measureCosts({ factor, echo }: Machine): Promise<Row[]> {
  const costs: Costs = {
    measured: { date: new Date().toISOString().slice(0, 10), command: 'npm run bench -- costs', machineFactor: Number(factor.toFixed(2)) },
    sqlite: await measureOnSqlite(),
    ...(findPostgres() && { postgres: await measureOnPostgres() }),
  };
  writeFileSync(join(root, 'docs/costs.json'), `${JSON.stringify(costs, null, 2)}\n`);
  return [
    ...rowsOf('SQLite', costs.sqlite),
    ...(costs.postgres ? rowsOf('PostgreSQL', costs.postgres) : []),
    {
      id: 'costs',
      what: 'machine factor (28,600/s ÷ echo)',
      runs: [`echo ${Math.round(echo).toLocaleString('en')}/s`],
      median: factor.toFixed(2),
    },
  ];
}

async function measureOnSqlite(): Promise<DatabaseCosts> {
  const dataDir = join(folder, 'costs-sqlite');
  const server = await startServer(dataDir, { settings });
  return await measureAll({
    server,
    databaseTime: () => 0,
    statements: () => Promise.resolve(undefined),
    size: () => Promise.resolve(statSync(join(dataDir, 'ou-la-la.db')).size),
  });
}

async function measureOnPostgres(): Promise<DatabaseCosts> {
  const postgres = await startPostgres({ durable: true, settings: { shared_preload_libraries: 'pg_stat_statements' } });
  try {
    await run(postgres.url, 'create database game');
    const game = inServer(postgres.url, 'game');
    await run(game, 'create extension pg_stat_statements');
    const server = await startServer(join(folder, 'costs-postgres'), { settings: { ...settings, DATABASE_URL: game } });
    return await measureAll({
      server,
      databaseTime: databaseTimeOf(postgres),
      statements: async () => await numberOf(game, 'select sum(calls) as number from pg_stat_statements'),
      size: async () => await numberOf(game, 'select pg_database_size(current_database()) as number'),
    });
  } finally {
    await postgres.remove();
  }
}

/** Connections come and go: what those that are gone have used is kept. */
function databaseTimeOf(postgres: PostgresServer): () => number {
  const used = new Map<number, number>();
  return () => {
    for (const pid of postgres.pids()) used.set(pid, processorTimeOf(pid) ?? used.get(pid) ?? 0);
    return [...used.values()].reduce((sum, time) => sum + time, 0);
  };
}

async function numberOf(url: string, query: string): Promise<number> {
  const { rows } = await run(url, query);
  return Number((rows[0] as { number: string }).number);
}

async function measureAll(watched: Watched): Promise<DatabaseCosts> {
  const { server } = watched;
  const players = await gatherPlayers(server.origin);
  const connections = Array.from({ length: clients }, () => new Client(server.origin));
  const measure = async (count: number, once: (client: Client, index: number) => Promise<number>): Promise<ActionCost> => {
    await repeat(connections, Math.ceil(count / 10), once);
    const asked = await watched.statements();
    const before = { server: server.processorTime() ?? Number.NaN, database: watched.databaseTime() };
    const bytes = await repeat(connections, count, once);
    const spent: Measured = {
      server: ((server.processorTime() ?? Number.NaN) - before.server) / count,
      database: (watched.databaseTime() - before.database) / count,
      bytes: bytes / count,
    };
    const statements = await watched.statements();
    return {
      serverMs: rounded(spent.server),
      databaseMs: rounded(spent.database),
      bytes: Math.round(spent.bytes),
      ...(asked !== undefined && statements !== undefined && { statements: Number(((statements - asked) / count).toFixed(1)) }),
    };
  };

  const stream = await measureStreams(watched, players);
  const sizeBefore = await watched.size();
  const log = await measure(times.log, (client, index) => logOn(server, client, pairOf(players, index)));
  const sizeAfter = await watched.size();
  const openBoard = await measure(times.open, (client, index) => {
    const { id, members } = pairOf(players, index);
    return fetched(client, `/api/boards/${id}`, members[0]);
  });
  const openApp = await measure(times.home, async (client, index) => {
    const [someone] = pairOf(players, index).members;
    let bytes = 0;
    for (const path of homePaths) bytes += await fetched(client, path, someone);
    return bytes;
  });
  const signIn = await measure(times.signIn, (client, index) => signInAs(server, client, pairOf(players, index).members[0]));
  const delivery = await measureDelivery(watched, players);
  await Promise.all(connections.map((client) => client.close()));
  await server.stop();
  return {
    log: { ...log, diskBytes: Math.round((sizeAfter - sizeBefore) / (times.log * 1.1)) },
    openBoard,
    openApp,
    signIn,
    stream,
    delivery,
  };
}

/** What Accueil asks for, of somebody who comes back. */
const homePaths = ['/api/session', '/api/activities', '/api/favourites', '/api/requests', '/api/boards'];

/** What streams hold in memory; on a server that has done little else yet, as what it has freed before would hide them. */
async function measureStreams({ server }: Watched, { pairs }: Players): Promise<DatabaseCosts['stream']> {
  const people = pairs.flatMap(({ members }) => members);
  const warmUp = await createStreams(server.origin, repeated(people, streams / 10));
  const memory = server.residentMemory() ?? Number.NaN;
  const before = server.processorTime() ?? Number.NaN;
  const opened = await createStreams(server.origin, repeated(people, streams));
  const serverMs = rounded(((server.processorTime() ?? Number.NaN) - before) / streams);
  const memoryBytes = Math.round(((server.residentMemory() ?? Number.NaN) - memory) / streams);
  warmUp.close();
  opened.close();
  return { serverMs, memoryBytes };
}

/** What a change costs for each stream that is told of it. */
async function measureDelivery({ server }: Watched, players: Players): Promise<DatabaseCosts['delivery']> {
  const client = new Client(server.origin);
  await timeOfLogs(server, client, players);
  const opened = await createStreams(server.origin, repeated(players.crowd.members, readersOfOne));
  const withReaders = await timeOfLogs(server, client, players);
  opened.close();
  const alone = await timeOfLogs(server, client, players);
  await client.close();
  return { serverMs: rounded(Math.max(0, (withReaders - alone) / readersOfOne)) };
}

function repeated(people: readonly Someone[], count: number): Someone[] {
  return Array.from({ length: count }, (_, index) => people[index % people.length]).filter((someone) => someone !== undefined);
}

const logsToAll = 200;

async function timeOfLogs(server: RunningServer, client: Client, { crowd }: Players): Promise<number> {
  const before = server.processorTime() ?? Number.NaN;
  for (let logged = 0; logged < logsToAll; logged += 1) await logOn(server, client, crowd);
  return ((server.processorTime() ?? Number.NaN) - before) / logsToAll;
}

async function repeat(
  connections: readonly Client[],
  count: number,
  once: (client: Client, index: number) => Promise<number>,
): Promise<number> {
  let next = 0;
  let bytes = 0;
  const work = async (client: Client) => {
    for (let index = next++; index < count; index = next++) {
      const came = await once(client, index);
      bytes += came;
    }
  };
  await Promise.all(connections.map(work));
  return bytes;
}

function pairOf({ pairs }: Players, index: number): PlayersBoard {
  const pair = pairs[index % pairs.length];
  if (!pair) throw new Error('no players');
  return pair;
}

async function logOn({ origin }: RunningServer, client: Client, { id, actionId, members }: PlayersBoard): Promise<number> {
  const [someone] = members;
  if (!someone) throw new Error('a board without members');
  const body = JSON.stringify({ id: newActivityId(), actionId });
  return await answered(client, { method: 'POST', path: `/api/boards/${id}/activities`, headers: headersOf(origin, someone), body }, 201);
}

async function fetched(client: Client, path: string, someone: Someone | undefined): Promise<number> {
  return await answered(client, { method: 'GET', path, headers: { cookie: someone?.cookie ?? '', 'accept-encoding': 'br' } }, 200);
}

async function signInAs({ origin }: RunningServer, client: Client, someone: Someone | undefined): Promise<number> {
  const body = JSON.stringify({ identifier: someone?.username, password });
  return await answered(
    client,
    { method: 'POST', path: '/api/session', headers: { origin, 'content-type': 'application/json' }, body },
    201,
  );
}

/** The bytes of the body as they came. */
async function answered(
  client: Client,
  call: { method: 'GET' | 'POST'; path: string; headers: Record<string, string>; body?: string },
  expected: number,
): Promise<number> {
  const { statusCode, body } = await client.request(call);
  const bytes = await body.arrayBuffer();
  if (statusCode !== expected) throw new Error(`${call.method} ${call.path}: ${statusCode} ${Buffer.from(bytes).toString()}`);
  return bytes.byteLength;
}

function rowsOf(database: string, { stream, delivery, ...actions }: DatabaseCosts): Row[] {
  return [
    ...Object.entries(actions).map(([what, cost]) => ({
      id: 'costs',
      what: `${database}: ${what}`,
      runs: [
        `server ${cost.serverMs} ms`,
        `database ${cost.databaseMs} ms`,
        `reply ${cost.bytes} B`,
        ...(cost.statements === undefined ? [] : [`${cost.statements} statements`]),
        ...('diskBytes' in cost ? [`disk ${cost.diskBytes} B`] : []),
      ],
      median: `${rounded(cost.serverMs + cost.databaseMs)} ms`,
    })),
    {
      id: 'costs',
      what: `${database}: a stream`,
      runs: [`opening ${stream.serverMs} ms`, `memory ${stream.memoryBytes} B`],
      median: `${delivery.serverMs} ms a change`,
    },
  ];
}

function rounded(milliseconds: number): number {
  return Number(milliseconds.toFixed(4));
}
