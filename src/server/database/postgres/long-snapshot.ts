import type { Database } from '../database.ts';
import { look, lookEvery, now } from './clock.ts';
import { Connection, type ConnectionOptions } from './connection.ts';
import { createHandleWithin } from './postgres-dialect.ts';
import { ours, PostgresFailure } from './postgres-failure.ts';

/** At one time, beside the pool: each holds a connection, and keeps the server from clearing away what was changed since. */
const atOnce = 4;
/** In milliseconds. */
const minute = 60_000;
const lastsAtMost = 15 * minute;
const day = 24 * 60 * minute;
const opensWithin = 2700;

export function createLongSnapshot(connecting: ConnectionOptions): Database['longSnapshot'] {
  let open = 0;
  return async function* (reading, { asLongAsItTakes = false } = {}) {
    if (open >= atOnce) throw new PostgresFailure(ours.crowded, 'too many long snapshots at once');
    open += 1;
    let connection: Connection | undefined;
    let watch: NodeJS.Timeout | undefined;
    try {
      const own = await Connection.open(connecting, opensWithin);
      connection = own;
      const [end, silence] = asLongAsItTakes ? [Number.POSITIVE_INFINITY, day] : [now() + lastsAtMost, minute];
      own.expect(now() + silence, silence);
      watch = setInterval(() => {
        if (!own.lookAt(look()) && now() > end) own.throwAway('a snapshot that took too long');
      }, lookEvery).unref();
      // The reader may pause for longer than other transactions are allowed to.
      await own.ask('begin isolation level repeatable read, read only; set local idle_in_transaction_session_timeout = 0');
      yield* reading(createHandleWithin(own));
    } finally {
      open -= 1;
      clearInterval(watch);
      await connection?.close();
    }
  };
}
