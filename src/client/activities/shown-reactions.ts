import type { Activity } from '#shared/activities';

export interface ShownReaction {
  emoji: string;
  /** Of people. */
  count: number;
  isMine: boolean;
}

/** What the person pressed and the server has not answered yet: whether a reaction is to be there. */
export type WantedReactions = ReadonlyMap<string, { isOn: boolean; press: number }>;

export function keyOfReaction(activityId: string, emoji: string): string {
  return `${activityId} ${emoji}`;
}

/** The reactions to an activity with what is on its way: as many as there are people, and none that nobody gives. */
export function shownReactions(
  { id, reactions = [] }: Pick<Activity, 'id' | 'reactions'>,
  wanted: WantedReactions,
  myId: string,
): ShownReaction[] {
  const known = reactions.map(({ emoji, userIds }) => {
    const isThere = userIds.includes(myId);
    const isMine = wanted.get(keyOfReaction(id, emoji))?.isOn ?? isThere;
    return { emoji, count: userIds.length + Number(isMine) - Number(isThere), isMine };
  });
  const present = new Set(known.map(({ emoji }) => keyOfReaction(id, emoji)));
  const added = Array.from(wanted).flatMap(([key, { isOn }]) =>
    isOn && key.startsWith(`${id} `) && !present.has(key) ? [{ emoji: key.slice(id.length + 1), count: 1, isMine: true }] : [],
  );
  return [...known.filter(({ count }) => count > 0), ...added];
}
