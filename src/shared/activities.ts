import * as z from 'zod/mini';
import { achievementId } from './achievements.ts';
import { activityLimits } from './activity-limits.ts';
import { flame } from './flame.ts';
import { actionId, activityId, boardId, userId } from './ids.ts';
import { addedReaction, reaction } from './reactions.ts';
import { visibleText } from './visible-text.ts';
import { isDay } from './season-rules.ts';
import { tidied } from './written-text.ts';

/**
 * Made by the client and unique for ever: the key that makes a repeated log harmless. At least 96 random bits in
 * base64url or hexadecimal; a UUID fits.
 */
export const newActivityId = activityId.check(z.regex(/^[A-Za-z0-9_-]{16,64}$/, 'activity_id_invalid'));

/** What the author of an activity writes under it (decision D37); empty for nothing. */
const note = z.string().check(...tidied(visibleText, activityLimits.noteMax, 'note_too_long'));

export const writeNote = z.strictObject({ note });

export const logActivity = z.strictObject({
  id: newActivityId,
  actionId: actionId.check(z.minLength(1), z.maxLength(64)),
  /** What the person saw it to be worth: if it is worth something else by now, nothing is logged. */
  points: z.optional(z.int()),
  note: z.optional(note),
  /** The day that it is for, as in 2026-11-28: today of the board's clock, or yesterday until noon (decision D49). */
  day: z.optional(z.string().check(z.maxLength(10, { abort: true }), z.refine(isDay))),
  /** For how long the command has waited since it was pressed, in milliseconds: one of yesterday that arrives before noon counts for yesterday. */
  waited: z.optional(z.int().check(z.minimum(0))),
  /** The member whose activity it is, when the caller notes it for somebody else (decision D38). */
  for: z.optional(userId.check(z.minLength(1), z.maxLength(64))),
  /** The code of a sticker that was pressed for it: the last part of its address. */
  code: z.optional(z.string().check(z.maxLength(64))),
});

/** Just by the action: what it is worth is what the board says now. */
export const logAction = z.strictObject({ action: actionId.check(z.minLength(1), z.maxLength(64)) });

export const logActivities = z.strictObject({
  activities: z
    .array(z.strictObject({ ...logActivity.shape, boardId: boardId.check(z.minLength(1), z.maxLength(64)) }))
    .check(z.minLength(1, 'boards_required'), z.maxLength(activityLimits.boardsAtOnce)),
});

/** A snapshot of what was done, as it was worth then (decision D5). `loggedAt` in milliseconds since 1970. */
export const activity = z.object({
  id: activityId,
  title: z.string(),
  points: z.int(),
  userId: z.nullable(userId),
  username: z.string(),
  userAvatar: z.string(),
  emoji: z.nullable(z.string()),
  loggedAt: z.int(),
  /** A moment of the day before, which it counts on, where it was noted the day after; left out elsewhere. In milliseconds since 1970. */
  playedAt: z.optional(z.int()),
  /** The revision of the board that this activity made. Unique on its board; lists are read along it. */
  revision: z.int(),
  /**
   * The person who undid the activity, and when; null while it counts. `points` stays what it was worth. `revision`: the board's, from which on
   * it counts no more; an older server leaves it out.
   */
  undone: z.nullable(z.object({ at: z.int(), revision: z.optional(z.int()), userId: z.nullable(userId), username: z.string() })),
  /** The member who noted it for the author; left out where the author did. */
  notedBy: z.optional(z.object({ userId: z.nullable(userId), username: z.string() })),
  /** Left out when there is none. */
  note: z.optional(z.string()),
  /** Somebody chose it as the gesture of a week, and it was revealed (decision D50). */
  isGesture: z.optional(z.literal(true)),
  /** In the order in which each came; left out when there are none. */
  reactions: z.optional(z.array(reaction)),
  /** The revision of the board at which it last changed, by an undo, a reaction, a note or as a gesture; left out while it is as it was logged. Of two states the one with the higher is the later. */
  changedRevision: z.optional(z.int()),
});
export type Activity = z.infer<typeof activity>;

/** An activity after a change of its board, with the reactions that this change added to it. */
export const changedActivity = z.object({ ...activity.shape, added: z.optional(z.array(addedReaction)) });
export type ChangedActivity = z.infer<typeof changedActivity>;

/** Newest first. `next` is what to pass as `before` for the page after, null at the end. */
export const activityPage = z.object({ activities: z.array(activity), next: z.nullable(z.int()) });
export type ActivityPage = z.infer<typeof activityPage>;

export const feedActivity = z.object({
  ...activity.shape,
  boardId,
  boardTitle: z.string(),
  boardIcon: z.string(),
  boardTheme: z.string(),
});
export type FeedActivity = z.infer<typeof feedActivity>;

/** Newest first, over all boards of the person. `next` is opaque: pass it as `before`. */
export const feedPage = z.object({ activities: z.array(feedActivity), next: z.nullable(z.string()) });
export type FeedPage = z.infer<typeof feedPage>;

/** The result of a log. `totalPoints` and `score` are the sums right after it; `score` is null on a board of accomplices (decision D53). */
export const loggedActivity = z.object({
  boardId,
  activity,
  revision: z.int(),
  totalPoints: z.int(),
  score: z.nullable(z.int()),
  /** The flame of the board, when the log lit a day. */
  flame: z.optional(flame),
  /** The day that it was for, as in 2026-11-28, where that was over when it arrived: it counts for the day of `loggedAt`. */
  missedDay: z.optional(z.string()),
  /** Achievements that the author has since; of activities logged together on the last one. */
  unlocked: z.optional(z.array(achievementId)),
});
export type LoggedActivity = z.infer<typeof loggedActivity>;

/** A program shows `message` whether it was logged or refused. */
export const loggedAction = z.extend(loggedActivity, { message: z.string() });

/** Shown instead of the name of a deleted account. */
export const deletedUsername = 'Utilisateur supprimé';
