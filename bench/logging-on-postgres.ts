/** P11: how fast actions are logged on PostgreSQL, by one copy of the server and by two. */
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { run as runOn, inServer } from '../tests/postgres/test-databases.ts';
import { type PostgresServer, startPostgres } from '../tests/postgres/server.ts';
import { goals } from './goals.ts';
import { rateOf, sendAll, sendersOf } from './logging.ts';
import { watchAll } from './machine.ts';
import { gatherPlayers } from './players.ts';
import { folder, type RunningServer, startCompanion, startServer } from './processes.ts';
import { asRatio, figureRow, median, perSecond, type Row, runsOfEach } from './report.ts';

const connections = 10;
const warmUpSeconds = 3;
const runSeconds = 4;

/** On a PostgreSQL of its own that waits for the disk; bare SQL with as many connections as a copy has, and the copies, by turns. */
export async function measureLoggingOnPostgres(): Promise<Row[]> {
  const postgres = await startPostgres({ durable: true });
  try {
    return await measureOn(postgres);
  } finally {
    await postgres.remove();
  }
}

async function measureOn(postgres: PostgresServer): Promise<Row[]> {
  for (const name of ['floor', 'game']) await runOn(postgres.url, `create database ${name}`);
  const floor = startCompanion(new URL('./floor.ts', import.meta.url), [inServer(postgres.url, 'floor'), String(connections)]);
  const copies = await startCopies(inServer(postgres.url, 'game'));
  const [first, second] = copies;
  const players = await gatherPlayers(first.origin);
  const ofOne = sendersOf(first, players);
  const ofOther = sendersOf(second, players);
  // The two members of each board log on different copies, so that both copies change the same boards.
  const ofBoth = ofOne.map((sender, index) => (index % 2 === 0 ? sender : (ofOther[index] ?? sender)));
  await rateOf(floor, 1);
  for (const senders of [ofOne, ofOther, ofBoth]) await sendAll(senders, warmUpSeconds);

  const runs: { bare: number; ours: number; both: number; used: number }[] = [];
  for (let run = 0; run < runsOfEach; run++) {
    const bare = await rateOf(floor, runSeconds / 2);
    const useSoFar = watchAll();
    const ours = await sendAll(ofOne, runSeconds);
    const used = useSoFar();
    runs.push({ bare, ours, used, both: await sendAll(ofBoth, runSeconds) });
  }
  await Promise.all([...ofOne, ...ofOther].map(({ client }) => client.close()));
  await Promise.all([...copies.map((copy) => copy.stop()), floor.stop()]);
  const row = (
    about: Omit<Parameters<typeof figureRow>[0], 'id'>,
    of: (one: (typeof runs)[number]) => number,
    show: (figure: number) => string,
  ) => figureRow({ id: 'P11', ...about }, runs.map(of), show);
  // As much work for each log on two copies needs so many times the processors.
  const isRoomForTwo = median(runs.map(({ used }) => used)) * goals.P11.copies < 1;
  const two = isRoomForTwo ? 'two copies against one' : 'two copies against one (the processors have no room for more)';
  return [
    row({ what: `bare SQL, one statement after the other, ${connections} connections` }, ({ bare }) => bare, perSecond),
    row({ what: 'log an action, 64 clients, 32 boards, one copy' }, ({ ours }) => ours, perSecond),
    row(
      { what: 'the same, against bare statements', brief: 'one copy against bare SQL', least: goals.P11.statements },
      ({ ours, bare }) => ours / bare,
      asRatio,
    ),
    row(
      { what: 'two copies, against one', brief: two, ...(isRoomForTwo && { least: goals.P11.copies }) },
      ({ both, ours }) => both / ours,
      asRatio,
    ),
    row(
      { what: 'of all processors, what one copy, its database and its clients use', brief: 'of all processors, with one copy' },
      ({ used }) => used,
      (share) => `${(share * 100).toFixed(0)} %`,
    ),
  ];
}

/** Two on one database. They share the master key, as copies do. */
async function startCopies(databaseUrl: string): Promise<[RunningServer, RunningServer]> {
  const settings = { DATABASE_URL: databaseUrl, DATABASE_CONNECTIONS: String(connections) };
  const [one, other] = [join(folder, 'copy-1'), join(folder, 'copy-2')];
  const first = await startServer(one, { settings });
  mkdirSync(other, { recursive: true });
  copyFileSync(join(one, 'master.key'), join(other, 'master.key'));
  return [first, await startServer(other, { settings })];
}
