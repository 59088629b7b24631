import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { accountOf, léa, max, memberOf, openedBoard } from '#client/app/testing/samples.ts';
import { openScreen } from '#client/app/testing/screen.tsx';
import { queryClient } from '#client/sync/replica/query-client.ts';
import { keepOnlyAvatarsOf } from './kept-avatars.ts';

beforeEach(() => {
  keepOnlyAvatarsOf(null);
  queryClient.clear();
});

const offer = () => screen.queryByRole('region', { name: 'Votre visage sur ce tableau' });

async function open(address: string, members = [memberOf(léa), { ...memberOf(max), joinedAt: 1 }], me = max) {
  const shown = await openScreen(address, {
    me,
    replies: {
      'GET /api/boards/:boardId': ({ params }) => openedBoard({ id: params['boardId'] ?? '' }, { members }),
      'PATCH /api/account': { user: { ...max, avatar: '🦊' } },
    },
  });
  await screen.findByRole('tab', { name: 'Scores' });
  return shown;
}

test('whoever came second with the same face is offered another, in Scores, and never above the actions', async () => {
  const { user } = await open('/board/un');
  expect(offer()).toBeNull();
  await user.click(screen.getByRole('tab', { name: 'Scores' }));
  const asked = within(await screen.findByRole('region', { name: 'Votre visage sur ce tableau' }));
  expect(asked.getByText(/^Léa a déjà 🧑\. Un autre visage\s\?$/u)).toBeVisible();
  await user.click(asked.getByRole('button', { name: 'Choisir' }));
  expect(asked.getByRole('radio', { name: /déjà à Léa$/ })).toBeDisabled();
  expect(asked.getByRole('button', { name: 'Prendre ce visage' })).toBeDisabled();
  cleanup();
  await open('/board/un?tab=scores', undefined, accountOf('Léa'));
  expect(offer()).toBeNull();
});

test('a member takes another face by keyboard, is told so, and the focus stays near', async () => {
  const { user, server } = await open('/board/un?tab=scores');
  const asked = within(await screen.findByRole('region', { name: 'Votre visage sur ce tableau' }));
  asked.getByRole('button', { name: 'Choisir' }).focus();
  await user.keyboard('{Enter}');
  await user.tab();
  await user.tab();
  await user.keyboard(' {ArrowRight}');
  const chosen = asked.getByRole<HTMLInputElement>('radio', { checked: true }).value;
  asked.getByRole('button', { name: 'Prendre ce visage' }).focus();
  await user.keyboard('{Enter}');
  expect(await screen.findByText(/^Nouveau visage : /)).toBeVisible();
  expect(server.received('PATCH /api/account')).toMatchObject([{ avatar: chosen }]);
  expect(offer()).toBeNull();
  expect(document.body).not.toHaveFocus();
});

test('a member who keeps their face is not asked again on this board, after a reload neither, but on others', async () => {
  const { user } = await open('/board/un?tab=scores');
  await user.click(await screen.findByRole('button', { name: 'Garder le mien' }));
  expect(offer()).toBeNull();
  cleanup();
  queryClient.clear();
  await open('/board/un?tab=scores');
  expect(offer()).toBeNull();
  cleanup();
  await open('/board/deux?tab=scores');
  await waitFor(() => expect(offer()).toBeVisible());
});
