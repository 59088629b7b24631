import * as z from 'zod/mini';
import { action } from './actions.ts';
import { activity, newActivityId } from './activities.ts';
import { board, toldMember } from './boards.ts';
import { actionId, boardId, userId, wallId } from './ids.ts';
import { agreedPause } from './pause.ts';
import { season } from './play.ts';

/** The most walls that one person has. */
export const wallsAtMost = 10;

/** Under every log from a wall: who pressed there has proved nothing (decision record 0105). */
export const wallNote = 'depuis le mur';

/** Typed to leave the wall. */
const code = z.string({ error: 'wall_code_invalid' }).check(z.regex(/^\d{4}$/, 'wall_code_invalid'));

/** `logs`: one may log there, after 'Qui êtes-vous ?'. */
export const openWall = z.strictObject({ logs: z.boolean(), code });
export const endWall = z.strictObject({ code });

export const wallOnList = z.object({
  id: wallId,
  boardId,
  boardTitle: z.string(),
  boardIcon: z.string(),
  logs: z.boolean(),
  /** In milliseconds since 1970, as `lastSeenAt`, which is noted twice a day at most. */
  openedAt: z.int(),
  lastSeenAt: z.int(),
});
export type WallOnList = z.infer<typeof wallOnList>;

/** All that a wall shows: what the board is to each member, and nothing of any of them alone. */
export const wall = z.object({
  logs: z.boolean(),
  board: z.pick(board, { id: true, title: true, icon: true, theme: true, timeZone: true, playMode: true, totalPoints: true, flame: true }),
  members: z.array(toldMember),
  /** The gains, where one may log; a loss waits for an avowal, for which a wall is no place. */
  actions: z.array(action),
  activities: z.array(activity),
  /** What runs or is agreed to. */
  seasons: z.array(season),
  pauses: z.optional(z.array(agreedPause)),
});
export type Wall = z.infer<typeof wall>;

export const logOnWall = z.strictObject({
  id: newActivityId,
  actionId: actionId.check(z.minLength(1), z.maxLength(64)),
  /** What the wall showed it to be worth: a gain. */
  points: z.int().check(z.minimum(1)),
  /** Who said at the wall that it was them. */
  memberId: userId.check(z.minLength(1), z.maxLength(64)),
});
export type LogOnWall = z.infer<typeof logOnWall>;
