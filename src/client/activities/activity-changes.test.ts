import { describe, expect, it } from 'vitest';
import type { Activity } from '#shared/activities';
import type { BoardChange } from '#shared/boards';
import { revised } from './activity-changes.ts';
import { boardActivitiesAfter, feedAfter } from './activity-lists.ts';

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
    const after = revised([first, second], change({ undone: [{ ...first, undone }] }));
    expect(after).toEqual([{ ...first, undone }, second]);
    expect(after[1]).toBe(second);
  });

  it('gets its reactions, and keeps what it had when the change says nothing of it', () => {
    const had = activity('1', { reactions: [{ emoji: '🔥', userIds: ['max'] }] });
    const reactions = [{ emoji: '❤️', userIds: ['max'] }];
    const reacted = [{ activityId: '2', userId: 'lea', title: 'Câlin', reactions, added: [] }];
    const after = revised([activity('2'), had], change({ reacted }));
    expect(after[0]).toEqual({ ...activity('2'), reactions });
    expect(after[1]).toBe(had);
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
    const known = { undone: [{ ...activity('1'), undone }], members: [member('lea', 'Léa', '👸'), member('max', 'Max')] };
    expect(revised(cached, change(known))).toBe(cached);
  });
});

describe('a list', () => {
  it('gets no activity that was undone beyond what is loaded', () => {
    const list = { pages: [{ activities: [activity('7'), activity('6')], next: 6 }], pageParams: [null] };
    expect(boardActivitiesAfter(list, change({ undone: [activity('2', { undone })] }))).toBe(list);
  });

  it('of the feed changes no name on other boards', () => {
    const face = { boardTitle: 'NOUS', boardIcon: '👑', boardTheme: 'pink' };
    const [here, there] = [
      { ...activity('1'), boardId: 'b', ...face },
      { ...activity('2'), boardId: 'c', ...face },
    ];
    const feed = { pages: [{ activities: [here, there], next: null }], pageParams: [null] };
    const after = feedAfter(feed, change({ members: [member('lea', 'Léonie')] }), undefined);
    expect(after?.pages[0]?.activities).toEqual([{ ...here, username: 'Léonie', userAvatar: '🧑' }, there]);
  });
});
