import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { UserId } from '#shared/ids';
import { léa, max, zoé } from '#client/app/testing/samples.ts';
import { openScreen, type Opened } from '#client/app/testing/screen.tsx';
import { lost, type Replies } from '#client/app/testing/server.ts';
import type { OwnPasskeys, Passkey } from '#shared/passkeys';
import { sessionOver } from '#client/api/session.ts';
import { sessionQuery } from '#client/session/session-queries.ts';
import { queryClient } from '#client/sync/replica/query-client.ts';
import { covered, setCovered } from '#client/ui/covered.ts';
import { reloadBy } from '#client/ui/reload-page.ts';
import { typographic } from '#client/ui/typography.ts';
import { followLock, lockBelongsTo } from './lock.ts';
import { codesTakenFrom, keepLock, type LockPasskey, readLock } from './lock-record.ts';

const code = '4711';
const minute = 60_000;
let visibility: DocumentVisibilityState;
let now: number;

beforeEach(() => {
  [visibility, now] = ['visible', Date.UTC(2026, 10, 30, 12)];
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
});

afterEach(() => {
  vi.unstubAllGlobals();
  // Some leave a page covered whose lock is gone.
  localStorage.setItem('lock', '{');
  act(() => lockBelongsTo(null));
  localStorage.clear();
  setCovered(false);
});

/** From now on the device's clock is ours. */
function holdClock(): void {
  vi.spyOn(Date, 'now').mockImplementation(() => now);
}

function see(state: DocumentVisibilityState): void {
  visibility = state;
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}

/** The app goes out of sight and comes back after that time. */
function leaveFor(ms: number): void {
  see('hidden');
  now += ms;
  see('visible');
}

/** Another tab of this browser wrote there. */
function hearOf(key: string, newValue: string | null): void {
  if (newValue === null) localStorage.removeItem(key);
  else localStorage.setItem(key, newValue);
  act(() => void window.dispatchEvent(Object.assign(new Event('storage'), { key, newValue })));
}

function watchReloads() {
  const reload = vi.fn();
  reloadBy(reload);
  return reload;
}

async function openLocked(replies: Replies = {}, passkey: LockPasskey | null = null): Promise<Opened> {
  const opened = await openScreen('/dashboard', { me: léa, replies });
  await keepLock({ userId: léa.id, minutes: 5, passkey }, code);
  await followLock();
  holdClock();
  return opened;
}

// It stands beside the body.
const page = within(document.documentElement);
const closedLock = () => page.queryByRole('dialog', { name: 'Application verrouillée' });

async function lockNow(replies: Replies = {}) {
  const opened = await openLocked(replies);
  leaveFor(5 * minute);
  const dialog = within(await page.findByRole('dialog', { name: 'Application verrouillée' }));
  const field = dialog.getByLabelText('Code à quatre chiffres');
  const tryCode = async (tried: string) => {
    await opened.user.click(field);
    await opened.user.keyboard(tried);
  };
  return { ...opened, dialog, field, tryCode };
}

describe('an app with a lock', () => {
  test('that comes back in time is open, and after its minutes closed', async () => {
    await openLocked();
    leaveFor(5 * minute - 1);
    expect(covered.get()).toBe(false);
    // Each time it is left counts by itself.
    leaveFor(5 * minute - 1);
    expect(closedLock()).toBeNull();
    leaveFor(5 * minute);
    expect(covered.get()).toBe(true);
    expect(closedLock()).not.toBeNull();
  });

  test('is not closed while one looks at it, however long', async () => {
    await openLocked();
    now += 60 * minute;
    see('visible');
    expect(covered.get()).toBe(false);
  });

  test('is closed when the clock was set back meanwhile', async () => {
    await openLocked();
    leaveFor(-1);
    expect(covered.get()).toBe(true);
  });

  test('notes nothing while it is closed: a reload finds it closed', async () => {
    await lockNow();
    leaveFor(0);
    window.dispatchEvent(new Event('pagehide'));
    expect(localStorage.getItem('lock-left')).toBe('0');
  });

  test('opens with another tab that somebody opened, or was in until now', async () => {
    await lockNow();
    hearOf('lock-left', String(now - 5 * minute));
    expect(covered.get()).toBe(true);
    hearOf('lock-left', String(now - minute));
    expect(covered.get()).toBe(false);
    leaveFor(5 * minute);
    expect(covered.get()).toBe(true);
    hearOf('lock-left', null);
    expect(closedLock()).toBeNull();
  });

  test('was left when it went out of sight, not when its hidden page was closed or loaded anew', async () => {
    await openLocked();
    see('hidden');
    const left = String(now);
    now += 5 * minute;
    window.dispatchEvent(new Event('pagehide'));
    expect(localStorage.getItem('lock-left')).toBe(left);
    see('visible');
    expect(covered.get()).toBe(true);
  });

  test('stays closed in one window while another, which is seen, hears of a wrong code', async () => {
    await openLocked();
    // The other window is closed; this one hears of each code that is tried there.
    localStorage.setItem('lock-left', '0');
    hearOf('lock', JSON.stringify({ ...Object(readLock()), wrongTries: 1 }));
    await act(() => vi.dynamicImportSettled());
    expect([covered.get(), localStorage.getItem('lock-left')]).toEqual([false, '0']);
  });

  test('is closed where another tab set the lock while the page slept', async () => {
    await openLocked();
    const lock = localStorage.getItem('lock') ?? '';
    localStorage.removeItem('lock');
    see('hidden');
    expect(localStorage.getItem('lock-left')).toBeNull();
    localStorage.setItem('lock', lock);
    now += 5 * minute;
    see('visible');
    expect(covered.get()).toBe(true);
    expect(closedLock()).not.toBeNull();
  });

  test('is loaded anew, and never uncovered, where another tab took the lock off', async () => {
    const reload = watchReloads();
    await lockNow();
    localStorage.removeItem('lock');
    hearOf('lock-left', null);
    expect([covered.get(), reload.mock.calls.length]).toEqual([true, 0]);
    hearOf('lock', null);
    expect(covered.get()).toBe(true);
    expect(reload).toHaveBeenCalledOnce();
  });

  test('is loaded anew where its lock ended while the page slept', async () => {
    const reload = watchReloads();
    await lockNow();
    localStorage.removeItem('lock');
    act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));
    expect(covered.get()).toBe(true);
    expect(reload).toHaveBeenCalledOnce();
  });

  test.each([
    ['is pressed', -1],
    // As where nobody touched what is open.
    ['skips the entries of what is open', -3],
    ['leads to another screen', -4],
  ])('keeps what is open behind the lock when Back %s', async (_, steps) => {
    const { user } = await openLocked();
    await user.click(screen.getByRole('link', { name: 'Tableaux' }));
    await screen.findByRole('heading', { level: 1, name: 'Mes tableaux' });
    await user.click(screen.getByRole('button', { name: 'Ouvrir le menu du profil' }));
    await user.click(await screen.findByRole('button', { name: 'Confidentialité' }));
    const panel = await screen.findByRole('dialog', { name: 'Confidentialité' });
    leaveFor(5 * minute);
    const { pathname } = location;
    const back = async () => {
      const popped = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
      await act(async () => {
        // No sooner than a person could: what opened has its entry in the history by then.
        await new Promise((resolve) => setTimeout(resolve));
        history.go(steps);
        await popped;
      });
      await waitFor(() => expect(location.pathname).toBe(pathname));
    };
    await back();
    await back();
    expect([covered.get(), location.pathname, panel.isConnected]).toEqual([true, pathname, true]);
    await user.click(page.getByLabelText('Code à quatre chiffres'));
    await user.keyboard(code);
    await waitFor(() => expect(closedLock()).toBeNull());
    expect(screen.getByRole('dialog', { name: 'Confidentialité' })).toBe(panel);
  });

  test('names no page in its title while it is closed', async () => {
    const { tryCode } = await lockNow();
    expect(document.title).toBe('OU LA LA');
    await tryCode(code);
    await waitFor(() => expect(document.title).not.toBe('OU LA LA'));
  });

  test('gives the focus back to what had it', async () => {
    const { user } = await openLocked();
    const menu = screen.getByRole('button', { name: 'Ouvrir le menu du profil' });
    menu.focus();
    leaveFor(5 * minute);
    await user.click(page.getByLabelText('Code à quatre chiffres'));
    await user.keyboard(code);
    await waitFor(() => expect(menu).toHaveFocus());
  });
});

describe('the code of a lock', () => {
  test('opens it as its fourth digit is typed', async () => {
    const { tryCode } = await lockNow();
    await tryCode('471');
    expect(covered.get()).toBe(true);
    await tryCode('1');
    await waitFor(() => expect(closedLock()).toBeNull());
  });

  test('is four digits and nothing else', async () => {
    const { user, field, dialog, tryCode } = await lockNow();
    await tryCode('a4-7');
    expect(field).toHaveValue('47');
    await user.click(dialog.getByRole('button', { name: 'Déverrouiller' }));
    expect(field).toHaveAccessibleDescription('Saisissez quatre chiffres');
    expect(readLock()).toMatchObject({ wrongTries: 0 });
  });

  test('is not taken for a while after five wrong ones, and the right one ends the count', async () => {
    const { dialog, field, tryCode } = await lockNow();
    for (let tries = 1; tries <= 5; tries += 1) {
      await tryCode('0000');
      await waitFor(() => expect(field).toHaveValue(''));
      expect(readLock()).toMatchObject({ wrongTries: tries });
    }
    expect(field).toHaveAccessibleDescription(/^Trop d'essais\s: attendez jusqu'à \d\d:\d\d\.$/);
    expect(field).toHaveAttribute('readonly');
    expect(dialog.getByRole('status')).toBeEmptyDOMElement();
    expect(readLock()).toMatchObject({ waitUntil: now + 30_000 });

    // The phone slept, and its timers with it.
    leaveFor(minute);
    expect(field).not.toHaveAttribute('readonly');
    expect(dialog.getByRole('status')).toHaveTextContent('Vous pouvez de nouveau saisir le code.');
    await tryCode(code);
    await waitFor(() => expect(closedLock()).toBeNull());
    expect(readLock()).toMatchObject({ wrongTries: 0, waitUntil: 0 });
  });

  test('is taken again after the wait, also where the clock was a day ahead when it began', async () => {
    await openLocked();
    localStorage.setItem('lock', JSON.stringify({ ...Object(readLock()), wrongTries: 5, waitUntil: now + 1440 * minute }));
    expect(codesTakenFrom()).toBe(now + 30_000);
    now += 31_000;
    expect(codesTakenFrom()).toBe(0);
  });

  test('can be typed again where the browser failed to compare it', async () => {
    const { field, dialog, tryCode } = await lockNow();
    vi.spyOn(crypto.subtle, 'deriveBits').mockRejectedValueOnce(new DOMException('', 'OperationError'));
    vi.spyOn(console, 'error').mockReturnValue();
    await tryCode(code);
    await waitFor(() => expect(field).toHaveAccessibleDescription("Le code n'a pas pu être vérifié. Réessayez."));
    expect(dialog.getByRole('button', { name: 'Déverrouiller' })).toBeEnabled();
    await tryCode(code);
    await waitFor(() => expect(closedLock()).toBeNull());
  });

  test('is kept as a hash alone', async () => {
    await openLocked();
    expect(localStorage.getItem('lock')).toMatch(/"hash":"[0-9a-f]{64}"/);
    expect(localStorage.getItem('lock')).not.toContain(`"${code}"`);
  });
});

describe('a lock that does not open', () => {
  test('says what signing out takes, and that it failed', async () => {
    const { user, dialog } = await lockNow({ 'DELETE /api/session': lost });
    await user.click(dialog.getByRole('button', { name: typographic('Code oublié ?') }));
    const signOut = dialog.getByRole('button', { name: 'Se déconnecter' });
    expect(signOut).toHaveFocus();
    expect(signOut).toHaveAccessibleDescription(/^La déconnexion retire le verrou et efface ce que ce navigateur garde/);
    await user.click(signOut);
    expect(await dialog.findByText(/^La déconnexion a échoué/)).toBeInTheDocument();
    expect(covered.get()).toBe(true);
    expect(readLock()).not.toBeNull();
  });

  test('warns a guest that signing out may end the game', async () => {
    const { user, dialog } = await lockNow();
    act(() => void queryClient.setQueryData(sessionQuery.queryKey, zoé));
    await user.click(dialog.getByRole('button', { name: typographic('Code oublié ?') }));
    expect(dialog.getByRole('button', { name: 'Se déconnecter' })).toHaveAccessibleDescription(/seul un lien de retour de l'admin/);
  });

  test.each(['{', 'null', '{"minutes":5}', '{"minutes":7,"userId":"Léa","salt":"","hash":"","passkey":null,"wrongTries":0,"waitUntil":0}'])(
    'since it reads %s stays closed, and offers to sign out',
    async (spoilt) => {
      await openLocked();
      localStorage.setItem('lock', spoilt);
      leaveFor(0);
      const shown = await page.findByRole('dialog', { name: 'Application verrouillée' });
      const dialog = within(shown);
      expect(shown).toHaveAccessibleDescription(/^Ce verrou n'est plus lisible/);
      expect(dialog.queryByRole('textbox')).toBeNull();
      expect(dialog.getByRole('button', { name: 'Se déconnecter' })).toBeInTheDocument();
    },
  );
});

describe('the lock of a person', () => {
  test.each([
    ['is taken off where nobody is signed in', null, null],
    ['is taken off where somebody else is signed in', max.id, null],
    ['stays closed where they are signed in', léa.id, {}],
  ] as const)('%s', async (_, userId: UserId | null, kept) => {
    await lockNow();
    act(() => lockBelongsTo(userId));
    if (kept === null) {
      expect(readLock()).toBeNull();
      expect(closedLock()).toBeNull();
    } else expect(covered.get()).toBe(true);
  });

  test.each(['ended', 'signed_out'] as const)('ends with a session that is over (%s)', async (reason) => {
    await openLocked();
    act(() => sessionOver.announce({ reason }));
    expect(readLock()).toBeNull();
  });
});

describe('the lock in Confidentialité', () => {
  async function openDialog() {
    const { user } = await openScreen('/dashboard', { me: léa });
    await user.click(screen.getByRole('button', { name: 'Ouvrir le menu du profil' }));
    await user.click(await screen.findByRole('button', { name: 'Confidentialité' }));
    const section = within(await screen.findByRole('region', { name: 'Verrouillage' }));
    expect(section.getByText(/^Protège d'un regard curieux sur votre appareil déverrouillé, et de rien d'autre/)).toBeInTheDocument();
    await user.click(section.getByRole('button', { name: 'Verrouiller cette application' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Verrouiller cette application' }));
    const [first, again] = [dialog.getByLabelText('Code à quatre chiffres'), dialog.getByLabelText('Le même code, encore une fois')];
    const type = async (field: HTMLElement, text: string) => {
      await user.clear(field);
      await user.type(field, text);
    };
    const submit = () => user.click(dialog.getByRole('button', { name: 'Verrouiller' }));
    return { user, section, dialog, first, again, type, submit };
  }

  test('asks for the code twice, and says which of them is wrong', async () => {
    const { section, first, again, type, submit } = await openDialog();
    await submit();
    expect(first).toHaveAccessibleDescription('Saisissez quatre chiffres');
    expect(first).toHaveFocus();
    await type(first, '0000');
    await type(again, '0001');
    await submit();
    expect(again).toHaveAccessibleDescription('Les deux codes sont différents');
    expect(readLock()).toBeNull();
    await type(again, '0000');
    await submit();
    expect(await section.findByText(typographic("L'application se verrouille après 5 minutes hors de vue."))).toBeInTheDocument();
    expect(readLock()).toMatchObject({ userId: léa.id, minutes: 5, passkey: null });
  });

  test('says so where the browser keeps nothing', async () => {
    const { dialog, first, again, type, submit } = await openDialog();
    await type(first, code);
    await type(again, code);
    vi.stubGlobal('localStorage', { getItem: () => null, removeItem: () => undefined, clear: () => undefined });
    await submit();
    expect(await dialog.findByText(/^Ce navigateur n'a pas gardé le verrou/)).toBeInTheDocument();
  });

  test('is not offered where the browser can seal no code', async () => {
    vi.stubGlobal('isSecureContext', false);
    const { user } = await openScreen('/dashboard', { me: léa });
    await user.click(screen.getByRole('button', { name: 'Ouvrir le menu du profil' }));
    await user.click(await screen.findByRole('button', { name: 'Confidentialité' }));
    await screen.findByRole('dialog', { name: 'Confidentialité' });
    expect(screen.queryByText('Verrouillage')).toBeNull();
  });
});

describe('a passkey beside the code', () => {
  const ask = vi.fn<(asked: CredentialRequestOptions) => Promise<unknown>>();
  const key: Passkey = {
    ...{ id: 'key', credentialId: 'a2V5', name: 'Téléphone', rpId: 'localhost', isOfHere: true, isSynced: false },
    ...{ createdAt: Date.UTC(2026, 10, 1), lastUsedAt: null },
  };
  const own: OwnPasskeys = { passkeys: [key], userHandle: 'bWU', rpId: 'localhost', hasPassword: true };
  const withPasskeys = (passkeys: Passkey[]): Replies => ({
    'GET /api/configuration': { supportEmail: 'aide@exemple.fr', messengerAppId: null, passkeys: true },
    'GET /api/passkeys': { ...own, passkeys },
  });

  beforeEach(() => {
    const bytes = (...values: number[]) => new Uint8Array(values).buffer;
    ask.mockReset().mockResolvedValue({
      ...{ id: key.credentialId, rawId: bytes(1), type: 'public-key', getClientExtensionResults: () => ({}) },
      // After the hash of the host's name: the device has made sure who it is.
      response: { clientDataJSON: bytes(1), authenticatorData: bytes(...Array<number>(32).fill(0), 5), signature: bytes(1) },
    });
    const abilities = { passkeyPlatformAuthenticator: true };
    vi.stubGlobal(
      'PublicKeyCredential',
      Object.assign(function PublicKeyCredential() {}, { getClientCapabilities: async () => abilities }),
    );
    Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get: ask } });
  });

  /** Saves the lock without a change, once its code is typed. */
  async function saveAgain(passkeys: Passkey[], kept: LockPasskey) {
    const { user } = await openLocked(withPasskeys(passkeys), kept);
    await user.click(screen.getByRole('button', { name: 'Ouvrir le menu du profil' }));
    await user.click(await screen.findByRole('button', { name: 'Confidentialité' }));
    await user.click(await screen.findByRole('button', { name: 'Modifier le verrou' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Modifier le verrou' }));
    await user.type(dialog.getByLabelText('Code à quatre chiffres'), code);
    await user.click(dialog.getByRole('button', { name: 'Continuer' }));
    const save = await dialog.findByRole('button', { name: 'Enregistrer' });
    const byPasskey = () => dialog.queryByRole('switch');
    await waitFor(() => (passkeys.length > 0 ? expect(byPasskey()).toBeChecked() : expect(byPasskey()).toBeNull()));
    await user.click(save);
    await screen.findByText('Verrou modifié');
  }

  test('goes on opening the lock without another gesture', async () => {
    await saveAgain([key], { id: key.credentialId, rpId: 'localhost' });
    expect(ask).not.toHaveBeenCalled();
    expect(readLock()).toMatchObject({ passkey: { id: key.credentialId, rpId: 'localhost' } });
  });

  test.each([
    ['was removed from the account', { id: 'Z29uZQ', rpId: 'localhost' }],
    ['is of another address of the app', { id: key.credentialId, rpId: 'example.org' }],
  ])('that %s gives way to one that answers now', async (_, kept) => {
    await saveAgain([key], kept);
    expect(ask).toHaveBeenCalledOnce();
    expect(readLock()).toMatchObject({ passkey: { id: key.credentialId, rpId: 'localhost' } });
  });

  test('that was the last of the account opens the lock no more', async () => {
    await saveAgain([], { id: key.credentialId, rpId: 'localhost' });
    expect(readLock()).toMatchObject({ passkey: null });
  });

  test.each([
    ['was given up leaves the lock closed, and says nothing', 'NotAllowedError', 0],
    ['failed leaves the lock closed, and says so', 'UnknownError', 1],
  ])('that %s', async (_, name, alerts) => {
    vi.spyOn(console, 'error').mockReturnValue();
    const { user } = await openLocked(withPasskeys([key]), { id: key.credentialId, rpId: 'localhost' });
    leaveFor(5 * minute);
    const open = page.getByRole('button', { name: "Déverrouiller avec une clé d'accès" });
    ask.mockRejectedValueOnce(new DOMException('', name));
    await user.click(open);
    await waitFor(() => expect(open).not.toHaveAttribute('aria-busy'));
    expect(ask).toHaveBeenCalledOnce();
    expect(page.queryAllByRole('alert')).toHaveLength(alerts);
    expect(covered.get()).toBe(true);
  });

  test('ends the count of wrong codes', async () => {
    const { user } = await openLocked(withPasskeys([key]), { id: key.credentialId, rpId: 'localhost' });
    localStorage.setItem('lock', JSON.stringify({ ...Object(readLock()), wrongTries: 7 }));
    leaveFor(5 * minute);
    await user.click(page.getByRole('button', { name: "Déverrouiller avec une clé d'accès" }));
    await waitFor(() => expect(closedLock()).toBeNull());
    expect(readLock()).toMatchObject({ wrongTries: 0 });
  });
});
