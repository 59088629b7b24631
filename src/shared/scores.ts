import * as z from 'zod/mini';
import { member } from './boards.ts';
import { actionId } from './ids.ts';

/** A week begins on Monday; weeks, months and days are those of the board's time zone. */
export const periods = ['week', 'month', 'all'] as const;
export type Period = (typeof periods)[number];

/** As in 2026-11-21. */
const day = z.string();

/** A member with what they did in the period: `score` is `gained` less `lost`. Members of equal scores share a rank. */
const scoredMember = z.object({
  ...member.shape,
  rank: z.int(),
  actions: z.int(),
  gained: z.int(),
  /** The sum of the losses, as a positive number. */
  lost: z.int(),
  /** The points of each stretch of the curve. */
  points: z.array(z.int()),
  /** On how many days in a row, up to today or yesterday, the person has logged something; whatever the period. */
  streak: z.int(),
});

/**
 * What the members of a board did in a period, in the order of the ranking. Activities of people who left count in the favourite
 * actions alone; those that were undone count nowhere.
 */
export const scores = z.object({
  period: z.enum(periods),
  /** The board's revision when it was read. */
  revision: z.int(),
  today: day,
  members: z.array(scoredMember),
  /** The first days of the stretches of the curve, in order: each goes to the day before the next, the last one up to today. */
  stretches: z.array(day),
  /** Actions logged most, the most logged first, among the newest activities of the period. */
  favourites: z.array(z.object({ actionId, title: z.string(), emoji: z.nullable(z.string()), points: z.int(), times: z.int() })),
  /** The day on which the members gained most, losses taken off; null when there is none above 0. */
  biggestDay: z.nullable(z.object({ day, points: z.int() })),
  /**
   * On a board of accomplices what all have done together, former members included; `members` is empty there (decision D53). `points`: of each
   * stretch. `before`: the points of the week before, in the period of a week.
   */
  together: z.optional(
    z.object({ actions: z.int(), gained: z.int(), lost: z.int(), points: z.array(z.int()), before: z.nullable(z.int()) }),
  ),
});
export type Scores = z.infer<typeof scores>;
export type ScoredMember = z.infer<typeof scoredMember>;
