import type { Activity } from '#shared/activities';
import type { BoardCard, BoardChange, OpenedBoard } from '#shared/boards';

export const pageSize = 5;
export const boardIds = ['velours', 'bonbon'] as const;
export type BoardId = (typeof boardIds)[number];
export type Deed = { boardId: BoardId } & (
  | { kind: 'log'; user: 0 | 1; points: number }
  | { kind: 'rename' }
  | { kind: 'action' }
  | { kind: 'join' }
);

/** What the real server promises, small enough to be read: every deed raises the revision of its board by one. */
export class ServerModel {
  readonly #states = new Map<BoardId, OpenedBoard[]>();
  readonly #clock = { now: 1_000_000 };

  constructor() {
    for (const boardId of boardIds) this.#states.set(boardId, [emptyBoard(boardId)]);
  }

  do(deed: Deed): void {
    const states = this.#states.get(deed.boardId) ?? [];
    states.push(this.#after(this.opened(deed.boardId), deed));
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
    const before = this.opened(boardId, after);
    const now = this.opened(boardId, revision);
    const activities = now.activities.activities.filter((activity) => activity.revision > after);
    const { title, icon, theme, createdBy, linkEnabled } = now.board;
    const loggers = new Set(activities.map(({ userId }) => userId));
    const scores = now.members.filter(({ userId }) => loggers.has(userId));
    return structuredClone({
      boardId,
      after,
      revision,
      complete: activities.length <= pageSize,
      totalPoints: now.board.totalPoints,
      ...(before.board.title === title ? {} : { board: { title, icon, theme, createdBy, linkEnabled } }),
      ...(before.members.length === now.members.length ? {} : { members: now.members }),
      ...(scores.length === 0 ? {} : { scores: scores.map(({ userId, score }) => ({ userId, score })) }),
      ...(before.actions.length === now.actions.length ? {} : { actions: now.actions }),
      activities: activities.slice(0, pageSize),
    });
  }

  cards(): BoardCard[] {
    return boardIds.map((boardId) => {
      const { board, members, actions } = this.opened(boardId);
      return { ...board, memberCount: members.length, actionCount: actions.length };
    });
  }

  feed() {
    return boardIds
      .flatMap((boardId) => {
        const { board, activities } = this.opened(boardId);
        const face = { boardId, boardTitle: board.title, boardIcon: board.icon, boardTheme: board.theme };
        return activities.activities.map((activity) => ({ ...activity, ...face }));
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
      if (player) player.score += deed.points;
      next.board.totalPoints += deed.points;
      next.activities.activities.unshift(this.#activity(deed, revision));
    }
    return next;
  }

  #activity({ boardId, user, points }: Deed & { kind: 'log' }, revision: number): Activity {
    this.#clock.now += 1;
    const [userId, username] = [`m${user}`, `Joueur ${user}`];
    const id = `${boardId}-${revision}`;
    return {
      id,
      title: 'Câlin',
      points,
      userId,
      username,
      userAvatar: '🦄',
      emoji: null,
      loggedAt: this.#clock.now,
      revision,
      undone: null,
    };
  }
}

function emptyBoard(id: string): OpenedBoard {
  const face = { title: id.toUpperCase(), icon: '👑', theme: 'pink', createdBy: 'm0', linkEnabled: true } as const;
  return {
    board: { id, ...face, totalPoints: 0, revision: 0 },
    members: [member('m0'), member('m1')],
    actions: [],
    activities: { activities: [], next: null },
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
