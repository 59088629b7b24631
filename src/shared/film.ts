import * as z from 'zod/mini';
import { themes } from './board-choices.ts';
import { boardId, userId } from './ids.ts';

/** '2026', or the anniversary that ends its year, as in 2026-11-12: see `film-periods.ts`. */
const period = z.string();
const day = z.string();

const told = z.object({ title: z.string(), emoji: z.nullable(z.string()) });
const person = z.object({ userId, username: z.string(), avatar: z.string() });

export const filmWink = z.discriminatedUnion('kind', [
  /** The day of the week on which most was logged, 0 for Monday, and how much. */
  z.object({ kind: z.literal('weekday'), weekday: z.int(), actions: z.int() }),
  /** The hour of the day in which most was logged. */
  z.object({ kind: z.literal('hour'), hour: z.int() }),
  /** The longest time without an activity between two days with some, in days. */
  z.object({ kind: z.literal('silence'), days: z.int() }),
]);
export type FilmWink = z.infer<typeof filmWink>;

export const companies = ['alone', 'two', 'friends', 'accomplices'] as const;

/**
 * What a year on a board came to, kept as it was when it was first opened. What has been undone since, and whoever deleted their account, is
 * on none of the cards that show an activity or a person. A card that has nothing to tell is null.
 */
export const film = z.object({
  boardId,
  title: z.string(),
  icon: z.string(),
  theme: z.enum(themes),
  period,
  /** Its first and its last day. */
  from: day,
  until: day,
  /** How many years the board was old when it ended; null for the film of a calendar year. */
  years: z.nullable(z.int()),
  /** Who it is for: how many people logged something, or a board without scores. */
  company: z.enum(companies),
  /** How many activities it lacks; then it has no card but this one. Null otherwise. */
  missing: z.nullable(z.int()),
  /** The days on which at least two people logged something; on all boards the days on which somebody did. */
  days: z.nullable(z.object({ together: z.int(), played: z.int() })),
  total: z.nullable(z.object({ points: z.int(), actions: z.int() })),
  /** What was gained month by month; `best`: the index of the best one. */
  month: z.nullable(z.object({ best: z.int(), months: z.array(z.object({ month: z.string(), gained: z.int() })) })),
  /** The gain that was logged most. `times`: null where it was found among a part of the activities. */
  action: z.nullable(z.object({ ...told.shape, times: z.nullable(z.int()) })),
  /** The gain with the most reactions. */
  gesture: z.nullable(z.object({ ...told.shape, ...person.shape, note: z.nullable(z.string()) })),
  /** The longest flame of the year, in days. */
  flame: z.nullable(z.object({ days: z.int() })),
  /** Who won the most seasons, `times` each, and nobody where more than three did; how many stakes were won and paid. Null on a board without scores. */
  seasons: z.nullable(z.object({ winners: z.array(person), times: z.int(), won: z.int(), paid: z.int() })),
  /** How many common goals were reached. */
  goals: z.nullable(z.object({ reached: z.int() })),
  /** The loss at which people laughed most. It says nothing of who it was. */
  loss: z.nullable(told),
  /** How many gestures of the week were chosen. */
  gestures: z.nullable(z.object({ count: z.int() })),
  /** What was written under the activities with the most reactions, but for the gesture of the year. */
  notes: z.nullable(z.array(z.object({ ...told.shape, note: z.string() }))),
  /** The day on which most was logged. */
  biggest: z.nullable(z.object({ day, actions: z.int() })),
  wink: z.nullable(filmWink),
});
export type Film = z.infer<typeof film>;

/** The films of a board that can be seen, those that are offered first, then the newest. */
export const films = z.object({ films: z.array(z.object({ period, isSeen: z.boolean() })) });
