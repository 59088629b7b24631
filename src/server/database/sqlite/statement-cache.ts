import type { Database, Statement } from 'better-sqlite3';

/** More than the program has queries; lists of ids make some of every length. */
const kept = 300;

/** Finds the statement of a query: SQLite reads and plans it once, not at every use. */
export type StatementCache = (sql: string) => Statement;

export function createStatementCache(sqlite: Database): StatementCache {
  const statements = new Map<string, Statement>();
  return (sql) => {
    const known = statements.get(sql);
    if (known) return known;
    const oldest = statements.keys().next().value;
    if (statements.size >= kept && oldest !== undefined) statements.delete(oldest);
    const statement = sqlite.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
}
