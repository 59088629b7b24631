/** Passkeys on a device that the test stands in for: what it is asked, and what the screens make of its answers. */
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { MakingOptions, OwnPasskeys, Passkey } from '#shared/passkeys';
import { type RefusalCode, refusals } from '#shared/refusals';
import { léa } from '#client/app/testing/samples.ts';
import { expectAlert, fill, openScreen, type Opened } from '#client/app/testing/screen.tsx';
import { lost, refused, type Replies } from '#client/app/testing/server.ts';
import { typographic } from '#client/ui/typography.ts';
import { countUnexpectedBy } from '#client/ui/unexpected.ts';

const bytes = (text: string) => new TextEncoder().encode(text).buffer;
const failing = (name: string) => Promise.reject(new DOMException('', name));

const device = {
  make: vi.fn<() => Promise<unknown>>(),
  use: vi.fn<(asked: CredentialRequestOptions) => Promise<unknown>>(),
  unknown: vi.fn<(about: unknown) => Promise<void>>(),
};
let abilities = {};

beforeEach(() => {
  abilities = { passkeyPlatformAuthenticator: true };
  device.make.mockReset().mockResolvedValue({
    ...{ id: 'bWFkZQ', rawId: bytes('made'), type: 'public-key', getClientExtensionResults: () => ({}) },
    response: { clientDataJSON: bytes('data'), attestationObject: bytes('object'), getTransports: () => ['internal'] },
  });
  device.use.mockReset().mockResolvedValue({
    ...{ id: 'dXNlZA', rawId: bytes('used'), type: 'public-key', getClientExtensionResults: () => ({}) },
    response: { clientDataJSON: bytes('data'), authenticatorData: bytes('data'), signature: bytes('signed'), userHandle: bytes('me') },
  });
  device.unknown.mockReset().mockResolvedValue();
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(function PublicKeyCredential() {}, {
      getClientCapabilities: async () => abilities,
      isConditionalMediationAvailable: async () => true,
      signalUnknownCredential: device.unknown,
      signalAllAcceptedCredentials: async () => {},
    }),
  );
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create: device.make, get: device.use } });
});

const configuration = { supportEmail: 'aide@exemple.fr', messengerAppId: null, passkeys: true };
const key: Passkey = {
  ...{ id: 'key', credentialId: 'a2V5', name: 'Téléphone', rpId: 'localhost', isOfHere: true, isSynced: false },
  ...{ createdAt: Date.UTC(2026, 10, 1), lastUsedAt: null },
};
const own: OwnPasskeys = { passkeys: [key], userHandle: 'bWU', rpId: 'localhost', hasPassword: true };
const making: MakingOptions = {
  challenge: 'Y2hhbGxlbmdl',
  rp: { id: 'localhost', name: 'OU LA LA' },
  user: { id: 'bWU', name: 'Léa', displayName: 'Léa' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 300_000,
  attestation: 'none',
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
};
const using = {
  challenge: 'Y2hhbGxlbmdl',
  rpId: 'localhost',
  timeout: 300_000,
  userVerification: 'required' as const,
  allowCredentials: [],
};

async function openProfile(replies: Replies = {}) {
  return await openScreen('/edit-profile', {
    me: léa,
    replies: {
      'GET /api/configuration': configuration,
      'GET /api/passkeys': own,
      'POST /api/passkeys/challenge': making,
      'POST /api/account/passkey-challenge': using,
      ...replies,
    },
  });
}

describe('adding a passkey', () => {
  async function add(replies: Replies = {}) {
    const opened = await openProfile(replies);
    await opened.user.click(await screen.findByRole('button', { name: "Ajouter une clé d'accès" }));
    const dialog = within(await screen.findByRole('dialog', { name: "Ajouter une clé d'accès" }));
    await fill(opened.user, dialog.getByLabelText('Mot de passe'), 'orage violet 42');
    await opened.user.click(dialog.getByRole('button', { name: 'Continuer' }));
    return { ...opened, dialog };
  }

  test('a device that has one already says so, and nobody counts it as unexpected', async () => {
    const counted = vi.fn();
    countUnexpectedBy(counted);
    device.make.mockImplementation(() => failing('InvalidStateError'));
    await add();
    await expectAlert("Cet appareil a déjà une clé d'accès pour votre compte.");
    countUnexpectedBy(undefined);
    expect(counted).not.toHaveBeenCalled();
  });

  test('a device that fails is said to have made none', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    device.make.mockImplementation(() => failing('NotSupportedError'));
    await add();
    await expectAlert("La clé d'accès n'a pas pu être créée. Réessayez.");
  });

  test('one whose reply was lost is looked for, and the next is asked for anew', async () => {
    let agree = () => {};
    const agreed = new Promise<void>((resolve) => (agree = resolve));
    const made = device.make.getMockImplementation();
    device.make.mockImplementation(async () => {
      await agreed;
      return await made?.();
    });
    const { user, server, dialog } = await add({ 'POST /api/passkeys': lost });
    await dialog.findByText(/^C'est bien vous/);
    agree();
    const field = await dialog.findByLabelText('Mot de passe');
    await waitFor(() => expect(field).toHaveAccessibleDescription(typographic("La clé d'accès n'a pas pu être créée. Réessayez.")));
    expect(server.received('GET /api/passkeys').length).toBeGreaterThan(1);
    expect(device.unknown).not.toHaveBeenCalled();
    await user.click(dialog.getByRole('button', { name: 'Continuer' }));
    await waitFor(() => expect(server.received('POST /api/passkeys/challenge')).toHaveLength(2));
  });

  test.each([
    ['that the server refuses is forgotten by its device', 'passkey_refused', 1],
    ['that opens an account stays on its device', 'passkey_known', 0],
    ['stays on its device where the server failed and may have kept it', 'server_error', 0],
  ] as const)('a passkey %s', async (_, code, times) => {
    await add({ 'POST /api/passkeys': refused(code) });
    await expectAlertOfRefusal(code);
    expect(device.unknown).toHaveBeenCalledTimes(times);
    if (times > 0) expect(device.unknown).toHaveBeenCalledWith({ rpId: 'localhost', credentialId: 'bWFkZQ' });
  });
});

describe('signing up by a passkey', () => {
  async function signUp(replies: Replies) {
    const opened = await openScreen('/signup', {
      replies: { 'GET /api/configuration': configuration, 'POST /api/accounts/passkey-challenge': making, ...replies },
    });
    const button = await screen.findByRole('button', { name: "Créer avec une clé d'accès" });
    await fill(opened.user, screen.getByLabelText('Pseudo'), 'Léa');
    await fill(opened.user, screen.getByLabelText('Email'), 'lea@example.org');
    await opened.user.click(button);
    return { ...opened, button };
  }

  test('a passkey that the server refuses is forgotten by its device', async () => {
    await signUp({ 'POST /api/accounts/passkey': refused('passkey_refused') });
    await expectAlertOfRefusal('passkey_refused');
    expect(device.unknown).toHaveBeenCalledWith({ rpId: 'localhost', credentialId: 'bWFkZQ' });
  });

  test('a name that is taken after a lost reply may be the account that it made', async () => {
    const { user, server, button } = await signUp({ 'POST /api/accounts/passkey': lost });
    await expectAlert("La clé d'accès n'a pas pu être créée. Réessayez.");
    server.replies({ 'POST /api/accounts/passkey-challenge': refused('username_taken', 'username') });
    await user.click(button);
    await expectAlert("Votre compte est peut-être déjà créé : essayez de vous connecter avec votre clé d'accès.");
    await fill(user, screen.getByLabelText('Pseudo'), 'Zoé');
    await user.click(button);
    await expectAlertOfRefusal('username_taken');
  });
});

/** What an account without a password has. */
const passkeyOnly: OwnPasskeys = { ...own, hasPassword: false };

describe('the password of an account', () => {
  test('that had none is asked for once it is chosen', async () => {
    const { user, server } = await openProfile({ 'GET /api/passkeys': passkeyOnly });
    await fill(user, await screen.findByLabelText('Nouveau mot de passe'), 'grêle tiède 77');
    server.replies({ 'GET /api/passkeys': own });
    await user.click(await screen.findByRole('button', { name: "Confirmer avec une clé d'accès" }));
    expect(await screen.findByLabelText('Mot de passe actuel')).toBeInTheDocument();
  });

  test('that has none is chosen by mail where no passkey can be asked for', async () => {
    abilities = {};
    await openProfile({ 'GET /api/passkeys': passkeyOnly });
    expect(await screen.findByText(/^Votre compte n'a pas de mot de passe\. Choisissez-en un par/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: typographic('Mot de passe oublié ?') })).toHaveAttribute(
      'href',
      expect.stringContaining('oubli'),
    );
    expect(screen.queryByLabelText('Nouveau mot de passe')).toBeNull();
  });

  test.each([
    ['that has passkeys', own, " Vos clés d'accès ouvrent toujours votre compte."],
    ['that has none', { ...own, passkeys: [] }, ''],
    ['whose passkeys are of another address', { ...own, passkeys: [{ ...key, isOfHere: false }] }, ''],
  ])('%s is changed, and what it does not end is said', async (_, kept, added) => {
    const { user } = await openProfile({ 'GET /api/passkeys': kept });
    await fill(user, await screen.findByLabelText('Mot de passe actuel'), 'orage violet 42');
    await fill(user, screen.getByLabelText('Nouveau mot de passe'), 'grêle tiède 77');
    await user.click(screen.getByRole('button', { name: 'Modifier le mot de passe' }));
    const said = await screen.findByText(/^Mot de passe modifié/);
    expect(said).toHaveTextContent(new RegExp(`^Mot de passe modifié\\. Vos autres appareils sont déconnectés\\.${added}$`));
  });
});

describe('the deletion of an account', () => {
  async function openDeletion(replies: Replies) {
    const { user, server } = await openScreen('/dashboard', {
      me: léa,
      replies: {
        'GET /api/configuration': configuration,
        'GET /api/passkeys': own,
        'GET /api/account/deletion': { boards: [] },
        ...replies,
      },
    });
    await user.click(screen.getByRole('button', { name: 'Ouvrir le menu du profil' }));
    await user.click(await screen.findByRole('button', { name: 'Confidentialité' }));
    await user.click(await screen.findByRole('button', { name: 'Supprimer mon compte' }));
    return { user, server, dialog: within(await screen.findByRole('dialog', { name: 'Confirmer la suppression' })) };
  }

  test('names the way to a password where there is none, and no passkey can be asked for', async () => {
    abilities = {};
    const { dialog } = await openDeletion({ 'GET /api/passkeys': passkeyOnly });
    expect(await dialog.findByText(/^Choisissez d'abord un mot de passe, par «.Mot de passe oublié.\?.»\.$/)).toBeInTheDocument();
    expect(dialog.getByRole('button', { name: 'Supprimer' })).toBeDisabled();
  });

  test('says no more of a passkey that failed once the password is tried', async () => {
    const { user, dialog } = await openDeletion({
      'POST /api/account/passkey-challenge': lost,
      'POST /api/account/deletion': refused('wrong_password', 'password'),
    });
    await user.click(await dialog.findByRole('button', { name: "Confirmer avec une clé d'accès" }));
    await expectAlert("La clé d'accès n'a pas pu être utilisée. Réessayez.");
    await fill(user, dialog.getByLabelText('Votre mot de passe'), 'pas lui');
    await user.click(dialog.getByRole('button', { name: 'Supprimer' }));
    await dialog.findByText('Mot de passe incorrect');
    expect(dialog.queryByText(/n'a pas pu être utilisée/)).toBeNull();
  });
});

describe('a passkey among the names that are filled in', () => {
  const challenges = ({ server }: Opened) => server.received('POST /api/session/passkey-challenge').length;
  /** The page is hidden or seen from now on. */
  function see(state: DocumentVisibilityState) {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
    document.dispatchEvent(new Event('visibilitychange'));
  }

  async function openLogin(replies: Replies = {}) {
    abilities = { passkeyPlatformAuthenticator: true, conditionalGet: true };
    const opened = await openScreen('/login', {
      replies: { 'GET /api/configuration': configuration, 'POST /api/session/passkey-challenge': using, ...replies },
    });
    return { ...opened, button: await screen.findByRole('button', { name: "Utiliser une clé d'accès" }) };
  }

  const waits = () => device.use.mockImplementation(async () => await new Promise(() => {}));

  test('is asked for anew once an old page comes back into sight, and not before', async () => {
    waits();
    const opened = await openLogin();
    await waitFor(() => expect(device.use).toHaveBeenCalledTimes(1));
    const now = Date.now();
    const clock = vi.spyOn(Date, 'now').mockReturnValue(now);
    see('hidden');
    see('visible');
    clock.mockReturnValue(now + 5 * 60_000);
    see('hidden');
    expect(challenges(opened)).toBe(1);
    see('visible');
    expect(challenges(opened)).toBe(2);
    clock.mockRestore();
    await waitFor(() => expect(device.use).toHaveBeenCalledTimes(2));
  });

  test('whose challenge is refused says nothing that nobody asked for', async () => {
    const opened = await openLogin({ 'POST /api/session/passkey-challenge': refused('too_many_attempts') });
    await waitFor(() => expect(challenges(opened)).toBe(1));
    await opened.user.click(screen.getByLabelText('Email ou pseudo'));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(device.use).not.toHaveBeenCalled();
  });

  test('does not begin once the button is pressed', async () => {
    waits();
    let reply = () => {};
    const late = new Promise<void>((resolve) => (reply = resolve));
    const opened = await openLogin({ 'POST /api/session/passkey-challenge': async () => (await late, using) });
    await waitFor(() => expect(challenges(opened)).toBe(1));
    await opened.user.click(opened.button);
    await waitFor(() => expect(challenges(opened)).toBe(2));
    reply();
    await waitFor(() => expect(device.use).toHaveBeenCalled());
    expect(device.use.mock.calls.map(([asked]) => asked.mediation)).toEqual([undefined]);
  });

  test('is offered again after one that was refused', async () => {
    const used = device.use.getMockImplementation();
    waits();
    if (used) device.use.mockImplementationOnce(used);
    await openLogin({ 'POST /api/session/passkey': refused('passkey_refused') });
    await expectAlertOfRefusal('passkey_refused');
    await waitFor(() => expect(device.use).toHaveBeenCalledTimes(2));
  });
});

async function expectAlertOfRefusal(code: RefusalCode) {
  await screen.findByText(typographic(refusals[code][1]));
}
