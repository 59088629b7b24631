import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { OpenedBoard } from '#shared/boards';
import type { Contest } from '#shared/play';
import { léa, max, memberOf, openedBoard } from '#client/app/testing/samples.ts';
import { queryKeys } from '#client/api/query-keys.ts';
import { heldBoards } from './held-boards.ts';
import { turnMs } from './turning.ts';
import { useUntilCoinFalls } from './until-coin-falls.ts';

const open: Contest = {
  ...{ id: 'contest', activityId: 'activity', by: { userId: max.id, username: 'Max', avatar: '🧑' }, answeredBy: léa.id, emoji: '🤨' },
  ...{ openedAt: 1, keptAt: 2, endsAt: 9, votes: { void: 0, keep: 0 }, outcome: null, how: null, settledAt: null },
};
const heads: Contest = { ...open, outcome: 'void', how: 'coin', settledAt: Date.now() };

const boardWith = (contest: Contest | undefined, revision: number, score: number): OpenedBoard =>
  openedBoard(
    { revision, totalPoints: score },
    {
      members: [memberOf(léa, score), memberOf(max)],
      play: { agreements: [], seasons: [], past: [], contests: { isOn: true, list: contest ? [contest] : [] } },
    },
  );

const before = boardWith(open, 7, 20);
const tossed = boardWith(heads, 8, 0);

beforeEach(() => {
  vi.useFakeTimers();
  wantStillness(false);
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** What the device says about motion. */
function wantStillness(matches: boolean): void {
  vi.stubGlobal('matchMedia', () => ({ matches }));
}

function look(first: OpenedBoard | undefined) {
  const client = new QueryClient();
  const comes = (opened: OpenedBoard | undefined) => act(() => void client.setQueryData(queryKeys.board('board'), opened));
  comes(first);
  const { unmount } = renderHook(() => useUntilCoinFalls('board'), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  return {
    /** What is shown: the toss, the points, whether something is held back. */
    seen: () => {
      const held = heldBoards.get().get('board');
      const shown = held ?? client.getQueryData(queryKeys.board('board'));
      return [shown?.play?.contests?.list[0]?.how ?? null, shown?.board.totalPoints, shown?.members[0]?.score, held !== undefined];
    },
    comes,
    leave: unmount,
  };
}

describe('what a coin decided', () => {
  test('is shown when the coin has turned: only the toss itself is seen before', () => {
    const { seen, comes } = look(before);
    comes(tossed);
    expect(seen()).toEqual(['coin', 20, 20, true]);
    act(() => void vi.advanceTimersByTime(turnMs - 1));
    expect(seen()).toEqual(['coin', 20, 20, true]);
    act(() => void vi.advanceTimersByTime(1));
    expect(seen()).toEqual(['coin', 0, 0, false]);
  });

  test('waits where it is told once more, and is not held back again', () => {
    const { seen, comes } = look(before);
    comes(tossed);
    act(() => void vi.advanceTimersByTime(1000));
    comes({ ...tossed });
    expect(seen()).toEqual(['coin', 20, 20, true]);
    act(() => void vi.advanceTimersByTime(turnMs - 1000));
    expect(seen()).toEqual(['coin', 0, 0, false]);
    comes({ ...tossed });
    expect(seen()).toEqual(['coin', 0, 0, false]);
  });

  test('is shown with the next change of the board, which nobody may miss', () => {
    const { seen, comes } = look(before);
    comes(tossed);
    comes(boardWith(heads, 9, 15));
    expect(seen()).toEqual(['coin', 15, 15, false]);
    act(() => void vi.advanceTimersByTime(turnMs));
    expect(seen()).toEqual(['coin', 15, 15, false]);
  });

  test('is held back no longer than it is looked at', () => {
    const { seen, comes, leave } = look(before);
    comes(tossed);
    leave();
    expect(seen()).toEqual(['coin', 0, 0, false]);
  });

  test.each<[string, OpenedBoard | undefined, OpenedBoard, boolean]>([
    ['under reduced motion', before, tossed, true],
    ['where nobody saw the contest open', boardWith(undefined, 7, 20), tossed, false],
    ['where the board is opened then', undefined, tossed, false],
    ['where this phone slept when it was tossed', before, boardWith({ ...heads, settledAt: Date.now() - 60_000 }, 8, 0), false],
    ['where it was a vote', before, boardWith({ ...heads, how: 'vote' }, 8, 0), false],
  ])('is shown at once %s', (_, first, then, isStill) => {
    wantStillness(isStill);
    const { seen, comes } = look(first);
    comes(then);
    expect(seen().slice(1)).toEqual([0, 0, false]);
  });
});
