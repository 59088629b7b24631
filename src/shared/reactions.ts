import * as z from 'zod/mini';
import { userId } from './ids.ts';
import { reactionEmojis } from './reaction-choices.ts';

/** One of the emojis of {@link reactionEmojis}. */
export const reactionEmoji = z.enum(reactionEmojis, 'reaction_unknown');

/** An emoji that was put on an activity, and by whom, in the order in which they did; former members stay counted (decision D6). */
export const reaction = z.object({
  emoji: z.string(),
  userIds: z.array(userId),
  /** The revision of the board that each of these made; an older server leaves them out. */
  revisions: z.optional(z.array(z.int())),
});
export type Reaction = z.infer<typeof reaction>;

/** An emoji that one person put on an activity, with their name and avatar, and the revision of the board that it made. */
export const addedReaction = z.object({
  emoji: z.string(),
  revision: z.int(),
  userId,
  username: z.string(),
  userAvatar: z.string(),
});
export type AddedReaction = z.infer<typeof addedReaction>;
