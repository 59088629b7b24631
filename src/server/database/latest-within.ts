import { type SelectQueryBuilder, sql } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * When something was last done that cannot be done again before `wait` is over: the latest time in a column of these rows; undefined where it can be
 * done. A time that lies ahead counts for as long: the clocks of two copies differ, and what a clock dated that was wrong by days holds nobody up. All
 * in milliseconds.
 */
export async function latestWithin<Table extends keyof Tables>(
  rows: SelectQueryBuilder<Tables, Table, object>,
  column: keyof Tables[Table] & string,
  { now, wait }: { now: number; wait: number },
): Promise<number | undefined> {
  const time = sql.ref<number>(column);
  const { latest } = await rows
    .select(sql<number | null>`max(${time})`.as('latest'))
    .where(sql<boolean>`${time} > ${now - wait} and ${time} < ${now + wait}`)
    .executeTakeFirstOrThrow();
  return latest ?? undefined;
}
