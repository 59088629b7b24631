/** Codes of stickers: the page behind one, and the section of the doors that makes them. */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { MadeCode, OpenedCode } from '#shared/codes';
import { breakfast, cardOf, dishes, léa, max, memberOf, openedBoard } from '#client/app/testing/samples.ts';
import { openScreen } from '#client/app/testing/screen.tsx';
import { refused, type Replies } from '#client/app/testing/server.ts';
import { outbox } from '#client/sync/outbox/outbox.ts';

const shared = openedBoard({}, { members: [memberOf(léa), memberOf(max)] });
const { id, title, icon, theme } = shared.board;
const board = { id, title, icon, theme };
const logs = { kind: 'log', id: breakfast.id, title: breakfast.title, points: breakfast.points, emoji: breakfast.emoji } as const;
const nudges = { kind: 'nudge', userId: max.id, username: max.username, avatar: max.avatar } as const;
const opened: OpenedCode = { board, does: logs, loggedAt: null };
const made: MadeCode = { id: 'code', code: 'abcdefghjkmnpqrstuvw', name: 'Cuisine', board, does: logs, madeAt: 0, usedOn: null };

const press = () => screen.findByRole('button', { name: /^Petit-déj au lit \+20/ });
/** Opens the page of a code as Léa, whose commands wait. */
async function openAsLéa(replies: Replies) {
  const page = await openScreen('/l/abc', { me: léa, replies });
  outbox.belongTo(léa.id);
  return page;
}
/** Answered never: a log that was lost fails after three tries where nothing is stored. */
const underWay = () => new Promise<never>(() => undefined);
const given = () => outbox.shown().commands.flatMap(({ items }) => items);
const boards: Replies = { 'GET /api/boards': { boards: [cardOf(shared)] }, 'GET /api/boards/:boardId': shared };

test('the page says what a press does and does nothing by itself', async () => {
  const { server } = await openScreen('/l/abc', { me: léa, replies: { 'GET /api/l/:code': opened } });
  expect(await press()).toHaveTextContent('NOUS DEUX');
  expect(screen.getByText(/Rien n'est noté tant que vous n'appuyez pas/)).toBeVisible();
  expect(given()).toEqual([]);
  expect(server.received('POST /api/boards/:boardId/activities')).toEqual([]);
});

test('one press logs with the code, says so, and can be undone', async () => {
  const { user } = await openAsLéa({ 'GET /api/l/:code': opened, 'POST /api/boards/:boardId/activities': underWay });
  await user.click(await press());
  await waitFor(() => expect(given()).toMatchObject([{ kind: 'log', boardId: 'board', actionId: breakfast.id, code: 'abc' }]));
  expect(await screen.findByText(/«\sPetit-déj au lit\s»\s: c'est noté\./)).toBeVisible();
  expect(screen.getByRole('link', { name: /Voir «\sNOUS DEUX\s»/ })).toHaveAttribute('href', '/board/board');
  await user.click(await screen.findByRole('button', { name: 'Annuler' }));
  await waitFor(() => expect(screen.queryByText(/c'est noté\./)).not.toBeInTheDocument());
});

test('a second press within a minute asks, and logs on a yes alone', async () => {
  const { user } = await openAsLéa({ 'GET /api/l/:code': opened, 'POST /api/boards/:boardId/activities': underWay });
  await user.click(await press());
  await user.click(await press());
  const question = await screen.findByRole('dialog', { name: /Encore/ });
  await user.click(within(question).getByRole('button', { name: /Non/ }));
  await waitFor(() => expect(given()).toHaveLength(1));
  await user.click(await press());
  await user.click(within(await screen.findByRole('dialog', { name: /Encore/ })).getByRole('button', { name: 'Noter encore' }));
  await waitFor(() => expect(given()).toHaveLength(2));
});

test('a sticker that is scanned again within a minute asks, though its page was left meanwhile', async () => {
  const { user } = await openAsLéa({
    ...boards,
    'GET /api/l/:code': opened,
    'POST /api/boards/:boardId/activities': underWay,
  });
  await user.click(await press());
  await user.click(screen.getByRole('link', { name: /^Voir/ }));
  await screen.findByRole('heading', { level: 1, name: 'NOUS DEUX' });
  history.back();
  await user.click(await press());
  expect(await screen.findByRole('dialog', { name: /Encore/ })).toBeVisible();
  await waitFor(() => expect(given()).toHaveLength(1));
});

test('the first press asks where the same was logged within the minute before, from elsewhere', async () => {
  const loggedAt = Date.now() - 30_000;
  const { user } = await openScreen('/l/abc', { me: léa, replies: { 'GET /api/l/:code': { ...opened, loggedAt } } });
  await user.click(await press());
  expect(await screen.findByRole('dialog', { name: /Encore/ })).toBeVisible();
  expect(given()).toEqual([]);
});

test('a press that was taken back leaves the one before, after which the next asks', async () => {
  const loggedAt = Date.now() - 30_000;
  const { user } = await openAsLéa({ 'GET /api/l/:code': { ...opened, loggedAt }, 'POST /api/boards/:boardId/activities': underWay });
  await user.click(await press());
  await user.click(within(await screen.findByRole('dialog', { name: /Encore/ })).getByRole('button', { name: 'Noter encore' }));
  await user.click(await screen.findByRole('button', { name: 'Annuler' }));
  await waitFor(() => expect(screen.queryByText(/c'est noté\./)).not.toBeInTheDocument());
  await user.click(await press());
  expect(await screen.findByRole('dialog', { name: /Encore/ })).toBeVisible();
});

test('a code that is not found leads home, and says nothing of why', async () => {
  await openScreen('/l/abc', { me: léa, replies: { 'GET /api/l/:code': refused('code_not_found') } });
  expect(await screen.findByRole('heading', { name: 'Ce code ne mène nulle part' })).toBeVisible();
  expect(screen.getByRole('link', { name: "Retour à l'accueil" })).toHaveAttribute('href', '/dashboard');
});

test('somebody signed out is led to signing in, and back from there', async () => {
  const { address } = await openScreen('/l/abc');
  expect(address()).toBe('/login?redirect=%2Fl%2Fabc');
});

test('a nudge says what was sent, and a refused one why', async () => {
  const replies = {
    'GET /api/l/:code': { board, does: nudges, loggedAt: null },
    'POST /api/l/:code/nudge': refused('nudged_today'),
  } as const;
  const { user, server } = await openScreen('/l/abc', { me: léa, replies });
  await user.click(await screen.findByRole('button', { name: /Relancer Max/ }));
  expect(await screen.findByText(/moins d'un jour/)).toBeVisible();
  server.replies({ 'POST /api/l/:code/nudge': { sentence: 'Silence radio. Suspect.' } });
  await user.click(screen.getByRole('button', { name: /Relancer Max/ }));
  expect(await screen.findByText(/Envoyé à Max\s: «\sSilence radio\. Suspect\.\s»/)).toBeVisible();
});

test('a nudge of oneself has no button', async () => {
  await openScreen('/l/abc', { me: max, replies: { 'GET /api/l/:code': { board, does: nudges, loggedAt: null } } });
  expect(await screen.findByText(/C'est aux autres d'appuyer/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /Relancer/ })).not.toBeInTheDocument();
});

const section = () => screen.findByRole('region', { name: 'Codes et autocollants' });

test('the section makes a code named after its action, and lists it', async () => {
  const { user, server } = await openScreen('/doors', {
    me: léa,
    replies: { ...boards, 'GET /api/codes': { codes: [] }, 'POST /api/codes': made },
  });
  await user.click(await within(await section()).findByRole('button', { name: 'Créer un code' }));
  const form = await screen.findByRole('dialog', { name: 'Nouveau code' });
  const choice = within(form).getByRole('combobox', { name: "Ce que fait l'appui" });
  await within(choice).findByRole('option', { name: /Petit-déj au lit/ });
  expect(within(choice).getByRole('option', { name: /Relancer Max/ })).toBeVisible();
  await user.selectOptions(choice, within(choice).getByRole('option', { name: /Petit-déj au lit/ }));
  server.replies({ 'GET /api/codes': { codes: [made] } });
  await user.click(within(form).getByRole('button', { name: 'Créer le code' }));
  expect(await within(await section()).findByText('Cuisine')).toBeVisible();
  expect(server.received('POST /api/codes')).toEqual([{ name: breakfast.title, boardId: 'board', actionId: breakfast.id }]);
});

test('a code that is made while the list cannot be read does not pass for the whole list', async () => {
  const replies: Replies = { ...boards, 'GET /api/codes': refused('invalid_input'), 'POST /api/codes': made };
  const { user } = await openScreen('/doors', { me: léa, replies });
  await user.click(await within(await section()).findByRole('button', { name: 'Créer un code' }));
  const form = await screen.findByRole('dialog', { name: 'Nouveau code' });
  const choice = within(form).getByRole('combobox', { name: "Ce que fait l'appui" });
  await user.selectOptions(choice, await within(choice).findByRole('option', { name: /Petit-déj au lit/ }));
  await user.click(within(form).getByRole('button', { name: 'Créer le code' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(within(await section()).getByText(/Impossible de charger les codes/)).toBeVisible();
  expect(within(await section()).queryByText('Cuisine')).not.toBeInTheDocument();
});

test('a code that was made on another device is there once the list comes into sight again', async () => {
  const { user, server } = await openScreen('/doors', { me: léa, replies: { ...boards, 'GET /api/codes': { codes: [] } } });
  await within(await section()).findByRole('button', { name: 'Créer un code' });
  server.replies({ 'GET /api/codes': { codes: [made] } });
  await user.click(screen.getByRole('link', { name: 'Retour au profil' }));
  await screen.findByRole('heading', { level: 1, name: 'Modifier le profil' });
  history.back();
  expect(await within(await section()).findByText('Cuisine')).toBeVisible();
});

test('a code that was made elsewhere is there once the window is looked at again', async () => {
  const { server } = await openScreen('/doors', { me: léa, replies: { ...boards, 'GET /api/codes': { codes: [] } } });
  await within(await section()).findByRole('button', { name: 'Créer un code' });
  server.replies({ 'GET /api/codes': { codes: [made] } });
  dispatchEvent(new Event('visibilitychange'));
  expect(await within(await section()).findByText('Cuisine')).toBeVisible();
});

test('a code is pointed elsewhere, and a dead one says that it is dead', async () => {
  const dead = { ...made, does: null };
  const changed = { ...made, does: { ...logs, id: dishes.id, title: dishes.title } };
  const { user, server } = await openScreen('/doors', {
    me: léa,
    replies: { ...boards, 'GET /api/codes': { codes: [dead] }, 'PUT /api/codes/:codeId': changed },
  });
  const there = within(await section());
  expect(await there.findByText(/Ne fait plus rien/)).toBeVisible();
  expect(there.queryByRole('button', { name: /QR code/ })).not.toBeInTheDocument();
  await user.click(there.getByRole('button', { name: /Modifier «\sCuisine\s»/ }));
  const form = await screen.findByRole('dialog', { name: 'Modifier le code' });
  const choice = within(form).getByRole('combobox', { name: "Ce que fait l'appui" });
  await user.selectOptions(choice, await within(choice).findByRole('option', { name: /Vaisselle oubliée/ }));
  server.replies({ 'GET /api/codes': { codes: [changed] } });
  await user.click(within(form).getByRole('button', { name: 'Enregistrer' }));
  expect(await there.findByText(/^Vaisselle oubliée/)).toBeVisible();
  expect(server.received('PUT /api/codes/:codeId')).toEqual([{ name: 'Cuisine', boardId: 'board', actionId: dishes.id }]);
});

test('a code shows its address, and is printed eight times', async () => {
  const print = vi.fn<() => void>();
  vi.stubGlobal('print', print);
  onTestFinished(() => void vi.unstubAllGlobals());
  const { user } = await openScreen('/doors', { me: léa, replies: { ...boards, 'GET /api/codes': { codes: [made] } } });
  await user.click(await within(await section()).findByRole('button', { name: /QR code et adresse de «\sCuisine\s»/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Cuisine' });
  expect(within(dialog).getByRole('textbox', { name: 'Adresse' })).toHaveValue(`${location.origin}/l/${made.code}`);
  await user.click(within(dialog).getByRole('button', { name: 'Imprimer une feuille de huit' }));
  expect(print).toHaveBeenCalledOnce();
  const sheet = () => screen.queryAllByText(/Scannez, appuyez/);
  expect(sheet()).toHaveLength(8);
  dispatchEvent(new Event('afterprint'));
  await waitFor(() => expect(sheet()).toHaveLength(0));
});

test('all codes are printed at once, which says how many stand on a sheet', async () => {
  const print = vi.fn<() => void>();
  vi.stubGlobal('print', print);
  onTestFinished(() => void vi.unstubAllGlobals());
  const codes = ['one', 'other'].map((each) => ({ ...made, id: each }));
  const { user } = await openScreen('/doors', { me: léa, replies: { ...boards, 'GET /api/codes': { codes } } });
  await user.click(await within(await section()).findByRole('button', { name: 'Tout imprimer, huit par feuille' }));
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
  expect(screen.getAllByText(/Scannez, appuyez/)).toHaveLength(8);
});

test('a code that was ended elsewhere leaves the list when it is ended here', async () => {
  const other = { ...made, id: 'other', name: 'Salon' };
  const { user, server } = await openScreen('/doors', { me: léa, replies: { ...boards, 'GET /api/codes': { codes: [made, other] } } });
  await user.click(await within(await section()).findByRole('button', { name: /Supprimer «\sCuisine\s»/ }));
  server.replies({ 'DELETE /api/codes/:codeId': refused('code_not_found'), 'GET /api/codes': { codes: [] } });
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Supprimer' }));
  await waitFor(() => expect(screen.queryByText('Cuisine')).not.toBeInTheDocument());
  // The list was read again.
  await waitFor(() => expect(screen.queryByText('Salon')).not.toBeInTheDocument());
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('a code ends after a question', async () => {
  const { user, server } = await openScreen('/doors', { me: léa, replies: { ...boards, 'GET /api/codes': { codes: [made] } } });
  server.replies({ 'DELETE /api/codes/:codeId': undefined, 'GET /api/codes': { codes: [] } });
  await user.click(await within(await section()).findByRole('button', { name: /Supprimer «\sCuisine\s»/ }));
  const question = await screen.findByRole('dialog', { name: /Supprimer «\sCuisine\s»/ });
  await user.click(within(question).getByRole('button', { name: 'Supprimer' }));
  await waitFor(() => expect(screen.queryByText('Cuisine')).not.toBeInTheDocument());
});
