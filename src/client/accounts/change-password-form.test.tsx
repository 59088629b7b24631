import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { léa } from '#client/app/testing/samples.ts';
import { expectAlert, fill, openScreen } from '#client/app/testing/screen.tsx';
import { lost, refused } from '#client/app/testing/server.ts';

const current = () => screen.getByLabelText('Mot de passe actuel');
const next = () => screen.getByLabelText('Nouveau mot de passe');
const submit = () => screen.getByRole('button', { name: 'Modifier le mot de passe' });

test('each password says what is wrong with it beside its field', async () => {
  const { user, server } = await openScreen('/edit-profile', { me: léa });
  await screen.findByLabelText('Mot de passe actuel');
  await user.click(submit());
  expect(current()).toHaveAccessibleDescription('Veuillez entrer votre mot de passe');
  expect(next()).toHaveAccessibleDescription(/Le mot de passe doit contenir au moins 6 caractères/);
  expect(current()).toHaveFocus();

  server.replies({ 'PUT /api/account/password': refused('wrong_password', 'currentPassword') });
  await fill(user, current(), 'pas le bon');
  await fill(user, next(), 'grêle tiède 77');
  await user.click(submit());
  await screen.findByText('Mot de passe incorrect');
  expect(current()).toHaveAccessibleDescription('Mot de passe incorrect');
  expect(current()).toHaveFocus();
  expect(next()).toHaveValue('grêle tiède 77');

  server.replies({ 'PUT /api/account/password': refused('password_too_easy', 'newPassword') });
  await fill(user, current(), 'orage violet 42');
  await user.click(submit());
  await screen.findByText('Ce mot de passe est trop facile à deviner');
  expect(next()).toHaveAccessibleDescription(/Ce mot de passe est trop facile à deviner/);
  expect(next()).toHaveFocus();

  for (const [reply, sentence] of [
    [lost, 'Impossible de modifier le mot de passe'],
    [refused('too_many_attempts'), 'Trop de tentatives. Veuillez réessayer plus tard'],
  ] as const) {
    server.replies({ 'PUT /api/account/password': reply });
    await user.click(submit());
    await expectAlert(sentence);
  }
});
