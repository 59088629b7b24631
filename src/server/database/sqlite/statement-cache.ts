import type { Database, Statement } from 'better-sqlite3';

/** More than the program has queries; lists of ids make some of every length. */
const kept = 300;

/** A statement, and what it would be asked each time. */
export interface KnownStatement {
  statement: Statement;
  returnsRows: boolean;
  writes: boolean;
}

/** Finds the statement of a query: SQLite reads and plans it once, not at every use. */
export type StatementCache = (sql: string) => KnownStatement;

export function createStatementCache(sqlite: Database): StatementCache {
  const statements = new Map<string, KnownStatement>();
  return (sql) => {
    const known = statements.get(sql);
    if (known) return known;
    const oldest = statements.keys().next().value;
    if (statements.size >= kept && oldest !== undefined) statements.delete(oldest);
    const statement = sqlite.prepare(sql);
    const found = { statement, returnsRows: statement.reader, writes: !statement.readonly };
    statements.set(sql, found);
    return found;
  };
}
