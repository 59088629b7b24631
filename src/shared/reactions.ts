import * as z from 'zod/mini';
import { reactionEmojis } from './reaction-choices.ts';

/** One of the emojis of {@link reactionEmojis}. */
export const reactionEmoji = z.enum(reactionEmojis, 'reaction_unknown');

/** An emoji that was put on an activity, and by whom, in the order in which they did; former members stay counted (decision D6). */
export const reaction = z.object({ emoji: z.string(), userIds: z.array(z.string()) });
export type Reaction = z.infer<typeof reaction>;

/** What became of the reactions to one activity: all that are there now, and in `added` those that were not there before. */
export const reactedActivity = z.object({
  activityId: z.string(),
  /** Of who logged it: the one who is told. */
  userId: z.string(),
  title: z.string(),
  reactions: z.array(reaction),
  added: z.array(z.object({ emoji: z.string(), userId: z.string(), username: z.string(), userAvatar: z.string() })),
});
export type ReactedActivity = z.infer<typeof reactedActivity>;
