import * as z from 'zod/mini';
import { playModes } from './play-modes.ts';
import { contestEmojis, contestEnds, contestOutcomes } from './contest-rules.ts';
import { activityId, agreementId, contestId, seasonId, userId } from './ids.ts';
import { agreedPause } from './pause.ts';
import { isDay, playLimits, seasonKinds, tieRules } from './season-rules.ts';
import { visibleText } from './visible-text.ts';
import { tidied } from './written-text.ts';

const stake = z
  .string({ error: 'stake_required' })
  .check(...tidied(visibleText, playLimits.stakeMax, 'stake_too_long'), z.minLength(1, 'stake_required'));
/** As in 2026-12-31; `code` refuses anything else. */
const dayOr = (code: string) => z.string().check(z.maxLength(10, { error: code, abort: true }), z.refine(isDay, { error: code }));
const day = dayOr('last_day_invalid');
const length = z.union([z.enum(['week', 'month']), z.strictObject({ lastDay: day })], { error: 'last_day_invalid' });

/** What is proposed to all members: a season for a stake (decision D40), a goal for all together (D41), a pause (D42), that they may contest (D43), or how the board is played (D53). */
export const terms = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('season'), length, stake, ties: z.enum(tieRules) }),
  z.strictObject({
    kind: z.literal('goal'),
    length,
    stake: z.optional(stake),
    points: z.int({ error: 'goal_invalid' }).check(z.gte(1, 'goal_invalid'), z.lte(playLimits.goalMax, 'goal_invalid')),
  }),
  z.strictObject({ kind: z.literal('pause'), lastDay: dayOr('pause_invalid') }),
  z.strictObject({ kind: z.literal('contests') }),
  z.strictObject({ kind: z.enum(playModes) }),
]);
export type Terms = z.infer<typeof terms>;

export const propose = z.strictObject({
  /** Made by the client: proposing again under the same id, after a lost reply, proposes nothing twice. */
  id: agreementId.check(z.regex(/^[A-Za-z0-9_-]{16,64}$/, 'invalid_input')),
  terms,
});

export const answerAgreement = z.strictObject({ yes: z.boolean() });

const person = { userId: z.nullable(userId), username: z.string(), avatar: z.string() };

/** A proposal that waits for the yes of every member (decision D39). Nobody learns who says no. */
export const agreement = z.object({
  id: agreementId,
  terms,
  proposedBy: z.object(person),
  /** In milliseconds since 1970, as `lapsesAt`. */
  proposedAt: z.int(),
  lapsesAt: z.int(),
  /** The members who have agreed, the proposer included. */
  agreed: z.array(userId),
});
export type Agreement = z.infer<typeof agreement>;

const seasonShape = {
  id: seasonId,
  /** Seasons of a board are counted from 1, goals among them. No screen shows it. */
  number: z.int(),
  kind: z.enum(seasonKinds),
  /** Days as in 2026-12-01, by the clock that the board had when all agreed. The season ends with the last one. */
  startsOn: z.string(),
  lastDay: z.string(),
  timeZone: z.string(),
  /** When the first day begins and the last one ends, in milliseconds since 1970. */
  startsAt: z.int(),
  endsAt: z.int(),
  /** Null for a goal without one. */
  stake: z.nullable(z.string()),
  ties: z.enum(tieRules),
  /** The points that all members are to reach together; null for anything but a goal. */
  goal: z.nullable(z.int()),
};

const standing = z.object({
  ...person,
  points: z.int(),
  /** How many activities of theirs count in it: nobody has a rank without one. */
  actions: z.int(),
  /** Came after the season had begun. */
  joinedLate: z.boolean(),
  /** Is a member no more. */
  left: z.boolean(),
});

/**
 * A season that all have agreed to and that is not closed: it may begin only tomorrow. Standings: of all who may score, in the order in which they
 * joined; on a board of accomplices one without a person, of all together (decision D53).
 */
export const season = z.object({ ...seasonShape, standings: z.array(standing) });
export type Season = z.infer<typeof season>;

/** A season that is over, as it was then. What was undone since changes nothing, and is marked. */
export const pastSeason = z.object({
  ...seasonShape,
  /** In milliseconds since 1970. */
  closedAt: z.int(),
  /** The best first, and last those without a rank, who logged nothing or left. Somebody whose account is gone has no `userId`. On a board of accomplices one without a person, of all together. */
  places: z.array(z.object({ ...person, points: z.int(), joinedLate: z.boolean(), left: z.boolean(), rank: z.nullable(z.int()) })),
  /** Whether the members reached the goal together; null for anything but a goal. */
  isReached: z.nullable(z.boolean()),
  /** The stake was won and is not ticked off yet; `winners` may do that, or any member once none of them is one. */
  isOwed: z.boolean(),
  winners: z.array(userId),
  paidAt: z.nullable(z.int()),
  /** Something that counted in it was undone after its end. */
  changedSince: z.boolean(),
});
export type PastSeason = z.infer<typeof pastSeason>;

/** The id is made by the client: contesting again under the same one, after a lost reply, contests nothing twice. */
export const contestActivity = z.strictObject({
  id: contestId.check(z.regex(/^[A-Za-z0-9_-]{16,64}$/, 'invalid_input')),
  activityId: activityId.check(z.maxLength(64, 'invalid_input')),
  emoji: z.enum(contestEmojis, { error: 'contest_emoji_unknown' }),
});

/** 'Je maintiens', or 'Je retire'. */
export const answerContest = z.strictObject({ keeps: z.boolean() });

export const voteOnContest = z.strictObject({ isVoid: z.boolean() });

/** A 'Mauvaise foi !' (decision D43). How somebody voted is told to nobody else. */
export const contest = z.object({
  id: contestId,
  activityId,
  by: z.object(person),
  /** The member whom the activity is counted for: they answer. */
  answeredBy: userId,
  emoji: z.string(),
  /** In milliseconds since 1970, as all times. */
  openedAt: z.int(),
  /** Null before a 'Je maintiens'. */
  keptAt: z.nullable(z.int()),
  /** Until when they answer, or the others vote. */
  endsAt: z.int(),
  votes: z.object({ void: z.int(), keep: z.int() }),
  /** Null while it is open. Void and withdrawn: the activity is undone. */
  outcome: z.nullable(z.enum(contestOutcomes)),
  how: z.nullable(z.enum(contestEnds)),
  settledAt: z.nullable(z.int()),
});
export type Contest = z.infer<typeof contest>;

/** Whether members may contest what others log; what is contested, and what was settled within a day. The oldest first. */
export const contests = z.object({ isOn: z.boolean(), list: z.array(contest) });

/** All that a board plays for at the moment. */
export const play = z.object({
  agreements: z.array(agreement),
  /** One at most (decision D60); boards of an earlier version may have a goal beside a season. */
  seasons: z.array(season),
  /** Those whose stake is owed, and the last that ended within a week. The newest first. */
  past: z.array(pastSeason),
  /** Those that are not over, and those since the first of `seasons` began; left out where there are none. */
  pauses: z.optional(z.array(agreedPause)),
  /** Left out where nobody may contest, and nothing was contested lately. */
  contests: z.optional(contests),
});
export type Play = z.infer<typeof play>;

/** As much of it as a line on the card of a board says. */
export const playOnCard = z.object({
  agreements: z.array(z.object({ id: agreementId, lapsesAt: z.int(), agreed: z.array(userId) })),
  seasons: z.array(
    z.object({
      number: z.int(),
      kind: z.enum(seasonKinds),
      startsOn: z.string(),
      lastDay: z.string(),
      timeZone: z.string(),
      startsAt: z.int(),
      endsAt: z.int(),
      goal: z.nullable(z.int()),
      /** Null without one; earlier versions did not send it. */
      stake: z.optional(z.nullable(z.string())),
      /** Left out on boards whose cards have no members. */
      standings: z.optional(
        z.array(z.object({ userId: z.nullable(userId), username: z.string(), points: z.int(), actions: z.int(), left: z.boolean() })),
      ),
    }),
  ),
  /** Those since the first of `seasons` began; left out where there are none. */
  pauses: z.optional(z.array(agreedPause)),
});
export type PlayOnCard = z.infer<typeof playOnCard>;

/** The newest first. `next` is what to pass as `before` for the page after, null at the end. */
export const seasonPage = z.object({ seasons: z.array(pastSeason), next: z.nullable(z.int()) });
export type SeasonPage = z.infer<typeof seasonPage>;
