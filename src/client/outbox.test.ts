import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LoggedActivity } from '#shared/activities';
import type { BoardChange } from '#shared/boards';
import { Refused, Unreachable } from './api.ts';
import { createOutbox, type FailedLog, type PendingActivity } from './outbox.ts';
import { newId } from './new-id.ts';
import { changeReceived } from './signals.ts';

const massage = { id: 'a', title: 'Massage', points: 15, emoji: null };
const gone = new Refused({ code: 'action_not_found_in_board', status: 404, sentence: 'Partie' });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function replyTo({ id, boardId, title, points, userId, emoji, startedAt }: PendingActivity): LoggedActivity {
  const activity = { id, title, points, userId, username: 'Léa', userAvatar: '👸', emoji, loggedAt: startedAt, revision: 8, undone: null };
  return { boardId, activity, revision: 8, totalPoints: 45, score: 25 };
}

function setUp(caughtUpTo = 8) {
  const post = vi.fn<(items: readonly PendingActivity[]) => Promise<readonly LoggedActivity[]>>();
  const received: BoardChange[] = [];
  const outbox = createOutbox({
    post,
    receive: (change) => {
      received.push(change);
      changeReceived.announce({ change, caughtUpTo });
    },
  });
  outbox.belongTo('lea');
  const failed: FailedLog[] = [];
  outbox.onFailed((failure) => failed.push(failure));
  const ids = () => outbox.pending().map(({ id }) => id);
  const sentIds = () => post.mock.calls.map(([items]) => items.map(({ id }) => id));
  return { outbox, post, received, failed, ids, sentIds };
}

describe('an activity on its way', () => {
  it('is there at once, and leaves in the moment the reply is in the caches', async () => {
    const { outbox, post, received, ids } = setUp();
    post.mockImplementation((items) => Promise.resolve(items.map(replyTo)));
    const id = outbox.logActivity({ boardId: 'b', action: massage });
    expect(outbox.pending()).toMatchObject([{ id, boardId: 'b', actionId: 'a', points: 15, userId: 'lea' }]);
    await vi.runAllTimersAsync();
    expect(received).toMatchObject([{ boardId: 'b', after: 7, revision: 8, totalPoints: 45, scores: [{ userId: 'lea', score: 25 }] }]);
    expect(ids()).toEqual([]);
  });

  it('stays, as landed, while a cached view is too old to have it', async () => {
    const { outbox, post } = setUp(5);
    post.mockImplementation((items) => Promise.resolve(items.map(replyTo)));
    outbox.logActivity({ boardId: 'b', action: massage });
    await vi.runAllTimersAsync();
    expect(outbox.pending()).toMatchObject([{ landedAt: 8 }]);
    const nothingNew = { boardId: 'b', after: 5, revision: 8, complete: true, totalPoints: 45, activities: [] };
    changeReceived.announce({ change: nothingNew, caughtUpTo: 8 });
    expect(outbox.pending()).toEqual([]);
  });

  it('leaves when the stream brings it before the reply does', () => {
    const { outbox, post, ids } = setUp();
    post.mockReturnValue(new Promise(() => undefined));
    outbox.logActivity({ boardId: 'b', action: massage });
    const [item] = outbox.pending();
    const { activity } = replyTo(item as PendingActivity);
    changeReceived.announce({
      change: { boardId: 'b', after: 7, revision: 8, complete: true, totalPoints: 45, activities: [activity] },
      caughtUpTo: 8,
    });
    expect(ids()).toEqual([]);
  });

  it('is sent up to three times under the same id when nobody answers', async () => {
    const { outbox, post, failed, ids, sentIds } = setUp();
    post.mockRejectedValue(new Unreachable());
    const id = outbox.logActivity({ boardId: 'b', action: massage });
    await vi.runAllTimersAsync();
    expect(sentIds()).toEqual([[id], [id], [id]]);
    expect(ids()).toEqual([]);
    expect(failed).toMatchObject([{ items: [{ id }], error: expect.any(Unreachable) }]);
  });

  it('that is refused is taken back at once, and sent again under the same id on demand', async () => {
    const { outbox, post, failed, ids, sentIds } = setUp();
    post.mockRejectedValueOnce(gone);
    const id = outbox.logActivity({ boardId: 'b', action: massage });
    await vi.runAllTimersAsync();
    expect(ids()).toEqual([]);
    expect(failed).toMatchObject([{ error: gone }]);
    post.mockImplementation((items) => Promise.resolve(items.map(replyTo)));
    failed[0]?.retry();
    failed[0]?.retry();
    expect(ids()).toEqual([id]);
    await vi.runAllTimersAsync();
    expect(sentIds()).toEqual([[id], [id]]);
    expect(ids()).toEqual([]);
  });

  it('is no failure when the stream brought it while its replies got lost', async () => {
    const { outbox, post, failed } = setUp();
    post.mockRejectedValue(new Unreachable());
    outbox.logActivity({ boardId: 'b', action: massage });
    const { activity } = replyTo(outbox.pending()[0] as PendingActivity);
    changeReceived.announce({
      change: { boardId: 'b', after: 7, revision: 8, complete: true, totalPoints: 45, activities: [activity] },
      caughtUpTo: 8,
    });
    await vi.runAllTimersAsync();
    expect(failed).toEqual([]);
  });

  it('is never sent, shown or counted as somebody else', async () => {
    const { outbox, post, received, failed, ids, sentIds } = setUp();
    const answers: ((logged: readonly LoggedActivity[]) => void)[] = [];
    post.mockReturnValueOnce(new Promise((resolve) => answers.push(resolve)));
    outbox.logActivity({ boardId: 'b', action: massage });
    const item = outbox.pending()[0] as PendingActivity;
    outbox.belongTo('max');
    expect(ids()).toEqual([]);
    answers[0]?.([replyTo(item)]);
    await vi.runAllTimersAsync();
    expect(received).toEqual([]);

    post.mockRejectedValue(new Unreachable());
    outbox.logActivity({ boardId: 'b', action: massage });
    await vi.advanceTimersByTimeAsync(100);
    outbox.belongTo(null);
    await vi.runAllTimersAsync();
    expect(sentIds()).toHaveLength(2);
    outbox.belongTo('lea');
    failed[0]?.retry();
    expect(sentIds()).toHaveLength(2);
  });
});

it('a log on several boards is one call, and is taken back as one', async () => {
  const { outbox, post, failed, ids, sentIds } = setUp();
  post.mockRejectedValueOnce(gone);
  const boards = [
    { boardId: 'b', actionId: 'a1' },
    { boardId: 'c', actionId: 'a2' },
  ];
  const sent = outbox.logOnBoards({ boards, action: massage });
  expect(outbox.pending()).toMatchObject(boards);
  await vi.runAllTimersAsync();
  expect(sentIds()).toEqual([sent]);
  expect(ids()).toEqual([]);
  expect(failed).toHaveLength(1);
});

it('ids are 128 random bits that the server takes', () => {
  const ids = Array.from({ length: 500 }, newId);
  expect(new Set(ids).size).toBe(500);
  for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_-]{22}$/);
});
