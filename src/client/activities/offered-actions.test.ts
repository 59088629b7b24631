import { expect, test } from 'vitest';
import type { OfferedAction } from '#shared/actions';
import { inOrderOfUse, lostBoards } from './offered-actions.ts';

const on = (...boardIds: string[]): OfferedAction => ({
  title: 'Petit-déj au lit',
  points: 20,
  category: null,
  emoji: null,
  boards: boardIds.map((boardId) => ({ boardId, actionId: boardId })),
});
const all = new Set(['one', 'two', 'three']);

test('a chosen action has lost the wanted boards that do not offer it any more', () => {
  expect(lostBoards(on('one', 'two'), on('one', 'two'), all)).toEqual([]);
  expect(lostBoards(on('one', 'two'), on('two', 'three'), all)).toEqual(['one']);
  expect(lostBoards(on('one', 'two'), on('two'), new Set(['two']))).toEqual([]);
});

test('an action that nobody offers any more has lost all of them', () => {
  expect(lostBoards(on('one', 'two'), undefined, all)).toEqual(['one', 'two']);
});

test('no board is lost before an action is chosen', () => {
  expect(lostBoards(null, null, all)).toEqual([]);
});

test('among many boards the meant one comes first, then those that have the action, in their order; a tick moves none', () => {
  const boards = Array.from({ length: 13 }, (_, index) => ({ id: `b${index}` }));
  const idsOf = (having: ReadonlySet<string> | undefined) => inOrderOfUse(boards, having, new Set(['b12'])).map(({ id }) => id);
  expect(idsOf(undefined).slice(0, 3)).toEqual(['b12', 'b0', 'b1']);
  expect(idsOf(new Set(['b3', 'b12', 'b1'])).slice(0, 4)).toEqual(['b12', 'b1', 'b3', 'b0']);
  // It lacks the action: nobody is led to what cannot be checked.
  expect(idsOf(new Set(['b3'])).slice(0, 2)).toEqual(['b3', 'b0']);
});

test('a dozen boards stay where they are', () => {
  const boards = Array.from({ length: 12 }, (_, index) => ({ id: `b${index}` }));
  expect(inOrderOfUse(boards, new Set(['b5']), new Set(['b5']))).toBe(boards);
});
