import type { CompiledQuery } from 'kysely';
import type { Database, Db } from '#server/database/database';
import type { Deps } from '#server/deps';
import { createFollowUp } from '#server/events/follow-ups';
import { createRecording, type Recording } from '#server/events/record';

export interface Asked {
  sql: string;
  parameters: readonly unknown[];
  /** The rows that came of it. */
  rows: number;
}

/** The same database, with what is asked of it from now on. */
export function watching({ announce, database }: Pick<Deps, 'announce' | 'database'>): { database: Recording; asked: Asked[] } {
  const asked: Asked[] = [];
  const watched = (db: Db): Db => {
    // An executor of its own, by which queries that were compiled before go, too.
    const own = db.withoutPlugins();
    const executor = own.getExecutor();
    const execute = executor.executeQuery.bind(executor);
    executor.executeQuery = async <R>(query: CompiledQuery) => {
      const result = await execute<R>(query);
      asked.push({ sql: query.sql, parameters: query.parameters, rows: result.rows.length });
      return result;
    };
    return own;
  };
  const all: Database = {
    ...database,
    read: watched(database.read),
    snapshot: (work) => database.snapshot((db) => work(watched(db))),
    unitOfWork: (work, options) => database.unitOfWork(({ db, afterCommit }) => work({ db: watched(db), afterCommit }), options),
  };
  // Events are recorded above it, so that what follows from them is seen too.
  return { asked, database: createRecording(all, { followUp: createFollowUp(all), deliver: announce }) };
}
