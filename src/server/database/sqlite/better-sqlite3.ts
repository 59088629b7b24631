/** SQLite of the library better-sqlite3, for Node 20 and 22. Its version 12 aborts on Node 24.19 and newer, and 13 does not run on Node 20. */
import Sqlite from 'better-sqlite3';
import { type Connection, type ConnectionOptions, defaultTimeout, type Statement } from './connection.ts';

export function openConnection(file: string, { readonly = false, timeout = defaultTimeout }: ConnectionOptions = {}): Connection {
  const sqlite = new Sqlite(file, { readonly, timeout });
  return {
    readonly,
    get inTransaction() {
      return sqlite.inTransaction;
    },
    prepare: (sql) => createStatement(sqlite.prepare(sql)),
    exec: (sql) => void sqlite.exec(sql),
    pragma: (text) => sqlite.pragma(text, { simple: true }),
    close: () => void sqlite.close(),
  };
}

function createStatement(statement: Sqlite.Statement): Statement {
  // Only statements that return rows can be asked for bare ones.
  if (statement.reader) statement.raw();
  return {
    returnsRows: statement.reader,
    writes: !statement.readonly,
    columns: () => (statement.reader ? statement.columns().map(({ name }) => name) : []),
    all: (parameters = []) => statement.all(parameters) as unknown[][],
    iterate: (parameters = []) => statement.iterate(parameters) as IterableIterator<unknown[]>,
    run: (parameters = []) => statement.run(parameters).changes,
  };
}
