/** B16, the lock of the app on a device: what is seen before it opens, when it closes, and what opens it. */
import { rmSync } from 'node:fs';
import type { BrowserContext, Page } from '@playwright/test';
import { violationsOn } from './axe.ts';
import { isFree, resize } from './boxes.ts';
import { keptKinds } from './kept.ts';
import { createSharedBoard, openLive, signUpAbsentee, signUpPlayer } from './players.ts';
import { expect, startServer, test } from './server.ts';

const code = '4711';
const lock = (page: Page) => page.getByRole('dialog', { name: 'Application verrouillée' });
const codeField = (page: Page) => lock(page).getByLabel('Code à quatre chiffres');
const board = (page: Page) => page.getByRole('heading', { level: 1, name: 'NOUS DEUX' });
const phone = { viewport: { width: 390, height: 844 } };

async function openPanel(page: Page) {
  await page.getByRole('button', { name: 'Ouvrir le menu du profil' }).click();
  await page.getByRole('button', { name: 'Confidentialité' }).click();
  return page.getByRole('region', { name: 'Verrouillage' });
}

async function setLock(page: Page, minutes = 1): Promise<void> {
  const section = await openPanel(page);
  await section.getByRole('button', { name: 'Verrouiller cette application' }).click();
  const dialog = page.getByRole('dialog', { name: 'Verrouiller cette application' });
  await dialog.getByText(minutes > 1 ? `${minutes} minutes` : '1 minute', { exact: true }).click();
  await dialog.getByLabel('Code à quatre chiffres').fill(code);
  await dialog.getByLabel('Le même code, encore une fois').fill(code);
  await dialog.getByRole('button', { name: 'Verrouiller', exact: true }).click();
  await expect(section.getByText(/se verrouille après/)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

async function open(page: Page): Promise<void> {
  await codeField(page).pressSequentially(code);
  await expect(lock(page)).toHaveCount(0);
}

/** The page is hidden or seen from now on. */
async function see(page: Page, state: DocumentVisibilityState): Promise<void> {
  await page.evaluate((to) => {
    Object.defineProperty(document, 'visibilityState', { value: to, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
}

/** The next pages start as after a crash, or long after the app was left. */
async function forgetLeaving(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    if (performance.getEntriesByType('navigation').length > 0) localStorage.removeItem('lock-left');
  });
}

interface Seen<Words> {
  texts: Words;
  titles: Words;
  wasCovered: boolean;
  frames: number;
}

/** Notes for each frame of the next pages what of their bodies can be seen, the title, and whether they are covered. */
async function watchFrames(page: Page): Promise<() => Promise<Seen<string[]>>> {
  await page.addInitScript(() => {
    const seen = { texts: new Set<string>(), titles: new Set<string>(), wasCovered: false, frames: 0 };
    Object.assign(globalThis, { seen });
    const look = () => {
      seen.frames += 1;
      seen.titles.add(document.title);
      seen.wasCovered ||= 'covered' in document.documentElement.dataset;
      const walker = document.createTreeWalker(document.body ?? document.documentElement, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const text = walker.currentNode.textContent?.trim() ?? '';
        const parent = walker.currentNode.parentElement;
        if (text === '' || !parent || /^(SCRIPT|STYLE|NOSCRIPT|TITLE)$/.test(parent.tagName)) continue;
        if (parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) seen.texts.add(text);
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  return () =>
    page.evaluate(() => {
      const { seen } = globalThis as unknown as { seen: Seen<Set<string>> };
      return { ...seen, texts: [...seen.texts], titles: [...seen.titles] };
    });
}

test('an app that starts locked shows nothing on any frame, and is where it was asked for once it is opened', async ({
  browser,
  server,
}) => {
  const [léa, max] = [await signUpPlayer(browser, server, 'Léa', phone), await signUpAbsentee(server, 'Max')];
  const { page, context } = léa;
  const { id } = await createSharedBoard([léa, max], 'Nous deux');
  await openLive(page, `/board/${id}`);
  await setLock(page);

  await test.step('a reload at once, as one does, asks for nothing', async () => {
    await page.reload();
    await expect(board(page)).toBeVisible();
    await expect(lock(page)).toHaveCount(0);
  });

  await forgetLeaving(context);
  const seen = await watchFrames(page);

  await test.step('from the first frame on, with slow scripts too, neither a title nor a name is there', async () => {
    await page.route('**/assets/*.js', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      await route.continue();
    });
    await page.goto(`/board/${id}?tab=scores`);
    await expect(codeField(page)).toBeFocused();
    await page.locator('h1', { hasText: 'NOUS DEUX' }).waitFor({ state: 'attached' });
    await page.waitForTimeout(500);
    const { frames, ...what } = await seen();
    expect(frames).toBeGreaterThan(10);
    expect(what).toEqual({ texts: [], titles: ['OU LA LA'], wasCovered: true });
    await page.unrouteAll({ behavior: 'wait' });
  });

  await test.step('neither Escape nor Tab leads behind it', async () => {
    for (const key of ['Escape', 'Escape', 'Tab', 'Tab', 'Tab', 'Tab', '/', 'n']) await page.keyboard.press(key);
    await expect(lock(page)).toBeVisible();
    const where = () => page.evaluate(() => document.activeElement?.closest('body > *')?.id ?? '');
    expect(await where()).toBe('');
  });

  await test.step('nothing of it is wrong for whoever hears it, in both themes and at every size', async () => {
    for (const theme of ['dark', 'light']) {
      await page.evaluate((chosen) => (document.documentElement.dataset['theme'] = chosen), theme);
      expect(await violationsOn(page), theme).toEqual([]);
    }
    for (const [width, height] of [
      [320, 568],
      [390, 844],
      [844, 390],
      [1280, 800],
    ] as const) {
      await resize(page, { width, height });
      expect(await isFree(codeField(page)), `${width}`).toBe(true);
      expect(await lock(page).evaluate((it) => it.scrollWidth <= it.clientWidth), `${width}`).toBe(true);
    }
  });

  await test.step('opened, it is the address that was asked for', async () => {
    await open(page);
    await expect(board(page)).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/board/${id}\\?tab=scores`));
    await expect(page).toHaveTitle('Tableaux · OU LA LA');
  });

  await test.step('an address of everybody is never locked', async () => {
    await page.goto('/confidentialite');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(lock(page)).toHaveCount(0);
  });

  await test.step('the address of a wall leads not around it, and a wall that is opened there takes the lock off', async () => {
    await page.goto(`/mur/${id}`);
    await expect(codeField(page)).toBeFocused();
    await expect(page.getByRole('button', { name: 'Afficher' })).toHaveCount(0);
    await open(page);
    await page.getByRole('textbox', { name: 'Code à quatre chiffres' }).fill('4071');
    await page.getByRole('button', { name: 'Afficher' }).click();
    await expect(page.getByRole('region', { name: 'Scores' })).toContainText('Léa');
    await expect(lock(page)).toHaveCount(0);
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('lock')))).toEqual([]);
    expect(await seen()).toMatchObject({ wasCovered: false });
  });
});

test('an app that was out of sight for its minutes is locked, and what was half typed is still there', async ({ browser, server }) => {
  const léa = await signUpPlayer(browser, server, 'Léa', phone);
  const { page } = léa;
  await openLive(page, '/boards');
  await setLock(page, 5);
  await page.clock.install();
  await page.reload();
  await openPanel(page);
  await page.getByRole('button', { name: 'Supprimer mon compte' }).click();
  const typed = page.getByLabel('Votre mot de passe');
  await typed.fill('à moitié');

  await see(page, 'hidden');
  await page.clock.fastForward(5 * 60_000 - 5000);
  await see(page, 'visible');
  await expect(typed).toBeVisible();
  await expect(lock(page)).toHaveCount(0);

  await see(page, 'hidden');
  await page.clock.fastForward(5 * 60_000);
  await see(page, 'visible');
  await expect(codeField(page)).toBeFocused();
  await expect(typed).toBeHidden();
  expect(await page.title()).toBe('OU LA LA');
  // A press on it is none outside the dialog behind.
  await lock(page).getByRole('heading').click();
  for (let presses = 0; presses < 3; presses += 1) {
    await page.goBack();
    await expect(codeField(page)).toBeVisible();
  }
  await open(page);
  await expect(typed).toHaveValue('à moitié');
  await expect(typed).toBeFocused();

  await see(page, 'hidden');
  await page.clock.setSystemTime(Date.now() - 86_400_000);
  await see(page, 'visible');
  await expect(lock(page)).toBeVisible();
});

test('a wrong code costs time after five tries, kept over a reload, and a forgotten one leads to the sign-in', async ({
  browser,
  server,
}) => {
  const léa = await signUpPlayer(browser, server, 'Léa', phone);
  const { page, context } = léa;
  await openLive(page, '/dashboard');
  await setLock(page);
  await forgetLeaving(context);
  await page.clock.install();
  await page.reload();
  for (let tries = 0; tries < 4; tries += 1) {
    await codeField(page).pressSequentially('0000');
    await expect(lock(page).getByRole('alert')).toHaveText("Ce n'est pas le bon code");
    await expect(codeField(page)).toHaveValue('');
  }
  await codeField(page).pressSequentially('0000');
  await expect(lock(page).getByRole('alert')).toHaveText(/^Trop d'essais\s: attendez jusqu'à \d\d:\d\d\.$/);
  await page.reload();
  await expect(lock(page).getByRole('alert')).toHaveText(/^Trop d'essais/);
  await expect(codeField(page)).not.toBeEditable();
  await page.clock.fastForward(31_000);
  await expect(lock(page).getByRole('alert')).toHaveCount(0);
  await expect(codeField(page)).toBeEditable();

  await lock(page).getByRole('button', { name: 'Code oublié ?' }).click();
  await context.setOffline(true);
  await lock(page).getByRole('button', { name: 'Se déconnecter' }).click();
  await expect(lock(page).getByRole('alert')).toContainText('La déconnexion a échoué');
  await context.setOffline(false);
  await lock(page).getByRole('button', { name: 'Se déconnecter' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Connexion' })).toBeVisible();
  await expect(lock(page)).toHaveCount(0);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('lock')))).toEqual([]);
  await expect.poll(() => keptKinds(page)).toEqual([]);
});

test('a lock stays closed where its code cannot be read or loaded, and offers the way out', async ({ browser, server }) => {
  const léa = await signUpPlayer(browser, server, 'Léa', phone);
  const { page, context } = léa;
  await openLive(page, '/dashboard');
  const script = '**/closed-lock-*.js';

  await test.step('none is set whose script does not come', async () => {
    await page.route(script, (route) => route.abort());
    const section = await openPanel(page);
    await section.getByRole('button', { name: 'Verrouiller cette application' }).click();
    const dialog = page.getByRole('dialog', { name: 'Verrouiller cette application' });
    await dialog.getByLabel('Code à quatre chiffres').fill(code);
    await dialog.getByLabel('Le même code, encore une fois').fill(code);
    await dialog.getByRole('button', { name: 'Verrouiller', exact: true }).click();
    await expect(dialog.getByRole('alert')).toHaveText('Le serveur est injoignable. Vérifiez votre connexion.');
    expect(await page.evaluate(() => localStorage.getItem('lock'))).toBeNull();
    await page.unroute(script);
    await dialog.getByRole('button', { name: 'Verrouiller', exact: true }).click();
    await expect(section.getByText(/se verrouille après/)).toBeVisible();
  });
  await forgetLeaving(context);

  for (const address of ['/dashboard', '/']) {
    await test.step(`its script does not come at ${address}`, async () => {
      await page.route(script, (route) => route.abort());
      await page.goto(address);
      const retry = page.getByRole('button', { name: /Réessayer|Recharger/ });
      await expect(retry).toBeVisible();
      await expect(page.getByRole('link')).toHaveCount(0);
      await page.unroute(script);
      await retry.click();
      await open(page);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    });
  }

  await test.step('its record is spoilt', async () => {
    await page.evaluate(() => localStorage.setItem('lock', '{'));
    await page.reload();
    await expect(lock(page)).toContainText("Ce verrou n'est plus lisible");
    await expect(codeField(page)).toHaveCount(0);
    await lock(page).getByRole('button', { name: 'Se déconnecter' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Connexion' })).toBeVisible();
  });
});

test('a lock opens without a network, in all tabs at once, and ends with the session', async ({ browser, server }) => {
  const léa = await signUpPlayer(browser, server, 'Léa', { serviceWorkers: 'allow', ...phone });
  const { page, context } = léa;
  await openLive(page, '/dashboard');
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await setLock(page);
  expect(await page.evaluate(() => caches.has('lock'))).toBe(true);
  await forgetLeaving(context);
  await context.setOffline(true);
  await page.reload();
  await expect(codeField(page)).toBeFocused();
  const other = await context.newPage();
  await other.goto('/dashboard');
  await expect(codeField(other)).toBeFocused();
  await open(other);
  await expect(lock(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Activités récentes' })).toBeVisible();
  await context.setOffline(false);

  await other.close();
  await page.reload();
  await expect(lock(page)).toBeVisible();
  await context.clearCookies({ name: 'ou-la-la' });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Connexion' })).toBeVisible();
  await expect(lock(page)).toHaveCount(0);
  expect(await page.evaluate(() => caches.has('lock'))).toBe(false);
});

test('a lock is changed and removed by its code alone', async ({ browser, server }) => {
  const léa = await signUpPlayer(browser, server, 'Léa', phone);
  const { page } = léa;
  await openLive(page, '/dashboard');
  await setLock(page);
  const section = await openPanel(page);
  const dialog = page.getByRole('dialog', { name: 'Modifier le verrou' });
  const prove = async () => {
    await section.getByRole('button', { name: 'Modifier le verrou' }).click();
    await dialog.getByLabel('Code à quatre chiffres').fill('1111');
    await dialog.getByRole('button', { name: 'Continuer' }).click();
    await expect(dialog.getByRole('alert')).toHaveText("Ce n'est pas le bon code");
    await dialog.getByLabel('Code à quatre chiffres').fill(code);
    await dialog.getByRole('button', { name: 'Continuer' }).click();
  };
  await prove();
  await dialog.getByText('15 minutes').click();
  for (const theme of ['dark', 'light']) {
    await page.evaluate((chosen) => (document.documentElement.dataset['theme'] = chosen), theme);
    expect(await violationsOn(page), theme).toEqual([]);
  }
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(section).toContainText('après 15 minutes hors de vue');
  await expect(dialog).toHaveCount(0);
  await prove();
  await dialog.getByRole('button', { name: 'Retirer le verrou' }).click();
  await expect(section.getByRole('button', { name: 'Verrouiller cette application' })).toBeVisible();
  await page.reload();
  await expect(lock(page)).toHaveCount(0);
});

test('a passkey of this device opens the lock', async ({ browser }) => {
  const server = await startServer();
  const origin = server.origin.replace('127.0.0.1', 'localhost');
  await server.restart({ ORIGIN: origin });
  const context = await browser.newContext({ baseURL: origin, ...phone });
  const page = await context.newPage();
  try {
    const line = await context.newCDPSession(page);
    await line.send('WebAuthn.enable');
    const device = {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    } as const;
    const { authenticatorId } = await line.send('WebAuthn.addVirtualAuthenticator', {
      options: { ...device, automaticPresenceSimulation: true },
    });
    await page.goto('/signup');
    await page.getByRole('radio', { name: 'Licorne' }).check();
    await page.getByLabel('Pseudo').fill('Léa');
    await page.getByLabel('Email').fill('lea@example.org');
    await page.getByRole('button', { name: "Créer avec une clé d'accès" }).click();
    await expect(page).toHaveURL(/\/dashboard$/);

    const section = await openPanel(page);
    await section.getByRole('button', { name: 'Verrouiller cette application' }).click();
    const dialog = page.getByRole('dialog', { name: 'Verrouiller cette application' });
    await dialog.getByRole('switch', { name: "Ouvrir aussi avec une clé d'accès" }).click();
    await dialog.getByLabel('Code à quatre chiffres').fill(code);
    await dialog.getByLabel('Le même code, encore une fois').fill(code);
    await dialog.getByRole('button', { name: 'Verrouiller', exact: true }).click();
    await expect(section.getByText(/se verrouille après/)).toBeVisible();

    await page.evaluate(() => localStorage.setItem('lock-left', '1'));
    await page.addInitScript(() => localStorage.removeItem('lock-left'));
    await page.reload();
    const byPasskey = lock(page).getByRole('button', { name: "Déverrouiller avec une clé d'accès" });
    await expect(byPasskey).toBeFocused();
    expect(await violationsOn(page)).toEqual([]);
    await byPasskey.click();
    await expect(lock(page)).toHaveCount(0);

    await line.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
    await page.reload();
    await byPasskey.click();
    await open(page);
  } finally {
    await context.close();
    await server.stop();
    rmSync(server.dataDir, { recursive: true, force: true });
  }
});
