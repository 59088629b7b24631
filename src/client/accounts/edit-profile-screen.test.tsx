import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { cardOf, léa, memberOf, openedBoard } from '#client/app/testing/samples.ts';
import { fill, openScreen, type Opened } from '#client/app/testing/screen.tsx';
import { refused } from '#client/app/testing/server.ts';

const username = () => screen.getByLabelText('Pseudo');
const save = () => screen.getByRole('button', { name: 'Enregistrer' });
const unsaved = () => screen.queryByText('Modifications non enregistrées');
const openProfile = () => openScreen('/edit-profile', { me: léa, replies: accepting });
const accepting = {
  'PATCH /api/account': ({ body }: { body: object }) => ({ user: { ...léa, ...body } }),
} as const;

test('each change is saved in words of its own, and nothing else is sent', async () => {
  const { user, server, address } = await openProfile();
  await fill(user, username(), '  Léa.2 ');
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Pseudo mis à jour avec succès')).toBeVisible();
  await user.click(screen.getByRole('radio', { name: 'Étoile' }));
  await user.click(save());
  expect(await screen.findByText('Avatar mis à jour avec succès')).toBeVisible();
  expect(server.received('PATCH /api/account')).toEqual([{ username: 'Léa.2' }, { avatar: '⭐' }]);
  // Opened by its address, the screen has nothing to go back to.
  await waitFor(() => expect(address()).toBe('/dashboard'));
});

test('the profile shows the name as it is typed, and the points over all boards', async () => {
  const boards = [{ ...cardOf(openedBoard()), members: [memberOf(léa, 105)] }];
  const me = { ...léa, actionsCount: 3, boardsCount: 1 };
  const { user } = await openScreen('/edit-profile', { me, replies: { 'GET /api/boards': { boards } } });
  await fill(user, username(), 'Léa.2');
  expect(screen.getByText('Léa.2')).toBeVisible();
  expect(await screen.findByText('+105 points · 3 actions · 1 tableau')).toBeVisible();
});

test('a person who goes on typing after saving is not taken away', async () => {
  const { user, address } = await openProfile();
  await user.click(screen.getByRole('radio', { name: 'Étoile' }));
  const password = await screen.findByLabelText('Mot de passe actuel');
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await user.click(save());
  await screen.findByText('Avatar mis à jour avec succès');
  await user.type(password, 'o');
  await act(() => vi.advanceTimersByTimeAsync(5000));
  vi.useRealTimers();
  expect(address()).toBe('/edit-profile');
});

test('nothing is saved while nothing has changed', async () => {
  const { user, server, address } = await openProfile();
  expect(screen.getByRole('radio', { name: 'Personne' })).toBeChecked();
  expect(username()).toHaveValue('Léa');
  expect(save()).toHaveAttribute('aria-disabled', 'true');
  expect(unsaved()).toBeNull();
  await user.click(save());
  await fill(user, username(), 'Léax');
  expect(unsaved()).toBeVisible();
  expect(save()).toHaveAttribute('aria-disabled', 'false');
  await fill(user, username(), 'Léa ');
  expect(unsaved()).toBeNull();
  await user.keyboard('{Enter}');
  expect(server.received('PATCH /api/account')).toEqual([]);
  // Without changes there is nothing to ask.
  await user.click(screen.getByRole('button', { name: 'Annuler' }));
  await waitFor(() => expect(address()).toBe('/dashboard'));
});

test('a name that is taken, looks like another, is empty or none is refused beside its field', async () => {
  const { user, server } = await openProfile();
  server.replies({ 'PATCH /api/account': refused('username_taken', 'username') });
  for (const [typed, sentence] of [
    ['PACO', 'Ce pseudo est déjà utilisé. Veuillez en choisir un autre.'],
    ['   ', "Le nom d'utilisateur est requis"],
    ['L éa', 'Choisissez de 2 à 30 lettres, chiffres, points, tirets ou tirets bas, dont au moins une lettre ou un chiffre'],
  ] as const) {
    await fill(user, username(), typed);
    await user.click(save());
    await screen.findByText(sentence);
    expect(username()).toHaveAttribute('aria-invalid', 'true');
    expect(username()).toHaveAccessibleDescription(sentence);
    expect(username()).toHaveFocus();
    expect(username()).toHaveValue(typed);
  }
});

test('what fails is named, keeps what was typed, and can be repeated', async () => {
  const { user, server } = await openProfile();
  server.replies({ 'PATCH /api/account': refused('server_error') });
  const [name, avatar] = ['Impossible de mettre à jour le pseudo', "Impossible de mettre à jour l'avatar"];
  await fill(user, username(), 'Léa.2');
  await user.click(save());
  expect(await screen.findByRole('alert')).toHaveTextContent(name);
  await user.click(screen.getByRole('radio', { name: 'Gemme' }));
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(save());
  expect(await screen.findByRole('alert')).toHaveTextContent(`${name}${avatar}`);
  await fill(user, username(), 'Léa');
  await user.click(save());
  expect(await screen.findByRole('alert')).toHaveTextContent(new RegExp(`^${avatar}$`));
  expect(screen.getByRole('radio', { name: 'Gemme' })).toBeChecked();
  server.replies(accepting);
  await user.click(save());
  expect(await screen.findByText('Avatar mis à jour avec succès')).toBeVisible();
});

const leave = ({ user }: Opened, name: string | RegExp) => user.click(screen.getByRole('link', { name }));

test('typed passwords are changes too, and nothing takes them away unasked', async () => {
  const opened = await openProfile();
  const { user, address } = opened;
  await fill(user, await screen.findByLabelText('Nouveau mot de passe'), 'grêle tiède 77');
  await leave(opened, /^Mot de passe oublié/);
  await user.click(await screen.findByRole('button', { name: 'Continuer à modifier' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByLabelText('Nouveau mot de passe')).toHaveValue('grêle tiède 77');
  expect(address()).toBe('/edit-profile');
  await leave(opened, /^Mot de passe oublié/);
  await user.click(await screen.findByRole('button', { name: 'Quitter sans enregistrer' }));
  await screen.findByRole('heading', { name: 'Mot de passe oublié' });
});

test.each([
  ['a link', 'Tableaux', '/boards'],
  ['Annuler', null, '/dashboard'],
] as const)('leaving with a changed name by %s asks first, and given up is given up', async (_, link, home) => {
  const opened = await openProfile();
  const { user, address } = opened;
  const go = () => (link ? leave(opened, link) : user.click(screen.getByRole('button', { name: 'Annuler' })));
  await fill(user, username(), 'Léa.2');
  await go();
  await user.click(await screen.findByRole('button', { name: 'Continuer à modifier' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(address()).toBe('/edit-profile');
  expect(username()).toHaveValue('Léa.2');
  await go();
  await user.click(await screen.findByRole('button', { name: 'Quitter sans enregistrer' }));
  await waitFor(() => expect(address()).toBe(home));
  await user.click(await screen.findByRole('button', { name: 'Ouvrir le menu du profil' }));
  await user.click(await screen.findByRole('button', { name: 'Modifier le profil' }));
  expect(await screen.findByLabelText('Pseudo')).toHaveValue('Léa');
  expect(unsaved()).toBeNull();
});
