import type { Activity } from '#shared/activities';
import type { UserId } from '#shared/ids';

export interface ShownReaction {
  emoji: string;
  /** Who put it there, in the order in which they did, but for this person. */
  others: readonly string[];
  isMine: boolean;
}

/** The reactions to an activity: whose each is. */
export function shownReactions({ reactions = [] }: Pick<Activity, 'reactions'>, myId: UserId): ShownReaction[] {
  return reactions.map(({ emoji, userIds }) => ({
    emoji,
    others: userIds.filter((userId) => userId !== myId),
    isMine: userIds.includes(myId),
  }));
}

/** Of people. */
export function countOf({ others, isMine }: ShownReaction): number {
  return others.length + Number(isMine);
}
