/** How two people come together: who knocks, who opens, and links that open to one (decisions D21, D22). */
import type { Locator, Page } from '@playwright/test';
import { tellInBrowser } from '../figures.ts';
import { noteArrivals } from './arrivals.ts';
import { violationsOn } from './axe.ts';
import { createSharedBoard, freshName, openLive, password, signUpPlayer } from './players.ts';
import { boxOf, overlaps, resize, sizes } from './boxes.ts';
import { expect, test } from './server.ts';
import { confirms } from './words.ts';

test('a person who knocks after signing up is let in from the card, over an open dialog and by keyboard', async ({ browser, server }) => {
  const léa = await signUpPlayer(browser, server, 'Léa', { viewport: { width: 390, height: 844 } });
  const board = await createSharedBoard([léa], 'Nous deux');
  await openLive(léa.page, `/board/${board.id}`);
  await léa.page.getByRole('button', { name: 'Partager le tableau' }).click();
  const share = léa.page.getByRole('dialog', { name: 'Partager le tableau' });
  const make = share.getByRole('button', { name: 'Créer un lien pour une personne' });
  await expect(make).toBeFocused();
  const before = await boxOf(make);

  const page = await (await browser.newContext({ baseURL: server.origin, viewport: { width: 390, height: 844 } })).newPage();
  await page.goto(`/invite/${board.id}`);
  await page.getByRole('link', { name: "Pas encore de compte ? S'inscrire" }).click();
  const name = freshName('Alex');
  await signUpByHand(page, name);
  const sent = page.getByText("Demande envoyée. La porte s'ouvre dès qu'on vous accepte.");
  await expect(sent).toBeVisible();
  let asked = 0;
  page.on('request', (request) => (asked += Number(request.method() === 'POST' && request.url().endsWith('/requests'))));
  // What was pressed is sent once: a reload asks for nothing more.
  await page.reload();
  await expect(sent).toBeVisible();
  await expect(share.getByRole('heading', { name: `${name} frappe à la porte` })).toBeVisible();
  expect(asked).toBe(0);

  await noteBareScreens(page);
  await expect(share.getByRole('heading', { name: `${name} frappe à la porte` })).toBeVisible();
  // Heard although a dialog hides what is outside it.
  await expect(léa.page.locator('p[aria-live]:not([aria-hidden])', { hasText: `${name} frappe à la porte` })).toHaveCount(1);
  // Nothing that she is about to press is pushed away, and the card covers neither title nor cross.
  await expect(async () => expect(Math.abs((await boxOf(make)).y - before.y)).toBeLessThan(1)).toPass();
  const knock = share.getByRole('region', { name: `${name} frappe à la porte` });
  for (const [width, height] of sizes) {
    await resize(léa.page, { width, height });
    await expect(async () => {
      const [card, dialog] = [await boxOf(knock), await boxOf(share)];
      for (const other of [share.getByRole('heading', { name: 'Partager le tableau' }), share.getByRole('button', { name: 'Fermer' })])
        expect(overlaps(card, await boxOf(other))).toBe(false);
      expect(dialog.y).toBeGreaterThanOrEqual(0);
      expect(card.y + card.height).toBeLessThanOrEqual(Math.min(height, dialog.y + dialog.height));
    }, `${width} × ${height}`).toPass({ timeout: 20_000 });
  }
  await resize(léa.page, { width: 390, height: 844 });
  await expectNoViolation(léa.page);
  // From the cross of the dialog's end, round to what stands in it.
  const accept = share.getByRole('button', { name: 'Accepter' });
  await expect(async () => {
    await léa.page.keyboard.press('Tab');
    await expect(accept).toBeFocused({ timeout: 50 });
  }).toPass();
  await léa.page.keyboard.press('Enter');
  // They are what she looks at then: the dialog is gone.
  await expect(share).toBeHidden();
  await expect(léa.page.getByText(`${name} est là. Que la partie commence !`)).toBeVisible();

  await expect(page).toHaveURL(`/board/${board.id}`);
  await expect(page.getByText('Bienvenue sur NOUS DEUX !')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.dataset['bare'])).toBeUndefined();
});

test('from the landing page to the first log of the second person it takes 11 taps and 6 fields on two phones (U6)', async ({
  browser,
  server,
}) => {
  const phone = async () => {
    const context = await browser.newContext({
      baseURL: server.origin,
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      reducedMotion: 'no-preference',
    });
    return await context.newPage();
  };
  const [first, second] = [await phone(), await phone()];
  const counts = { taps: 0, fields: 0, loads: 0 };
  for (const page of [first, second])
    page.on('request', (request) => {
      if (request.isNavigationRequest()) counts.loads += 1;
    });
  const tap = async (what: Locator) => {
    counts.taps += 1;
    await what.tap();
  };
  const signUp = async (page: Page, name: string) => {
    // It raises the keyboard, which leads from field to field.
    await tap(page.getByRole('textbox', { name: 'Pseudo' }));
    for (const [label, text] of [
      ['Pseudo', name],
      ['Email', `${name}@exemple.fr`],
      ['Mot de passe', password],
    ] as const) {
      counts.fields += 1;
      await page.getByRole('textbox', { name: label }).fill(text);
    }
    await tap(page.getByRole('button', { name: 'Créer un compte' }));
  };
  const log = async (page: Page) => {
    await tap(page.getByRole('tabpanel').getByRole('listitem').first().getByRole('button'));
    await tap(page.getByRole('dialog').getByRole('button', { name: confirms }));
  };

  await first.goto('/');
  await tap(first.getByRole('button', { name: 'Créer un compte' }).first());
  await signUp(first, freshName('Lea'));
  await tap(first.getByRole('button', { name: 'À deux, chacun son score' }));
  // The board is seen before the sheet that covers it, with all its tiles dealt.
  await expect(first.getByRole('heading', { level: 1, name: 'NOUS DEUX' })).toBeVisible();
  const share = first.getByRole('dialog', { name: 'Partager le tableau' });
  await expect(share).toBeHidden();
  await expect(first.getByRole('tabpanel').getByRole('listitem').first()).toBeVisible();
  // Scanned by the other phone.
  await expect(share.getByRole('img', { name: 'QR code du lien pour une personne' })).toBeInViewport({ ratio: 1 });
  const address = await share.getByRole('textbox', { name: 'Lien à usage unique' }).inputValue();

  await second.goto(address);
  await tap(second.getByRole('link', { name: "Pas encore de compte ? S'inscrire" }));
  const name = freshName('Max');
  const told = await noteArrivals(first);
  await signUp(second, name);
  await expect.poll(told).toEqual([`${name} est là. Que la partie commence !`]);
  // Nobody had to let him in, or to close the sheet.
  await expect(share).toBeHidden();
  await expect(second.getByRole('heading', { level: 1, name: 'NOUS DEUX' })).toBeVisible();
  await expect(first.getByText(`${name} est là.`)).toBeHidden();
  await log(first);
  await log(second);
  for (const page of [first, second]) await expect(page.getByRole('main').locator('header')).toContainText(/\+5.*\+5/s);
  tellInBrowser(test.info(), 'U6', `${counts.taps} taps, ${counts.fields} fields, ${counts.loads - 2} reloads`);
  // Each phone loaded a page once.
  expect(counts).toEqual({ taps: 11, fields: 6, loads: 2 });
});

async function signUpByHand(page: Page, name: string): Promise<void> {
  await page.getByLabel(/Pseudo|Nom d.utilisateur/).fill(name);
  await page.getByRole('textbox', { name: 'Email' }).fill(`${name}@exemple.fr`);
  await page.getByRole('textbox', { name: 'Mot de passe' }).fill(password);
  await page.getByRole('button', { name: 'Créer un compte' }).click();
}

/** From now on notes whether there ever is neither a title nor anything that says that one is on its way. */
async function noteBareScreens(page: Page): Promise<void> {
  await page.evaluate(() => {
    new MutationObserver(() => {
      if (!document.querySelector('h1, [aria-busy="true"]')) document.documentElement.dataset['bare'] = '';
    }).observe(document.body, { childList: true, subtree: true });
  });
}

/** In both themes. */
async function expectNoViolation(page: Page): Promise<void> {
  for (const theme of ['light', 'dark']) {
    await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme);
    await expect
      .poll(() => page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length))
      .toBe(0);
    expect(await violationsOn(page)).toEqual([]);
  }
}
