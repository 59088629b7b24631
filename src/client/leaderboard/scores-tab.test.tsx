import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { activityOf, breakfast, léa, max, memberOf, openedBoard } from '#client/app/testing/samples.ts';
import { openScreen } from '#client/app/testing/screen.tsx';
import { queryClient } from '#client/sync/replica/query-client.ts';

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

test('there is no medal for 0', async () => {
  const places = async (score: number) => {
    const members = [memberOf(léa), memberOf(max, score)];
    const activities = { activities: [activityOf(breakfast, max)], next: null };
    const replies = { 'GET /api/boards/:boardId': openedBoard({ totalPoints: score }, { members, activities }) };
    await openScreen('/board/board?tab=scores', { me: léa, replies });
    const ranking = within(await screen.findByRole('list', { name: 'Classement' }));
    return ranking.getAllByRole('listitem').map(({ textContent }) => textContent);
  };
  const rank = (text: string, medal?: string) => expect.stringMatching(new RegExp(`${text}${medal ?? '(?!, )'}`));
  expect(await places(20)).toEqual([rank('1ʳᵉ place', ', Or.*\\+20'), rank('2ᵉ place')]);
  cleanup();
  queryClient.clear();
  expect(await places(0)).toEqual([rank('1ʳᵉ place'), rank('1ʳᵉ place')]);
});
