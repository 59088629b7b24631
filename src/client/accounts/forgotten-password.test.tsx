import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAlert, fill, openScreen } from '#client/app/testing/screen.tsx';
import { refused } from '#client/app/testing/server.ts';

test('the e-mail of an account is asked for, and what was typed as identifier waits for the way back', async () => {
  const { user, server, address } = await openScreen('/login?redirect=%2Frequests');
  await fill(user, screen.getByLabelText('Email ou pseudo'), 'lea');
  await user.click(screen.getByRole('link', { name: /^Mot de passe oublié/ }));
  const email = await screen.findByLabelText('Email');
  expect(email).toHaveValue('');
  const send = screen.getByRole('button', { name: 'Envoyer le lien' });
  for (const [typed, code, sentence] of [
    ['  ', 'email_required', 'Veuillez entrer votre email'],
    ['lea', 'email_invalid', 'Veuillez entrer une adresse email valide'],
    ['personne@exemple.fr', 'email_unknown', 'Aucun compte associé à cet email'],
  ] as const) {
    server.replies({ 'POST /api/password-resets': refused(code, 'email') });
    await fill(user, email, typed);
    await user.click(send);
    await screen.findByText(sentence);
    expect(email).toHaveAccessibleDescription(sentence);
    expect(email).toHaveFocus();
  }
  for (const [code, sentence] of [
    ['too_many_attempts', 'Trop de tentatives. Veuillez réessayer plus tard'],
    ['server_error', 'Impossible de réinitialiser le mot de passe'],
  ] as const) {
    server.replies({ 'POST /api/password-resets': refused(code) });
    await user.click(send);
    await expectAlert(sentence);
  }
  await user.click(screen.getByRole('link', { name: 'Retour à la connexion' }));
  expect(await screen.findByLabelText('Email ou pseudo')).toHaveValue('lea');
  expect(address()).toBe('/login?redirect=%2Frequests');
});

test('a new password is judged beside its field, and a link that was used or forged leads to a new one', async () => {
  const { user, server, address } = await openScreen('/login#reset=jeton&pseudo=L%C3%A9a');
  const field = await screen.findByLabelText('Nouveau mot de passe');
  // A password manager learns whose password it is.
  expect(document.querySelector('form input[autocomplete="username"]')).toHaveValue('Léa');
  const choose = async (typed: string) => {
    await fill(user, field, typed);
    await user.click(screen.getByRole('button', { name: 'Enregistrer le mot de passe' }));
  };
  await choose('court');
  expect(field).toHaveAccessibleDescription(/au moins 6 caractères/);
  server.replies({ 'PUT /api/password': refused('password_too_easy', 'password') });
  await choose('lea@exemple.fr');
  await screen.findByText('Ce mot de passe est trop facile à deviner');
  expect(field).toHaveAccessibleDescription(/trop facile à deviner/);
  server.replies({ 'PUT /api/password': refused('reset_link_invalid') });
  await choose('grêle tiède 77');
  await expectAlert("Ce lien n'est plus valable. Demandez-en un nouveau.");
  await user.click(screen.getByRole('link', { name: 'Demander un nouveau lien' }));
  await screen.findByRole('heading', { name: 'Mot de passe oublié' });
  expect(address()).not.toContain('#');
});
