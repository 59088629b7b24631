import type { Database as Sqlite, Statement } from 'better-sqlite3';
import type { SqliteDatabase } from 'kysely';

/** More than the program has queries; lists of ids make some of every length. */
const kept = 300;

/** The same database with its statements kept: SQLite reads and plans a query once, not at every use. */
export function withKeptStatements(sqlite: Sqlite): SqliteDatabase {
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
