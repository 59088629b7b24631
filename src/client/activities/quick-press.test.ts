import { expect, test } from 'vitest';
import type { QuickAction, QuickActions } from '#shared/actions';
import { pressOn } from './quick-press.ts';

const breakfast: QuickAction = { boardId: 'velours', actionId: 'câlin', title: 'Petit-déj au lit', points: 20, emoji: '🥐' };
const dishes: QuickAction = { ...breakfast, actionId: 'vaisselle', title: 'Vaisselle oubliée', points: -15 };
const favourites = (...actions: QuickAction[]): QuickActions => ({ are: 'favourites', actions });
const habits = (...actions: QuickAction[]): QuickActions => ({ are: 'habits', actions });

test('a press logs what is as it was shown, wherever it stands by now', () => {
  expect(pressOn(breakfast, 'favourites', favourites(dishes, breakfast))).toEqual({ does: 'log', action: breakfast });
  expect(pressOn(breakfast, 'habits', habits(dishes, breakfast))).toEqual({ does: 'log', action: breakfast });
  const otherEmoji = { ...breakfast, emoji: '☕' };
  expect(pressOn(breakfast, 'favourites', favourites(otherEmoji))).toEqual({ does: 'log', action: otherEmoji });
});

test('the first press after an edit logs nothing, and the next means what it is now', () => {
  for (const edited of [
    { ...breakfast, points: -15 },
    { ...breakfast, title: 'Petit-déj raté' },
  ])
    for (const kind of [favourites, habits]) {
      const { are } = kind();
      expect(pressOn(breakfast, are, kind(edited))).toEqual({ does: 'redraw', action: edited });
      expect(pressOn(edited, are, kind(edited))).toEqual({ does: 'log', action: edited });
    }
});

test('a press on what was retired, or is at hand no more, does nothing', () => {
  expect(pressOn(breakfast, 'favourites', favourites(dishes))).toEqual({ does: 'nothing' });
  expect(pressOn(breakfast, 'habits', habits(dishes))).toEqual({ does: 'nothing' });
  // The last favourite went, and habits are told in their stead.
  expect(pressOn(breakfast, 'favourites', habits(dishes))).toEqual({ does: 'nothing' });
});

test('the same action of another board is another one', () => {
  expect(pressOn(breakfast, 'favourites', favourites({ ...breakfast, boardId: 'bonbon' }))).toEqual({ does: 'nothing' });
});

test('a habit stays one that can be logged when favourites are told in its stead', () => {
  expect(pressOn(breakfast, 'habits', favourites(dishes))).toEqual({ does: 'log', action: breakfast });
  expect(pressOn(breakfast, 'habits', favourites({ ...breakfast, points: 5 }))).toMatchObject({ does: 'redraw' });
});
