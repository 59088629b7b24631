import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { BoardId, UserId } from '#shared/ids';
import type { Database, Db, DatabaseFailure } from '../database.ts';
import { hasOurTables, isNewer, migrate } from '../migrate.ts';
import { preparedQuery } from '../prepared-query.ts';
import { now } from './clock.ts';
import { readAddresses } from './addresses.ts';
import { Connection, type ConnectionOptions } from './connection.ts';
import { readIdentity } from './identity.ts';
import { checkIndexes } from './index-check.ts';
import { createLongSnapshot } from './long-snapshot.ts';
import { Pool } from './pool.ts';
import { createHandleWithin, createReadingHandle, type Lend } from './postgres-dialect.ts';
import { classify, mayWorkElsewhere, ours, PostgresFailure } from './postgres-failure.ts';
import { createUnitOfWork, inSnapshot } from './unit-of-work.ts';

/** In milliseconds. Less than the 3 s of R6. */
const usualPatience = 2700;
/** In milliseconds. PostgreSQL's own lock timeout ends this much earlier than ours, so that the connection is kept. */
const toldSooner = 700;
/** Any number that no other program takes as a lock in this database. */
const migrationLock = 5_202_613;
/** Somebody else had a table, or each had one that the other wanted. */
const isInTheWay = /^(55P03|40P01)$/;
/** In milliseconds. */
const betweenAttempts = 500;
const turns = { catalogue: 5_202_614, erasures: 5_202_615, 'master-key': 5_202_616, 'first-account': 5_202_617, demos: 5_202_618 } as const;

export interface PostgresOptions {
  url: string;
  /** Connections at most, beside those of long snapshots. */
  connections: number;
  /** In milliseconds: so long a call waits for a connection and its first answer, and for each further answer. */
  patience?: number | undefined;
}

/** Connects once, and ends it. Throws a {@link PostgresFailure}. */
export async function tryPostgres(url: string): Promise<void> {
  const connection = await Connection.open({ addresses: readAddresses(url), lockTimeout: 0, onFailure: () => undefined }, usualPatience);
  await connection.close();
}

/** Nothing is connected before the first call. */
export function openPostgres({ url, connections, patience = usualPatience }: PostgresOptions): Database {
  let damage: DatabaseFailure | undefined;
  const listeners: ((failure: DatabaseFailure) => void)[] = [];

  function onFailure(thrown: PostgresFailure): void {
    const failure = classify(thrown);
    if (failure?.kind !== 'corrupt' || damage) return;
    damage = failure;
    for (const tell of listeners) tell(failure);
  }

  const connecting = { addresses: readAddresses(url), lockTimeout: patience - toldSooner, onFailure };
  const pool = new Pool({ ...connecting, size: connections, silence: patience });

  /** For reads only: when a connection fails, another one repeats the whole read. */
  async function onConnection<T>(lent: Lent, use: (connection: Connection) => Promise<T>): Promise<T> {
    const until = now() + patience;
    for (;;) {
      const connection = await lent.take(until);
      try {
        return await use(connection);
      } catch (failure) {
        if (connection.isUsable || !mayWorkElsewhere(failure) || now() >= until) throw failure;
      } finally {
        lent.giveBack(connection);
      }
    }
  }

  const alone: Lent = { take: (until) => pool.acquire(until), giveBack: (connection) => pool.release(connection) };
  const together: Lent = { take: (until) => pool.share(until), giveBack: () => undefined };
  const lend: Lend = (use) => onConnection(alone, use);

  return {
    read: createReadingHandle(lend, (use) => onConnection(together, use)),
    isNewer: () => lend((connection) => isNewer(createHandleWithin(connection))),
    migrate: () => migrateAlone(connecting),
    snapshot: (work) => inSnapshot(pool, now() + patience, work),
    longSnapshot: createLongSnapshot(connecting),
    unitOfWork: createUnitOfWork({ pool, patience }),
    async lockBoard(db, boardId) {
      await lockBoardRow(db, { boardId });
    },
    async lockPeople(db, userIds) {
      const [only, ...others] = userIds;
      if (only !== undefined && others.length === 0) await lockUserRow(db, { userId: only });
      else if (only !== undefined) await lockUserRows(db, userIds).execute();
    },
    async takeTurns(db, what) {
      await sql`select pg_advisory_xact_lock(${sql.lit(turns[what])})`.execute(db);
    },
    identity: () => lend((connection) => readIdentity(createHandleWithin(connection))),
    wasChangedElsewhere: () => Promise.resolve(undefined),
    async ping() {
      if (damage) throw new Error(damage.code);
      // However many wait for a connection of their own.
      await onConnection(together, (connection) => connection.ask('select 1'));
    },
    onDamage(tell) {
      listeners.push(tell);
      if (damage) tell(damage);
    },
    classify,
    // What PostgreSQL keeps in its own log is its operator's to bound.
    eraseFromLog: () => Promise.resolve(),
    connections: () => pool.figures,
    fileSizes: () => undefined,
    check: () => lend((connection) => checkIndexes(createHandleWithin(connection))),
    close: () => pool.close(),
  };
}

interface Lent {
  /** `until` by `now()`. */
  take(until: number): Promise<Connection>;
  giveBack(connection: Connection): void;
}

const lockBoardRow = preparedQuery((db, { boardId }: { boardId: BoardId }) =>
  db.selectFrom('board').select('id').where('id', '=', boardId).forUpdate(),
);

// Not `for update`: rows that refer to a person can still be written meanwhile.
const lockUserRow = preparedQuery((db, { userId }: { userId: UserId }) =>
  db.selectFrom('user').select('id').where('id', '=', userId).forNoKeyUpdate(),
);

function lockUserRows(db: Db, userIds: readonly UserId[]) {
  return db.selectFrom('user').select('id').where('id', 'in', userIds).orderBy('id').forNoKeyUpdate();
}

/** When several copies start at once, one migrates and the others wait for it. */
async function migrateAlone(connecting: ConnectionOptions): Promise<void> {
  // Neither the others nor a large table may hurry it.
  const patient = { ...connecting, lockTimeout: 0 };
  const turn = await Connection.open(patient, usualPatience);
  let connection: Connection | undefined;
  try {
    turn.expect(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
    // A transaction keeps the lock, and not a session: behind a pooler it would outlast this program.
    await turn.ask(`begin; set local idle_in_transaction_session_timeout = 0; select pg_advisory_xact_lock(${migrationLock})`);
    connection = await Connection.open(patient, usualPatience);
    connection.expect(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
    const db: Db = createHandleWithin(connection);
    // The one that was waited for may be of a later version.
    if (await isNewer(db)) throw new PostgresFailure(ours.newer, 'a later version has migrated this database');
    // Where nothing is to be done, nobody is disturbed.
    if (!(await hasOurTables(db))) await migrateBesideOthers(db);
    await turn.ask('commit');
  } finally {
    await connection?.close();
    // Closing the connection releases the lock.
    await turn.close();
  }
}

/** Copies of the version before go on meanwhile: it waits for a moment at which nobody uses a table, and lets them through in between. */
async function migrateBesideOthers(db: Db): Promise<void> {
  for (;;) {
    try {
      return await migrate(db);
    } catch (failure) {
      if (!(failure instanceof PostgresFailure && isInTheWay.test(failure.code))) throw failure;
      await pause(betweenAttempts);
    }
  }
}
