import { describe, expect, it } from 'vitest';
import { leaderOf, leadTaken, pullOf } from './lead.ts';

const scores = (all: Record<string, number>) => Object.entries(all).map(([userId, score]) => ({ userId, score }));

describe('the leader', () => {
  it('is the one ahead of all others', () => {
    expect(leaderOf(scores({ lea: 20, max: 10 }))?.userId).toBe('lea');
    expect(leaderOf(scores({ lea: -20, max: -10 }))?.userId).toBe('max');
  });

  it('is nobody at a tie, alone, or without anybody', () => {
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
