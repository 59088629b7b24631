/** Two built copies whose clocks are half a minute apart, and what both do on one database. */
import pg from 'pg';
import { afterAll } from 'vitest';
import type { JobKind } from '#shared/events';
import { startBuiltCopies } from '../built-copies.ts';
import { ask, dump, tamper } from '../database-state.ts';
import { urlOf } from '../postgres/test-databases.ts';
import { clockAt } from './moving-clock.ts';

/** For `expect.poll`: only what hangs takes longer. */
export const patience = { timeout: 300_000, interval: 100 };

/** Both begin at a time as in 2026-11-18T12:00:00+01:00; they are closed after the tests of the file. */
export async function startCopiesApart(start: string) {
  const several = await startBuiltCopies(2, clockAt(start));
  const [one, other] = several.copies;
  if (!one || !other) throw new Error('a copy is missing');
  const { dataDir } = several;
  const held = new Set<pg.Client>();
  afterAll(async () => {
    for (const client of held) await client.end();
    await several.close();
  });

  return {
    ...{ one, other, dataDir },
    stop: () => several.stop(),
    rows: (table: string) => dump(dataDir)[table] ?? [],
    /** Restarts both copies, the other one half a minute ahead. */
    bothAt: (time: string) => Promise.all([one.restart(clockAt(time)), other.restart(clockAt(time, 30_000))]),
    /**
     * As if the claim of whoever does a job of this kind had run out: then both may do it. The job that was tried the least comes first, so that one
     * that is held does not keep the others waiting.
     */
    endClaims: (kind: JobKind) => tamper(dataDir, 'update job set due = attempts where kind = ? and attempts > 0', kind),
    /** Holds the rows that a statement selects: whoever changes them stands still in the midst of it. What is returned lets go of them. */
    async hold(select: string, ...values: unknown[]): Promise<() => Promise<void>> {
      const client = new pg.Client({ connectionString: urlOf(dataDir) });
      await client.connect();
      held.add(client);
      await client.query('begin');
      await client.query(`${select} for update`, values);
      return async () => {
        held.delete(client);
        await client.end();
      };
    },
    /** How many transactions stand still, since another one holds what they change. */
    waiting: () =>
      Number(
        ask(
          dataDir,
          "select count(*) as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        )[0]?.['waiting'],
      ),
  };
}
