/** Finds the news for a person in changes of boards. Pure but for its memory. */
import type { BoardChange } from '#shared/boards';
import type { UserId } from '#shared/ids';
import { type News, noticesIn } from '#shared/notices';

/** A log of somebody else, or a reaction to an activity of this person. */
export type ActivityNews = ReturnType<typeof noticesIn>[number];

export interface NewsMemory {
  /** The revision of each board after which something is news. */
  from: Map<string, number>;
  /** The ids of news already told: a change can come twice, by the stream and by the reply that fills a gap. */
  seen: Set<string>;
}

/** The news in a change, each once. `missed`: reactions from before this page listened. */
export function freshNews(
  { from, seen }: NewsMemory,
  change: BoardChange,
  myId: UserId,
): { fresh: ActivityNews[]; missed: ActivityNews[] } {
  const start = from.get(change.boardId) ?? change.after;
  from.set(change.boardId, start);
  const news = noticesIn(change, myId).filter((one) => !seen.has(keyOf(one)));
  for (const one of news) seen.add(keyOf(one));
  const isFresh = ({ revision }: ActivityNews) => revision > start;
  return { fresh: news.filter(isFresh), missed: news.filter((one) => one.kind === 'reaction_added' && !isFresh(one)) };
}

function keyOf(news: ActivityNews): string {
  return `${news.activityId} ${news.by.userId} ${'emoji' in news ? news.emoji : ''}`;
}

/** Whether a change takes back what the news tells of. */
export function isTakenBack(news: News, { changed = [] }: BoardChange): boolean {
  const now = 'activityId' in news ? changed.find(({ id }) => id === news.activityId) : undefined;
  if (!now || now.undone || !('emoji' in news)) return Boolean(now?.undone);
  return !now.reactions?.some(({ emoji, userIds }) => emoji === news.emoji && userIds.includes(news.by.userId));
}

/** The very same list when it has none of them. */
export function without<One extends News>(news: readonly One[], which: (one: News) => boolean): readonly One[] {
  return news.some(which) ? news.filter((one) => !which(one)) : news;
}
