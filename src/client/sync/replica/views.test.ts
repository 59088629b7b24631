import { describe, expect, it } from 'vitest';
import type { Activity } from '#shared/activities';
import type { BoardChange } from '#shared/boards';
import { boardActivitiesAfter, feedAfter, revised } from './views.ts';

const undone = { at: 9, userId: 'max', username: 'Max' };

function activity(id: string, more: Partial<Activity> = {}): Activity {
  const what = { title: 'Câlin', points: 5, userId: 'lea', username: 'Léa', userAvatar: '👸', emoji: null, loggedAt: 1 };
  return { id, ...what, revision: Number(id), undone: null, ...more };
}

function change(more: Partial<BoardChange>): BoardChange {
  return { boardId: 'b', after: 7, revision: 8, complete: true, totalPoints: 0, activities: [], ...more };
}

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
