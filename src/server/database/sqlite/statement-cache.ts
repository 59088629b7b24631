import type { Connection, Statement } from './connection.ts';

/** More than the program has queries; lists of ids make some of every length. */
const mostStatements = 300;

const changesTables = /^\s*(alter|create|drop)\b/i;

/** A statement, and what it would be asked each time. */
interface KnownStatement {
  statement: Statement;
  returnsRows: boolean;
  writes: boolean;
  /** The names of its columns, where it is known that they stay. */
  columns?: readonly string[];
}

/** Finds the statement of a query: SQLite reads and plans it once, not at every use. */
export type StatementCache = (sql: string) => KnownStatement;

export function createStatementCache(connection: Connection): StatementCache {
  const statements = new Map<string, KnownStatement>();
  return (sql) => {
    const known = statements.get(sql);
    if (known) return known;
    const oldest = statements.keys().next().value;
    if (statements.size >= mostStatements && oldest !== undefined) statements.delete(oldest);
    const statement = connection.prepare(sql);
    const found: KnownStatement = { statement, returnsRows: statement.returnsRows, writes: statement.writes };
    // Before 24.19, Node returns the former columns of a table from statements that were prepared before it changed.
    if (changesTables.test(sql)) statements.clear();
    else statements.set(sql, found);
    return found;
  };
}
