/** P11: how fast actions are logged on PostgreSQL, by one copy of the server and by two. */
import { startPostgres } from '../tests/postgres/server.ts';
import { inServer, run as runOn } from '../tests/postgres/test-databases.ts';
import { goals } from './goals.ts';
import { pairs, startFloor } from './logging.ts';
import { watchAll } from './machine.ts';
import { closeAll, gatherPlayers, sendAll, sendersOf, type Trial } from './players.ts';
import { dataDirOf, startServer } from './processes.ts';
import { asRatio, byTurns, median, perSecond, type Row, rowsOf } from './report.ts';

const connections = 10;
const runSeconds = 4;

/** Bare SQL with as many connections as a copy has, and the copies, by turns. */
export async function measureLoggingOnPostgres(): Promise<Row[]> {
  const copies = await startCopies();
  const floor = await startFloor(await copies.makeDatabase('floor'), connections);
  const runs = await byTurns({ bare: () => floor.rate(runSeconds / 2), ours: () => copies.log(runSeconds) });
  await floor.stop();
  await copies.end();
  // As much work for each log on two copies needs so many times the processors.
  const used = median(runs.map(({ ours }) => ours.used));
  const isRoomForTwo = used * goals.P11.copies < 1;
  const two = `two copies against one, which with its database and clients used ${(used * 100).toFixed(0)} % of the processors`;
  return rowsOf('P11', runs, [
    { what: `bare SQL, one statement after the other, ${connections} connections`, of: ({ bare }) => bare, show: perSecond },
    { what: 'log an action, 64 clients, 32 boards, one copy', of: ({ ours }) => ours.one, show: perSecond },
    {
      what: 'the same, against bare SQL',
      brief: 'one copy against bare SQL',
      least: goals.P11.statements,
      of: ({ ours, bare }) => ours.one / bare,
      show: asRatio,
    },
    { what: two, brief: two, least: isRoomForTwo ? goals.P11.copies : undefined, of: ({ ours }) => ours.both / ours.one, show: asRatio },
  ]);
}

/** For `compare`. */
export async function tryLoggingOnPostgres(build?: string): Promise<Trial<Record<string, number>>> {
  const { log, end } = await startCopies(build);
  const slice = async () => {
    const { one, both } = await log(1.5);
    return { 'one copy': 1000 / one, 'two copies': 1000 / both };
  };
  return { slice, end };
}

/** Two on one database of a PostgreSQL of their own that waits for the disk; warm. */
async function startCopies(build?: string) {
  const postgres = await startPostgres({ durable: true });
  const makeDatabase = async (name: string) => {
    await runOn(postgres.url, `create database ${name}`);
    return inServer(postgres.url, name);
  };
  const settings = { DATABASE_URL: await makeDatabase('game'), DATABASE_CONNECTIONS: String(connections) };
  // One folder for both, which has nothing but the master key.
  const dataDir = dataDirOf('copies', build);
  const [first, second] = [await startServer(dataDir, build, settings), await startServer(dataDir, build, settings)];
  const boards = await gatherPlayers(first.origin, pairs);
  const [ofOne, ofOther] = [sendersOf(first.origin, boards), sendersOf(second.origin, boards)];
  // The two members of each board log on different copies, so that both copies change the same boards.
  const ofBoth = ofOne.map((sender, index) => (index % 2 === 0 ? sender : (ofOther[index] ?? sender)));
  for (const senders of [ofOne, ofOther, ofBoth]) await sendAll(senders, 3);
  /** Logs a second of one copy and of both, and which share of all processors was used with one. */
  const log = async (seconds: number) => {
    const usedSoFar = watchAll();
    const one = await sendAll(ofOne, seconds);
    const used = usedSoFar();
    return { one, used, both: await sendAll(ofBoth, seconds) };
  };
  const end = async () => {
    await closeAll([...ofOne, ...ofOther]);
    await Promise.all([first.stop(), second.stop()]);
    await postgres.remove();
  };
  return { makeDatabase, log, end };
}
