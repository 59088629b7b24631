/** What of the changes of boards is news to a person. Pure but for its memory. */
import type { BoardChange } from '#shared/boards';
import type { UserId } from '#shared/ids';
import { noticesIn } from '#shared/notices';

/** What somebody else logged, or put on an activity of this person. */
export type News = ReturnType<typeof noticesIn>[number];

export interface NewsMemory {
  /** The revision of each board after which something is news. */
  from: Map<string, number>;
  /** What was told: a change can come twice, by the stream and by what makes up for a gap. */
  seen: Set<string>;
}

/** What a change brings, each once. `missed`: reactions from before there was news, when nobody looked. */
export function freshNews({ from, seen }: NewsMemory, change: BoardChange, myId: UserId): { fresh: News[]; missed: News[] } {
  const start = from.get(change.boardId) ?? change.after;
  from.set(change.boardId, start);
  const news = noticesIn(change, myId).filter((one) => !seen.has(keyOf(one)));
  for (const one of news) seen.add(keyOf(one));
  const isFresh = ({ revision }: News) => revision > start;
  return { fresh: news.filter(isFresh), missed: news.filter((one) => one.kind === 'reaction_added' && !isFresh(one)) };
}

function keyOf(news: News): string {
  return `${news.activityId} ${news.by.userId} ${'emoji' in news ? news.emoji : ''}`;
}

/** Whether a change takes back what the news tells of. */
export function isTakenBack({ activityId, by, ...news }: News, { changed = [] }: BoardChange): boolean {
  const now = changed.find(({ id }) => id === activityId);
  if (!now || now.undone || !('emoji' in news)) return Boolean(now?.undone);
  return !now.reactions?.some(({ emoji, userIds }) => emoji === news.emoji && userIds.includes(by.userId));
}

/** The very same list when it has none of them. */
export function without(news: readonly News[], which: (one: News) => boolean): readonly News[] {
  return news.some(which) ? news.filter((one) => !which(one)) : news;
}
