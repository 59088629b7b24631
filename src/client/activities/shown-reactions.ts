import type { Activity } from '#shared/activities';
import type { UserId } from '#shared/ids';

export interface ShownReaction {
  emoji: string;
  /** The other people who gave it, in order. */
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

/** The number of people who gave it. */
export function countOf({ others, isMine }: ShownReaction): number {
  return others.length + Number(isMine);
}
