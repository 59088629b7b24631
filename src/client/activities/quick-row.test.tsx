import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { breakfast, cardOf, léa, openedBoard } from '#client/app/testing/samples.ts';
import { openScreen } from '#client/app/testing/screen.tsx';

test('the same favourite of two boards says on each tile whose it is', async () => {
  const boards = [openedBoard(), openedBoard({ id: 'other', title: 'LA COLOC', icon: '🏠', theme: 'blue' })];
  const { title, points, emoji } = breakfast;
  const actions = boards.map(({ board }) => ({ boardId: board.id, actionId: `of ${board.id}`, title, points, emoji }));
  await openScreen('/dashboard', {
    me: léa,
    replies: {
      'GET /api/boards': { boards: boards.map(cardOf) },
      'GET /api/activities': { activities: [], next: null },
      'GET /api/favourites': { are: 'favourites', actions },
    },
  });
  const tiles = within(await screen.findByRole('region', { name: 'Mes favorites' })).getAllByRole('button');
  expect(tiles.map((tile) => tile.textContent)).toEqual([expect.stringMatching(/^🥐.*NOUS DEUX/), expect.stringMatching(/^🥐.*LA COLOC/)]);
  expect(tiles.map((tile) => tile.dataset['boardTheme'])).toEqual(['pink', 'blue']);
});
