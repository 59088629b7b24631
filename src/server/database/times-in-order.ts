import { type Expression, type RawBuilder, sql } from 'kysely';

/**
 * A time that a row has from before, taken for `now` where it lies ahead: a clock was set right since, or that of another copy differs. Whatever
 * changes a row next writes it with the change, so that the times of a row stay in their order. In milliseconds since 1970.
 */
export function noLaterThan(now: number, column: string): RawBuilder<number> {
  return sql<number>`case when ${sql.ref(column)} > ${sql.lit(now)} then ${sql.lit(now)} else ${sql.ref(column)} end`;
}

/**
 * `at`, or the time of an earlier step that a row has already, where that one lies ahead of it: so that the times of a row stay in their order, whatever
 * clock wrote them. In milliseconds since 1970.
 */
export function noEarlierThan(earlier: Expression<unknown>, at: number): RawBuilder<number> {
  return sql<number>`case when ${earlier} > ${sql.lit(at)} then ${earlier} else ${sql.lit(at)} end`;
}
