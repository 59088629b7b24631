/** The page of a link for one person where nobody needs an account to play (decision D56). */
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Account } from '#shared/accounts';
import type { BoardCard, InvitationPage } from '#shared/boards';
import { accountOf, cardOf, openedBoard, zoé } from '#client/app/testing/samples.ts';
import { expectAlert, fill, openScreen } from '#client/app/testing/screen.tsx';
import { lost, refused, type Replies } from '#client/app/testing/server.ts';

const token = 'x'.repeat(22);
const page: InvitationPage = {
  ...{ boardId: null, title: 'NOUS DEUX', icon: '👑', theme: 'pink', isMember: false, admits: true, admitsGuest: true },
  invitedBy: { username: 'Max', avatar: '🧑' },
};
const board = openedBoard();
const playing: Replies = {
  'POST /api/guests': { user: zoé },
  'GET /api/session': { user: zoé, signUps: 'open' },
  'GET /api/boards': { boards: [cardOf(board)] },
  'GET /api/boards/:boardId': board,
};

async function openLink(replies: Replies = {}, me: Account | null = null) {
  const opened = await openScreen(`/invite/${token}`, { me, replies: { 'GET /api/invitations/:invitation': page, ...replies } });
  return { ...opened, name: await screen.findByLabelText('Votre prénom'), play: screen.getByRole('button', { name: 'Jouer' }) };
}

test('a visitor plays with a first name and a face alone, and is told before what it is worth', async () => {
  const { user, server, name, play, address } = await openLink();
  expect(screen.getByText('Max vous attend')).toBeVisible();
  expect(screen.getByText(/^Ni email ni mot de passe.*cet appareil.*90 jours, elle s'efface, sauf si/)).toBeVisible();
  // Another than that of who invites.
  expect(screen.getByRole('radio', { name: 'Femme' })).toBeChecked();
  await user.click(play);
  expect(name).toHaveFocus();
  expect(name).toHaveAccessibleDescription('Il manque votre prénom');
  await fill(user, name, 'Zoé');
  await user.click(screen.getByRole('radio', { name: 'Licorne' }));
  let answer: (value: { boards: BoardCard[] }) => void = () => undefined;
  server.replies({ ...playing, 'GET /api/boards': () => new Promise((resolve) => (answer = resolve)) });
  await user.click(play);
  await waitFor(() => expect(server.received('GET /api/boards')).toHaveLength(1));
  // The ticket stands until the board is there, and asks nothing of the link any more, which is used up.
  expect(play).toBeVisible();
  expect(play).toHaveAttribute('aria-disabled', 'true');
  expect(server.received('GET /api/invitations/:invitation')).toHaveLength(1);
  answer({ boards: [cardOf(board)] });
  await waitFor(() => expect(address()).toBe('/board/board'));
  expect(await screen.findByText('Bienvenue sur NOUS DEUX !')).toBeVisible();
  expect(server.received('POST /api/guests')).toEqual([
    { username: 'Zoé', avatar: '🦄', invitation: token, idempotencyKey: expect.stringMatching(/^[\w-]{22}$/) },
  ]);
});

test('whoever has an account, or wants one, finds both ways, which come back to the board', async () => {
  await openLink();
  const address = `redirect=%2Finvite%2F${token}`;
  expect(screen.getByRole('link', { name: 'Se connecter pour rejoindre' })).toHaveAttribute('href', `/login?${address}`);
  expect(screen.getByRole('link', { name: /^Pas encore de compte/ })).toHaveAttribute('href', `/signup?${address}`);
  expect(screen.getByRole('link', { name: /confidentialité/i })).toBeVisible();
});

test('a guest whose name was taken learns on the board what they are called', async () => {
  const { user, server, name, play } = await openLink();
  await fill(user, name, 'Zoé');
  server.replies({ ...playing, 'POST /api/guests': { user: { ...zoé, username: 'Zoé2' } } });
  await user.click(play);
  expect(await screen.findByText(/^Ce prénom est déjà pris\s: vous jouez sous le nom de Zoé2\./)).toBeVisible();
});

test('a lost reply is said, and the second press is the same call', async () => {
  const { user, server, name, play, address } = await openLink({ 'POST /api/guests': lost });
  await fill(user, name, ' Zoé Anne ');
  await user.click(play);
  await expectAlert("La partie n'a pas pu s'ouvrir. Réessayez.");
  expect(name).toHaveValue(' Zoé Anne ');
  server.replies(playing);
  await user.click(play);
  await waitFor(() => expect(address()).toBe('/board/board'));
  const [first, second] = server.received('POST /api/guests');
  expect(second).toEqual(first);
});

test('a link that somebody else has used meanwhile says so, and an impossible name is refused at its field', async () => {
  const { user, server, name, play } = await openLink({ 'POST /api/guests': refused('username_invalid', 'username') });
  await fill(user, name, '🦄🦄');
  await user.click(play);
  await waitFor(() => expect(name).toBeInvalid());
  expect(name).toHaveFocus();
  server.replies({ 'POST /api/guests': refused('board_not_found') });
  await fill(user, name, 'Zoé');
  await user.click(play);
  await expectAlert("Ce lien ne laisse plus entrer personne. Demandez-en un autre à la personne qui vous l'a envoyé.");
});

test('a browser that refuses cookies is told so, and the second press opens what the first one made', async () => {
  const { user, server, name, play, address } = await openLink({ ...playing, 'GET /api/session': { user: null, signUps: 'open' } });
  await fill(user, name, 'Zoé');
  await user.click(play);
  await expectAlert('Votre navigateur refuse les cookies');
  server.replies(playing);
  await user.click(play);
  await waitFor(() => expect(address()).toBe('/board/board'));
});

test('a guest who plays in another tab joins with the game that is there', async () => {
  const { user, server, name, play } = await openLink({ 'POST /api/guests': refused('guest_must_keep') });
  await fill(user, name, 'Zoé');
  server.replies({ 'GET /api/session': { user: zoé, signUps: 'open' } });
  await user.click(play);
  expect(await screen.findByRole('button', { name: 'Rejoindre' })).toBeVisible();
  expect(screen.queryByLabelText('Votre prénom')).toBeNull();
});

test('where guests are not let in the page has the two ways alone', async () => {
  await openScreen(`/invite/${token}`, { replies: { 'GET /api/invitations/:invitation': { ...page, admitsGuest: false } } });
  expect(await screen.findByRole('link', { name: 'Se connecter pour rejoindre' })).toBeVisible();
  expect(screen.queryByLabelText('Votre prénom')).toBeNull();
});

test('a demo gives way to a game', async () => {
  const visitor = accountOf('Démo-4821', { email: null, isGuest: true, demoUntil: Date.now() + 1000 });
  const { user, server, name, play, address } = await openLink({}, visitor);
  server.replies(playing);
  await fill(user, name, 'Zoé');
  await user.click(play);
  await waitFor(() => expect(address()).toBe('/board/board'));
});
