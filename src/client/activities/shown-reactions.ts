import type { Activity } from '#shared/activities';

export interface ShownReaction {
  emoji: string;
  /** Who put it there, in the order in which they did, but for this person. */
  others: readonly string[];
  isMine: boolean;
}

/** What the person pressed and the server has not answered yet: whether a reaction is to be there. */
export type WantedReactions = ReadonlyMap<string, { isOn: boolean; press: number }>;

export function keyOfReaction(activityId: string, emoji: string): string {
  return `${activityId} ${emoji}`;
}

/** The reactions to an activity with what is on its way: whose each is, and none that nobody gives. */
export function shownReactions(
  { id, reactions = [] }: Pick<Activity, 'id' | 'reactions'>,
  wanted: WantedReactions,
  myId: string,
): ShownReaction[] {
  const known = reactions.map(({ emoji, userIds }) => {
    const isMine = wanted.get(keyOfReaction(id, emoji))?.isOn ?? userIds.includes(myId);
    return { emoji, others: userIds.filter((userId) => userId !== myId), isMine };
  });
  const present = new Set(known.map(({ emoji }) => keyOfReaction(id, emoji)));
  const added = Array.from(wanted).flatMap(([key, { isOn }]) =>
    isOn && key.startsWith(`${id} `) && !present.has(key) ? [{ emoji: key.slice(id.length + 1), others: [], isMine: true }] : [],
  );
  return [...known.filter((reaction) => countOf(reaction) > 0), ...added];
}

/** Of people. */
export function countOf({ others, isMine }: ShownReaction): number {
  return others.length + Number(isMine);
}
