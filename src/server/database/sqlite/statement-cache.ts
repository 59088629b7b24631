import type { Database as Sqlite, Statement } from 'better-sqlite3';
import type { SqliteDatabase } from 'kysely';
import type { Shortcut } from '../prepared-query.ts';

/** More than the program has queries; lists of ids make some of every length. */
const kept = 300;

/** A database with its statements kept: SQLite reads and plans a query once, not at every use. */
export interface KeptStatements extends SqliteDatabase {
  prepare(sql: string): Statement;
}

export function withKeptStatements(sqlite: Sqlite): KeptStatements {
  const statements = new Map<string, Statement>();
  return {
    prepare(wanted) {
      // A full disk ends a transaction by itself: rolling it back once more would fail, and hide why.
      const sql = wanted === 'rollback' && !sqlite.inTransaction ? 'select 0' : wanted;
      const known = statements.get(sql);
      if (known) return known;
      const oldest = statements.keys().next().value;
      if (statements.size >= kept && oldest !== undefined) statements.delete(oldest);
      const statement = sqlite.prepare(sql);
      statements.set(sql, statement);
      return statement;
    },
    close: () => void sqlite.close(),
  };
}

/** Runs a query at once; one that returns nothing has no rows. Throws when it would write and may not. */
export function shortcutOf(database: KeptStatements, { mayWrite }: { mayWrite: boolean }): Shortcut {
  return (sql, parameters) => {
    const statement = database.prepare(sql);
    if (!mayWrite && !statement.readonly) throw new Error('a query that writes on a handle that only reads');
    if (statement.reader) return statement.all(...parameters);
    statement.run(...parameters);
    return [];
  };
}
