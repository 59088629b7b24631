/** What of the changes of boards is news to a person. Pure but for its memory. */
import type { BoardChange } from '#shared/boards';
import { type News, noticesIn } from '#shared/notices';

/** What somebody else logged, or put on an activity of this person. */
type ActivityNews = ReturnType<typeof noticesIn>[number];

export interface NewsMemory {
  /** The revision of each board after which something is news. */
  from: Map<string, number>;
  /** What was told: a change can come twice, by the stream and by what makes up for a gap. */
  seen: Set<string>;
}

/** What a change brings, each once. `missed`: reactions from before there was news, when nobody looked. */
export function freshNews(
  { from, seen }: NewsMemory,
  change: BoardChange,
  myId: string,
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
export function without(news: readonly News[], which: (one: News) => boolean): readonly News[] {
  return news.some(which) ? news.filter((one) => !which(one)) : news;
}
