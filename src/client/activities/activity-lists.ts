import { type InfiniteData, replaceEqualDeep } from '@tanstack/react-query';
import type { Activity, ActivityPage, FeedActivity, FeedPage } from '#shared/activities';
import type { BoardChange } from '#shared/boards';
import { revised } from './activity-changes.ts';

export type BoardActivities = InfiniteData<ActivityPage>;
export type Feed = InfiniteData<FeedPage>;

/** How a board is drawn beside an activity of the feed. */
export interface BoardFace {
  title: string;
  icon: string;
  theme: string;
}

/** The pages as one list, newest first, each activity once: a page can repeat what a change brought already. */
export function flattened<A extends { id: string }>(list: { pages: readonly { activities: readonly A[] }[] } | undefined): A[] {
  const byId = new Map<string, A>();
  for (const page of list?.pages ?? []) {
    for (const activity of page.activities) if (!byId.has(activity.id)) byId.set(activity.id, activity);
  }
  return [...byId.values()];
}

/**
 * Keeps the objects that a list had before, wherever the new one says the same: rows are drawn again by them. Query by itself compares place by
 * place, where one activity on top of a list makes all others new.
 */
export const sharedById = {
  structuralSharing: (before: unknown, now: unknown): unknown => (isList(before) && isList(now) ? shared(before, now) : now),
};

type List = InfiniteData<ActivityPage | FeedPage>;

function isList(data: unknown): data is List {
  return data !== undefined;
}

function shared(before: List, now: List): List {
  const known = new Map(before.pages.flatMap(({ activities }) => activities.map((activity) => [activity.id, activity])));
  const pages = now.pages.map((page, index) => {
    const activities = page.activities.map((activity) => replaceEqualDeep(known.get(activity.id), activity));
    const former = before.pages[index];
    return former && former.next === page.next && isSame(former.activities, activities) ? former : { ...page, activities };
  });
  return isSame(before.pages, pages) && isSame(before.pageParams, now.pageParams) ? before : ({ ...now, pages } as List);
}

function isSame(before: readonly unknown[], now: readonly unknown[]): boolean {
  return before.length === now.length && now.every((one, index) => one === before[index]);
}

/** The activities of a board after a change. The caller has made sure that no revision lies between the two. */
export function boardActivitiesAfter(list: BoardActivities, change: BoardChange): BoardActivities {
  if (!change.complete) return { pages: [newestPageOf(change)], pageParams: [null] };
  const told = withPages(list, (activities) => revised(activities, change));
  return inserted(told, change.activities, (a, b) => b.revision - a.revision);
}

/** The newest activities of an incomplete change as a first page: what lies behind them is read again, page by page. */
export function newestPageOf(change: BoardChange): ActivityPage {
  return { activities: change.activities, next: change.activities.at(-1)?.revision ?? null };
}

/**
 * The feed after a complete change of one board; null when the change alone cannot tell it (incomplete, or a board
 * whose face nobody knows) and the feed must be read again.
 */
export function feedAfter(feed: Feed, change: BoardChange, known: BoardFace | undefined): Feed | null {
  if (!change.complete) return null;
  const told = withPages(feed, (activities) => revised(activities, change, ({ boardId }) => boardId === change.boardId));
  const redrawn = change.board ? withFace(told, change.boardId, change.board) : told;
  if (change.activities.length === 0) return redrawn;
  const face = change.board ?? known ?? faceInFeed(feed, change.boardId);
  if (!face) return null;
  const added = change.activities.map((activity) => asFeedActivity(activity, change.boardId, face));
  return inserted(redrawn, added, (a, b) => b.loggedAt - a.loggedAt);
}

export function asFeedActivity(activity: Activity, boardId: string, face: BoardFace): FeedActivity {
  return { ...activity, boardId, boardTitle: face.title, boardIcon: face.icon, boardTheme: face.theme };
}

/** The feed without a board that is gone. */
export function feedWithout(feed: Feed, boardId: string): Feed {
  return withPages(feed, (activities) => activities.filter((activity) => activity.boardId !== boardId));
}

interface Page<A> {
  activities: A[];
  next: unknown;
}

/**
 * New activities in their places. One that belongs behind the last page read so far is left out: its page will bring it.
 */
function inserted<A extends { id: string }, P extends Page<A>, Param>(
  list: InfiniteData<P, Param>,
  activities: readonly A[],
  order: (a: A, b: A) => number,
): InfiniteData<P, Param> {
  const present = new Set(list.pages.flatMap((page) => page.activities.map(({ id }) => id)));
  const added = activities.filter(({ id }) => !present.has(id));
  if (added.length === 0 || list.pages.length === 0) return list;

  const pages = list.pages.map((page) => ({ ...page, activities: [...page.activities] }));
  for (const activity of added.toSorted(order)) {
    // The first page that has something older, or else the very end when there is nothing behind it.
    const page = pages.find(({ activities: there }) => there.some((other) => order(activity, other) <= 0)) ?? endOf(pages);
    if (!page) continue;
    const index = page.activities.findIndex((other) => order(activity, other) <= 0);
    page.activities.splice(index === -1 ? page.activities.length : index, 0, activity);
  }
  return { ...list, pages };
}

function endOf<P extends Page<unknown>>(pages: readonly P[]): P | undefined {
  const last = pages.at(-1);
  return last && last.next === null ? last : undefined;
}

function faceInFeed(feed: Feed, boardId: string): BoardFace | undefined {
  for (const page of feed.pages) {
    const found = page.activities.find((activity) => activity.boardId === boardId);
    if (found) return { title: found.boardTitle, icon: found.boardIcon, theme: found.boardTheme };
  }
  return undefined;
}

function withFace(feed: Feed, boardId: string, face: BoardFace): Feed {
  return withPages(feed, (activities) =>
    activities.map((activity) => (activity.boardId === boardId ? asFeedActivity(activity, boardId, face) : activity)),
  );
}

/** The very same list when no page changes. */
function withPages<A, Next, Param>(
  list: InfiniteData<{ activities: A[]; next: Next }, Param>,
  revise: (activities: A[]) => A[],
): InfiniteData<{ activities: A[]; next: Next }, Param> {
  const pages = list.pages.map((page) => {
    const activities = revise(page.activities);
    return activities === page.activities ? page : { ...page, activities };
  });
  return pages.some((page, index) => page !== list.pages[index]) ? { ...list, pages } : list;
}
