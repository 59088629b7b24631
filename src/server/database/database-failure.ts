/** What became of a call, as far as somebody can do something about it: write less, try again, or restore a copy. */
export type FailureKind = 'unique' | 'full' | 'busy' | 'corrupt' | 'other';

export interface DatabaseFailure {
  kind: FailureKind;
  /** SQLite's own, as in SQLITE_BUSY_SNAPSHOT. */
  code: string;
  /** SQLite's own: it names tables and columns, never values. */
  message: string;
}

/** The first that fits. */
const kinds: readonly [RegExp, FailureKind][] = [
  [/^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY|ROWID)$/, 'unique'],
  // Where a file may not grow, the system says so in different ways, and so does SQLite; the last is the index of its log.
  [/^SQLITE_(FULL|IOERR_WRITE|IOERR_SHMSIZE)$/, 'full'],
  [/^SQLITE_(BUSY|PROTOCOL)/, 'busy'],
  [/^SQLITE_(CORRUPT|NOTADB|IOERR_(READ|SHORT_READ|DATA|CORRUPTFS)$)/, 'corrupt'],
];

/** What the database refused; undefined when it was not the database. What others wrapped it into does not matter. */
export function classify(failure: unknown): DatabaseFailure | undefined {
  for (let error = failure; error instanceof Error; error = error.cause) {
    const code = 'code' in error ? error.code : undefined;
    if (typeof code !== 'string' || !code.startsWith('SQLITE_')) continue;
    const [, kind = 'other'] = kinds.find(([codes]) => codes.test(code)) ?? [];
    return { kind, code, message: error.message };
  }
  return undefined;
}
