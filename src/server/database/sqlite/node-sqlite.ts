/** SQLite of Node itself, from Node 24 on. */
import { DatabaseSync, type StatementSync, type Value } from 'node:sqlite';
import { type Connection, type ConnectionOptions, defaultTimeout, type Statement } from './connection.ts';
import { nameOfCode } from './sqlite-codes.ts';

export function openConnection(file: string, { readonly = false, timeout = defaultTimeout }: ConnectionOptions = {}): Connection {
  const sqlite = naming(() => new DatabaseSync(file, { readOnly: readonly, timeout }));
  const prepare = (sql: string) => naming(() => sqlite.prepare(sql));

  return {
    readonly,
    get inTransaction() {
      return sqlite.isTransaction;
    },
    prepare: (sql) => createStatement(prepare(sql), () => mayWrite(sql, prepare)),
    exec: (sql) => naming(() => sqlite.exec(sql)),
    // Only the first row is asked for: to look on, `integrity_check` may meet a page that it cannot read.
    pragma: (text) => naming(() => bare(prepare(`pragma ${text}`)).get()?.[0]),
    close() {
      if (sqlite.isOpen) sqlite.close();
    },
  };
}

function createStatement(statement: StatementSync, mayItWrite: () => boolean): Statement {
  const rows = bare(statement);
  const columns = () => statement.columns().map(({ name }) => name);
  return {
    returnsRows: statement.columns().length > 0,
    get writes() {
      return mayItWrite();
    },
    columns,
    // Each with a `try` of its own: a log runs a dozen statements, and a closure for each would cost it.
    all(parameters = []) {
      try {
        return rows.all(...bindable(parameters));
      } catch (failure) {
        throw withName(failure);
      }
    },
    *iterate(parameters = []) {
      try {
        yield* rows.iterate(...bindable(parameters));
      } catch (failure) {
        throw withName(failure);
      }
    },
    run(parameters = []) {
      try {
        return Number(statement.run(...bindable(parameters)).changes);
      } catch (failure) {
        throw withName(failure);
      }
    },
  };
}

type BareStatement = Pick<StatementSync<Value[]>, 'all' | 'get' | 'iterate'>;

function bare(statement: StatementSync): BareStatement {
  statement.setReturnArrays(true);
  return statement as unknown as BareStatement;
}

/**
 * Node does not hand on what SQLite knows of a statement, whether it only reads. This is how SQLite finds out: by the steps of the program
 * that it makes of it.
 */
function mayWrite(sql: string, prepare: (sql: string) => StatementSync): boolean {
  if (/^\s*(select|explain)\b/i.test(sql)) return false;
  const steps = bare(prepare(`explain ${sql}`)).all();
  return steps.some(
    ([, step, , kind]) => (step === 'Transaction' && kind !== 0) || step === 'Checkpoint' || step === 'Vacuum' || step === 'JournalMode',
  );
}

/** Some releases of Node refuse undefined and take booleans; here, as with better-sqlite3, undefined is null and a boolean a mistake. */
function bindable(parameters: readonly unknown[]): Value[] {
  for (const value of parameters) if (typeof value === 'boolean') throw new TypeError('SQLite has no booleans');
  const values = parameters.includes(undefined) ? parameters.map((value) => value ?? null) : parameters;
  return values as Value[];
}

function naming<T>(call: () => T): T {
  try {
    return call();
  } catch (failure) {
    throw withName(failure);
  }
}

/** Node has one code for all that SQLite refuses, and SQLite's own as a number beside it. */
function withName(failure: unknown): unknown {
  if (failure instanceof Error && 'errcode' in failure) Object.assign(failure, { code: nameOfCode(Number(failure.errcode)) });
  return failure;
}
