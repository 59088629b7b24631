/** Whatever sends, sends once until it is answered: two presses before anything is drawn anew are one press. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { EndpointKey } from '#shared/api';
import { cardOf, invitationPage, léa, max, memberOf, openedBoard, requestOf, servingBoard } from '#client/app/testing/samples.ts';
import { fill, openScreen, type Opened } from '#client/app/testing/screen.tsx';
import { refused } from '#client/app/testing/server.ts';

const button = (name: string | RegExp) => screen.findByRole('button', { name });

async function pressTwice(pressed: HTMLElement): Promise<void> {
  await act(async () => {
    pressed.click();
    pressed.click();
  });
}

async function expectOnce({ server }: Opened, key: EndpointKey): Promise<void> {
  await waitFor(() => expect(server.received(key)).not.toEqual([]));
  expect(server.received(key)).toHaveLength(1);
}

test('signing up, and signing out, are sent once', async () => {
  const opened = await openScreen('/signup', {
    replies: { 'POST /api/accounts': { user: léa }, 'GET /api/session': { user: léa, signUps: 'open' } },
  });
  const { user } = opened;
  await fill(user, screen.getByLabelText('Pseudo'), 'Léa');
  await fill(user, screen.getByLabelText('Email'), 'lea@exemple.fr');
  await fill(user, screen.getByLabelText('Mot de passe'), 'orage violet 42');
  await pressTwice(await button('Créer un compte'));
  await screen.findByRole('heading', { name: 'Activités récentes' });
  await expectOnce(opened, 'POST /api/accounts');
  await user.click(screen.getByRole('button', { name: 'Ouvrir le menu du profil' }));
  await pressTwice(await button('Déconnexion'));
  await expectOnce(opened, 'DELETE /api/session');
});

test('signing in is sent once', async () => {
  const opened = await openScreen('/login', {
    replies: { 'POST /api/session': { user: léa }, 'GET /api/session': { user: léa, signUps: 'open' } },
  });
  await fill(opened.user, screen.getByLabelText('Email ou pseudo'), 'Léa');
  await fill(opened.user, screen.getByLabelText('Mot de passe'), 'orage violet 42');
  await pressTwice(await button('Se connecter'));
  await screen.findByRole('heading', { name: 'Activités récentes' });
  await expectOnce(opened, 'POST /api/session');
});

test('a changed password and a changed profile are sent once', async () => {
  const opened = await openScreen('/edit-profile', { me: léa, replies: { 'PATCH /api/account': { user: léa } } });
  await opened.user.click(screen.getByRole('heading', { name: 'Mot de passe' }));
  await fill(opened.user, await screen.findByLabelText('Mot de passe actuel'), 'orage violet 42');
  await fill(opened.user, screen.getByLabelText('Nouveau mot de passe'), 'grêle tiède 77');
  await pressTwice(await button('Modifier le mot de passe'));
  await expectOnce(opened, 'PUT /api/account/password');
  expect(await screen.findByText(/^Mot de passe modifié/)).toBeVisible();
  await fill(opened.user, screen.getByLabelText('Pseudo'), 'Léa.bis');
  await pressTwice(await button('Enregistrer'));
  await expectOnce(opened, 'PATCH /api/account');
});

test('a visitor who asks to join asks once', async () => {
  const opened = await openScreen('/invite/board', {
    me: max,
    replies: {
      'GET /api/invitations/:invitation': invitationPage,
      'POST /api/boards/:boardId/requests': { request: requestOf({ type: 'request' }) },
    },
  });
  await pressTwice(await button('Demander à rejoindre'));
  expect(await screen.findByText("Demande envoyée. La porte s'ouvre dès qu'on vous accepte.")).toBeVisible();
  expect(opened.address()).toBe('/requests');
  await expectOnce(opened, 'POST /api/boards/:boardId/requests');
});

test('an answer to a request is sent once', async () => {
  const opened = await openScreen('/requests', {
    me: max,
    replies: {
      'GET /api/requests': { received: [requestOf()], sent: [], pendingCount: 1 },
      'POST /api/requests/:requestId/acceptance': { request: requestOf({ status: 'accepted' }) },
    },
  });
  await pressTwice(await button('Accepter'));
  await expectOnce(opened, 'POST /api/requests/:requestId/acceptance');
});

const two = openedBoard({}, { members: [memberOf(léa), memberOf(max)] });

test('the other click of a double click on Inviter, after the answer, asks for no name', async () => {
  const opened = await openScreen('/board/board', {
    me: léa,
    replies: {
      ...servingBoard(two),
      'GET /api/boards/:boardId/single-links': { links: [] },
      'POST /api/boards/:boardId/requests': { request: requestOf({ toUsername: 'Zoé' }) },
    },
  });
  const { user } = opened;
  await user.click(await button('Partager le tableau'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Partager le tableau' }));
  await user.click(dialog.getByRole('tab', { name: 'Invitation directe' }));
  const field = await dialog.findByRole('textbox', { name: 'Pseudo' });
  const invite = dialog.getByRole('button', { name: 'Inviter' });
  await fill(user, field, 'Zoé');
  await pressTwice(invite);
  await expectOnce(opened, 'POST /api/boards/:boardId/requests');
  expect(await dialog.findByText('Invitation envoyée !')).toBeVisible();
  expect(field).toHaveValue('');
  await user.dblClick(invite);
  await user.type(field, '{Enter}');
  expect(dialog.getByText('Invitation envoyée !')).toBeVisible();
  expect(field).not.toHaveAttribute('aria-invalid', 'true');
});

test('a new board is sent once', async () => {
  const { board, ...other } = openedBoard({ title: 'DEUX CLICS' });
  const opened = await openScreen('/create-board', {
    me: léa,
    replies: {
      'GET /api/predefined-actions': { actions: other.actions },
      'POST /api/boards': { board: cardOf({ board, ...other }), skippedUsernames: [] },
      'GET /api/boards/:boardId': { board, ...other },
    },
  });
  await fill(opened.user, screen.getByRole('textbox', { name: 'Nom du tableau' }), 'Deux clics');
  await opened.user.click((await screen.findAllByRole('checkbox'))[0] ?? document.body);
  await pressTwice(await button('Créer le tableau'));
  // The screen that waits for the board names it already, and goes.
  await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'DEUX CLICS' })).toBeVisible());
  await expectOnce(opened, 'POST /api/boards');
  expect(screen.getAllByText('Tableau créé. Qui invitez-vous ?')).toHaveLength(1);
});

test('the link, a member and the board are switched off, removed and deleted once', async () => {
  const opened = await openScreen('/board/board', {
    me: léa,
    replies: { ...servingBoard(two), 'GET /api/boards/:boardId/single-links': { links: [] } },
  });
  const { user, server, address } = opened;
  await user.click(await button('Partager le tableau'));
  await pressTwice(await button('Désactiver le lien'));
  await expectOnce(opened, 'PATCH /api/boards/:boardId');
  // A double click must not undo what its first half did.
  await user.dblClick(await button('Activer le lien'));
  expect(await button('Désactiver le lien')).toBeVisible();
  expect(server.received('PATCH /api/boards/:boardId')).toHaveLength(2);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  await user.click(await button('Réglages du tableau'));
  await user.click(await button('Options pour Max'));
  await user.click(await screen.findByRole('menuitem', { name: 'Retirer Max' }));
  await pressTwice(await button('Retirer'));
  await expectOnce(opened, 'DELETE /api/boards/:boardId/members/:userId');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Retirer Max/ })).toBeNull());
  await user.click(await button('Supprimer le tableau'));
  server.replies({ 'GET /api/boards/:boardId': refused('board_not_found') });
  await pressTwice(await button('Supprimer'));
  await expectOnce(opened, 'DELETE /api/boards/:boardId');
  await waitFor(() => expect(address()).toBe('/boards'));
});
