import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { UserId } from '#shared/ids';
import { léa, max } from '#client/app/testing/samples.ts';
import { openScreen, type Opened } from '#client/app/testing/screen.tsx';
import { lost, type Replies } from '#client/app/testing/server.ts';
import { sessionOver } from '#client/api/session.ts';
import { covered, setCovered } from '#client/ui/covered.ts';
import { typographic } from '#client/ui/typography.ts';
import { followLock, lockBelongsTo } from './lock.ts';
import { keepLock, readLock } from './lock-record.ts';

const code = '4711';
const minute = 60_000;
let visibility: DocumentVisibilityState;
let now: number;

beforeEach(() => {
  [visibility, now] = ['visible', Date.UTC(2026, 10, 30, 12)];
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
});

afterEach(() => {
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

async function openLocked(replies: Replies = {}): Promise<Opened> {
  const opened = await openScreen('/dashboard', { me: léa, replies });
  await keepLock({ userId: léa.id, minutes: 5, passkey: null }, code);
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
    const left = (newValue: string | null) =>
      act(() => {
        if (newValue !== null) localStorage.setItem('lock-left', newValue);
        window.dispatchEvent(Object.assign(new Event('storage'), { key: 'lock-left', newValue }));
      });
    left(String(now - 5 * minute));
    expect(covered.get()).toBe(true);
    left(String(now - minute));
    expect(covered.get()).toBe(false);
    leaveFor(5 * minute);
    expect(covered.get()).toBe(true);
    left(null);
    expect(closedLock()).toBeNull();
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
    const { field, tryCode } = await lockNow();
    for (let tries = 1; tries <= 5; tries += 1) {
      await tryCode('0000');
      await waitFor(() => expect(field).toHaveValue(''));
      expect(readLock()).toMatchObject({ wrongTries: tries });
    }
    expect(field).toHaveAccessibleDescription(/^Trop d'essais\s: attendez jusqu'à \d\d:\d\d:\d\d\.$/);
    expect(field).toHaveAttribute('readonly');
    expect(readLock()).toMatchObject({ waitUntil: now + 30_000 });
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
    expect(dialog.getByText(/^La déconnexion retire le verrou et efface ce que cet appareil garde/)).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Se déconnecter' }));
    expect(await dialog.findByText(/^La déconnexion a échoué/)).toBeInTheDocument();
    expect(covered.get()).toBe(true);
    expect(readLock()).not.toBeNull();
  });

  test.each(['{', 'null', '{"minutes":5}', '{"minutes":7,"userId":"Léa","salt":"","hash":"","passkey":null,"wrongTries":0,"waitUntil":0}'])(
    'since it reads %s stays closed, and offers to sign out',
    async (spoilt) => {
      await openLocked();
      localStorage.setItem('lock', spoilt);
      leaveFor(0);
      const dialog = within(await page.findByRole('dialog', { name: 'Application verrouillée' }));
      expect(dialog.getByText(/^Ce verrou n'est plus lisible/)).toBeInTheDocument();
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
    expect(section.getByText(/^Protège d'un regard curieux sur votre téléphone déverrouillé, et de rien d'autre/)).toBeInTheDocument();
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
