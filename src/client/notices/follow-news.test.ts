import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Activity } from '#shared/activities';
import type { BoardCard, BoardChange } from '#shared/boards';
import { queryKeys } from '#client/api/query-keys.ts';
import { breakfast, activityOf, léa, max } from '#client/app/testing/samples.ts';
import { changeIngested } from '#client/sync/replica/signals.ts';
import { followNews } from './follow-news.ts';
import { newsBubble } from './news.ts';

let client: QueryClient;
let boardId: string | null;
const card = () => client.getQueryData(queryKeys.boards)?.[0];

/** Board `one` stands at revision 5, which Léa has seen. */
beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible', querySelectorAll: () => [] }));
  client = new QueryClient();
  client.setQueryData(queryKeys.boards, [{ id: 'one', revision: 5, seen: 5 } as BoardCard]);
  boardId = null;
  const heard = [{ boards: { one: 5 } }];
  onTestFinished(followNews({ client, myId: léa.id, looking: () => ({ boardId, isAtFeed: false }), heard, isGreeted: false }));
});

const log = (revision: number, other: Partial<Activity> = {}) => activityOf(breakfast, max, { id: `log ${revision}`, revision, ...other });

function takes(after: number, activities: Activity[], { caughtUpTo, ...parts }: Partial<BoardChange> & { caughtUpTo?: number } = {}): void {
  const revision = Math.max(after, ...activities.map((one) => one.revision));
  const change = { boardId: 'one', after, revision, complete: true, totalPoints: 0, activities, ...parts };
  changeIngested.announce({ change, caughtUpTo: caughtUpTo ?? revision });
}

function bubble(): string[] {
  vi.advanceTimersByTime(3000);
  return newsBubble.get().flatMap((one) => ('activityId' in one ? one.activityId : []));
}

test('a log of somebody else is in the bubble once, whatever brings it and however often, and marks its board', () => {
  takes(5, [log(6)]);
  takes(5, [log(7), log(6)]);
  takes(6, [log(7)]);
  expect(bubble()).toEqual(['log 6', 'log 7']);
  expect(card()).toMatchObject({ seen: 5, hasNews: true });
});

test('a log behind a gap waits for what lies between', () => {
  takes(6, [log(7)], { caughtUpTo: 5 });
  expect(bubble()).toEqual([]);
  takes(5, [log(7), log(6)]);
  expect(bubble()).toEqual(['log 6', 'log 7']);
});

test('a log behind a gap is told at once where nothing is cached that could be behind', () => {
  takes(6, [log(7)], { caughtUpTo: Infinity });
  expect(bubble()).toEqual(['log 7']);
});

test('a log from before the page listened marks its board where it was not seen, and is in no bubble', () => {
  client.setQueryData(queryKeys.boards, [{ id: 'one', revision: 5, seen: 3 } as BoardCard]);
  takes(3, [log(4)]);
  expect(bubble()).toEqual([]);
  expect(card()).toMatchObject({ hasNews: true });
});

test('a log marks neither a board that is looked at, nor one that is muted, nor one on which one did it oneself', () => {
  boardId = 'one';
  takes(5, [log(6)]);
  boardId = null;
  takes(6, [activityOf(breakfast, léa, { id: 'own', revision: 7 })]);
  client.setQueryData(queryKeys.boards, [{ id: 'one', revision: 7, seen: 6, isMuted: true } as BoardCard]);
  takes(7, [log(8)]);
  expect(card()).not.toHaveProperty('hasNews');
});

test('a log that is undone leaves the bubble, and the server is asked what else is news', () => {
  const invalidated = vi.spyOn(client, 'invalidateQueries');
  takes(5, [log(6)]);
  expect(bubble()).toEqual(['log 6']);
  takes(6, [], { revision: 7, changed: [log(6, { undone: { at: 1, userId: max.id, username: 'Max' } })] });
  expect(bubble()).toEqual([]);
  expect(invalidated).toHaveBeenCalledWith({ queryKey: queryKeys.boards });
});
