/** Somebody who plays without an email: when they are asked to keep their game, and each way to do so. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Account } from '#shared/accounts';
import { accountOf, zoé } from '#client/app/testing/samples.ts';
import { expectAlert, fill, openScreen, type Opened, type Part } from '#client/app/testing/screen.tsx';
import { lost, refused, type Replies } from '#client/app/testing/server.ts';
import { api } from '#client/api/api.ts';
import { askToKeep } from '#client/accounts/keeping.ts';

const hour = 60 * 60 * 1000;
const begun = new Date(2026, 10, 16, 20).getTime();
const kept: Account = { ...zoé, email: 'zoe@exemple.fr', isGuest: false };
const dialog = (name: string | RegExp) => screen.findByRole('dialog', { name });

async function openSheet(replies: Replies = {}): Promise<Opened & { sheet: Part }> {
  const opened = await openScreen('/edit-profile', { me: zoé, replies });
  await opened.user.click(await screen.findByRole('button', { name: 'Garder ma partie' }));
  return { ...opened, sheet: within(await dialog('Gardez votre partie')) };
}

/** It is closed, and nothing asks any more. */
async function expectKept(sentence: RegExp): Promise<void> {
  expect(await screen.findByText(sentence)).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByRole('button', { name: 'Garder ma partie' })).toBeNull();
}

describe('the card', () => {
  const card = () => screen.queryByText('Gardez votre partie');

  test("a guest is asked from the second day on, and again three days after 'Plus tard'", async () => {
    let now = begun;
    const me = accountOf('Ada', { email: null, isGuest: true, createdAt: begun });
    const { user, server } = await openScreen('/boards', { me, clock: () => now });
    // The clock of the server is heard with any reply.
    const comeTo = async (time: number) => {
      now = time;
      await act(async () => void (await api('GET /api/configuration')));
    };
    await vi.dynamicImportSettled();
    await comeTo(begun + 3 * hour);
    expect(card()).toBeNull();
    await comeTo(begun + 5 * hour);
    await waitFor(() => expect(card()).toBeVisible());
    expect(screen.getByText("Elle ne vit que sur cet appareil, et s'efface après 90 jours sans visite.")).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Plus tard' }));
    expect(card()).toBeNull();
    await comeTo(now + 71 * hour);
    expect(card()).toBeNull();
    await comeTo(now + 2 * hour);
    await waitFor(() => expect(card()).toBeVisible());
    await user.click(screen.getByRole('button', { name: 'Garder ma partie' }));
    await user.click(within(await dialog('Gardez votre partie')).getByRole('button', { name: 'Email et mot de passe' }));
    const form = within(await dialog('Email et mot de passe'));
    await fill(user, form.getByLabelText('Email'), 'ada@exemple.fr');
    await fill(user, form.getByLabelText('Mot de passe'), 'orage violet 42');
    server.replies({ 'POST /api/guest/email': { user: { ...me, isGuest: false } } });
    await user.click(form.getByRole('button', { name: 'Garder ma partie' }));
    await expectKept(/^C'est gardé/);
    expect(card()).toBeNull();
  });

  test('somebody with an account of their own is never asked', async () => {
    await openScreen('/boards', { me: accountOf('Cy', { createdAt: begun }), clock: () => begun + 200 * hour });
    await vi.dynamicImportSettled();
    expect(card()).toBeNull();
  });
});

describe('keeping by an address', () => {
  test('what is missing is said at its field, what the server refuses too, and the game is kept', async () => {
    const { user, server, sheet } = await openSheet({ 'POST /api/guest/email': refused('email_taken', 'email') });
    expect(sheet.getByText(/^Votre partie ne vit que sur cet appareil, et s'efface après 90 jours sans visite\./)).toBeVisible();
    await user.click(sheet.getByRole('button', { name: 'Email et mot de passe' }));
    const form = within(await dialog('Email et mot de passe'));
    expect(form.getByText('Un mot de passe oublié se remplace par email.')).toHaveFocus();
    await user.click(form.getByRole('button', { name: 'Garder ma partie' }));
    expect(form.getByLabelText('Email')).toHaveFocus();
    expect(form.getByLabelText('Email')).toHaveAccessibleDescription(/email/i);
    await fill(user, form.getByLabelText('Email'), 'zoe@exemple.fr');
    await fill(user, form.getByLabelText('Mot de passe'), 'orage violet 42');
    await user.click(form.getByRole('button', { name: 'Garder ma partie' }));
    await waitFor(() => expect(form.getByLabelText('Email')).toBeInvalid());
    server.replies({ 'POST /api/guest/email': { user: kept } });
    await user.click(form.getByRole('button', { name: 'Garder ma partie' }));
    await expectKept(/^C'est gardé\s! Votre email et votre mot de passe/);
    expect(server.received('POST /api/guest/email').at(-1)).toEqual({ email: 'zoe@exemple.fr', password: 'orage violet 42' });
  });

  test('a lost reply is said, and nothing claims that the game is kept', async () => {
    const { user, sheet } = await openSheet({ 'POST /api/guest/email': lost });
    await user.click(sheet.getByRole('button', { name: 'Email et mot de passe' }));
    const form = within(await dialog('Email et mot de passe'));
    await fill(user, form.getByLabelText('Email'), 'zoe@exemple.fr');
    await fill(user, form.getByLabelText('Mot de passe'), 'orage violet 42');
    await user.click(form.getByRole('button', { name: 'Garder ma partie' }));
    await expectAlert("Votre partie n'est pas encore gardée. Réessayez.");
    await user.click(form.getByRole('button', { name: 'Retour' }));
    expect(await dialog('Gardez votre partie')).toBeVisible();
  });
});

describe('keeping by a code', () => {
  const code = '7K4M-9QXR-T2VB-8DNH';

  test('the code is shown, typed back, and the same one is shown again until it is', async () => {
    const { user, server, sheet } = await openSheet({ 'POST /api/guest/code': { code } });
    await user.click(sheet.getByRole('button', { name: 'Code de secours' }));
    const shown = within(await dialog('Notez ce code'));
    expect(shown.getByText(/^Avec votre pseudo, Zoé, il ouvre votre partie/)).toHaveFocus();
    expect(shown.getByLabelText('Votre code')).toHaveValue(code);
    await user.click(shown.getByRole('button', { name: "Je l'ai noté" }));
    const typing = within(await dialog('Tapez-le une fois'));
    expect(typing.queryByDisplayValue(code)).toBeNull();
    await user.click(typing.getByRole('button', { name: 'Garder ma partie' }));
    expect(typing.getByLabelText('Le code que vous avez noté')).toHaveFocus();
    await user.click(typing.getByRole('button', { name: 'Revoir le code' }));
    expect(within(await dialog('Notez ce code')).getByLabelText('Votre code')).toHaveValue(code);
    await user.click(screen.getByRole('button', { name: 'Retour' }));
    await user.click(within(await dialog('Gardez votre partie')).getByRole('button', { name: 'Code de secours' }));
    expect(within(await dialog('Notez ce code')).getByLabelText('Votre code')).toHaveValue(code);
    // Another would make what was noted worthless.
    expect(server.received('POST /api/guest/code')).toHaveLength(1);

    await user.click(screen.getByRole('button', { name: "Je l'ai noté" }));
    const field = within(await dialog('Tapez-le une fois')).getByLabelText('Le code que vous avez noté');
    server.replies({ 'POST /api/guest/code/confirm': refused('recovery_code_wrong') });
    await fill(user, field, '7k4m 9qxr t2vb 8dnx');
    await user.click(screen.getByRole('button', { name: 'Garder ma partie' }));
    await waitFor(() => expect(field).toBeInvalid());
    expect(field).toHaveFocus();
    server.replies({ 'POST /api/guest/code/confirm': { user: { ...kept, email: null } } });
    await fill(user, field, '7k4m 9qxr t2vb 8dnh');
    await user.click(screen.getByRole('button', { name: 'Garder ma partie' }));
    await expectKept(/^C'est gardé\s! Votre pseudo et votre code/);
    expect(server.received('POST /api/guest/code/confirm').at(-1)).toEqual({ code: '7k4m 9qxr t2vb 8dnh' });
  });

  test('a code that is not made is said among the ways, and a sheet that was shut begins anew', async () => {
    const { user, server, sheet } = await openSheet({ 'POST /api/guest/code': lost });
    await user.click(sheet.getByRole('button', { name: 'Code de secours' }));
    await expectAlert("Votre partie n'est pas encore gardée. Réessayez.");
    server.replies({ 'POST /api/guest/code': { code } });
    await user.click(sheet.getByRole('button', { name: 'Code de secours' }));
    await dialog('Notez ce code');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Garder ma partie' }));
    expect(await dialog('Gardez votre partie')).toBeVisible();
    // What was shown before may not have been noted.
    await user.click(screen.getByRole('button', { name: 'Code de secours' }));
    await dialog('Notez ce code');
    expect(server.received('POST /api/guest/code')).toHaveLength(3);
  });
});

describe('keeping by a passkey', () => {
  const bytes = (text: string) => new TextEncoder().encode(text).buffer;
  const make = vi.fn<() => Promise<unknown>>();
  const replies: Replies = {
    'GET /api/configuration': { supportEmail: 'aide@exemple.fr', messengerAppId: null, passkeys: true },
    'POST /api/passkeys/challenge': {
      challenge: 'Y2hhbGxlbmdl',
      rp: { id: 'localhost', name: 'OU LA LA' },
      user: { id: 'bWU', name: 'Zoé', displayName: 'Zoé' },
      pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
      timeout: 300_000,
      attestation: 'none',
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    },
    'POST /api/passkeys': {
      passkey: {
        ...{ id: 'key', credentialId: 'a2V5', name: 'Téléphone', rpId: 'localhost', isOfHere: true, isSynced: false },
        ...{ createdAt: 0, lastUsedAt: null },
      },
    },
  };

  beforeEach(() => {
    make.mockReset().mockResolvedValue({
      ...{ id: 'bWFkZQ', rawId: bytes('made'), type: 'public-key', getClientExtensionResults: () => ({}) },
      response: { clientDataJSON: bytes('data'), attestationObject: bytes('object'), getTransports: () => ['internal'] },
    });
    vi.stubGlobal(
      'PublicKeyCredential',
      Object.assign(function PublicKeyCredential() {}, { getClientCapabilities: async () => ({ passkeyPlatformAuthenticator: true }) }),
    );
    Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create: make } });
  });

  test('the session is all the proof that is asked for, and giving up says nothing', async () => {
    make.mockImplementationOnce(() => Promise.reject(new DOMException('', 'NotAllowedError')));
    const { user, server, sheet } = await openSheet(replies);
    const button = sheet.getByRole('button', { name: "Clé d'accès" });
    await user.click(button);
    await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled', 'true'));
    expect(screen.queryByRole('alert')).toBeNull();
    server.replies({ 'GET /api/session': { user: kept, signUps: 'open' } });
    await user.click(button);
    await expectKept(/^C'est gardé\s! Votre clé d'accès/);
    expect(server.received('POST /api/passkeys/challenge')).toEqual([{}, {}]);
  });
});

test('a browser without passkeys is offered none', async () => {
  const { sheet } = await openSheet();
  expect(sheet.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['Email et mot de passe', 'Code de secours']),
  );
  expect(sheet.queryByRole('button', { name: "Clé d'accès" })).toBeNull();
});

test('a game that was kept in another tab is said to be kept, and nothing asks any more', async () => {
  const { user, server, sheet } = await openSheet({ 'POST /api/guest/code': refused('already_kept') });
  server.replies({ 'GET /api/session': { user: kept, signUps: 'open' } });
  await user.click(sheet.getByRole('button', { name: 'Code de secours' }));
  await expectAlert('Votre partie est déjà gardée.');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Garder ma partie' })).toBeNull());
});

test('whatever the server refuses to a guest is told with the way to the sheet', async () => {
  const { user } = await openScreen('/edit-profile', { me: zoé, replies: { 'PATCH /api/account': refused('guest_must_keep') } });
  await fill(user, screen.getByLabelText('Pseudo'), 'Zoélie');
  await vi.dynamicImportSettled();
  await user.click(screen.getByRole('button', { name: 'Enregistrer' }));
  expect(await screen.findByText(/^Gardez d'abord votre partie/)).toBeVisible();
  // Toasts come before the page, which has its own.
  const [ofToast, ...others] = screen.getAllByRole('button', { name: 'Garder ma partie' });
  expect(others).toHaveLength(1);
  await user.click(ofToast as HTMLElement);
  expect(await dialog('Gardez votre partie')).toBeVisible();
});

test.each([
  ['/create-board', 'Garder ma partie'],
  ['/doors', /jeton/],
])('what only a kept account may make leads to the sheet, at %s', async (address, name) => {
  const { user, server } = await openScreen(address, { me: zoé });
  await user.click(await screen.findByRole('button', { name }));
  expect(await dialog('Gardez votre partie')).toBeVisible();
  expect(server.received('POST /api/boards')).toEqual([]);
});

test('a kit makes no board for a guest, and opens the sheet', async () => {
  const { user, server } = await openScreen('/boards', { me: zoé });
  await user.click(await screen.findByRole('button', { name: /^À deux, chacun son score/ }));
  expect(await dialog('Gardez votre partie')).toBeVisible();
  expect(server.received('POST /api/boards')).toEqual([]);
});

test('signing out warns a guest first, who may keep their game instead', async () => {
  const { user, server } = await openScreen('/boards', { me: zoé });
  await user.click(screen.getByRole('button', { name: 'Ouvrir le menu du profil' }));
  const menu = within(await dialog('Menu du profil'));
  expect(menu.getByText('Sans email')).toBeVisible();
  await user.click(menu.getByRole('button', { name: 'Déconnexion' }));
  const warning = within(await dialog(/^Partir sans garder votre partie/));
  expect(warning.getByText("Sans email ni code, seul un lien de retour de l'admin pourra vous y ramener.")).toBeVisible();
  expect(warning.getByRole('button', { name: 'Rester' })).toHaveFocus();
  await user.click(warning.getByRole('button', { name: 'Garder ma partie' }));
  expect(await dialog('Gardez votre partie')).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.received('DELETE /api/session')).toEqual([]);

  await user.click(screen.getByRole('button', { name: 'Ouvrir le menu du profil' }));
  await user.click(await screen.findByRole('button', { name: 'Déconnexion' }));
  await user.click(await screen.findByRole('button', { name: 'Se déconnecter quand même' }));
  await waitFor(() => expect(server.received('DELETE /api/session')).toHaveLength(1));
});

test('the profile of a guest has neither a password nor passkeys to change', async () => {
  await openScreen('/edit-profile', { me: zoé, replies: { 'GET /api/recap-mail': { isOffered: true, isOn: false } } });
  await screen.findByRole('heading', { name: 'Ouvrir des portes' });
  expect(screen.getAllByRole('heading', { level: 2 })[0]).toHaveTextContent('Gardez votre partie');
  for (const name of ['Mot de passe', 'Connexion et sécurité', /mail/]) expect(screen.queryByRole('heading', { name })).toBeNull();
});

test('the sheet gives the focus back to the button that opened it', async () => {
  const { user } = await openSheet();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Garder ma partie' })).toHaveFocus());
  act(askToKeep);
  expect(await dialog('Gardez votre partie')).toBeVisible();
});
