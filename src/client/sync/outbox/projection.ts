/** The server's snapshots with what is on its way put in: activities, and activities undone. Pure: what a screen shows, computed. */
import type { Account } from '#shared/accounts';
import type { Activity, FeedActivity } from '#shared/activities';
import type { Board, BoardCard, Member, OpenedBoard } from '#shared/boards';
import { type Ranked, rankMembers } from '#shared/leaderboard';
import { asFeedActivity, type BoardFace } from '#client/sync/replica/views.ts';
import type { PendingActivity, PendingItem, PendingUndo } from './queue.ts';

/**
 * An activity as shown; `pending` while the server has not said it has it, `undoing` while it is being undone: its
 * points are gone from all that is shown, and the server has not said so yet.
 */
export type Shown<A extends Activity = Activity> = A & { pending: boolean; undoing: boolean };

export type Me = Pick<Account, 'id' | 'username' | 'avatar'>;

export interface ShownBoard extends Omit<OpenedBoard, 'activities'> {
  /** The newest activities, the pending ones first. */
  activities: Shown[];
  ranking: Ranked[];
  /** The person's own score here. */
  myScore: number;
  board: Board;
}

/** An opened board with what is on its way: total, scores, ranking and newest activities. */
export function withPending(opened: OpenedBoard, pending: readonly PendingItem[], me: Me): ShownBoard {
  const { activities } = opened.activities;
  const here = mine(pending, me);
  const missing = missingFrom(opened.board, here, activities);
  const leaving = stillCountedIn(opened.board, here, activities);
  const points = sumOf(missing) - sumOf(leaving);
  const board = points === 0 ? opened.board : { ...opened.board, totalPoints: opened.board.totalPoints + points };
  const members = withGains(opened.members, missing, leaving);
  return {
    board,
    members,
    actions: opened.actions,
    ranking: rankMembers(members),
    myScore: members.find(({ userId }) => userId === me.id)?.score ?? 0,
    activities: shownWith(newestFirst(missing), activities, here, me),
  };
}

/** The grid's cards with the points on their way in their totals and scores. */
export function cardsWithPending(cards: readonly BoardCard[], pending: readonly PendingItem[]): BoardCard[] {
  return cards.map((card) => {
    const missing = missingFrom(card, pending, []);
    const leaving = stillCountedIn(card, pending, []);
    if (missing.length + leaving.length === 0) return card;
    const totalPoints = card.totalPoints + sumOf(missing) - sumOf(leaving);
    return { ...card, totalPoints, members: card.members && withGains(card.members, missing, leaving) };
  });
}

function withGains<M extends Pick<Member, 'userId' | 'score'>>(
  members: M[],
  missing: readonly PendingActivity[],
  leaving: readonly PendingUndo[],
): M[] {
  const scores = new Map<string, number>();
  for (const { userId, points: gained } of missing) scores.set(userId, (scores.get(userId) ?? 0) + gained);
  for (const { authorId, points: lost } of leaving) if (authorId !== null) scores.set(authorId, (scores.get(authorId) ?? 0) - lost);
  return scores.size === 0 ? members : members.map((member) => ({ ...member, score: member.score + (scores.get(member.userId) ?? 0) }));
}

/** A board's list of activities (`flattened` pages) with those on their way on top. */
export function activitiesWithPending(boardId: string, activities: readonly Activity[], pending: readonly PendingItem[], me: Me): Shown[] {
  const here = mine(pending, me).filter((item) => item.boardId === boardId);
  return shownWith(newestFirst(absentFrom(activities, here.filter(isLog))), activities, here, me);
}

/** The feed (`flattened` pages) with the activities on their way on top. `boards` says how theirs are drawn. */
export function feedWithPending(
  activities: readonly FeedActivity[],
  pending: readonly PendingItem[],
  me: Me,
  boards: readonly (BoardFace & { id: string })[],
): Shown<FeedActivity>[] {
  const faces = new Map(boards.map((board) => [board.id, board]));
  const undos = undoneOf(mine(pending, me));
  const onTop = newestFirst(absentFrom(activities, mine(pending, me).filter(isLog))).flatMap((item) => {
    const face = faces.get(item.boardId);
    return face
      ? [{ ...asFeedActivity(shown(item, me), item.boardId, face), pending: true, undoing: undos.has(keyOf(item.boardId, item.id)) }]
      : [];
  });
  return [...onTop, ...activities.map((activity) => settled(activity, undos.has(keyOf(activity.boardId, activity.id))))];
}

function shownWith(missing: readonly PendingActivity[], activities: readonly Activity[], here: readonly PendingItem[], me: Me): Shown[] {
  const undos = new Set(here.filter(isUndo).map(({ id }) => id));
  return [
    ...missing.map((item) => ({ ...shown(item, me), undoing: undos.has(item.id) })),
    ...activities.map((activity) => settled(activity, undos.has(activity.id))),
  ];
}

/** The pending activities that a snapshot at this revision does not count yet. */
function missingFrom(
  snapshot: Pick<Board, 'id' | 'revision'>,
  pending: readonly PendingItem[],
  activities: readonly Activity[],
): PendingActivity[] {
  return absentFrom(activities, unknownTo(snapshot, pending).filter(isLog));
}

/** The activities being undone that a snapshot at this revision still counts. */
function stillCountedIn(
  snapshot: Pick<Board, 'id' | 'revision'>,
  pending: readonly PendingItem[],
  activities: readonly Activity[],
): PendingUndo[] {
  const gone = new Set(activities.filter(({ undone }) => undone !== null).map(({ id }) => id));
  return unknownTo(snapshot, pending)
    .filter(isUndo)
    .filter(({ id }) => !gone.has(id));
}

function unknownTo({ id: boardId, revision }: Pick<Board, 'id' | 'revision'>, pending: readonly PendingItem[]): PendingItem[] {
  return pending.filter((item) => item.boardId === boardId && (item.confirmedRevision === null || item.confirmedRevision > revision));
}

function absentFrom(activities: readonly { id: string }[], pending: readonly PendingActivity[]): PendingActivity[] {
  if (pending.length === 0) return [];
  const present = new Set(activities.map(({ id }) => id));
  return pending.filter(({ id }) => !present.has(id));
}

function undoneOf(pending: readonly PendingItem[]): Set<string> {
  return new Set(pending.filter(isUndo).map(({ boardId, id }) => keyOf(boardId, id)));
}

function keyOf(boardId: string, id: string): string {
  return `${boardId} ${id}`;
}

function isLog(item: PendingItem): item is PendingActivity {
  return item.kind === 'log';
}

function isUndo(item: PendingItem): item is PendingUndo {
  return item.kind === 'undo';
}

function mine(pending: readonly PendingItem[], me: Me): PendingItem[] {
  return pending.filter(({ userId }) => userId === me.id);
}

function newestFirst(pending: readonly PendingActivity[]): PendingActivity[] {
  return pending.toReversed();
}

function sumOf(pending: readonly PendingItem[]): number {
  return pending.reduce((sum, { points }) => sum + points, 0);
}

function shown({ id, title, points, emoji, startedAt }: PendingActivity, me: Me): Shown {
  return {
    id,
    title,
    points,
    emoji,
    userId: me.id,
    username: me.username,
    userAvatar: me.avatar,
    loggedAt: startedAt,
    // It has none yet: above every revision there is.
    revision: Number.MAX_SAFE_INTEGER,
    undone: null,
    pending: true,
    undoing: false,
  };
}

/** One that the snapshot knows as undone is not on its way there any more. The same object for the same activity: its row is drawn once. */
function settled<A extends Activity>(activity: A, undoing: boolean): Shown<A> {
  const isUndoing = undoing && activity.undone === null;
  const known = isUndoing ? knownUndoing : knownSettled;
  const before = known.get(activity) as Shown<A> | undefined;
  if (before) return before;
  const now = { ...activity, pending: false, undoing: isUndoing };
  known.set(activity, now);
  return now;
}

const knownSettled = new WeakMap<Activity, Shown>();
const knownUndoing = new WeakMap<Activity, Shown>();
