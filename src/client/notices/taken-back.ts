import type { BoardChange } from '#shared/boards';
import type { News } from '#shared/notices';

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
