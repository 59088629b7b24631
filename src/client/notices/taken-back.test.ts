import { expect, test } from 'vitest';
import type { Activity, ChangedActivity } from '#shared/activities';
import type { BoardChange } from '#shared/boards';
import { newsSince } from '#shared/news';
import { isTakenBack, without } from './taken-back.ts';

const activity = (id: string, revision: number, more: Partial<Activity> = {}): Activity => ({
  id,
  revision,
  title: 'Petit-déj au lit',
  points: 20,
  userId: 'max',
  username: 'Max',
  userAvatar: '🧑',
  emoji: null,
  loggedAt: revision,
  undone: null,
  ...more,
});
const logged = (after: number, activities: Activity[], boardId = 'one'): BoardChange => ({
  boardId,
  after,
  revision: Math.max(after, ...activities.map(({ revision }) => revision)),
  complete: true,
  totalPoints: 0,
  activities,
});
const changed = (after: number, now: ChangedActivity): BoardChange => ({ ...logged(after, []), revision: after + 1, changed: [now] });

/** Léa's activity after others put these on it. */
const reacted = (after: number, added: [userId: string, emoji: string][]): BoardChange => {
  const reactions = added.map(([userId, emoji]) => ({ emoji, userIds: [userId] }));
  const people = added.map(([userId, emoji]) => ({ emoji, revision: after + 1, userId, username: userId, userAvatar: '🧑' }));
  return changed(after, { ...activity('own', 1, { userId: 'léa' }), reactions, changedRevision: after + 1, added: people });
};

test('a reaction that is taken back is no news any more', () => {
  const fresh = newsSince(reacted(5, [['max', '❤️']]), 5, 'léa');
  const isLeft = (change: BoardChange) => without(fresh, (one) => isTakenBack(one, change)) === fresh;
  expect(isLeft(reacted(6, [['lou', '❤️']]))).toBe(false);
  expect(isLeft(reacted(6, [['max', '❤️']]))).toBe(true);
  expect(isLeft(logged(6, []))).toBe(true);
});

test('an undone activity is no news any more, nor is a reaction to it', () => {
  const undone = { at: 1, userId: 'max', username: 'Max' };
  const log = newsSince(logged(5, [activity('a', 6)]), 5, 'léa');
  const reaction = newsSince(reacted(6, [['max', '❤️']]), 6, 'léa');
  const gone = [changed(7, activity('a', 6, { undone })), changed(8, activity('own', 1, { userId: 'léa', undone }))];
  expect([...log, ...reaction].map((one) => gone.some((change) => isTakenBack(one, change)))).toEqual([true, true]);
});
