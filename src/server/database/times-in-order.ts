import { type Expression, type RawBuilder, sql } from 'kysely';

/**
 * An earlier time of a row, or `now` where it lies ahead: a clock was set right since, or that of another copy differs. The next change of the row
 * writes it, so that the times of the row stay in their order. In milliseconds since 1970.
 */
export function noLaterThan(now: number, column: string): RawBuilder<number> {
  return sql<number>`case when ${sql.ref(column)} > ${sql.lit(now)} then ${sql.lit(now)} else ${sql.ref(column)} end`;
}

/**
 * `at`, or the time of an earlier step of the row where that one lies ahead: it is written for a later step, so that the times of the row stay in their
 * order. In milliseconds since 1970.
 */
export function noEarlierThan(earlier: Expression<unknown>, at: number): RawBuilder<number> {
  return sql<number>`case when ${earlier} > ${sql.lit(at)} then ${earlier} else ${sql.lit(at)} end`;
}
