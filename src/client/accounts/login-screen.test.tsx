import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { léa, zoé } from '#client/app/testing/samples.ts';
import { expectAlert, fill, openScreen, type Opened } from '#client/app/testing/screen.tsx';
import { lost, refused, type Replies } from '#client/app/testing/server.ts';

const identifier = () => screen.getByLabelText('Email ou pseudo');
const password = () => screen.getByLabelText('Mot de passe');

async function signIn({ user }: Opened, name: string, typed = 'orage violet 42'): Promise<void> {
  await fill(user, identifier(), name);
  await fill(user, password(), typed);
  await user.click(screen.getByRole('button', { name: 'Se connecter' }));
}

const accepting = { 'POST /api/session': { user: léa } } as const;

test('both fields are asked for, blanks being none', async () => {
  const opened = await openScreen('/login');
  await signIn(opened, '', '');
  expect(screen.getByRole('alert')).toHaveTextContent('Veuillez remplir tous les champs');
  expect(identifier()).toHaveFocus();
  await signIn(opened, 'lea', '   ');
  expect(screen.getByRole('alert')).toHaveTextContent('Veuillez remplir tous les champs');
  expect(password()).toHaveFocus();
  expect(opened.server.received('POST /api/session')).toEqual([]);
});

test.each([
  ['wrong credentials', refused('wrong_credentials'), 'Email/pseudo ou mot de passe incorrect'],
  ['too many attempts', refused('too_many_attempts'), 'Trop de tentatives. Veuillez réessayer plus tard'],
  ['a lost reply', lost, 'Une erreur est survenue lors de la connexion'],
] as const)('%s are told in one sentence, and the sign-in can be repeated', async (_, reply, sentence) => {
  const opened = await openScreen('/login', { replies: { 'POST /api/session': reply } });
  await signIn(opened, ' Léa ');
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(sentence));
  const submit = screen.getByRole('button', { name: 'Se connecter' });
  expect(submit).not.toHaveAttribute('aria-busy');
  opened.server.replies({ ...accepting, 'GET /api/session': { user: léa, signUps: 'open' } });
  await opened.user.click(submit);
  await screen.findByRole('heading', { name: 'Activités récentes' });
  expect(opened.server.received('POST /api/session')).toMatchObject([{ identifier: 'Léa' }, { identifier: 'Léa' }]);
});

test.each([
  ['/login', 'POST /api/session'],
  ['/signup', 'POST /api/accounts'],
] as const)('whoever would end the game of a guest in this browser at %s is led to it, and asked to keep it', async (at, call) => {
  const opened = await openScreen(at, { replies: { [call]: refused('guest_must_keep') } });
  opened.server.replies({ 'GET /api/session': { user: zoé, signUps: 'open' } });
  if (at === '/login') await signIn(opened, 'Léa');
  else {
    await fill(opened.user, screen.getByLabelText('Pseudo'), 'Léa');
    await fill(opened.user, screen.getByLabelText('Email'), 'lea@exemple.fr');
    await fill(opened.user, screen.getByLabelText('Mot de passe'), 'orage violet 42');
    await opened.user.click(screen.getByRole('button', { name: 'Créer un compte' }));
  }
  expect(await screen.findByRole('dialog', { name: 'Gardez votre partie' })).toBeVisible();
  expect(opened.address()).toBe('/dashboard');
});

test('the password can be shown, and password managers are told which field is which', async () => {
  const { user } = await openScreen('/login');
  expect(password()).toHaveAttribute('type', 'password');
  await user.click(screen.getByRole('button', { name: 'Afficher les caractères' }));
  expect(password()).toHaveAttribute('type', 'text');
  await user.click(screen.getByRole('button', { name: 'Masquer les caractères' }));
  expect(password()).toHaveAttribute('type', 'password');
  expect(password()).toHaveAttribute('autocomplete', 'current-password');
  expect(identifier()).toHaveAttribute('autocomplete', 'username webauthn');
});

test.each([
  '/dashboard',
  '/boards',
  '/create-board',
  '/board/inconnu',
  '/board/inconnu?tab=scores',
  '/requests',
  '/edit-profile',
  '/succes',
])('a visitor to %s signs in first', async (path) => {
  const { address } = await openScreen(path);
  expect(screen.getByRole('heading', { level: 1, name: 'Connexion' })).toBeVisible();
  const { pathname, searchParams } = new URL(address(), location.href);
  expect([pathname, searchParams.get('redirect')]).toEqual(['/login', path]);
});

test('where a visitor was going is kept from one entrance to the other, and opens after signing up', async () => {
  const replies = { 'POST /api/accounts': { user: léa }, 'GET /api/session': { user: léa, signUps: 'open' } } as const;
  const { user, address } = await openScreen('/requests', { replies });
  const follow = async (link: RegExp, title: string) => {
    await user.click(screen.getByRole('link', { name: link }));
    await screen.findByRole('heading', { name: title });
  };
  await follow(/S'inscrire/, 'Inscription');
  expect(address()).toBe('/signup?redirect=%2Frequests');
  await follow(/Se connecter/, 'Connexion');
  expect(address()).toBe('/login?redirect=%2Frequests');
  await follow(/S'inscrire/, 'Inscription');
  await fill(user, screen.getByLabelText('Pseudo'), 'Léa');
  await fill(user, screen.getByLabelText('Email'), 'lea@exemple.fr');
  await fill(user, screen.getByLabelText('Mot de passe'), 'orage violet 42');
  await user.click(screen.getByRole('button', { name: 'Créer un compte' }));
  await screen.findByRole('heading', { name: 'Demandes' });
  expect(address()).toBe('/requests');
});

test('an entrance leads whoever is signed in where they were going', async () => {
  const { address } = await openScreen('/login?redirect=%2Fboards', { me: léa });
  expect(address()).toBe('/boards');
});

test.each(['//evil.example', 'javascript:document.title="fini"'])('a sign-in never leads away from the site: %s', async (redirect) => {
  const replies: Replies = { ...accepting, 'GET /api/session': { user: léa, signUps: 'open' } };
  const opened = await openScreen(`/login?redirect=${encodeURIComponent(redirect)}`, { replies });
  await signIn(opened, 'Léa');
  await screen.findByRole('heading', { name: 'Activités récentes' });
  expect(opened.address()).toBe('/dashboard');
  expect(document.title).not.toBe('fini');
});

test('a browser that refuses cookies is told so after a right sign-in, and signs in once it accepts them', async () => {
  const opened = await openScreen('/login?redirect=%2Fboards', { replies: accepting });
  await signIn(opened, 'Léa');
  await expectAlert('Votre navigateur refuse les cookies : autorisez-les pour ce site, puis reconnectez-vous.');
  expect(screen.queryByText('Votre session est terminée')).toBeNull();
  opened.server.replies({ 'GET /api/session': { user: léa, signUps: 'open' } });
  await opened.user.click(screen.getByRole('button', { name: 'Se connecter' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Mes tableaux' })).toBeVisible();
});
