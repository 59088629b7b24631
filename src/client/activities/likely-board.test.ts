import { expect, test } from 'vitest';
import type { PendingItem } from '#client/sync/commands/items.ts';
import { likelyBoard } from './likely-board.ts';

const boards = [{ id: 'one' }, { id: 'two' }];
const logged = (boardId: string, userId = 'léa') => ({ boardId, userId, undone: null });
const waiting = (boardId: string, kind = 'log') => ({ kind, boardId, userId: 'léa' }) as PendingItem;

test('a single board is the likely one', () => {
  expect(likelyBoard([{ id: 'one' }], [], [], 'léa')).toBe('one');
});

test('the likely board is the one on which the person, not others, logged last', () => {
  expect(likelyBoard(boards, [], [logged('two', 'max'), logged('one'), logged('two')], 'léa')).toBe('one');
  expect(likelyBoard(boards, [], [{ ...logged('two'), undone: { at: 1, userId: 'léa', username: 'Léa' } }, logged('one')], 'léa')).toBe(
    'one',
  );
});

test('a log that waits to be sent counts as later than all that were sent', () => {
  expect(likelyBoard(boards, [waiting('two'), waiting('one', 'undo')], [logged('one')], 'léa')).toBe('two');
});

test('no board is likely without a log of the person, or when its board is gone', () => {
  expect(likelyBoard(boards, [], [logged('one', 'max')], 'léa')).toBeUndefined();
  expect(likelyBoard(boards, [], [logged('gone')], 'léa')).toBeUndefined();
});
