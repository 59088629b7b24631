import { describe, expect, it } from 'vitest';
import type { Activity } from './activities.ts';
import type { BoardChange } from './boards.ts';
import { newsSince } from './news.ts';

const change: BoardChange = { boardId: 'one', after: 1, revision: 2, complete: true, totalPoints: 0, activities: [] };
const activity = (id: string, more: Partial<Activity> = {}): Activity => ({
  ...{ id, title: 'Petit-déj au lit', points: 20, userId: 'max', username: 'Max', userAvatar: '🧑', emoji: null },
  ...{ loggedAt: 1, revision: 2, undone: null, ...more },
});

describe('news to a member', () => {
  it('is what others logged, the oldest first', () => {
    const activities = [activity('b'), activity('mine', { userId: 'léa' }), activity('a')];
    expect(newsSince({ ...change, activities }, 1, 'léa').map(({ activityId }) => activityId)).toEqual(['a', 'b']);
  });

  it('is what another noted for them, and not what they noted for another', () => {
    const by = (userId: string) => ({ notedBy: { userId, username: userId } });
    const activities = [
      activity('forMe', { userId: 'léa', ...by('max') }),
      activity('byMe', by('léa')),
      activity('others', by('lou')),
      activity('gone', { userId: 'léa', notedBy: { userId: null, username: 'Utilisateur supprimé' } }),
    ];
    expect(newsSince({ ...change, activities }, 1, 'léa')).toMatchObject([
      { activityId: 'gone', notedBy: 'Utilisateur supprimé', forYou: true },
      { activityId: 'others', notedBy: 'lou', by: { userId: 'max' } },
      { activityId: 'forMe', notedBy: 'max', forYou: true, by: { userId: 'léa' } },
    ]);
    expect(newsSince({ ...change, activities: [activity('others', by('lou'))] }, 1, 'léa')[0]).not.toHaveProperty('forYou');
  });

  it('is neither what was undone nor what a deleted account logged', () => {
    const undone = { at: 1, userId: 'max', username: 'Max' };
    const activities = [activity('undone', { undone }), activity('nobody', { userId: null })];
    expect(newsSince({ ...change, activities }, 1, 'léa')).toEqual([]);
  });

  it('is a reaction of somebody else to their own activity, and no other', () => {
    const by = (userId: string) => ({ emoji: '❤️', revision: 2, userId, username: userId, userAvatar: '🧑' });
    const changed = [
      { ...activity('mine', { userId: 'léa' }), added: [by('max'), by('léa')] },
      { ...activity('theirs', { userId: 'lou' }), added: [by('max')] },
    ];
    expect(newsSince({ ...change, changed }, 1, 'léa')).toMatchObject([
      { kind: 'reaction_added', activityId: 'mine', emoji: '❤️', by: { userId: 'max' } },
    ]);
  });

  it('is what somebody answers to a gain that they noted for them, and not what third ones say to it (D52)', () => {
    const by = (userId: string) => ({ emoji: '❤️', revision: 2, userId, username: userId, userAvatar: '🧑' });
    const changed = [{ ...activity('noted', { notedBy: { userId: 'léa', username: 'Léa' } }), added: [by('max'), by('lou'), by('léa')] }];
    expect(newsSince({ ...change, changed }, 1, 'léa').map((one) => one.by.userId)).toEqual(['max']);
    expect(newsSince({ ...change, changed }, 1, 'max').map((one) => one.by.userId)).toEqual(['lou', 'léa']);
    expect(newsSince({ ...change, changed }, 1, 'lou')).toEqual([]);
  });

  it('is no reaction to what was undone', () => {
    const undone = { at: 1, userId: 'léa', username: 'Léa' };
    const added = [{ emoji: '❤️', revision: 2, userId: 'max', username: 'Max', userAvatar: '🧑' }];
    expect(newsSince({ ...change, changed: [{ ...activity('mine', { userId: 'léa', undone }), added }] }, 1, 'léa')).toEqual([]);
  });

  it('is nothing up to the revision that they have seen', () => {
    const added = [5, 7].map((revision) => ({ emoji: '❤️', revision, userId: 'max', username: 'Max', userAvatar: '🧑' }));
    const activities = [activity('new', { revision: 6 }), activity('seen', { revision: 5 })];
    const both = { ...change, revision: 7, activities, changed: [{ ...activity('mine', { userId: 'léa' }), added }] };
    expect(newsSince(both, 5, 'léa').map(({ activityId, revision }) => [activityId, revision])).toEqual([
      ['new', 6],
      ['mine', 7],
    ]);
    expect(newsSince(both, 7, 'léa')).toEqual([]);
  });
});
