import * as z from 'zod/mini';
import { newActivityId } from './activities.ts';
import { actionId, activityId, boardId, userId } from './ids.ts';

export const owedLossLimits = {
  /** In milliseconds: then it is void. */
  lasts: 24 * 60 * 60 * 1000,
  /** In milliseconds: for so long after 'Pas moi' the same action is not noted again for the same person by the same one (decision D69). */
  deniedFor: 24 * 60 * 60 * 1000,
  /** How many may wait that one person noted for another. */
  perPair: 3,
} as const;

/** Notes a loss for another member: nothing counts before they avow it (decision D38). */
export const oweLoss = z.strictObject({
  /** The id of the activity that it becomes. */
  id: newActivityId,
  actionId: actionId.check(z.minLength(1), z.maxLength(64)),
  points: z.optional(z.int()),
  for: userId.check(z.minLength(1), z.maxLength(64)),
});

export const answerOwedLoss = z.strictObject({ confess: z.boolean() });

/** A loss that waits for the avowal of the person. `lapsesAt` in milliseconds since 1970. */
export const owedLoss = z.object({
  id: activityId,
  boardId,
  boardTitle: z.string(),
  title: z.string(),
  points: z.int(),
  emoji: z.nullable(z.string()),
  from: z.object({ userId, username: z.string(), avatar: z.string() }),
  madeAt: z.int(),
  lapsesAt: z.int(),
});
export type OwedLoss = z.infer<typeof owedLoss>;
