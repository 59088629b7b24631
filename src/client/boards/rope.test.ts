import { describe, expect, it } from 'vitest';
import { pullOf } from './rope.tsx';

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
