/** The server's snapshots with the person's activities on their way put in. Pure: what a screen shows, computed. */
import type { Account } from '#shared/accounts';
import type { Activity, FeedActivity } from '#shared/activities';
import type { Board, BoardCard, OpenedBoard } from '#shared/boards';
import { type Ranked, rankMembers } from '#shared/leaderboard';
import { asFeedActivity, type BoardFace } from './activities/activity-lists.ts';
import type { PendingActivity } from './outbox.ts';

/** An activity as shown; `pending` while the server has not said it has it. */
export type Shown<A extends Activity = Activity> = A & { pending: boolean };

export type Me = Pick<Account, 'id' | 'username' | 'avatar'>;

export interface ShownBoard extends Omit<OpenedBoard, 'activities'> {
  /** The newest activities, the pending ones first. */
  activities: Shown[];
  ranking: Ranked[];
  /** The person's own score here. */
  myScore: number;
  board: Board;
}

/** An opened board with what is on its way: total, own score, ranking and newest activities. */
export function withPending(opened: OpenedBoard, pending: readonly PendingActivity[], me: Me): ShownBoard {
  const { activities } = opened.activities;
  const missing = missingFrom(opened.board, mine(pending, me), activities);
  const points = sumOf(missing);
  const board = points === 0 ? opened.board : { ...opened.board, totalPoints: opened.board.totalPoints + points };
  const members =
    points === 0
      ? opened.members
      : opened.members.map((member) => (member.userId === me.id ? { ...member, score: member.score + points } : member));
  return {
    board,
    members,
    actions: opened.actions,
    ranking: rankMembers(members),
    myScore: members.find(({ userId }) => userId === me.id)?.score ?? 0,
    activities: [...newestFirst(missing).map((item) => shown(item, me)), ...activities.map(settled)],
  };
}

/** The grid's cards with the points on their way in their totals. */
export function cardsWithPending(cards: readonly BoardCard[], pending: readonly PendingActivity[]): BoardCard[] {
  return cards.map((card) => {
    const points = sumOf(missingFrom(card, pending, []));
    return points === 0 ? card : { ...card, totalPoints: card.totalPoints + points };
  });
}

/** A board's list of activities (`flattened` pages) with those on their way on top. */
export function activitiesWithPending(
  boardId: string,
  activities: readonly Activity[],
  pending: readonly PendingActivity[],
  me: Me,
): Shown[] {
  const here = mine(pending, me).filter((item) => item.boardId === boardId);
  return [...newestFirst(absentFrom(activities, here)).map((item) => shown(item, me)), ...activities.map(settled)];
}

/** The feed (`flattened` pages) with the activities on their way on top. `boards` says how theirs are drawn. */
export function feedWithPending(
  activities: readonly FeedActivity[],
  pending: readonly PendingActivity[],
  me: Me,
  boards: readonly (BoardFace & { id: string })[],
): Shown<FeedActivity>[] {
  const faces = new Map(boards.map((board) => [board.id, board]));
  const onTop = newestFirst(absentFrom(activities, mine(pending, me))).flatMap((item) => {
    const face = faces.get(item.boardId);
    return face ? [{ ...asFeedActivity(shown(item, me), item.boardId, face), pending: true }] : [];
  });
  return [...onTop, ...activities.map(settled)];
}

/** The pending activities that a snapshot at this revision does not count yet. */
function missingFrom(
  { id: boardId, revision }: Pick<Board, 'id' | 'revision'>,
  pending: readonly PendingActivity[],
  activities: readonly Activity[],
): PendingActivity[] {
  const here = pending.filter((item) => item.boardId === boardId && (item.landedAt === null || item.landedAt > revision));
  return absentFrom(activities, here);
}

function absentFrom(activities: readonly { id: string }[], pending: readonly PendingActivity[]): PendingActivity[] {
  if (pending.length === 0) return [];
  const present = new Set(activities.map(({ id }) => id));
  return pending.filter(({ id }) => !present.has(id));
}

function mine(pending: readonly PendingActivity[], me: Me): PendingActivity[] {
  return pending.filter(({ userId }) => userId === me.id);
}

function newestFirst(pending: readonly PendingActivity[]): PendingActivity[] {
  return pending.toReversed();
}

function sumOf(pending: readonly PendingActivity[]): number {
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
  };
}

function settled<A extends Activity>(activity: A): Shown<A> {
  return { ...activity, pending: false };
}
