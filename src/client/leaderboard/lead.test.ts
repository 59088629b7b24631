import { describe, expect, it } from 'vitest';
import type { Activity } from '#shared/activities';
import type { OpenedBoard } from '#shared/boards';
import { leaderOf, leadTaken, movedByLogsAlone, pullOf } from './lead.ts';

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
  it('by overtaking and by leaving a tie', () => {
    expect(leadTaken(scores({ lea: 20, max: 10 }), scores({ lea: 20, max: 30 }))?.userId).toBe('max');
    expect(leadTaken(scores({ lea: 0, max: 0 }), scores({ lea: 5, max: 0 }))?.userId).toBe('lea');
  });

  it('by the other who loses points', () => {
    expect(leadTaken(scores({ lea: 20, max: 10 }), scores({ lea: 0, max: 10 }))?.userId).toBe('max');
  });

  it('not by going further ahead or drawing level', () => {
    expect(leadTaken(scores({ lea: 20, max: 10 }), scores({ lea: 40, max: 10 }))).toBeNull();
    expect(leadTaken(scores({ lea: 20, max: 10 }), scores({ lea: 20, max: 20 }))).toBeNull();
  });

  it('not because somebody came or went', () => {
    expect(leadTaken(scores({ lea: 20, max: 10, zoe: 5 }), scores({ max: 10, zoe: 5 }))).toBeNull();
    expect(leadTaken(scores({ lea: 20 }), scores({ lea: 20, max: 0 }))).toBeNull();
    expect(leadTaken(scores({ lea: 20, max: 10 }), scores({ lea: 20, max: 10, zoe: 90 }))).toBeNull();
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

function boardAt(revision: number, points: Record<string, number>, activities: Activity[]): OpenedBoard {
  const face = { title: 'NOUS', icon: '👑', theme: 'pink', createdBy: 'lea', linkEnabled: true } as const;
  return {
    board: { id: 'b', ...face, totalPoints: 0, revision },
    members: scores(points).map((one) => ({ ...one, username: one.userId, avatar: '🧑', joinedAt: 0 })),
    actions: [],
    activities: { activities, next: null },
  };
}

function logged(userId: string, points: number, revision: number): Activity {
  const what = { title: 'Câlin', username: userId, userAvatar: '🧑', emoji: null, loggedAt: 1, undone: null };
  return { id: `${userId}-${revision}`, userId, points, revision, ...what };
}

describe('the tug-of-war', () => {
  it('shows the proportion of two positive scores', () => {
    expect(pullOf(80, 48)).toBeCloseTo(80 / 128);
    expect(pullOf(0, 10)).toBe(0);
  });

  it('stands in the middle at a tie', () => {
    expect(pullOf(0, 0)).toBe(0.5);
    expect(pullOf(-30, -30)).toBe(0.5);
  });

  it('leans to who is ahead with negative scores too, and never beyond the end', () => {
    expect(pullOf(-10, -30)).toBeGreaterThan(0.5);
    expect(pullOf(10, -30)).toBe(1);
  });
});
