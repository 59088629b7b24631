/** What others put on this person's activities, as news. Pure but for its memory. */
import type { BoardChange } from '#shared/boards';
import type { NewsMemory, OthersNews } from './others-logs.ts';

/** What a change brings of it, each once. `isMissed`: it reaches back to before there was news, when nobody looked. */
export function reactionsOfOthers(
  { from, seen }: NewsMemory,
  { boardId, after, changed = [] }: BoardChange,
  myId: string,
): { news: OthersNews[]; isMissed: boolean } {
  const start = from.get(boardId) ?? after;
  from.set(boardId, start);
  const news = changed.flatMap(({ id: activityId, userId: authorId, title, added = [] }) =>
    added.flatMap(({ emoji, userId, username, userAvatar }) => {
      const key = `${activityId} ${userId} ${emoji}`;
      if (authorId !== myId || userId === myId || seen.has(key)) return [];
      seen.add(key);
      return [{ id: activityId, boardId, title, username, userAvatar, reaction: { emoji, userId } }];
    }),
  );
  return { news, isMissed: after < start };
}

/** Whether what a bubble tells of was taken back by this change. */
export function isTakenBack({ id, reaction }: OthersNews, { changed = [] }: BoardChange): boolean {
  if (!reaction) return false;
  const now = changed.find((activity) => activity.id === id);
  return now !== undefined && !now.reactions?.some(({ emoji, userIds }) => emoji === reaction.emoji && userIds.includes(reaction.userId));
}
