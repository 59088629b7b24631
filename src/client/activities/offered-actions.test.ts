import { expect, test } from 'vitest';
import type { OfferedAction } from '#shared/actions';
import { lostBoards } from './offered-actions.ts';

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

test('nothing is lost before anything is chosen', () => {
  expect(lostBoards(null, null, all)).toEqual([]);
});
