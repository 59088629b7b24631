import { expect, it } from 'vitest';
import { shortPoints } from './short-points.ts';

it('points of more than five digits are written short', () => {
  const spaced = (points: number) => shortPoints(points).replace(/\s/g, ' ');
  expect([0, 20, -15, 99_999, -99_999].map(spaced)).toEqual(['0', '+20', '−15', '+99 999', '−99 999']);
  expect([100_000, -123_456, 1_234_567, 1_234_567_890, -12_345_678_901].map(spaced)).toEqual([
    '+100 k',
    '−123 k',
    '+1,2 M',
    '+1,2 Md',
    '−12 Md',
  ]);
});
