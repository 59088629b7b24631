import type { Activity } from '#shared/activities';
import type { BoardChange } from '#shared/boards';

/** What somebody else did that this person is told of. */
export interface OthersNews extends Pick<Activity, 'title' | 'username' | 'userAvatar'> {
  /** Of the activity. */
  id: string;
  boardId: string;
  /** Of an activity that was logged. */
  points?: number;
  /** What was put on this person's own activity, and by whom. */
  reaction?: { emoji: string; userId: string };
}

export interface NewsMemory {
  /** The revision of each board after which something is news. */
  from: Map<string, number>;
  /** Ids of what was told: a change can come twice, by the stream and by what makes up for a gap. */
  seen: Set<string>;
}

/** What a change brings that others logged and nobody undid, oldest first, each once. */
export function logsOfOthers({ from, seen }: NewsMemory, { boardId, after, activities }: BoardChange, myId: string): OthersNews[] {
  const start = from.get(boardId) ?? after;
  from.set(boardId, start);
  const news = activities.filter(
    ({ id, revision, userId, undone }) => revision > start && userId !== null && userId !== myId && undone === null && !seen.has(id),
  );
  for (const { id } of news) seen.add(id);
  return news.map(({ id, title, points, username, userAvatar }) => ({ id, title, points, username, userAvatar, boardId })).toReversed();
}

/** The very same list when it has none of them. */
export function without(logs: readonly OthersNews[], which: (log: OthersNews) => boolean): readonly OthersNews[] {
  return logs.some(which) ? logs.filter((log) => !which(log)) : logs;
}
