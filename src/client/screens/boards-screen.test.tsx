import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { PlayOnCard } from '#shared/play';
import { accountOf, activityOf, breakfast, cardOf, changed, léa, max, memberOf, openedBoard } from '#client/app/testing/samples.ts';
import { expectAlert, openScreen } from '#client/app/testing/screen.tsx';
import { lost, refused } from '#client/app/testing/server.ts';
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

test('in Tableaux, too, one press makes a first board, which is offered to be shared', async () => {
  const made = openedBoard({ id: 'coloc', title: 'LA COLOC' });
  const { user, server, address } = await openScreen('/boards', {
    me: léa,
    replies: {
      'GET /api/predefined-actions': { actions: made.actions },
      'POST /api/boards': { board: cardOf(made), skippedUsernames: [] },
      'GET /api/boards/:boardId': made,
      'GET /api/boards/:boardId/single-links': { links: [] },
    },
  });
  await user.click(within(await screen.findByRole('group', { name: /^Prêt en un geste/ })).getByRole('button', { name: /La coloc/ }));
  await waitFor(() => expect(address()).toBe('/board/coloc'));
  const share = within(await screen.findByRole('dialog', { name: 'Partager le tableau' }));
  expect(await share.findByRole('textbox', { name: "Lien d'invitation" })).toBeVisible();
  expect(server.received('POST /api/boards')).toMatchObject([{ title: 'LA COLOC', icon: '🏠', theme: 'orange' }]);
});

test('boards that cannot be loaded are said so, and asked for again', async () => {
  const { user, server } = await openScreen('/boards', { me: léa, replies: { 'GET /api/boards': refused('invalid_input') } });
  await expectAlert('Impossible de charger les tableaux. Veuillez réessayer.');
  server.replies({ 'GET /api/boards': { boards: [cardOf(openedBoard({ title: 'PATIENCE' }))] } });
  await user.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByRole('link', { name: /PATIENCE/ })).toBeVisible();
});

test('a kit pressed without a network says so, stays, and makes one board once there is one', async () => {
  const opened = openedBoard();
  const { user, server, address } = await openScreen('/boards', {
    me: léa,
    replies: { 'GET /api/predefined-actions': { actions: opened.actions }, 'POST /api/boards': lost, 'GET /api/boards/:boardId': opened },
  });
  const kit = await screen.findByRole('button', { name: /^À deux, complices/ });
  await user.click(kit);
  await screen.findByText('Impossible de créer le tableau. Veuillez réessayer.');
  expect(kit).toBeVisible();
  server.replies({ 'POST /api/boards': { board: cardOf(opened), skippedUsernames: [] }, 'GET /api/boards': { boards: [cardOf(opened)] } });
  await user.click(screen.getByRole('button', { name: 'Réessayer' }));
  await waitFor(() => expect(address()).toMatch(/^\/board\/board/));
  const [first, again, ...more] = server.received('POST /api/boards');
  expect(again).toEqual(first);
  // It cannot go on without a choice (decision D53), which is sent with it.
  expect(again).toMatchObject({ playMode: 'together' });
  expect(more).toEqual([]);
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
  const crowd = {
    ...team('foule', [5]),
    memberCount: 40,
    members: undefined,
    standing: { userId: léa.id, score: 5, rank: 12, shared: false, rival: { userId: max.id, username: 'Max', avatar: '🧑', score: 90 } },
  };
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
  expect(await card(/TRIO/)).toBe('👑TRIOVous : 2ᵉ place, à égalité2e à égalitéVous +53 membres · 2 actions · +30 pts en tout');
  expect(await card(/DUO/)).toBe('👑DUOVous menez de 15Vous +20Max +52 membres · 2 actions · +25 pts en tout');
  expect(await card(/RETARD/)).toBe('👑RETARDÀ 1 pointVous +4Max +52 membres · 2 actions · +9 pts en tout');
  expect(await card(/PAREIL/)).toBe('👑PAREILÀ égalitéVous +5Max +52 membres · 2 actions · +10 pts en tout');
  expect(await card(/NEUF/)).toBe('👑NEUFTout reste à jouerVous 0Max 02 membres · 2 actions · 0 pts en tout');
  expect(await card(/SEULE/)).toBe('👑SEULEEn soloVous +51 membre · 2 actions · +5 pts en tout');
  // A card of many members does not have their scores, but one's own and the best of the others.
  expect(await card(/FOULE/)).toBe('👑FOULEVous : 12ᵉ place12e sur 40Vous +540 membres · 2 actions · +5 pts en tout');
});

test('while a season runs the large numbers of a card are those of the season, and of a goal those of all together', async () => {
  const day = 24 * 60 * 60 * 1000;
  const running = {
    number: 1,
    startsOn: '2026-01-01',
    lastDay: '2126-01-01',
    timeZone: 'Europe/Paris',
    startsAt: 0,
    endsAt: Date.now() + day,
  };
  const standings = [
    { userId: léa.id, username: 'Léa', points: 5, actions: 1, left: false },
    { userId: max.id, username: 'Max', points: 45, actions: 1, left: false },
  ];
  const duo = { members: [memberOf(léa, 500), memberOf(max, 100)] };
  const card = (id: string, season: Pick<PlayOnCard['seasons'][number], 'kind' | 'goal'> & { startsAt?: number }) => ({
    ...cardOf(openedBoard({ id, title: id.toUpperCase(), totalPoints: 600 }, duo)),
    play: { agreements: [], seasons: [{ ...running, standings, ...season }] },
  });
  const boards = [
    card('saison', { kind: 'season', goal: null }),
    card('but', { kind: 'goal', goal: 200 }),
    card('demain', { kind: 'season', goal: null, startsAt: Date.now() + day / 2 }),
  ];
  await openScreen('/boards', { me: léa, replies: { 'GET /api/boards': { boards } } });
  const said = async (title: RegExp) => (await screen.findByRole('link', { name: title })).textContent.replaceAll(/\s/g, ' ');
  expect(await said(/SAISON/)).toContain('À 40 pointsVous +5Max +452 membres · 2 actions · +600 pts en tout');
  expect(await said(/BUT/)).toContain('Plus que 150 pointsEnsemble +502 membres');
  expect(await said(/DEMAIN/)).toContain('Vous menez de 400Vous +500Max +100');
});
