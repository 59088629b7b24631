import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { léa } from '#client/app/testing/samples.ts';
import { expectAlert, fill, openScreen, type Opened, withSignUps } from '#client/app/testing/screen.tsx';
import { lost, refused, type Replies } from '#client/app/testing/server.ts';

const good = { username: 'Léa', email: 'lea@example.org', password: 'orage violet 42' };
const submit = () => screen.getByRole('button', { name: 'Créer un compte' });

async function signUp({ user }: Opened, { username, email, password }: Partial<typeof good>): Promise<void> {
  if (username !== undefined) await fill(user, screen.getByLabelText('Pseudo'), username);
  if (email !== undefined) await fill(user, screen.getByLabelText('Email'), email);
  if (password !== undefined) await fill(user, screen.getByLabelText('Mot de passe'), password);
  await user.click(submit());
}

/** The sentence stands beside its field: it is what the field is described by. */
function expectFault(label: string, sentence: string): void {
  const field = screen.getByLabelText(label);
  expect(field).toHaveAttribute('aria-invalid', 'true');
  expect(field).toHaveAccessibleDescription(expect.stringContaining(sentence));
}

test('each field says what is missing or wrong with it, until it is mended', async () => {
  const opened = await openScreen('/signup');
  expect(screen.getByText('Minimum 6 caractères')).toBeVisible();
  await signUp(opened, {});
  expectFault('Pseudo', "Le nom d'utilisateur est requis");
  expectFault('Email', 'Veuillez entrer votre email');
  expectFault('Mot de passe', 'Le mot de passe doit contenir au moins 6 caractères');
  expect(screen.getByLabelText('Pseudo')).toHaveFocus();

  await signUp(opened, { username: '   ', email: 'lea', password: 'x'.repeat(129) });
  expectFault('Pseudo', "Le nom d'utilisateur est requis");
  expectFault('Email', 'Veuillez entrer une adresse email valide');
  expectFault('Mot de passe', '128 caractères au plus pour le mot de passe');

  await signUp(opened, { ...good, username: 'L éa' });
  expectFault('Pseudo', 'Choisissez de 2 à 30 lettres, chiffres, points, tirets ou tirets bas, dont au moins une lettre ou un chiffre');
  expect(screen.getByLabelText('Email')).toHaveAttribute('aria-invalid', 'false');
  expect(opened.server.received('POST /api/accounts')).toEqual([]);
});

test.each([
  ['username', 'username_taken', 'Pseudo', 'Ce pseudo est déjà utilisé. Veuillez en choisir un autre.'],
  ['email', 'email_taken', 'Email', 'Cette adresse email est déjà utilisée'],
  ['email', 'email_invalid', 'Email', 'Veuillez entrer une adresse email valide'],
  ['password', 'password_too_easy', 'Mot de passe', 'Ce mot de passe est trop facile à deviner'],
] as const)('a refusal of the server about the %s stands beside its field: %s', async (field, code, label, sentence) => {
  const opened = await openScreen('/signup', { replies: { 'POST /api/accounts': refused(code, field) } });
  await signUp(opened, good);
  await screen.findByText(sentence);
  expectFault(label, sentence);
  expect(screen.getByLabelText(label)).toHaveFocus();
});

test('any other refusal is told in its own sentence, and a lost reply in ours; the repeated call is the same sign-up', async () => {
  const opened = await openScreen('/signup', { replies: { 'POST /api/accounts': refused('profile_failed') } });
  await signUp(opened, good);
  expect(await screen.findByRole('alert')).toHaveTextContent('Erreur lors de la création du profil');
  opened.server.replies({ 'POST /api/accounts': lost });
  await signUp(opened, {});
  await screen.findByText("Une erreur est survenue lors de l'inscription");
  opened.server.replies({ 'POST /api/accounts': { user: léa }, 'GET /api/session': { user: léa, signUps: 'open' } });
  await signUp(opened, {});
  await screen.findByRole('heading', { name: 'Activités récentes' });
  const sent = opened.server.received('POST /api/accounts');
  expect(sent).toHaveLength(3);
  // The server finds by this key what it made before a reply was lost.
  expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
});

test('the form describes the chosen avatar and the strength of the password before the press, and sends both', async () => {
  const replies: Replies = { 'POST /api/accounts': { user: léa } };
  const opened = await openScreen('/signup', { replies });
  expect(screen.getAllByRole('radio')).toHaveLength(8);
  expect(screen.getByRole('group', { name: "D'abord, votre visage" })).toBeVisible();
  expect(screen.getByText("Une minute, et c'est parti.")).toBeVisible();
  await opened.user.click(screen.getByRole('radio', { name: 'Licorne' }));
  expect(screen.getByText('Rare, et difficile à rattraper.')).toBeVisible();
  for (const [typed, strength] of [
    ['abc', 'Encore un peu court'],
    ['aaaaaaaa', 'Trop facile\\s: risque de refus'],
    [good.password, 'Solide'],
  ] as const) {
    await fill(opened.user, screen.getByLabelText('Mot de passe'), typed);
    expect(screen.getByText(new RegExp(`^${strength}$`))).toBeVisible();
    expect(screen.getByLabelText('Mot de passe')).toHaveAccessibleDescription(new RegExp(`^Minimum 6 caractères ${strength}$`));
  }
  await signUp(opened, { username: good.username, email: ` ${good.email} ` });
  expect(opened.server.received('POST /api/accounts')).toMatchObject([{ ...good, avatar: '🦄' }]);
});

test('password managers are told which field is which', async () => {
  await openScreen('/signup');
  expect(screen.getByLabelText('Mot de passe')).toHaveAttribute('autocomplete', 'new-password');
  expect(screen.getByLabelText('Pseudo')).toHaveAttribute('autocomplete', 'username');
  expect(screen.getByLabelText('Email')).toHaveAttribute('autocomplete', 'email');
  expect(screen.getByLabelText('Email')).toHaveAttribute('type', 'email');
});

test('a browser that refuses cookies is told so after a sign-up, with the account made', async () => {
  const opened = await openScreen('/signup', { replies: { 'POST /api/accounts': { user: léa }, 'POST /api/session': { user: léa } } });
  await signUp(opened, good);
  await expectAlert(
    'Votre compte a bien été créé, mais votre navigateur refuse les cookies : autorisez-les pour ce site, puis connectez-vous.',
  );
  opened.server.replies({ 'GET /api/session': { user: léa, signUps: 'open' } });
  await opened.user.click(screen.getByRole('link', { name: /Se connecter/ }));
  await fill(opened.user, await screen.findByLabelText('Email ou pseudo'), good.username);
  await fill(opened.user, screen.getByLabelText('Mot de passe'), good.password);
  await opened.user.click(screen.getByRole('button', { name: 'Se connecter' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Activités récentes' })).toBeVisible();
});

test.each([
  ['closed', '', 'Les inscriptions sont fermées ici.'],
  ['closed', '/invite/board', 'Les inscriptions sont fermées ici.'],
  ['invited', '', "Ici, on s'inscrit sur invitation. Ouvrez le lien qu'on vous a envoyé."],
  ['invited', '/boards', "Ici, on s'inscrit sur invitation. Ouvrez le lien qu'on vous a envoyé."],
] as const)('where sign-ups are %s, no form is shown that would be refused (coming from "%s")', async (policy, redirect, sentence) => {
  withSignUps(policy);
  await openScreen(`/signup?${new URLSearchParams({ redirect })}`);
  expect(screen.getByText(sentence)).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.getByRole('link', { name: /Se connecter/ })).toBeVisible();
});

test('the invitation that one comes from is sent where only who is invited may sign up', async () => {
  withSignUps('invited');
  const opened = await openScreen('/signup?redirect=/invite/abc_DEF-123', { replies: { 'POST /api/accounts': lost } });
  await signUp(opened, good);
  expect(opened.server.received('POST /api/accounts')).toMatchObject([{ ...good, invitation: 'abc_DEF-123' }]);
});
