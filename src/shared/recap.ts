import * as z from 'zod/mini';
import { themes } from './board-choices.ts';
import { recapGesture } from './gestures.ts';
import { boardId, userId } from './ids.ts';
import { seasonKinds } from './season-rules.ts';

/** The Monday of a week in the board's time zone, as in 2026-11-16. */
const week = z.string();

const logged = z.object({ title: z.string(), emoji: z.nullable(z.string()), points: z.int() });

const wink = z.discriminatedUnion('kind', [
  /** The reaction that was given most. */
  z.object({ kind: z.literal('reaction'), emoji: z.string(), times: z.int() }),
  /** Logs between midnight and 5, and between 5 and 7. */
  z.object({ kind: z.literal('night'), times: z.int() }),
  z.object({ kind: z.literal('dawn'), times: z.int() }),
  /** The hour of the day in which most was logged. */
  z.object({ kind: z.literal('hour'), hour: z.int(), times: z.int() }),
  /** Something was logged on each of the seven days. */
  z.object({ kind: z.literal('every-day') }),
]);

const season = z.discriminatedUnion('state', [
  /** Its last day was in the week, and it is as it was then. Those who won, the best first, nobody where the stake is void; of a goal, whether it was reached. */
  z.object({
    state: z.literal('over'),
    kind: z.enum(seasonKinds),
    number: z.int(),
    stake: z.nullable(z.string()),
    isReached: z.nullable(z.boolean()),
    /** Several were first; otherwise, without a winner, nobody had a rank. */
    isTied: z.boolean(),
    winners: z.array(z.object({ userId: z.nullable(userId), username: z.string(), avatar: z.string() })),
  }),
  /** It went on after the week. `daysLeft`: from Monday on. */
  z.object({
    state: z.literal('running'),
    kind: z.enum(seasonKinds),
    number: z.int(),
    /** Null without one; earlier versions did not send it. */
    stake: z.optional(z.nullable(z.string())),
    daysLeft: z.int(),
  }),
]);

/**
 * What a week on a board came to. What undone activities and deleted people did is in none of it, and what people who left did is in the
 * sums alone. A part that has nothing to say is null.
 */
export const recap = z.object({
  boardId,
  title: z.string(),
  icon: z.string(),
  theme: z.enum(themes),
  week,
  /** `before`: of the week before; null when nothing was logged in it. `people`: how many logged something. */
  total: z.object({
    points: z.int(),
    actions: z.int(),
    people: z.int(),
    before: z.nullable(z.object({ points: z.int(), actions: z.int() })),
  }),
  /** The gestures of the week, in the order in which they were chosen; left out without any. */
  gestures: z.optional(z.array(recapGesture)),
  /** Those with the best score of the week; null when it is not above 0, or when nobody else is on the board. */
  leaders: z.nullable(z.object({ points: z.int(), members: z.array(z.object({ userId, username: z.string(), avatar: z.string() })) })),
  /** What was gained day by day, from Monday; null when all was gained on one day. `best`: the index of the best day. */
  days: z.nullable(z.object({ best: z.int(), actions: z.int(), gained: z.array(z.int()) })),
  /** The gain that was logged most, at least twice. */
  favourite: z.nullable(z.object({ ...logged.shape, times: z.int() })),
  /** The loss at which people laughed most; where nobody laughed, the biggest. It says nothing of who it was. */
  loss: z.nullable(logged),
  /** The flame as the week left it, in days; null when it was out, or when nobody else is on the board. `record`: up to then. */
  flame: z.nullable(z.object({ days: z.int(), record: z.int() })),
  /** What the board played for: what ended in the week, otherwise what went on; seasons before goals. */
  season: z.nullable(season),
  wink: z.nullable(wink),
});
export type Recap = z.infer<typeof recap>;
export type Wink = z.infer<typeof wink>;

/** The weeks of a board that can be read, the newest first. */
export const recapWeeks = z.object({ weeks: z.array(z.object({ week, isRead: z.boolean() })) });

/** `isOffered`: the server sends mails. */
export const recapMail = z.object({ isOffered: z.boolean(), isOn: z.boolean() });
