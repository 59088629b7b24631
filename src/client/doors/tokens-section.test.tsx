import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Token } from '#shared/tokens';
import { cardOf, léa, openedBoard } from '#client/app/testing/samples.ts';
import { openScreen } from '#client/app/testing/screen.tsx';
import { lost, type Replies, refused } from '#client/app/testing/server.ts';

const day = 24 * 60 * 60 * 1000;
const secret = 'oulala_TheTokenItselfIsShownOnceAndNeverAgainToAnybody12';
const boards = [cardOf(openedBoard({ id: 'home' })), cardOf(openedBoard({ id: 'flat', title: 'La coloc' }))];

function token(change: Partial<Token> = {}): Token {
  return { id: 'button', name: 'Bouton', rights: 'log', boards: null, createdAt: 0, usedOn: null, expiresAt: null, ...change };
}

const list = () => screen.findByRole('region', { name: 'Jetons' });

async function openDoors(tokens: Token[], replies: Replies = {}) {
  return await openScreen('/doors', { me: léa, replies: { 'GET /api/boards': { boards }, 'GET /api/tokens': { tokens }, ...replies } });
}

test('each token says what it may, where, since when, when it was used and when it ends', async () => {
  await openDoors([
    token({ boards: ['home', 'flat', 'left'], usedOn: '2026-11-20', expiresAt: Date.now() + 40 * day }),
    token({ id: 'frame', name: 'Cadre', rights: 'read' }),
    token({ id: 'old', name: 'Vieux', boards: [], expiresAt: 0 }),
  ]);
  const rows = await within(await list()).findAllByRole('listitem');
  await waitFor(() => expect(rows[0]).toHaveTextContent('NOUS DEUX, La coloc, un tableau quitté'));
  expect(rows[0]).toHaveTextContent(/BoutonLire et noter.*Créé le 1er? janvier 1970.*dernière fois le 20 novembre.*Valable jusqu'au/);
  expect(rows[1]).toHaveTextContent(/CadreLire.*Tous vos tableaux.*Pas encore utilisé.*Valable jusqu'à sa suppression/);
  expect(rows[2]).toHaveTextContent(/Plus aucun tableau.*Expiré le 1er? janvier 1970/);
});

test('a token is made as it is asked for, shown once, copied, and forgotten by the page', async () => {
  const made = token({ name: 'Cuisine' });
  const { user, server } = await openDoors([], { 'POST /api/tokens': { secret, token: made } });
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  vi.stubGlobal('isSecureContext', true);
  await user.click(within(await list()).getByRole('button', { name: 'Créer un jeton' }));
  const dialog = await screen.findByRole('dialog', { name: 'Nouveau jeton' });
  await user.type(within(dialog).getByRole('textbox', { name: 'Nom' }), 'Cuisine');
  await user.click(within(dialog).getByRole('radio', { name: 'Lire et noter' }));
  await user.click(within(dialog).getByRole('radio', { name: 'Certains' }));
  await user.click(await within(dialog).findByRole('checkbox', { name: 'La coloc' }));
  await user.click(within(dialog).getByRole('radio', { name: '30 jours' }));
  server.replies({ 'GET /api/tokens': { tokens: [made] } });
  await user.click(within(dialog).getByRole('button', { name: 'Créer le jeton' }));
  const shown = await screen.findByRole('dialog', { name: 'Copiez ce jeton maintenant' });
  expect(server.received('POST /api/tokens')).toEqual([{ name: 'Cuisine', rights: 'log', boards: ['flat'], lasts: 'month' }]);
  expect(within(shown).getByRole('textbox', { name: 'Jeton' })).toHaveValue(secret);
  await user.click(within(shown).getByRole('button', { name: 'Copier le jeton' }));
  expect(write).toHaveBeenCalledWith(secret);
  expect(await within(shown).findByRole('status')).toHaveTextContent('Jeton copié');
  await user.click(within(shown).getByRole('button', { name: "C'est fait" }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await within(await list()).findByRole('listitem')).toHaveTextContent('Cuisine');
  expect(document.body.innerHTML).not.toContain(secret);
  await user.click(within(await list()).getByRole('button', { name: 'Créer un jeton' }));
  expect(within(await screen.findByRole('dialog', { name: 'Nouveau jeton' })).getByRole('textbox', { name: 'Nom' })).toHaveValue('');
});

test('a token is for reading, all boards and a year unless something else is chosen, and its refusal stands at its place', async () => {
  const { user, server } = await openDoors([], { 'POST /api/tokens': refused('token_name_required', 'name') });
  await user.click(within(await list()).getByRole('button', { name: 'Créer un jeton' }));
  const dialog = await screen.findByRole('dialog', { name: 'Nouveau jeton' });
  await user.click(within(dialog).getByRole('button', { name: 'Créer le jeton' }));
  expect(await within(dialog).findByText('Donnez un nom à ce jeton')).toBeVisible();
  expect(within(dialog).getByRole('textbox', { name: 'Nom' })).toBeInvalid();
  expect(server.received('POST /api/tokens')).toEqual([{ name: '', rights: 'read', boards: null, lasts: 'year' }]);
  server.replies({ 'POST /api/tokens': refused('too_many_tokens') });
  await user.click(within(dialog).getByRole('button', { name: 'Créer le jeton' }));
  expect(await within(dialog).findByText(/Trente jetons/)).toBeVisible();
});

test('a token that was made though its answer was lost is in the list', async () => {
  const { user, server } = await openDoors([], { 'POST /api/tokens': lost });
  await user.click(within(await list()).getByRole('button', { name: 'Créer un jeton' }));
  const dialog = await screen.findByRole('dialog', { name: 'Nouveau jeton' });
  await user.type(within(dialog).getByRole('textbox', { name: 'Nom' }), 'Cuisine');
  server.replies({ 'GET /api/tokens': { tokens: [token({ name: 'Cuisine' })] } });
  await user.click(within(dialog).getByRole('button', { name: 'Créer le jeton' }));
  expect(await screen.findByText('Cuisine')).toBeVisible();
});

test('a token ends only once that is confirmed', async () => {
  const { user, server } = await openDoors([token()]);
  const press = await within(await list()).findByRole('button', { name: 'Supprimer Bouton' });
  await user.click(press);
  const dialog = await screen.findByRole('dialog', { name: /Supprimer ce jeton/ });
  await user.click(within(dialog).getByRole('button', { name: 'Annuler' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.received('DELETE /api/tokens/:tokenId')).toEqual([]);
  await user.click(press);
  server.replies({ 'GET /api/tokens': { tokens: [] } });
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Supprimer' }));
  expect(await screen.findByText(/Jeton supprimé : Bouton/)).toBeVisible();
  await waitFor(async () => expect(within(await list()).queryByRole('listitem')).toBeNull());
  await waitFor(async () => expect(await list()).toHaveFocus());
  expect(server.received('DELETE /api/tokens/:tokenId')).toHaveLength(1);
});

test('a question about a token that ended elsewhere leaves with it, and the list takes the focus', async () => {
  const { user, server } = await openDoors([token()]);
  await user.click(await within(await list()).findByRole('button', { name: 'Supprimer Bouton' }));
  await screen.findByRole('dialog', { name: /Supprimer ce jeton/ });
  server.replies({ 'GET /api/tokens': { tokens: [] } });
  dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(async () => expect(await list()).toHaveFocus());
});

test('the list says when it cannot be loaded', async () => {
  const { user, server } = await openDoors([], { 'GET /api/tokens': refused('invalid_input') });
  expect(await screen.findByText(/Impossible de charger vos jetons. Veuillez réessayer./)).toBeVisible();
  server.replies({ 'GET /api/tokens': { tokens: [token()] } });
  await user.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await within(await list()).findByRole('listitem')).toHaveTextContent('Bouton');
});
