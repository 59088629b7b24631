import type { DatabaseFailure, FailureKind } from '../database.ts';

/** What PostgreSQL, or the way to it, has refused. It holds no value: what `pg` throws repeats rows in its details, and would be logged whole. */
export class PostgresFailure extends Error {
  override readonly name = 'PostgresFailure';
  /** Five characters of PostgreSQL's (SQLSTATE), a system's own as in ECONNREFUSED, or one of {@link ours}. */
  readonly code: string;
  readonly unique: { table: string; columns: readonly string[] } | undefined;

  constructor(code: string, message: string, unique?: PostgresFailure['unique']) {
    super(message);
    this.code = code;
    this.unique = unique;
  }
}

/** Codes for what only this side knows. */
export const ours = {
  /** No answer in time: the server hangs, or the way to it is cut. */
  silent: 'OLL_SILENT',
  /** No connection was free in time. */
  crowded: 'OLL_CROWDED',
  /** The connection ended, or was thrown away. */
  gone: 'OLL_GONE',
  /** An older version than the program knows. */
  old: 'OLL_OLD',
  /** The database does not hold every letter there is. */
  encoding: 'OLL_ENCODING',
  /** A later version of the program has been at work. */
  newer: 'OLL_NEWER',
  /** The address cannot be used as it is: no password, no TLS, or a missing certificate. */
  address: 'OLL_ADDRESS',
} as const;

/** The first that fits. */
const kinds: readonly [RegExp, FailureKind][] = [
  [/^23505$/, 'unique'],
  [/^53100$/, 'full'],
  // A unit that ended by a deadlock or by changed tables succeeds when it is repeated.
  [/^(40001|40P01|0A000_PLAN)$/, 'serialisation'],
  // A server that only reads is on its way to give its place to another, or to become one that writes.
  [/^(55P03|57014|57P0[1-5]|53300|53400|25006|25P03|08...)$/, 'busy'],
  [/^OLL_(SILENT|CROWDED|GONE)$/, 'busy'],
  [/^(ECONN|EHOST|ENET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_|ENOENT|EADDR)/, 'busy'],
  // A table or a column that is not there any more. All were there at the start.
  [/^(42P01|42703)$/, 'outdated'],
  [/^(XX00[12]|58P01)$/, 'corrupt'],
];

export function classify(failure: unknown): DatabaseFailure | undefined {
  for (let error = failure; error instanceof Error; error = error.cause) {
    if (!(error instanceof PostgresFailure)) continue;
    const { code, message, unique } = error;
    const [, kind = 'other'] = kinds.find(([codes]) => codes.test(code)) ?? [];
    return { kind, code, message, ...(unique && { unique }) };
  }
  return undefined;
}

/** Whether the connection is of no more use after this. */
export function endsConnection({ code }: PostgresFailure): boolean {
  return !/^[0-9A-Z]{5}$/.test(code) || /^(08|57P|25006|25P03|XX|58)/.test(code);
}

/** Whether the same may go through on another connection. One that was silent has used up the time, and the next would be as silent. */
export function mayWorkElsewhere(failure: unknown): boolean {
  return failure instanceof PostgresFailure && endsConnection(failure) && failure.code !== ours.silent;
}

/** What is thrown before a connection is there: waiting mends it only where it comes from the server, the system or the way between. */
export function whileConnecting(thrown: unknown): PostgresFailure {
  const failure = withoutValues(thrown);
  const isByEnd = /^Connection terminated|error establishing an SSL connection$/.test(failure.message);
  return failure.code === ours.gone && thrown instanceof Error && !isByEnd ? new PostgresFailure(ours.address, failure.message) : failure;
}

/** Keeps only the parts of an error of `pg` that contain no values. */
export function withoutValues(thrown: unknown): PostgresFailure {
  if (thrown instanceof PostgresFailure) return thrown;
  if (!(thrown instanceof Error)) return new PostgresFailure(ours.gone, 'the connection ended');
  const { code, table, detail } = thrown as Error & { code?: unknown; table?: unknown; detail?: unknown };
  if (typeof code !== 'string') return new PostgresFailure(ours.gone, thrown.message);
  // 'cached plan must not change result type', whatever the language of the server.
  if (code === '0A000' && 'routine' in thrown && thrown.routine === 'RevalidateCachedQuery')
    return new PostgresFailure('0A000_PLAN', thrown.message);
  // The messages of class 22 (data exceptions) repeat the value.
  if (code.startsWith('22')) return new PostgresFailure(code, 'a value that PostgreSQL does not take');
  if (code === '23505' && typeof table === 'string')
    return new PostgresFailure(code, thrown.message, { table, columns: columnsIn(detail) });
  return new PostgresFailure(code, thrown.message);
}

/** As in 'Key (board_id, user_id)=(…) already exists.', in any language of the server. */
function columnsIn(detail: unknown): string[] {
  const [, names = ''] = /\(([^()]*)\)=\(/.exec(String(detail)) ?? [];
  return names === '' ? [] : names.split(', ').map((name) => name.replaceAll('"', ''));
}
