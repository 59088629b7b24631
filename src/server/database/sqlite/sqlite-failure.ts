import type { DatabaseFailure, FailureKind } from '../database.ts';

/** The first that fits. */
const kinds: readonly [RegExp, FailureKind][] = [
  [/^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY|ROWID)$/, 'unique'],
  // Where a file may not grow, the system says so in different ways, and so does SQLite; the last is the index of its log.
  [/^SQLITE_(FULL|IOERR_WRITE|IOERR_SHMSIZE)$/, 'full'],
  [/^SQLITE_(BUSY|PROTOCOL)/, 'busy'],
  [/^SQLITE_(CORRUPT|NOTADB|IOERR_(READ|SHORT_READ|DATA|CORRUPTFS)$)/, 'corrupt'],
];

export function classify(failure: unknown): DatabaseFailure | undefined {
  for (let error = failure; error instanceof Error; error = error.cause) {
    const code = 'code' in error ? error.code : undefined;
    if (typeof code !== 'string' || !code.startsWith('SQLITE_')) continue;
    const [, kind = 'other'] = kinds.find(([codes]) => codes.test(code)) ?? [];
    const { message } = error;
    return { kind, code, message, ...(kind === 'unique' ? uniqueIn(message) : {}) };
  }
  return undefined;
}

/** As in 'UNIQUE constraint failed: user.email', or with several columns, each after its table. */
function uniqueIn(message: string): Pick<DatabaseFailure, 'unique'> {
  const [, named = ''] = /^UNIQUE constraint failed: (.*)$/.exec(message) ?? [];
  const columns = named.split(', ').map((name) => name.split('.'));
  const [table, column] = columns[0] ?? [];
  if (!table || !column) return {};
  return { unique: { table, columns: columns.map(([, name = '']) => name) } };
}
