import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { accountOf, activityOf, breakfast, cardOf, changed, léa, max, memberOf, openedBoard } from '#client/app/testing/samples.ts';
import { expectAlert, openScreen } from '#client/app/testing/screen.tsx';
import { refused } from '#client/app/testing/server.ts';
import { ingest } from '#client/sync/replica/ingest.ts';
import { queryClient } from '#client/sync/replica/query-client.ts';

test('a person without boards is shown both ways to one', async () => {
  const { user, address } = await openScreen('/boards', { me: léa });
  expect(await screen.findByText('Aucun tableau')).toBeVisible();
  const choose = async (way: string) => {
    await user.click(screen.getByRole('button', { name: 'Nouveau tableau' }));
    await user.click(await screen.findByRole('menuitem', { name: way }));
  };
  await choose('Rejoindre un tableau');
  expect(await screen.findByRole('dialog', { name: 'Rejoindre un tableau' })).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await choose('Créer un tableau');
  await screen.findByRole('heading', { level: 1, name: 'Créer un tableau' });
  expect(address()).toBe('/create-board');
});

test('boards that cannot be loaded are said so, and asked for again', async () => {
  const { user, server } = await openScreen('/boards', { me: léa, replies: { 'GET /api/boards': refused('invalid_input') } });
  await expectAlert('Impossible de charger les tableaux. Veuillez réessayer.');
  server.replies({ 'GET /api/boards': { boards: [cardOf(openedBoard({ title: 'PATIENCE' }))] } });
  await user.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByRole('link', { name: /PATIENCE/ })).toBeVisible();
});

test('the board that was played on last stands first, until a hand is on the screen', async () => {
  const boards = ['UN', 'DEUX', 'TROIS'].map((title, index) => ({
    ...cardOf(openedBoard({ id: title, title })),
    lastActivityAt: 3 - index,
  }));
  const { user } = await openScreen('/boards', { me: léa, replies: { 'GET /api/boards': { boards } } });
  const shown = () => screen.getAllByRole('link', { name: /UN|DEUX|TROIS/ }).map((card) => /UN|DEUX|TROIS/.exec(card.textContent)?.[0]);
  let revision = 1;
  const logOn = (boardId: string, loggedAt: number) =>
    act(() => {
      revision += 1;
      const logged = activityOf(breakfast, max, { id: `log ${revision}`, loggedAt, revision });
      ingest(queryClient, {
        ...changed({ ...openedBoard().board, id: boardId, revision, totalPoints: 5 }),
        after: 1,
        activities: [logged],
      });
    });
  await waitFor(() => expect(shown()).toEqual(['UN', 'DEUX', 'TROIS']));
  logOn('TROIS', 10);
  await waitFor(() => expect(shown()).toEqual(['TROIS', 'UN', 'DEUX']));
  await user.keyboard('{Shift}');
  logOn('DEUX', 20);
  await waitFor(() => expect(screen.getByRole('link', { name: /DEUX/ })).toHaveTextContent('+5'));
  expect(shown()).toEqual(['TROIS', 'UN', 'DEUX']);
  await user.click(screen.getByRole('link', { name: 'Demandes' }));
  await screen.findByRole('heading', { level: 1, name: 'Demandes' });
  await user.click(screen.getByRole('link', { name: 'Tableaux' }));
  await waitFor(() => expect(shown()).toEqual(['DEUX', 'TROIS', 'UN']));
});

test('a card says in large where one stands, and in small what all have together', async () => {
  const team = (id: string, scores: readonly number[]) => {
    const members = [léa, max, accountOf('Zoé')].slice(0, scores.length).map((person, index) => memberOf(person, scores[index]));
    return cardOf(openedBoard({ id, title: id.toUpperCase(), totalPoints: scores.reduce((sum, score) => sum + score, 0) }, { members }));
  };
  const crowd = { ...team('foule', [5]), memberCount: 40, members: undefined };
  const boards = [
    team('trio', [5, 20, 5]),
    team('duo', [20, 5]),
    team('retard', [4, 5]),
    team('pareil', [5, 5]),
    team('neuf', [0, 0]),
    team('seule', [5]),
    crowd,
  ];
  await openScreen('/boards', { me: léa, replies: { 'GET /api/boards': { boards } } });
  const card = async (title: RegExp) => (await screen.findByRole('link', { name: title })).textContent.replaceAll(/\s/g, ' ');
  expect(await card(/TRIO/)).toBe('👑TRIO3 membres · 2 actions+30 pts en toutVous : 2ᵉ place, à égalité2eà égalitéVous +5');
  expect(await card(/DUO/)).toBe('👑DUO2 membres · 2 actions+25 pts en toutVous menez de 15Vous +20Max +5');
  expect(await card(/RETARD/)).toBe('👑RETARD2 membres · 2 actions+9 pts en toutÀ 1 pointVous +4Max +5');
  expect(await card(/PAREIL/)).toBe('👑PAREIL2 membres · 2 actions+10 pts en toutÀ égalitéVous +5Max +5');
  expect(await card(/NEUF/)).toBe('👑NEUF2 membres · 2 actions0 pts en toutTout reste à jouerVous 0Max 0');
  expect(await card(/SEULE/)).toBe('👑SEULE1 membre · 2 actions+5 pts en toutEn soloVous +5');
  // A card of many members does not have their scores.
  expect(await card(/FOULE/)).toBe('👑FOULE40 membres · 2 actions+5 pts');
});
