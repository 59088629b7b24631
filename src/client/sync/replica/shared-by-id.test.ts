import { describe, expect, it } from 'vitest';
import type { Activity } from '#shared/activities';
import { type BoardActivities, sharedById } from './views.ts';

const { structuralSharing } = sharedById;
const activity = (id: string, more: Partial<Activity> = {}): Activity => ({
  id,
  title: 'Vaisselle',
  points: 10,
  userId: 'max',
  username: 'Max',
  userAvatar: '🧑',
  emoji: null,
  loggedAt: 1,
  revision: 7,
  undone: null,
  ...more,
});
const listOf = (...pages: Activity[][]): BoardActivities => ({
  pages: pages.map((activities, index) => ({ activities, next: index })),
  pageParams: pages.map((_, index) => index),
});
/** As the server tells it again. */
const retold = (list: BoardActivities) => structuredClone(list);
const share = (before: BoardActivities, now: BoardActivities) => structuralSharing(before, now) as BoardActivities;

describe('a list that is read or changed again', () => {
  it('keeps each activity that says the same, wherever it stands now', () => {
    const before = listOf([activity('b'), activity('a')], [activity('z')]);
    const after = share(before, retold(listOf([activity('c'), activity('b')], [activity('a'), activity('z')])));
    expect(after.pages[0]?.activities[1]).toBe(before.pages[0]?.activities[0]);
    expect(after.pages[1]?.activities[0]).toBe(before.pages[0]?.activities[1]);
    expect(after.pages[1]?.activities[1]).toBe(before.pages[1]?.activities[0]);
    expect(after.pages.flatMap(({ activities }) => activities.map(({ id }) => id))).toEqual(['c', 'b', 'a', 'z']);
  });

  it('is the same list, and has the same pages, where nothing has changed', () => {
    const before = listOf([activity('b')], [activity('a')]);
    expect(share(before, retold(before))).toBe(before);
    const after = share(before, retold(listOf([activity('b')], [activity('a', { points: 20 })])));
    expect(after.pages[0]).toBe(before.pages[0]);
    expect(after.pages[1]).not.toBe(before.pages[1]);
    expect(after.pages[1]?.activities[0]?.points).toBe(20);
  });

  it('takes what else the new one says: how many pages there are, and where they go on', () => {
    const before = listOf([activity('b')], [activity('a')]);
    expect(share(before, retold(listOf([activity('b')])))).toEqual(listOf([activity('b')]));
    const moved = retold(before);
    moved.pages[1] = { activities: [activity('a')], next: null };
    expect(share(before, moved).pages[1]?.next).toBeNull();
    expect(structuralSharing(undefined, before)).toBe(before);
  });
});
