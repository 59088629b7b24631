/**
 * The views of boards that are cached, and what each is after a change: a board that is open, its list of activities, its card and the feed. Pure: the
 * very same object comes back where a change says nothing new.
 */
import { type InfiniteData, replaceEqualDeep } from '@tanstack/react-query';
import type { Activity, ActivityPage, ChangedActivity, FeedActivity, FeedPage } from '#shared/activities';
import { boardLimits } from '#shared/board-limits';
import type { BoardCard, BoardChange, OpenedBoard, Standing, ToldMember } from '#shared/boards';
import { standingOf, withNumbers } from '#shared/leaderboard';
import type { BoardId } from '#shared/ids';
import { onCard } from './play-on-card.ts';
import { playAfter } from './standings.ts';

/**
 * How a change stands to what is cached at `revision`: already in it, applicable, or behind a gap. A change from
 * before `revision` to after it is applicable: its parts are absolute values and whole lists, and activities have ids.
 */
export function standing(revision: number, change: Pick<BoardChange, 'after' | 'revision'>): 'past' | 'next' | 'gap' {
  if (revision >= change.revision) return 'past';
  return change.after <= revision ? 'next' : 'gap';
}

/** What is cached of one board: each view that there is; the cards and the feed with those of other boards. */
export interface Views {
  opened: OpenedBoard | undefined;
  list: BoardActivities | undefined;
  /** Up to which revision the list is complete. */
  listPosition: number | undefined;
  cards: BoardCard[] | undefined;
  /** Null when it must be read again. */
  feed: Feed | null | undefined;
  /** Whether it is there, or is being read. */
  hasFeed: boolean;
  /** Up to which revision of the board the feed is complete. */
  feedPosition: number | undefined;
}

/** The views after the change: the very same objects where it is past or behind a gap. */
export function viewsAfter(before: Views, change: BoardChange): Views & { feedPosition: number } {
  const { list, listPosition, feed, hasFeed, feedPosition: position } = before;
  const opened = before.opened && openedAfter(before.opened, change);
  const cards = before.cards && cardsAfter(before.cards, change, opened);
  const isInList = listPosition === undefined || standing(listPosition, change) !== 'next';
  const isGap = hasFeed && position !== undefined && standing(position, change) === 'gap';
  const after = {
    opened,
    list: isInList ? list : list && boardActivitiesAfter(list, change),
    listPosition: isInList ? listPosition : change.revision,
    cards,
    feed,
    hasFeed,
    feedPosition: isGap ? position : Math.max(change.revision, position ?? 0),
  };
  if (hasFeed && position === undefined) return { ...after, feed: null };
  if (!feed || after.feedPosition === position) return after;
  return { ...after, feed: feedAfter(feed, change, opened?.board ?? cards?.find(({ id }) => id === change.boardId)) };
}

/** The board after the change; the very same object when the change is past or behind a gap. */
export function openedAfter(opened: OpenedBoard, change: BoardChange): OpenedBoard {
  if (standing(opened.board.revision, change) !== 'next') return opened;
  const { revision, totalPoints } = change;
  const play = change.play ?? playAfter(opened.play, opened, change);
  return {
    ...opened,
    board: { ...opened.board, ...change.board, revision, totalPoints, ...(change.flame && { flame: change.flame }) },
    members: withScores(change.members ?? opened.members, change.scores),
    actions: change.actions ?? opened.actions,
    activities: newestAfter(opened.activities, change),
    ...(play && { play }),
  };
}

/**
 * The cards after the change; the very same array when the change is past or behind a gap, or of none of them. `opened`: the board after it, where
 * that is known.
 */
export function cardsAfter(cards: BoardCard[], change: BoardChange, opened?: OpenedBoard): BoardCard[] {
  const index = cards.findIndex(({ id, revision }) => id === change.boardId && standing(revision, change) === 'next');
  const card = cards[index];
  return card ? cards.with(index, cardAfter(card, change, opened)) : cards;
}

function cardAfter(
  { members: known, standing: placed, play: played, ...card }: BoardCard,
  change: BoardChange,
  opened?: OpenedBoard,
): BoardCard {
  const members = change.members ? membersOnCard(withScores(change.members, change.scores)) : known && withScores(known, change.scores);
  const standingOnCard =
    members || !placed ? undefined : standingAfter(placed, opened?.board.revision === change.revision ? opened : undefined, change);
  const lastBy = lastAfter(card.lastBy, change);
  const play = change.play
    ? onCard(change.play, { hasMembers: members !== undefined })
    : playAfter(played, { board: card, activities: { activities: [] } }, change);
  return {
    ...card,
    ...change.board,
    revision: change.revision,
    totalPoints: change.totalPoints,
    ...(change.flame && { flame: change.flame }),
    memberCount: change.members?.length ?? card.memberCount,
    actionCount: change.actions?.length ?? card.actionCount,
    lastActivityAt: Math.max(card.lastActivityAt, ...change.activities.map(({ loggedAt }) => loggedAt)),
    ...(members && { members }),
    ...(standingOnCard && { standing: standingOnCard }),
    ...(lastBy && { lastBy }),
    ...(play && { play }),
  };
}

function membersOnCard(members: readonly ToldMember[]): BoardCard['members'] {
  if (members.length > boardLimits.membersOnCard) return undefined;
  return members.map(({ userId, username, avatar, score }) => ({ userId, username, avatar, score }));
}

/** Where the board is not known, ranks are those of before: the next reading of the cards tells them. */
function standingAfter(placed: Standing, opened: OpenedBoard | undefined, { scores = [] }: BoardChange): Standing | undefined {
  if (opened) return standingOf(withNumbers(opened.members), placed.userId);
  const scoreOf = ({ userId, score }: Pick<Standing, 'userId' | 'score'>) => scores.find((one) => one.userId === userId)?.score ?? score;
  return { ...placed, score: scoreOf(placed), rival: { ...placed.rival, score: scoreOf(placed.rival) } };
}

function lastAfter(known: BoardCard['lastBy'], { activities, members }: BoardChange): BoardCard['lastBy'] {
  const [newest] = activities.toSorted((a, b) => b.revision - a.revision);
  if (newest) return { userId: newest.userId, username: newest.username, at: newest.loggedAt };
  const name = known && members?.find(({ userId }) => userId === known.userId)?.username;
  return known && name !== undefined && name !== known.username ? { ...known, username: name } : known;
}

// The opened board only needs its newest activities; the list of its own holds the rest.
const newestKept = 100;

function newestAfter(page: OpenedBoard['activities'], change: BoardChange): OpenedBoard['activities'] {
  if (!change.complete) return newestPageOf(change);
  const told = revised(page.activities, change);
  const present = new Set(told.map(({ id }) => id));
  const added = change.activities.filter(({ id }) => !present.has(id));
  if (added.length === 0) return told === page.activities ? page : { ...page, activities: told };
  const activities = [...added, ...told].toSorted((a, b) => b.revision - a.revision);
  if (activities.length <= newestKept) return { activities, next: page.next };
  const kept = activities.slice(0, newestKept);
  return { activities: kept, next: kept.at(-1)?.revision ?? null };
}

function withScores<M extends Pick<ToldMember, 'userId' | 'score'>>(members: M[], scores: BoardChange['scores']): M[] {
  if (!scores?.length) return members;
  const byUser = new Map(scores.map(({ userId, score }) => [userId, score]));
  return members.map((member) => {
    const score = byUser.get(member.userId);
    return score === undefined || score === member.score ? member : { ...member, score };
  });
}

export type BoardActivities = InfiniteData<ActivityPage>;
export type Feed = InfiniteData<FeedPage>;

/** How a board is drawn beside an activity of the feed. */
export interface BoardHeader {
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
    return former && former.next === page.next && isSameList(former.activities, activities) ? former : { ...page, activities };
  });
  return isSameList(before.pages, pages) && isSameList(before.pageParams, now.pageParams) ? before : ({ ...now, pages } as List);
}

function isSameList(before: readonly unknown[], now: readonly unknown[]): boolean {
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
 * whose header nobody knows) and the feed must be read again.
 */
export function feedAfter(feed: Feed, change: BoardChange, known: BoardHeader | undefined): Feed | null {
  if (!change.complete) return null;
  const told = withPages(feed, (activities) => revised(activities, change, ({ boardId }) => boardId === change.boardId));
  const redrawn = change.board ? withHeader(told, change.boardId, change.board) : told;
  if (change.activities.length === 0) return redrawn;
  const header = change.board ?? known ?? headerInFeed(feed, change.boardId);
  if (!header) return null;
  const added = change.activities.map((activity) => asFeedActivity(activity, change.boardId, header));
  return inserted(redrawn, added, (a, b) => b.loggedAt - a.loggedAt);
}

export function asFeedActivity(activity: Activity, boardId: BoardId, header: BoardHeader): FeedActivity {
  return { ...activity, boardId, boardTitle: header.title, boardIcon: header.icon, boardTheme: header.theme };
}

/** The feed without a board that is gone. */
export function feedWithout(feed: Feed, boardId: BoardId): Feed {
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

function headerInFeed(feed: Feed, boardId: BoardId): BoardHeader | undefined {
  for (const page of feed.pages) {
    const found = page.activities.find((activity) => activity.boardId === boardId);
    if (found) return { title: found.boardTitle, icon: found.boardIcon, theme: found.boardTheme };
  }
  return undefined;
}

function withHeader(feed: Feed, boardId: BoardId, header: BoardHeader): Feed {
  return withPages(feed, (activities) =>
    activities.map((activity) => (activity.boardId === boardId ? asFeedActivity(activity, boardId, header) : activity)),
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

/**
 * Cached activities of a board after a change of it: those that changed are as they are now, and people have their present
 * names. Adds none; the very same array when the change says nothing new of them. `isThere` picks the
 * activities of the board where there are others among them: each board tells names in the order of its own revisions.
 */
export function revised<A extends Activity>(
  activities: A[],
  { changed = [], members = [] }: BoardChange,
  isThere: (activity: A) => boolean = () => true,
): A[] {
  if (changed.length + members.length === 0) return activities;
  const changedById = new Map(changed.map((activity) => [activity.id, activity]));
  const people = new Map(members.map((member) => [member.userId, member]));
  const after = activities.map((activity) =>
    isThere(activity) ? renamed(later(activity, changedById.get(activity.id)), people) : activity,
  );
  return after.some((activity, index) => activity !== activities[index]) ? after : activities;
}

/** The later of two states of an activity. */
function later<A extends Activity>(known: A, changed: ChangedActivity | undefined): A {
  if (!changed || (known.changedRevision ?? 0) >= (changed.changedRevision ?? 0)) return known;
  // The last reaction, or the note, was taken back where none is told.
  const { reactions: _, note: __, ...rest } = known;
  const { added: ___, ...now } = changed;
  return { ...rest, ...now } as A;
}

function renamed<A extends Activity>(activity: A, people: ReadonlyMap<string, ToldMember>): A {
  const { username, avatar: userAvatar } = people.get(activity.userId ?? '') ?? {
    username: activity.username,
    avatar: activity.userAvatar,
  };
  const named = <P extends Pick<Activity, 'userId' | 'username'>>(person: P): P => {
    const now = people.get(person.userId ?? '')?.username ?? person.username;
    return now === person.username ? person : { ...person, username: now };
  };
  const undone = activity.undone && named(activity.undone);
  const notedBy = activity.notedBy && named(activity.notedBy);
  const isSame =
    username === activity.username && userAvatar === activity.userAvatar && undone === activity.undone && notedBy === activity.notedBy;
  return isSame ? activity : { ...activity, username, userAvatar, undone, ...(notedBy && { notedBy }) };
}
