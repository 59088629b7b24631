import { describe, expect, it } from 'vitest';
import type { Activity } from '#shared/activities';
import { openedBoard } from '#client/app/testing/samples.ts';
import { activityOf } from '#client/sync/testing/samples.ts';
import { crownedOf, isContested, leaderOf, standOnPodium } from './lead.ts';
import { leadTaken, movedByLogsAlone } from './lead-taken.ts';

const scores = (all: Record<string, number>) => Object.entries(all).map(([userId, score]) => ({ userId, score }));

describe('the leader', () => {
  it('is the one ahead of all others', () => {
    expect(leaderOf(scores({ lea: 20, max: 10 }))?.userId).toBe('lea');
    expect(leaderOf(scores({ lea: -20, max: -10 }))?.userId).toBe('max');
  });

  it('is nobody at a tie, alone, or without members', () => {
    expect(leaderOf(scores({ lea: 20, max: 20 }))).toBeNull();
    expect(leaderOf(scores({ lea: 20 }))).toBeNull();
    expect(leaderOf([])).toBeNull();
  });
});

describe('the lead is taken', () => {
  it.each<[string, Record<string, number>, Record<string, number>, string]>([
    ['by overtaking', { lea: 20, max: 10 }, { lea: 20, max: 30 }, 'max'],
    ['by leaving a tie', { lea: 20, max: 20 }, { lea: 25, max: 20 }, 'lea'],
    ['by the first points of all', { lea: 0, max: 0 }, { lea: 5, max: 0 }, 'lea'],
    ['by a gain from below 0 to above', { lea: -10, max: 5 }, { lea: 20, max: 5 }, 'lea'],
    ['by a gain that would do without the loss beside it', { lea: 20, max: 10 }, { lea: 15, max: 30 }, 'max'],
    ['among three', { lea: 20, max: 10, zoe: 15 }, { lea: 20, max: 10, zoe: 30 }, 'zoe'],
    ['by a gain while somebody comes', { lea: 20, max: 10 }, { lea: 20, max: 40, zoe: 0 }, 'max'],
  ])('%s', (_, before, after, who) => {
    expect(leadTaken(scores(before), scores(after))?.userId).toBe(who);
  });

  it.each<[string, Record<string, number>, Record<string, number>]>([
    ['by a loss of the other, on 0', { lea: 0, max: 0 }, { lea: -15, max: 0 }],
    ['by a loss of the other, above 0', { lea: 20, max: 10 }, { lea: 5, max: 10 }],
    ['by a gain that is not enough without the loss beside it', { lea: 20, max: 10 }, { lea: -10, max: 15 }],
    ['by losing less', { lea: 20, max: 18 }, { lea: 0, max: 8 }],
    ['with 0', { lea: -20, max: -5 }, { lea: 0, max: -5 }],
    ['with less than 0', { lea: -20, max: -10 }, { lea: -5, max: -10 }],
    ['by going further ahead', { lea: 20, max: 10 }, { lea: 40, max: 10 }],
    ['by drawing level', { lea: 20, max: 10 }, { lea: 20, max: 20 }],
    ['because the leader left', { lea: 20, max: 10, zoe: 5 }, { max: 10, zoe: 5 }],
    ['by a gain after the leader left', { lea: 20, max: 10, zoe: 5 }, { max: 15, zoe: 5 }],
    ['because somebody joined', { lea: 20 }, { lea: 20, max: 0 }],
    ['by somebody who comes back with points', { lea: 20, max: 10 }, { lea: 20, max: 10, zoe: 90 }],
    ['by nobody at all', {}, {}],
  ])('not %s', (_, before, after) => {
    expect(leadTaken(scores(before), scores(after))).toBeNull();
  });
});

describe('the crown', () => {
  it('is worn by nobody before a second member has logged', () => {
    expect(crownedOf(scores({ lea: 20, max: 0 }), [logged('lea', 20, 1)])).toBeNull();
    expect(crownedOf(scores({ lea: 20, max: -15 }), [])).toBe('lea');
    // A member who is on 0 may have played.
    expect(crownedOf(scores({ lea: 20, max: 0 }), [logged('max', -5, 3), logged('max', 5, 2), logged('lea', 20, 1)])).toBe('lea');
    expect(isContested(scores({ lea: 20, max: 0 }), [{ ...logged('max', 5, 2), undone: { at: 3, userId: 'max', username: 'Max' } }])).toBe(
      false,
    );
  });

  it('is worn by nobody at a tie, nor with 0 or less', () => {
    expect(crownedOf(scores({ lea: 20, max: 20 }), [])).toBeNull();
    expect(crownedOf(scores({ lea: -5, max: -20 }), [])).toBeNull();
  });
});

describe('the scores moved', () => {
  const before = boardAt(7, { lea: 20, max: 10 }, [logged('max', 10, 7)]);

  it('by logs alone when the activities logged since make the whole difference', () => {
    expect(movedByLogsAlone(before, boardAt(8, { lea: 20, max: 30 }, [logged('max', 20, 8), logged('max', 10, 7)]))).toBe(true);
    expect(movedByLogsAlone(before, boardAt(9, { lea: 15, max: 30 }, [logged('lea', -5, 9), logged('max', 20, 8)]))).toBe(true);
    expect(movedByLogsAlone(before, boardAt(8, { lea: 20, max: 10, zoe: 90 }, []))).toBe(true);
  });

  it('otherwise when an activity was undone, logged just now or long ago', () => {
    expect(movedByLogsAlone(before, boardAt(8, { lea: 0, max: 10 }, [logged('max', 10, 7)]))).toBe(false);
    expect(movedByLogsAlone(before, boardAt(9, { lea: 0, max: 15 }, [logged('max', 5, 9)]))).toBe(false);
    const undone = { at: 3, userId: 'max', username: 'Max' };
    expect(movedByLogsAlone(before, boardAt(8, { lea: 20, max: 0 }, [{ ...logged('max', 10, 7), undone }]))).toBe(false);
    // Logged and undone in between: nothing of it moved anything.
    expect(movedByLogsAlone(before, boardAt(9, { lea: 20, max: 10 }, [{ ...logged('max', 40, 8), undone }]))).toBe(true);
  });
});

function boardAt(revision: number, points: Record<string, number>, activities: Activity[]) {
  const members = scores(points).map((one) => ({ ...one, username: one.userId, avatar: '🧑', joinedAt: 0 }));
  return openedBoard({ revision }, { members, activities: { activities, next: null } });
}

function logged(userId: string, points: number, revision: number): Activity {
  return activityOf(`${userId}-${revision}`, { userId, username: userId, points, revision });
}

describe('the podium', () => {
  const ranks = (...all: number[]) => all.map((rank) => ({ rank }));

  it('is for three and more, as long as it parts nobody from their equals', () => {
    expect(standOnPodium(ranks(1, 2, 3))).toBe(true);
    expect(standOnPodium(ranks(1, 1, 3, 4))).toBe(true);
    expect(standOnPodium(ranks(1, 1, 1))).toBe(true);
    expect(standOnPodium(ranks(1, 2))).toBe(false);
    expect(standOnPodium(ranks(1, 2, 3, 3))).toBe(false);
    expect(standOnPodium(ranks(1, 1, 1, 1, 5))).toBe(false);
  });
});
