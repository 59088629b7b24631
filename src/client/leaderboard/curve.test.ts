import { describe, expect, it } from 'vitest';
import type { ScoredMember } from '#shared/scores';
import { endOf, isEmpty, linesOf, marksOf, scaleOf, spread } from './curve.ts';

const box = { left: 0, top: 0, width: 100, height: 100 };

describe('the lines of a curve', () => {
  it('add up the points of the stretches', () => {
    expect(linesOf([member('lea', [20, 0, -15])], 'lea')).toMatchObject([{ userId: 'lea', sums: [20, 20, 5] }]);
  });

  it('are those of the first six, and always the own one', () => {
    const members = Array.from({ length: 9 }, (_, index) => member(`m${index}`, [9 - index]));
    expect(linesOf(members, 'm2').map(({ userId }) => userId)).toEqual(['m0', 'm1', 'm2', 'm3', 'm4', 'm5']);
    expect(linesOf(members, 'm8').map(({ userId }) => userId)).toEqual(['m0', 'm1', 'm2', 'm3', 'm4', 'm8']);
  });

  it('keep their looks whoever leads, the own one the first', () => {
    const [lea, max, zoe] = [member('lea', [1]), member('max', [1]), member('zoe', [1])];
    for (const order of [
      [lea, max, zoe],
      [zoe, max, lea],
    ]) {
      const looks = Object.fromEntries(linesOf(order, 'max').map(({ userId, look }) => [userId, look]));
      expect(looks).toEqual({ max: 0, lea: 1, zoe: 2 });
    }
  });
});

describe('the scale', () => {
  const lines = linesOf([member('lea', [10, 20, -40]), member('max', [-10, 0, 0])], 'lea');

  it('reaches from the lowest to the highest, with 0 in it', () => {
    const { x, y } = scaleOf(lines, box);
    expect([x(0), x(1), x(2)].map(Math.round)).toEqual([33, 67, 100]);
    expect([y(30), y(-10)]).toEqual([0, 100]);
    expect(scaleOf(linesOf([member('lea', [10, 10])], 'lea'), box).y(0)).toBe(100);
    expect(scaleOf(linesOf([member('lea', [-10])], 'lea'), box).y(0)).toBe(0);
  });

  it('has a place for a single day, and for nothing at all', () => {
    expect(scaleOf(linesOf([member('lea', [10])], 'lea'), box).x(0)).toBe(100);
    expect(scaleOf(linesOf([member('lea', [0, 0])], 'lea'), box).y(0)).toBe(100);
  });

  it('finds the point that is nearest to a finger', () => {
    const { nearest } = scaleOf(lines, box);
    expect(nearest({ x: 63, y: 3 })).toEqual({ stretch: 1, line: 0 });
    expect(nearest({ x: 63, y: 90 })).toEqual({ stretch: 1, line: 1 });
    expect(nearest({ x: -50, y: 0 }).stretch).toBe(0);
    expect(nearest({ x: 500, y: 0 }).stretch).toBe(2);
  });

  it.each([
    [[0], [0]],
    [[1], [1, 0]],
    [
      [20, -15],
      [20, 10, 0, -10],
    ],
    [
      [60, -25],
      [50, 0],
    ],
    [[-70], [0, -20, -40, -60]],
    [[855_000], [500_000, 0]],
    [[1_000_000], [1_000_000, 500_000, 0]],
  ])('of %j has the round marks %j', (points, marks) => {
    expect(
      marksOf(
        linesOf(
          points.map((one, index) => member(`m${index}`, [one])),
          '',
        ),
      ),
    ).toEqual(marks);
  });
});

describe('avatars at the ends of lines', () => {
  it('stay where they are while there is room', () => {
    expect(spread([80, 20], 24, 0, 100)).toEqual([80, 20]);
  });

  it('move apart, and never out of the picture', () => {
    expect(spread([50, 50, 60], 20, 0, 100)).toEqual([50, 70, 90]);
    expect(spread([95, 95, 95], 20, 0, 100)).toEqual([60, 80, 100]);
    expect(spread([0, 0], 20, 0, 100)).toEqual([0, 20]);
  });
});

it('a stretch ends on the day before the next, the last one today', () => {
  const scores = { stretches: ['2026-10-19', '2026-10-26'], today: '2026-10-28' };
  expect([endOf(scores, 0), endOf(scores, 1)]).toEqual(['2026-10-25', '2026-10-28']);
});

it('a period is empty when nobody logged in it, not when it came to nothing', () => {
  expect(isEmpty({ members: [member('lea', [0])] })).toBe(true);
  expect(isEmpty({ members: [{ ...member('lea', [0]), actions: 2 }] })).toBe(false);
});

function member(userId: string, points: number[]): ScoredMember {
  const person = { userId, username: userId, avatar: '🧑', joinedAt: 0 };
  return { ...person, score: 0, rank: 1, actions: 0, gained: 0, lost: 0, points, streak: 0 };
}
