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
      return sqlite.isOpen && sqlite.isTransaction;
    },
    prepare: (sql) => createStatement(prepare(sql), () => mayWrite(sql, prepare)),
    exec: (sql) => naming(() => sqlite.exec(sql)),
    // Reads the first row only: on a damaged file, `integrity_check` may fail at a later one.
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
    // No `naming` here: a log runs a dozen statements, and each would allocate a closure.
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
 * Node does not expose `sqlite3_stmt_readonly`. SQLite derives it from the opcodes of the compiled statement, which EXPLAIN lists: so does this
 * function.
 */
function mayWrite(sql: string, prepare: (sql: string) => StatementSync): boolean {
  if (/^\s*(select|explain)\b/i.test(sql)) return false;
  const program = bare(prepare(`explain ${sql}`)).all();
  return program.some(
    ([, opcode, , p2]) =>
      (opcode === 'Transaction' && p2 !== 0) || opcode === 'Checkpoint' || opcode === 'Vacuum' || opcode === 'JournalMode',
  );
}

/** As better-sqlite3 does, takes undefined as null and refuses booleans. Releases of Node differ in both. */
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

/** Node gives every refusal of SQLite the same `code`, and SQLite's own as a number in `errcode`. */
function withName(failure: unknown): unknown {
  if (failure instanceof Error && 'errcode' in failure) Object.assign(failure, { code: nameOfCode(Number(failure.errcode)) });
  return failure;
}
