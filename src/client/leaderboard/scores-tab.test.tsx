import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { activityOf, breakfast, léa, max, memberOf, openedBoard } from '#client/app/testing/samples.ts';
import { openScreen } from '#client/app/testing/screen.tsx';

const nobodyPlayed = /Tout le monde part de zéro. Qui marque les premiers points/;

test('while nobody of two has played, Scores says so and leads to the actions', async () => {
  const members = [memberOf(léa), memberOf(max)];
  const { user } = await openScreen('/board/board?tab=scores', {
    me: léa,
    replies: { 'GET /api/boards/:boardId': openedBoard({}, { members }) },
  });
  expect(await screen.findByText(nobodyPlayed)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Choisir une action' }));
  await waitFor(() => expect(screen.getByRole('tab', { name: 'Actions' })).toHaveAttribute('aria-selected', 'true'));
});

test('once somebody has played, Scores says how one stands', async () => {
  const opened = openedBoard(
    { totalPoints: 20 },
    {
      members: [memberOf(léa), memberOf(max, 20)],
      activities: { activities: [activityOf(breakfast, max)], next: null },
    },
  );
  await openScreen('/board/board?tab=scores', { me: léa, replies: { 'GET /api/boards/:boardId': opened } });
  expect(await screen.findByRole('list', { name: 'Classement' })).toHaveTextContent('+20');
  expect(screen.queryByText(nobodyPlayed)).toBeNull();
});
