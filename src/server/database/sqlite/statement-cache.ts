import type { Database, Statement } from 'better-sqlite3';

/** More than the program has queries; lists of ids make some of every length. */
const kept = 300;

/** A statement, and what it would be asked each time. */
export interface KnownStatement {
  statement: Statement;
  returnsRows: boolean;
  writes: boolean;
  /** Where rows come as bare values: the names of their columns. */
  columns?: readonly string[];
}

/** Finds the statement of a query: SQLite reads and plans it once, not at every use. */
export type StatementCache = (sql: string) => KnownStatement;

interface CacheOptions {
  /** Whether rows come as bare values: where each is to name its own, half of the time goes into the names. */
  bare?: boolean;
}

export function createStatementCache(sqlite: Database, { bare = false }: CacheOptions = {}): StatementCache {
  const statements = new Map<string, KnownStatement>();
  return (sql) => {
    const known = statements.get(sql);
    if (known) return known;
    const oldest = statements.keys().next().value;
    if (statements.size >= kept && oldest !== undefined) statements.delete(oldest);
    const statement = sqlite.prepare(sql);
    const found: KnownStatement = { statement, returnsRows: statement.reader, writes: !statement.readonly };
    if (bare && found.returnsRows)
      found.columns = statement
        .raw()
        .columns()
        .map(({ name }) => name);
    statements.set(sql, found);
    return found;
  };
}
