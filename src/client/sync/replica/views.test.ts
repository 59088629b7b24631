import { describe, expect, it } from 'vitest';
import type { Activity } from '#shared/activities';
import { activityOf as activity, changeOf as change } from '#client/sync/testing/samples.ts';
import { type BoardActivities, boardActivitiesAfter, feedAfter, revised, sharedById } from './views.ts';

const undone = { at: 9, userId: 'max', username: 'Max' };

function member(userId: string, username: string, avatar = '🧑') {
  return { userId, username, avatar, score: 0, joinedAt: 0 };
}

describe('a cached activity', () => {
  it('is marked when it was undone, and the others are left as they are', () => {
    const [first, second] = [activity('2'), activity('1')];
    const now = { ...first, undone, changedRevision: 8 };
    const after = revised([first, second], change({ changed: [now] }));
    expect(after).toEqual([now, second]);
    expect(after[1]).toBe(second);
  });

  it('gets its reactions, and keeps what it had when the change says nothing of it', () => {
    const had = activity('1', { reactions: [{ emoji: '🔥', userIds: ['max'] }] });
    const now = activity('2', { reactions: [{ emoji: '❤️', userIds: ['max'] }], changedRevision: 8 });
    const added = [{ emoji: '❤️', revision: 8, userId: 'max', username: 'Max', userAvatar: '🧑' }];
    const after = revised([activity('2'), had], change({ changed: [{ ...now, added }] }));
    expect(after[0]).toEqual(now);
    expect(after[1]).toBe(had);
  });

  it('loses its last reaction', () => {
    const had = activity('1', { reactions: [{ emoji: '🔥', userIds: ['max'] }], changedRevision: 7 });
    expect(revised([had], change({ changed: [activity('1', { changedRevision: 8 })] }))).toEqual([activity('1', { changedRevision: 8 })]);
    const noted = activity('1', { note: 'Bof', changedRevision: 7 });
    expect(revised([noted], change({ changed: [activity('1', { changedRevision: 8 })] }))).toEqual([activity('1', { changedRevision: 8 })]);
  });

  it('stays as it is when an older state of it comes late', () => {
    const now = [activity('1', { undone, changedRevision: 9 })];
    expect(revised(now, change({ changed: [activity('1', { changedRevision: 8 })] }))).toBe(now);
  });

  it('shows the current names of its author and of who undid it', () => {
    const after = revised([activity('1', { undone })], change({ members: [member('lea', 'Léonie', '⭐'), member('max', 'Maxime')] }));
    expect(after).toMatchObject([{ username: 'Léonie', userAvatar: '⭐', undone: { ...undone, username: 'Maxime' } }]);
  });

  it('keeps the last known name of a former member', () => {
    const cached = [activity('1', { userId: 'zoe', username: 'Zoé' })];
    expect(revised(cached, change({ members: [member('lea', 'Léonie')] }))).toBe(cached);
  });

  it('is the very same when the change says nothing new of it', () => {
    const cached = [activity('1', { undone }), activity('2')];
    const known = { changed: [activity('1', { undone })], members: [member('lea', 'Léa', '👸'), member('max', 'Max')] };
    expect(revised(cached, change(known))).toBe(cached);
  });
});

describe('a list', () => {
  it('gets no activity that was undone beyond what is loaded', () => {
    const list = { pages: [{ activities: [activity('7'), activity('6')], next: 6 }], pageParams: [null] };
    expect(boardActivitiesAfter(list, change({ changed: [activity('2', { undone, changedRevision: 8 })] }))).toBe(list);
  });

  it('of the feed changes no name on other boards', () => {
    const header = { boardTitle: 'NOUS', boardIcon: '👑', boardTheme: 'pink' };
    const [here, there] = [
      { ...activity('1'), boardId: 'b', ...header },
      { ...activity('2'), boardId: 'c', ...header },
    ];
    const feed = { pages: [{ activities: [here, there], next: null }], pageParams: [null] };
    const after = feedAfter(feed, change({ members: [member('lea', 'Léonie')] }), undefined);
    expect(after?.pages[0]?.activities).toEqual([{ ...here, username: 'Léonie', userAvatar: '🧑' }, there]);
  });
});

const listOf = (...pages: Activity[][]): BoardActivities => ({
  pages: pages.map((activities, index) => ({ activities, next: index })),
  pageParams: pages.map((_, index) => index),
});
/** As the server tells it again. */
const retold = (list: BoardActivities) => structuredClone(list);
const share = (before: BoardActivities, now: BoardActivities) => sharedById.structuralSharing(before, now) as BoardActivities;

describe('a list that is read or changed again', () => {
  it('keeps each activity that says the same, wherever it stands now', () => {
    const before = listOf([activity('2'), activity('1')], [activity('0')]);
    const after = share(before, retold(listOf([activity('3'), activity('2')], [activity('1'), activity('0')])));
    expect(after.pages[0]?.activities[1]).toBe(before.pages[0]?.activities[0]);
    expect(after.pages[1]?.activities[0]).toBe(before.pages[0]?.activities[1]);
    expect(after.pages[1]?.activities[1]).toBe(before.pages[1]?.activities[0]);
    expect(after.pages.flatMap(({ activities }) => activities.map(({ id }) => id))).toEqual(['3', '2', '1', '0']);
  });

  it('is the same list, and has the same pages, where nothing has changed', () => {
    const before = listOf([activity('2')], [activity('1')]);
    expect(share(before, retold(before))).toBe(before);
    const after = share(before, retold(listOf([activity('2')], [activity('1', { points: 20 })])));
    expect(after.pages[0]).toBe(before.pages[0]);
    expect(after.pages[1]).not.toBe(before.pages[1]);
    expect(after.pages[1]?.activities[0]?.points).toBe(20);
  });

  it('takes what else the new one says: how many pages there are, and where they go on', () => {
    const before = listOf([activity('2')], [activity('1')]);
    expect(share(before, retold(listOf([activity('2')])))).toEqual(listOf([activity('2')]));
    const moved = retold(before);
    moved.pages[1] = { activities: [activity('1')], next: null };
    expect(share(before, moved).pages[1]?.next).toBeNull();
    expect(sharedById.structuralSharing(undefined, before)).toBe(before);
  });
});
