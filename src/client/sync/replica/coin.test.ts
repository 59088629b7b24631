import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Activity } from '#shared/activities';
import type { BoardChange, OpenedBoard } from '#shared/boards';
import type { Contest, Play } from '#shared/play';
import { queryKeys } from '#client/api/query-keys.ts';
import { turnMs } from './coin.ts';
import { ingest, loseBoard } from './ingest.ts';
import { changeIngested } from './signals.ts';
import { forgetSyncState } from './state.ts';

const boardId = 'b';
const person = { userId: 'lea', username: 'Léa', avatar: '👸' };
const logged: Activity = {
  ...{ id: 'a', title: 'Câlin', points: 5, userId: 'lea', username: 'Léa', userAvatar: '👸', emoji: null },
  ...{ loggedAt: 1, revision: 7, changedRevision: 7, undone: null },
};
const open: Contest = {
  ...{ id: 'c', activityId: 'a', by: { ...person, userId: 'max' }, answeredBy: 'lea', emoji: '🤨', openedAt: 1, keptAt: 2, endsAt: 9 },
  ...{ votes: { void: 0, keep: 0 }, outcome: null, how: null, settledAt: null },
};
const playing = (contest: Contest): Play => ({ agreements: [], seasons: [], past: [], contests: { isOn: true, list: [contest] } });

const tossed = changeOf({
  play: playing({ ...open, outcome: 'void', how: 'coin', settledAt: 3 }),
  totalPoints: 0,
  changed: [{ ...logged, changedRevision: 8, undone: { at: 3, userId: 'max', username: 'Max' } }],
});

let client: QueryClient;

beforeEach(() => {
  vi.useFakeTimers();
  wantStillness(false);
  client = new QueryClient();
  client.setQueryData(queryKeys.board(boardId), opened(playing(open)));
});

afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('what a coin decided', () => {
  it('is shown when the coin has turned: only the toss itself is seen before', () => {
    ingest(client, tossed);
    expect(seen()).toEqual({ how: 'coin', points: 5, isUndone: false });
    vi.advanceTimersByTime(turnMs);
    expect(seen()).toEqual({ how: 'coin', points: 0, isUndone: true });
  });

  it('waits where the reply and the stream tell of it', () => {
    ingest(client, tossed);
    ingest(client, tossed);
    expect(seen()).toMatchObject({ points: 5, isUndone: false });
    vi.advanceTimersByTime(turnMs);
    expect(seen()).toMatchObject({ points: 0, isUndone: true });
    ingest(client, tossed);
    expect(seen()).toMatchObject({ points: 0, isUndone: true });
  });

  it.each([
    ['signed out', () => forgetSyncState(client)],
    ['lost the board', () => loseBoard(client, boardId, 'left')],
  ])('is told to nobody who has %s while it turned', (_, leave) => {
    const told = vi.fn<() => void>();
    const stop = changeIngested.listen(told);
    ingest(client, tossed);
    leave();
    vi.advanceTimersByTime(turnMs);
    expect(told).not.toHaveBeenCalled();
    stop();
  });

  it.each([
    ['under reduced motion', () => wantStillness(true)],
    ['where nobody saw the contest open', () => client.setQueryData(queryKeys.board(boardId), opened(undefined))],
  ])('is shown at once %s', (_, prepare) => {
    prepare();
    ingest(client, tossed);
    expect(seen()).toMatchObject({ points: 0, isUndone: true });
  });
});

it('a vote turns no coin', () => {
  ingest(client, { ...tossed, play: playing({ ...open, outcome: 'void', how: 'vote', settledAt: 3 }) });
  expect(seen()).toEqual({ how: 'vote', points: 0, isUndone: true });
});

function opened(play: Play | undefined): OpenedBoard {
  const board = { id: boardId, title: 'NOUS', icon: '👑', theme: 'pink', createdBy: 'lea', linkEnabled: true } as const;
  return {
    board: { ...board, timeZone: 'Europe/Paris', totalPoints: 5, revision: 7 },
    members: [],
    actions: [],
    activities: { activities: [logged], next: null },
    ...(play && { play }),
  };
}

function changeOf(more: Partial<BoardChange>): BoardChange {
  return { boardId, after: 7, revision: 8, complete: true, totalPoints: 5, activities: [], ...more };
}

function seen() {
  const board = client.getQueryData(queryKeys.board(boardId));
  return {
    how: board?.play?.contests?.list[0]?.how,
    points: board?.board.totalPoints,
    isUndone: board?.activities.activities[0]?.undone !== null,
  };
}

function wantStillness(matches: boolean): void {
  vi.stubGlobal('matchMedia', () => ({ matches }));
}
