/** The server's snapshots with the items on their way put in. Pure: what a screen shows, computed. Which item changes what is in `registry.ts`. */
import type { Activity, FeedActivity } from '#shared/activities';
import type { Board, BoardCard, Member, OpenedBoard, Standing, ToldMember } from '#shared/boards';
import type { ActionId, BoardId, UserId } from '#shared/ids';
import { type Ranked, rankMembers, withNumbers } from '#shared/leaderboard';
import type { Play, PlayOnCard } from '#shared/play';
import { inServerTime } from '#client/api/server-clock.ts';
import { moved } from '#client/sync/replica/standings.ts';
import { asFeedActivity, type BoardHeader } from '#client/sync/replica/views.ts';
import type { Me, PendingItem, Projection, Shown } from './items.ts';
import { keyOf, registered } from './registry.ts';

export interface ShownBoard extends Omit<OpenedBoard, 'activities' | 'favourites' | 'members' | 'play'> {
  /** On a board of accomplices each has 0, and no screen shows it (decision D53). */
  members: readonly Member[];
  /** The newest activities, the pending ones first. */
  activities: Shown[];
  ranking: Ranked[];
  /** The person's own score here. */
  myScore: number;
  board: Board;
  /** Ids of the actions that the person keeps at hand. */
  favourites: readonly ActionId[] | undefined;
  /** What the board plays for. */
  play: Play | undefined;
}

/** An opened board with what is on its way: total, scores, ranking, newest activities and favourites. */
export function withPending(opened: OpenedBoard, pending: readonly PendingItem[], me: Me): ShownBoard {
  const { activities } = opened.activities;
  const here = mine(pending, me).filter(({ boardId }) => boardId === opened.board.id);
  const missing = missingFrom(opened.board, here, activities);
  const points = pointsOf(missing);
  const board = points === 0 ? opened.board : { ...opened.board, totalPoints: opened.board.totalPoints + points };
  const members = withNumbers(withGains(opened.members, missing));
  return {
    board,
    members,
    actions: opened.actions,
    ranking: rankMembers(members),
    myScore: members.find(({ userId }) => userId === me.id)?.score ?? 0,
    activities: [...addedTo(activities, missing, me, here), ...shownAll(activities, here)],
    favourites: here.reduce<readonly ActionId[] | undefined>(
      (ids, item) => projectionOf(item).favourites?.(item, ids ?? []) ?? ids,
      opened.favourites,
    ),
    play: opened.play && playWith(opened.play, missing),
  };
}

function playWith<P extends Play | PlayOnCard>(play: P, missing: readonly PendingItem[]): P {
  const moves = missing.flatMap((item) => {
    const gain = projectionOf(item).points?.(item);
    return gain?.at === undefined ? [] : [{ ...gain, at: gain.at }];
  });
  const agreements = missing.reduce((before, item) => projectionOf(item).agreements?.(item, before) ?? before, play.agreements);
  const shown = moved(play, moves);
  return agreements === play.agreements ? shown : { ...shown, agreements };
}

/** The grid's cards with the points on their way in their totals and scores, and the time of what is logged. */
export function cardsWithPending(cards: readonly BoardCard[], pending: readonly PendingItem[]): BoardCard[] {
  return cards.map((card) => {
    const missing = missingFrom(card, pending, []);
    if (!missing.some((item) => projectionOf(item).points || projectionOf(item).agreements)) return card;
    const logs = missing.flatMap((item) => {
      const { adds, points } = projectionOf(item);
      return adds ? [{ userId: points?.(item).userId ?? item.userId, at: inServerTime(item.startedAt) }] : [];
    });
    const loggedAt = logs.map(({ at }) => at);
    const last = logs.at(-1);
    return {
      ...card,
      ...(last && { lastBy: { ...last, username: card.members?.find(({ userId }) => userId === last.userId)?.username ?? '' } }),
      ...(card.standing && { standing: withGain(card.standing, missing) }),
      totalPoints: card.totalPoints + pointsOf(missing),
      lastActivityAt: Math.max(card.lastActivityAt, ...loggedAt),
      members: card.members && withGains(card.members, missing),
      ...(card.play && { play: playWith(card.play, missing) }),
    };
  });
}

/** A board's list of activities (`flattened` pages) with those on their way on top. */
export function activitiesWithPending(boardId: BoardId, activities: readonly Activity[], pending: readonly PendingItem[], me: Me): Shown[] {
  const here = mine(pending, me).filter((item) => item.boardId === boardId);
  return [...addedTo(activities, here, me, here), ...shownAll(activities, here)];
}

/** The feed (`flattened` pages) with the activities on their way on top. `boards` says how theirs are drawn. */
export function feedWithPending(
  activities: readonly FeedActivity[],
  pending: readonly PendingItem[],
  me: Me,
  boards: readonly (BoardHeader & { id: string })[],
): Shown<FeedActivity>[] {
  const here = mine(pending, me);
  const onTop = here.flatMap((item) => {
    const header = boards.find(({ id }) => id === item.boardId);
    return header ? addedTo(activities, [item], me, here).map((one) => ({ ...one, ...asFeedActivity(one, item.boardId, header) })) : [];
  });
  return [...onTop.toReversed(), ...shownAll(activities, here)];
}

/** Those of the items that a snapshot at this revision does not count yet. */
function missingFrom(
  { id, revision }: Pick<Board, 'id' | 'revision'>,
  pending: readonly PendingItem[],
  activities: readonly Activity[],
): PendingItem[] {
  return pending.filter(
    (item) =>
      item.boardId === id &&
      (item.confirmedRevision === null || item.confirmedRevision > revision) &&
      !projectionOf(item).isIn?.(item, activities),
  );
}

/** The activities that these items add, the newest first, with what else of `here` is on its way for them. */
function addedTo(activities: readonly Activity[], items: readonly PendingItem[], me: Me, here: readonly PendingItem[]): Shown[] {
  return items
    .flatMap((item) => {
      const { adds, isIn } = projectionOf(item);
      return adds && !isIn?.(item, activities) ? [withChanges(adds(item, me), here)] : [];
    })
    .toReversed();
}

/** The same object for the same activity, as long as the same is on its way for it: its row is drawn once. */
function shownAll<A extends Activity>(activities: readonly A[], here: readonly PendingItem[]): Shown<A>[] {
  return activities.map((activity) => {
    const by = changersOf(activity, here).map(keyOf).join();
    const before = known.get(activity);
    if (before?.by === by) return before.shown as Shown<A>;
    const shown = withChanges({ ...activity, pending: false, undoing: false }, here);
    known.set(activity, { by, shown });
    return shown;
  });
}

const known = new WeakMap<Activity, { by: string; shown: Shown }>();

function withChanges<A extends Shown>(activity: A, here: readonly PendingItem[]): A {
  return changersOf(activity, here).reduce((shown, item) => projectionOf(item).changed?.(item, shown) ?? shown, activity);
}

function changersOf({ id }: Activity, here: readonly PendingItem[]): PendingItem[] {
  return here.length === 0 ? none : here.filter((item) => projectionOf(item).activityId?.(item) === id);
}

const none: PendingItem[] = [];

function withGain(standing: Standing, missing: readonly PendingItem[]): Standing {
  const [own = standing, rival = standing.rival] = withGains<Pick<Standing, 'userId' | 'score'>>([standing, standing.rival], missing);
  return { ...standing, score: own.score, rival: { ...standing.rival, score: rival.score } };
}

function withGains<M extends Pick<ToldMember, 'userId' | 'score'>>(members: M[], missing: readonly PendingItem[]): M[] {
  const gains = new Map<UserId | null, number>();
  for (const item of missing) {
    const { userId, points } = projectionOf(item).points?.(item) ?? { userId: null, points: 0 };
    gains.set(userId, (gains.get(userId) ?? 0) + points);
  }
  return gains.size === 0
    ? members
    : members.map((member) => (member.score === null ? member : { ...member, score: member.score + (gains.get(member.userId) ?? 0) }));
}

function pointsOf(items: readonly PendingItem[]): number {
  return items.reduce((sum, item) => sum + (projectionOf(item).points?.(item).points ?? 0), 0);
}

function projectionOf(item: PendingItem): Projection<PendingItem> {
  return registered(item).project;
}

function mine(pending: readonly PendingItem[], me: Me): PendingItem[] {
  return pending.filter(({ userId }) => userId === me.id);
}
