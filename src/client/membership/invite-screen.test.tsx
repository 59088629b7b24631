import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { InvitationPage } from '#shared/boards';
import { invitationPage as page, max, openedBoard, requestOf } from '#client/app/testing/samples.ts';
import { expectAlert, fill, openScreen, type Opened, withSignUps } from '#client/app/testing/screen.tsx';
import { lost, refused, type Replies } from '#client/app/testing/server.ts';
import { queryClient } from '#client/sync/replica/query-client.ts';
import { ingestEvent } from '#client/sync/replica/live-events.ts';
import { pressedInvitation } from './pressed-invitation.ts';

test('a board that is missing, or whose link is off, is not found, and nothing offers to try again', async () => {
  await openScreen(`/invite/${'x'.repeat(300)}`, { me: max, replies: { 'GET /api/invitations/:invitation': refused('board_not_found') } });
  expect(await screen.findByRole('heading', { level: 1, name: /^Oups/ })).toBeVisible();
  expect(screen.getByText('Tableau non trouvé')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Réessayer' })).toBeNull();
});

test('an invitation that cannot be loaded, or a request that is lost, is said and tried again', async () => {
  const { user, server, address } = await openScreen('/invite/board', {
    me: max,
    replies: { 'GET /api/invitations/:invitation': refused('invalid_input'), 'POST /api/boards/:boardId/requests': lost },
  });
  expect(await screen.findByText('Erreur lors du chargement du tableau')).toBeVisible();
  let answer: (page: InvitationPage) => void = () => undefined;
  server.replies({ 'GET /api/invitations/:invitation': () => new Promise((resolve) => (answer = resolve)) });
  await user.click(screen.getByRole('button', { name: 'Réessayer' }));
  // What went wrong stands until the answer.
  expect(screen.getByRole('heading', { level: 1, name: /^Oups/ })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Réessayer' })).toHaveAttribute('aria-disabled', 'true');
  answer(page);
  expect(await screen.findByRole('heading', { level: 1, name: 'PATIENCE' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Demander à rejoindre' }));
  await expectAlert("La demande n'est pas partie. Réessayez.");
  server.replies({ 'POST /api/boards/:boardId/requests': { request: requestOf({ type: 'request' }) } });
  await user.click(screen.getByRole('button', { name: 'Réessayer' }));
  await waitFor(() => expect(address()).toBe('/requests'));
});

test('a request on its way says so, and one that is there already is refused in words', async () => {
  let refuse: (reason: unknown) => void = () => undefined;
  const { user, server } = await openScreen('/invite/board', {
    me: max,
    replies: {
      'GET /api/invitations/:invitation': page,
      'POST /api/boards/:boardId/requests': () => new Promise<never>((_, reject) => (refuse = reject)),
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Demander à rejoindre' }));
  expect(await screen.findByRole('button', { name: 'Envoi de la demande...' })).toHaveAttribute('aria-disabled', 'true');
  server.replies({ 'POST /api/boards/:boardId/requests': refused('already_requested') });
  refuse(new TypeError('lost'));
  await user.click(await screen.findByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByText('Une demande est déjà en cours pour ce tableau')).toBeVisible();
});

test('somebody who is invited already accepts on the page of the link, and comes to the board', async () => {
  const { user, address } = await openScreen('/invite/board', {
    me: max,
    replies: {
      'GET /api/invitations/:invitation': page,
      'GET /api/requests': { received: [requestOf()], sent: [], pendingCount: 1 },
      'POST /api/requests/:requestId/acceptance': { request: requestOf({ status: 'accepted' }) },
      'GET /api/boards/:boardId': openedBoard({ title: 'PATIENCE' }),
    },
  });
  expect(await screen.findByText('On vous attend')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Demander à rejoindre' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Accepter' }));
  await waitFor(() => expect(address()).toBe('/board/board'));
});

test.each([
  ['signed out', undefined, 'Se connecter pour rejoindre'],
  ['signed in', max, 'Rejoindre'],
])(
  'the page of a link for one person says who invites before anything is asked, %s, and its title does not (D57)',
  async (_, me, button) => {
    const invitedBy = { username: 'Léa', avatar: '🦊' };
    await openScreen('/invite/token', {
      ...(me && { me }),
      replies: { 'GET /api/invitations/:invitation': { ...page, boardId: null, admits: true, invitedBy } },
    });
    expect(await screen.findByText('Léa vous attend')).toHaveTextContent('🦊');
    expect(screen.getByRole(me ? 'button' : 'link', { name: button })).toBeVisible();
    expect(document.title).not.toMatch(/Léa|PATIENCE/);
  },
);

async function signInAsMax({ user, server }: Opened): Promise<void> {
  server.replies({ 'POST /api/session': { user: max }, 'GET /api/session': { user: max, signUps: 'open' } });
  await fill(user, await screen.findByLabelText('Email ou pseudo'), 'Max');
  await fill(user, screen.getByLabelText('Mot de passe'), 'orage violet 42');
  await user.click(screen.getByRole('button', { name: 'Se connecter' }));
}

const pressToSignIn = async ({ user }: Opened) => user.click(await screen.findByRole('link', { name: 'Se connecter pour rejoindre' }));

test('what a visitor pressed is asked by itself after a sign-in, once; who only opened the address has asked for nothing (D21)', async () => {
  const replies: Replies = {
    'GET /api/invitations/:invitation': page,
    'POST /api/boards/:boardId/requests': { request: requestOf({ type: 'request' }) },
  };
  const pressed = await openScreen('/invite/board', { replies });
  await pressToSignIn(pressed);
  await signInAsMax(pressed);
  expect(await screen.findByText("Demande envoyée. La porte s'ouvre dès qu'on vous accepte.")).toBeVisible();
  expect(pressed.server.received('POST /api/boards/:boardId/requests')).toHaveLength(1);
  cleanup();

  const opened = await openScreen('/login?redirect=/invite/board', { replies });
  await signInAsMax(opened);
  const ask = await screen.findByRole('button', { name: 'Demander à rejoindre' });
  expect(opened.address()).toBe('/invite/board');
  expect(opened.server.received('POST /api/boards/:boardId/requests')).toEqual([]);
  await opened.user.click(ask);
  await waitFor(() => expect(opened.address()).toBe('/requests'));
  expect(opened.server.received('POST /api/boards/:boardId/requests')).toHaveLength(1);
});

test('what a visitor pressed accepts the invitation that waits for them, and asks for nothing beside it (D21)', async () => {
  const opened = await openScreen('/invite/board', {
    replies: {
      'GET /api/invitations/:invitation': page,
      'GET /api/requests': { received: [requestOf()], sent: [], pendingCount: 1 },
      'POST /api/requests/:requestId/acceptance': { request: requestOf({ status: 'accepted' }) },
      'GET /api/boards/:boardId': openedBoard({ title: 'PATIENCE' }),
    },
  });
  await pressToSignIn(opened);
  await signInAsMax(opened);
  await waitFor(() => expect(opened.address()).toBe('/board/board'));
  expect(await screen.findByText('Bienvenue sur PATIENCE !')).toBeVisible();
  expect(opened.server.received('POST /api/requests/:requestId/acceptance')).toHaveLength(1);
  expect(opened.server.received('POST /api/boards/:boardId/requests')).toEqual([]);
});

test.each([
  ['presses', max],
  ['pressed before a sign-in', null],
])('a link for one person lets in whoever %s', async (_, me) => {
  const opened = await openScreen(`/invite/${'x'.repeat(22)}`, {
    me,
    replies: {
      'GET /api/invitations/:invitation': { ...page, boardId: null, admits: true },
      'POST /api/invitations/:invitation/acceptance': { boardId: 'board' },
      'GET /api/boards/:boardId': openedBoard({ title: 'PATIENCE' }),
    },
  });
  if (me === null) {
    await pressToSignIn(opened);
    await signInAsMax(opened);
  } else {
    expect(await screen.findByText('Une place vous attend')).toBeVisible();
    await opened.user.click(screen.getByRole('button', { name: 'Rejoindre' }));
  }
  await waitFor(() => expect(opened.address()).toBe('/board/board'));
  expect(await screen.findByText('Bienvenue sur PATIENCE !')).toBeVisible();
  expect(opened.server.received('POST /api/invitations/:invitation/acceptance')).toHaveLength(1);
});

test('a link for one person that was used meanwhile leads to no board', async () => {
  const { user } = await openScreen(`/invite/${'x'.repeat(22)}`, {
    me: max,
    replies: {
      'GET /api/invitations/:invitation': { ...page, boardId: null, admits: true },
      'POST /api/invitations/:invitation/acceptance': refused('board_not_found'),
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Rejoindre' }));
  expect(await screen.findByText('Tableau non trouvé')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Réessayer' })).toBeNull();
});

test.each([
  ['is a member', true],
  ['is let in while looking', false],
])('whoever %s is led from the invitation to the board', async (_, isMember) => {
  const opened = await openScreen('/invite/board', {
    me: max,
    replies: { 'GET /api/invitations/:invitation': { ...page, isMember }, 'GET /api/boards/:boardId': openedBoard({ title: 'PATIENCE' }) },
  });
  if (!isMember) {
    await screen.findByRole('button', { name: 'Demander à rejoindre' });
    opened.server.replies({ 'GET /api/invitations/:invitation': { ...page, isMember: true } });
    act(() => ingestEvent(queryClient, { type: 'joined', boardId: 'board' }));
  }
  await waitFor(() => expect(opened.address()).toBe('/board/board'));
  expect(screen.queryAllByText('Bienvenue sur PATIENCE !')).toHaveLength(isMember ? 0 : 1);
});

test('a visitor is offered to sign in alone where sign-ups are closed', async () => {
  withSignUps('closed');
  await openScreen('/invite/board', { replies: { 'GET /api/invitations/:invitation': page } });
  expect(await screen.findByRole('link', { name: 'Se connecter pour rejoindre' })).toBeVisible();
  expect(screen.queryByRole('link', { name: /S'inscrire/ })).toBeNull();
  expect(screen.getByText(/^Les inscriptions sont fermées ici/)).toBeVisible();
});

test('a visitor is offered to sign up first, and to sign in beside it', async () => {
  await openScreen('/invite/board', { replies: { 'GET /api/invitations/:invitation': page } });
  const signUp = await screen.findByRole('link', { name: /^Pas encore de compte\s\? S'inscrire$/ });
  const signIn = screen.getByRole('link', { name: 'Se connecter pour rejoindre' });
  expect(signUp.compareDocumentPosition(signIn)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect([signUp, signIn].map((link) => link.getAttribute('href'))).toEqual([
    '/signup?redirect=%2Finvite%2Fboard',
    '/login?redirect=%2Finvite%2Fboard',
  ]);
});

test('a person who waits for an answer reads what helps meanwhile, and has where to go', async () => {
  pressedInvitation.leave('board');
  await openScreen('/invite/board', {
    me: max,
    replies: {
      'GET /api/invitations/:invitation': page,
      'POST /api/boards/:boardId/requests': { request: requestOf({ type: 'request' }) },
    },
  });
  expect(await screen.findByText("Demande envoyée. La porte s'ouvre dès qu'on vous accepte.")).toBeVisible();
  expect(screen.getByText('En attendant, un petit mot à la personne qui vous a envoyé le lien peut aider.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Voir mes demandes' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Créer un tableau' })).toHaveAttribute('href', '/create-board');
});

test('an invitation to nothing leads home', async () => {
  const { address } = await openScreen('/invite/', { me: max });
  expect(address()).toBe('/');
});

test('a pasted link leads to its invitation, anything else is refused beside the field', async () => {
  const { user, address } = await openScreen('/boards', { me: max, replies: { 'GET /api/invitations/:invitation': page } });
  await user.click(await screen.findByRole('button', { name: 'Nouveau tableau' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Rejoindre un tableau' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Rejoindre un tableau' }));
  const field = dialog.getByRole('textbox', { name: "Lien d'invitation" });
  const join = dialog.getByRole('button', { name: 'Rejoindre' });
  for (const pasted of ['', `${location.origin}/`, 'viens jouer']) {
    await fill(user, field, pasted);
    await user.click(join);
    expect(field).toHaveAccessibleDescription(/Lien d'invitation invalide/);
    expect(field).toHaveFocus();
  }
  await fill(user, field, `  ${location.origin}/invite/board/?de=Léa#haut `);
  await user.click(join);
  expect(await screen.findByRole('heading', { level: 1, name: 'PATIENCE' })).toBeVisible();
  expect(address()).toBe('/invite/board');
});

test.each(['.', ')', ',%20merci', '%20', '%E2%80%8B', '»'])(
  'a link that was opened with %j behind it leads to its invitation',
  async (end) => {
    const { address } = await openScreen(`/invite/board${end}`, { me: max, replies: { 'GET /api/invitations/:invitation': page } });
    expect(await screen.findByRole('heading', { level: 1, name: 'PATIENCE' })).toBeVisible();
    expect(address()).toBe('/invite/board');
  },
);

test('a message of several lines that is pasted leaves its link in the field', async () => {
  const { user } = await openScreen('/boards', { me: max });
  await user.click(await screen.findByRole('button', { name: 'Nouveau tableau' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Rejoindre un tableau' }));
  const field = await screen.findByRole('textbox', { name: "Lien d'invitation" });
  await user.click(field);
  await user.paste('Rejoins-nous :\nhttps://exemple.fr/invite/Gx3_k-9PqzL2m0aVb7TfYw\nBonne soirée');
  expect(field).toHaveValue(`${location.origin}/invite/Gx3_k-9PqzL2m0aVb7TfYw`);
});

const sharing = (values: Record<string, string>) => `/boards?${new URLSearchParams(values)}`;

test('what another app shares leads to the board when it is an invitation of ours, after a sign-in too', async () => {
  const path = sharing({ title: 'OU LA LA', text: `Viens : ${location.origin}/invite/board`, url: '' });
  const replies: Replies = { 'GET /api/invitations/:invitation': page };
  const signedIn = await openScreen(path, { me: max, replies });
  expect(await screen.findByRole('heading', { level: 1, name: 'PATIENCE' })).toBeVisible();
  expect(signedIn.address()).toBe('/invite/board');
  cleanup();

  const opened = await openScreen(path, { replies });
  expect(opened.address()).toMatch(/^\/login\?redirect=/);
  await signInAsMax(opened);
  expect(await screen.findByRole('heading', { level: 1, name: 'PATIENCE' })).toBeVisible();
  expect(opened.address()).toBe('/invite/board');
});

test.each([
  ['an invitation of another site is shown', { url: 'https://ailleurs.exemple/invite/abc_DEF-123' }, false],
  ['none is said to be none', { title: 'Recette', text: '<img src=x onerror=alert(1)>' }, true],
])('of what another app shares, %s, and a reload shows it no more', async (_, shared, isInvalid) => {
  const { user, address } = await openScreen(sharing(shared), { me: max });
  const dialog = within(await screen.findByRole('dialog', { name: 'Rejoindre un tableau' }));
  expect(dialog.getByRole('textbox')).toHaveValue(Object.values(shared).at(-1));
  expect(dialog.queryAllByText("Lien d'invitation invalide")).toHaveLength(isInvalid ? 1 : 0);
  // What a reload would open.
  expect(address()).toBe('/boards');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
