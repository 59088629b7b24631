import type { Activity } from '#shared/activities';
import type { BoardCard, BoardChange, OpenedBoard } from '#shared/boards';
import { onClock } from '#shared/agreed-days';
import { type Play, playOnCard } from '#shared/play';

export const pageSize = 5;
export const boardIds = ['velours', 'bonbon'] as const;
export type BoardId = (typeof boardIds)[number];
export type Deed = { boardId: BoardId } & (
  | { kind: 'log'; user: 0 | 1; points: number }
  | { kind: 'rename' }
  | { kind: 'action' }
  | { kind: 'join' }
  /** `which` of the activities there are, counted round and round; nothing but a revision when it is undone already. */
  | { kind: 'undo'; user: 0 | 1; which: number }
  /** Puts it there, or takes it back. */
  | { kind: 'react'; user: 0 | 1; which: number; emoji: '❤️' | '🔥' }
  /** The name belongs to the person, so it changes on all boards at once. */
  | { kind: 'rename member'; user: 0 | 1 }
  /** As when an account is deleted. */
  | { kind: 'delete activities'; user: 0 | 1 }
);

/** What the real server promises, small enough to be read: every deed raises the revision of its board by one. */
export class ServerModel {
  readonly #states = new Map<BoardId, OpenedBoard[]>();
  readonly #clock = { now: 1_000_000 };
  /** At which revisions of a board activities were deleted. */
  readonly #deletedAt = new Map<BoardId, number[]>(boardIds.map((boardId) => [boardId, []]));

  constructor() {
    for (const boardId of boardIds) this.#states.set(boardId, [emptyBoard(boardId)]);
  }

  do(deed: Deed): void {
    for (const boardId of deed.kind === 'rename member' ? boardIds : [deed.boardId])
      this.#states.get(boardId)?.push(this.#after(this.opened(boardId), { ...deed, boardId }));
  }

  /** What it knows now, to go back to. */
  backUp(): () => void {
    const parts = [this.#states, this.#deletedAt] as Map<string, unknown>[];
    const copies = parts.map((part) => [...part].map(([key, value]) => [key, Array.isArray(value) ? [...value] : value] as const));
    return () => {
      for (const [index, part] of parts.entries()) {
        part.clear();
        for (const [key, value] of copies[index] ?? []) part.set(key, value);
      }
    };
  }

  opened(boardId: BoardId, at?: number): OpenedBoard {
    const state = this.#states.get(boardId)?.at(at ?? -1);
    if (!state) throw new Error(`no such state of ${boardId}: ${at}`);
    return state;
  }

  revisions(): Record<string, number> {
    return Object.fromEntries(boardIds.map((boardId) => [boardId, this.opened(boardId).board.revision]));
  }

  changes(boardId: BoardId, after: number, revision = this.opened(boardId).board.revision): BoardChange {
    // It has no later one, where it has gone back.
    const before = this.opened(boardId, Math.min(after, revision));
    const now = this.opened(boardId, revision);
    const all = now.activities.activities;
    const fresh = all.filter((activity) => activity.revision > after);
    const changed = all.filter(({ changedRevision = 0 }) => changedRevision > after);
    const deleted = this.#deletedAt.get(boardId)?.some((at) => at > after && at <= revision);
    const complete = !deleted && fresh.length <= pageSize && changed.length <= pageSize;
    const { title, icon, theme, createdBy, linkEnabled, timeZone } = now.board;
    // One that moved and came back is told as well: who reads this may have seen it in between.
    const movers = new Set([...fresh, ...changed.filter(({ undone }) => undone)].map(({ userId }) => userId));
    const scores = now.members.filter(({ userId }) => movers.has(userId));
    const namesOf = ({ members }: OpenedBoard) => members.map(({ username }) => username).join();
    const membersMoved = namesOf(before) !== namesOf(now);
    return structuredClone({
      boardId,
      after,
      revision,
      complete,
      totalPoints: now.board.totalPoints,
      ...(before.board.title === title ? {} : { board: { title, icon, theme, createdBy, linkEnabled, timeZone } }),
      ...(complete && !membersMoved ? {} : { members: now.members }),
      ...(scores.length === 0 ? {} : { scores: scores.map(({ userId, score }) => ({ userId, score: score ?? 0 })) }),
      ...(before.actions.length === now.actions.length ? {} : { actions: now.actions }),
      activities: complete ? fresh : all.slice(0, pageSize),
      ...(complete && changed.length > 0 ? { changed } : {}),
      ...((complete && !membersMoved) || !now.play ? {} : { play: now.play }),
    });
  }

  cards(): BoardCard[] {
    return boardIds.map((boardId) => {
      const { board, members, actions, activities, play } = this.opened(boardId);
      const onCard = members.map(({ userId, username, avatar, score }) => ({ userId, username, avatar, score }));
      const lastActivityAt = Math.max(0, ...activities.activities.map(({ loggedAt }) => loggedAt));
      const [newest] = activities.activities.toSorted((a, b) => b.revision - a.revision);
      return {
        ...board,
        memberCount: members.length,
        actionCount: actions.length,
        lastActivityAt,
        members: onCard,
        ...(newest && { lastBy: { userId: newest.userId, username: newest.username, at: newest.loggedAt } }),
        ...(play && { play: playOnCard.parse(play) }),
      };
    });
  }

  hasDeletedOn(boardId: string): boolean {
    return boardIds.some((known) => known === boardId && (this.#deletedAt.get(known)?.length ?? 0) > 0);
  }

  feed() {
    return boardIds
      .flatMap((boardId) => {
        const { board, activities } = this.opened(boardId);
        const header = { boardId, boardTitle: board.title, boardIcon: board.icon, boardTheme: board.theme };
        return activities.activities.map((activity) => ({ ...activity, ...header }));
      })
      .toSorted((a, b) => b.loggedAt - a.loggedAt);
  }

  answer(path: string): unknown {
    const { pathname, searchParams } = new URL(path, 'http://model');
    const before = Number(searchParams.get('before') ?? Number.POSITIVE_INFINITY);
    const [, , room, id, part] = pathname.split('/');
    const boardId = boardIds.find((known) => known === id);
    if (room === 'activities') return page(this.feed(), (activity) => activity.loggedAt, before, String);
    if (room === 'actions') return { actions: [] };
    if (room !== 'boards') throw new Error(`not in the model: ${path}`);
    if (!boardId) return { boards: this.cards() };
    if (part === 'changes') return this.changes(boardId, Number(searchParams.get('after')));
    const opened = this.opened(boardId);
    const activities = page(opened.activities.activities, ({ revision }) => revision, before, Number);
    return part === 'activities' ? activities : { ...opened, activities };
  }

  #after(state: OpenedBoard, deed: Deed): OpenedBoard {
    const revision = state.board.revision + 1;
    const next = structuredClone({ ...state, board: { ...state.board, revision } });
    if (deed.kind === 'rename') next.board.title = `TITRE ${revision}`;
    if (deed.kind === 'action') next.actions.push({ id: `a${revision}`, title: 'Câlin', points: 5, category: null, emoji: null });
    if (deed.kind === 'join') next.members.push(member(`new${revision}`));
    if (deed.kind === 'log') {
      const player = next.members[deed.user];
      if (player) player.score = (player.score ?? 0) + deed.points;
      next.board.totalPoints += deed.points;
      next.activities.activities.unshift(this.#activity(deed, next));
    }
    if (deed.kind === 'undo') this.#undo(deed, next);
    if (deed.kind === 'react') this.#react(deed, next);
    if (deed.kind === 'rename member') rename(deed.user, `Joueur ${deed.user}, ${revision}`, next);
    if (deed.kind === 'delete activities') this.#deleteActivities(deed, next);
    next.play = playOf(next);
    return next;
  }

  #undo({ user, which }: Deed & { kind: 'undo' }, next: OpenedBoard): void {
    const { activities } = next.activities;
    const activity = activities[which % activities.length];
    if (!activity || activity.undone) return;
    this.#clock.now += 1;
    const { revision } = next.board;
    activity.undone = { at: this.#clock.now, revision, userId: `m${user}`, username: next.members[user]?.username ?? '' };
    activity.changedRevision = revision;
    next.board.totalPoints -= activity.points;
    for (const player of next.members) if (player.userId === activity.userId) player.score = (player.score ?? 0) - activity.points;
  }

  #react({ user, which, emoji }: Deed & { kind: 'react' }, next: OpenedBoard): void {
    const { activities } = next.activities;
    const activity = activities[which % activities.length];
    if (!activity) return;
    const people = new Set(activity.reactions?.find((one) => one.emoji === emoji)?.userIds);
    if (!people.delete(`m${user}`)) people.add(`m${user}`);
    const others = (activity.reactions ?? []).filter((one) => one.emoji !== emoji);
    const reactions = people.size > 0 ? [...others, { emoji, userIds: [...people] }] : others;
    if (reactions.length > 0) activity.reactions = reactions;
    else delete activity.reactions;
    activity.changedRevision = next.board.revision;
  }

  #deleteActivities({ boardId, user }: Deed & { kind: 'delete activities' }, next: OpenedBoard): void {
    const player = next.members[user];
    next.activities.activities = next.activities.activities.filter(({ userId }) => userId !== player?.userId);
    next.board.totalPoints -= player?.score ?? 0;
    if (player) player.score = 0;
    this.#deletedAt.get(boardId)?.push(next.board.revision);
  }

  #activity({ boardId, user, points }: Deed & { kind: 'log' }, { board: { revision }, members }: OpenedBoard): Activity {
    this.#clock.now += 1;
    const { username = '', avatar = '' } = members[user] ?? {};
    return {
      // Another one for the same revision after a restored backup.
      id: `${boardId}-${this.#clock.now}`,
      title: 'Câlin',
      points,
      userId: `m${user}`,
      username,
      userAvatar: avatar,
      emoji: null,
      loggedAt: this.#clock.now,
      ...(points % 5 === 0 ? { playedAt: this.#clock.now - 1 } : {}),
      revision,
      undone: null,
    };
  }
}

function rename(user: 0 | 1, name: string, { members, activities: { activities } }: OpenedBoard): void {
  for (const one of members) if (one.userId === `m${user}`) one.username = name;
  for (const activity of activities) {
    if (activity.userId === `m${user}`) activity.username = name;
    if (activity.undone?.userId === `m${user}`) activity.undone.username = name;
  }
}

/** Two people play for as long as the model runs: each stands where their score of always is. */
function playOf({ members, activities: { activities } }: Pick<OpenedBoard, 'members' | 'activities'>): Play {
  const standings = members.slice(0, 2).map(({ userId, username, avatar, score }) => {
    const points = score ?? 0;
    const actions = activities.filter((one) => one.userId === userId && !one.undone).length;
    return { userId, username, avatar, points, actions, joinedLate: false, left: false };
  });
  const terms = { kind: 'season', stake: 'Un massage', ties: 'void', goal: null } as const;
  return {
    agreements: [],
    seasons: [
      { id: 'season', number: 1, ...terms, ...onClock({ startsOn: '1970-01-01', lastDay: '1970-12-31' }, 'Europe/Paris'), standings },
    ],
    past: [],
  };
}

function emptyBoard(id: string): OpenedBoard {
  const header = {
    title: id.toUpperCase(),
    icon: '👑',
    theme: 'pink',
    createdBy: 'm0',
    linkEnabled: true,
    timeZone: 'Europe/Paris',
  } as const;
  const members = [member('m0'), member('m1')];
  return {
    board: { id, ...header, totalPoints: 0, revision: 0 },
    members,
    actions: [],
    activities: { activities: [], next: null },
    play: playOf({ members, activities: { activities: [], next: null } }),
  };
}

function member(userId: string) {
  return { userId, username: userId, avatar: '🧑', score: 0, joinedAt: 0 };
}

function page<A, N>(all: A[], position: (activity: A) => number, before: number, asNext: (position: number) => N) {
  const rest = all.filter((activity) => position(activity) < before);
  const activities = rest.slice(0, pageSize);
  const last = activities.at(-1);
  return { activities, next: last && rest.length > pageSize ? asNext(position(last)) : null };
}
