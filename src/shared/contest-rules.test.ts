import { expect, test } from 'vitest';
import { coinResult, contestLasts, resultOf, votersOf } from './contest-rules.ts';

test.each([
  ['nobody answers', null, [0, 0], 2, contestLasts, { outcome: 'stands', how: 'silence' }],
  ['there is time to answer', null, [0, 0], 2, contestLasts - 1, null],
  ['somebody may vote still', 1, [1, 0], 2, contestLasts, null],
  ['all have voted', 1, [2, 0], 2, 2, { outcome: 'void', how: 'vote' }],
  ['as many are for as against', 1, [1, 1], 2, 2, { outcome: 'stands', how: 'vote' }],
  ['the time to vote is over', 1, [1, 0], 2, contestLasts + 1, { outcome: 'void', how: 'vote' }],
  ['nobody voted', 1, [0, 0], 2, contestLasts + 1, { outcome: 'stands', how: 'silence' }],
  ['two wait for the coin', 1, [0, 0], 0, contestLasts, null],
] as const)('a contest where %s', (_, keptAt, [off, keep], voters, now, result) => {
  expect(resultOf({ openedAt: 0, keptAt }, { void: off, keep }, voters, now)).toEqual(result);
});

test('the two whom a contest is about do not vote', () => {
  expect(votersOf({ contestedBy: 'a', answeredBy: 'b' }, ['a', 'b', 'c', 'd'])).toEqual(['c', 'd']);
});

test("'face' undoes, 'pile' does not", () => {
  expect([true, false].map((isHeads) => coinResult(isHeads).outcome)).toEqual(['void', 'stands']);
});
