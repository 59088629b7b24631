/** D56: playing without an email, from a link for one person; keeping the game, and coming back to it. */
import { rmSync } from 'node:fs';
import type { Browser, BrowserContextOptions, Locator, Page } from '@playwright/test';
import { dateHeader, MovingClock } from '../cluster/moving-clock.ts';
import { tellInBrowser } from '../figures.ts';
import { violationsOn } from './axe.ts';
import { resize, sizes } from './boxes.ts';
import { faultsAt } from './page-faults.ts';
import { type Absentee, createSharedBoard, freshName, openLive, password, signUpAbsentee, signUpPlayer } from './players.ts';
import { expect, type RunningServer, startServer, test } from './server.ts';
import { confirms } from './words.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, reducedMotion: 'reduce' } as const;

async function linkTo(boardId: string, { does }: Absentee, { origin }: RunningServer): Promise<string> {
  const { link } = await does('POST /api/boards/:boardId/single-links', { params: { boardId } });
  return `${origin}/invite/${link.token}`;
}

async function newPage(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  return await (await browser.newContext(options)).newPage();
}

/** Begins to play by a link, and comes to the board. */
async function begin(page: Page, link: string, name: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('Votre prénom').fill(name);
  await page.getByRole('button', { name: 'Jouer' }).click();
  await expect(page).toHaveURL(/\/board\//);
}

/** Nothing is cut or too faint, in six windows and two themes. */
async function expectWhole(page: Page, part?: string): Promise<void> {
  for (const theme of ['dark', 'light']) {
    await page.evaluate((chosen) => (document.documentElement.dataset['theme'] = chosen), theme);
    expect(await violationsOn(page, {}, part), theme).toEqual([]);
  }
  for (const [width, height] of sizes) {
    await resize(page, { width, height });
    await expect.poll(() => page.evaluate(faultsAt, '16px'), { message: `${width} × ${height}` }).toEqual([]);
  }
  await resize(page, phone.viewport);
}

test('from a link to the first log of a guest it takes 4 taps and 1 field, and no reload (U12)', async ({ browser, server }) => {
  const léa = await signUpAbsentee(server, 'Léa');
  const board = await createSharedBoard([léa], 'Nous deux');
  const page = await newPage(browser, { ...phone, reducedMotion: 'no-preference' });
  const counts = { taps: 0, fields: 0, loads: 0 };
  page.on('request', (request) => (counts.loads += Number(request.isNavigationRequest())));
  const tap = async (what: Locator) => {
    counts.taps += 1;
    await what.tap();
  };
  await page.goto(await linkTo(board.id, léa, server));
  // Both questions and the button are on the first screen.
  await expect(page.getByRole('button', { name: 'Jouer' })).toBeInViewport({ ratio: 1 });
  await tap(page.getByLabel('Votre prénom'));
  counts.fields += 1;
  const name = freshName('Max');
  await page.getByLabel('Votre prénom').fill(name);
  await tap(page.getByRole('button', { name: 'Jouer' }));
  await expect(page.getByRole('heading', { level: 1, name: 'NOUS DEUX' })).toBeVisible();
  await tap(page.getByRole('tabpanel').getByRole('listitem').first().getByRole('button'));
  await tap(page.getByRole('dialog').getByRole('button', { name: confirms }));
  await expect
    .poll(async () => (await léa.does('GET /api/boards/:boardId', { params: { boardId: board.id } })).activities.activities.length)
    .toBe(1);
  tellInBrowser(test.info(), 'U12', `${counts.taps} taps, ${counts.fields} field, ${counts.loads - 1} reloads`);
  expect(counts).toEqual({ taps: 4, fields: 1, loads: 1 });
});

test('a guest is asked on the second day, keeps the game in one of three ways, and comes back by a link of the administrator', async ({
  browser,
}) => {
  const clock = new MovingClock('2026-11-18T12:00:00+01:00');
  const started = await startServer({ NODE_OPTIONS: `${clock.settings().NODE_OPTIONS} ${dateHeader}` });
  // Browsers make passkeys for a name alone.
  const origin = started.origin.replace('127.0.0.1', 'localhost');
  await started.restart({ ORIGIN: origin });
  const server = { ...started, origin };
  const léa = await signUpPlayer(browser, server, 'Léa', phone);
  const board = await createSharedBoard([léa], 'Nous trois');
  const joined = async (name: string) => {
    const page = await newPage(browser, { ...phone, baseURL: origin });
    await begin(page, await linkTo(board.id, léa, server), name);
    return page;
  };
  const sheetOf = (page: Page, name: string | RegExp = 'Gardez votre partie') => page.getByRole('dialog', { name });

  try {
    const max =
      await test.step('the page of the link shows all of it in every window, and a name that is taken gets a number', async () => {
        const page = await newPage(browser, { ...phone, baseURL: origin });
        const link = await linkTo(board.id, léa, server);
        await page.goto(link);
        await expect(page.getByText(`${léa.name} vous attend`)).toBeVisible();
        await expectWhole(page);
        await begin(page, link, 'Max');
        const zoé = await joined('Max');
        await expect(zoé.getByText(/vous jouez sous le nom de Max2/)).toBeVisible();
        await zoé.context().close();
        return page;
      });

    await test.step('what a guest cannot do leads to the sheet, on the first day already', async () => {
      await max.goto('/create-board');
      const keep = max.getByRole('button', { name: 'Garder ma partie' });
      await expect(keep).toBeVisible();
      await expectWhole(max);
      await keep.click();
      await expect(sheetOf(max)).toBeVisible();
      await max.keyboard.press('Escape');
      // What draws the card is there.
      const drawn = max.waitForResponse(/\/guest-cards-[^/]*\.js$/);
      await openLive(max, '/dashboard');
      await (await drawn).finished();
      await max.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
      await expect(max.getByText('Gardez votre partie')).toHaveCount(0);
    });

    // Midnight has passed wherever the browser is.
    clock.setAhead(Date.parse('2026-11-19T20:00:00+01:00') - Date.now());

    await test.step('on the second day a card asks, and a code that was noted keeps the game', async () => {
      await openLive(max, '/dashboard');
      await expect(max.getByText('Gardez votre partie')).toBeVisible();
      await expectWhole(max);
      await max.getByRole('button', { name: 'Garder ma partie' }).click();
      await expectWhole(max, '[role="dialog"]');
      await sheetOf(max).getByRole('button', { name: 'Code de secours' }).click();
      const shown = sheetOf(max, 'Notez ce code');
      const code = await shown.getByLabel('Votre code').inputValue();
      await expectWhole(max, '[role="dialog"]');
      await shown.getByRole('button', { name: "Je l'ai noté" }).click();
      const typing = sheetOf(max, 'Tapez-le une fois');
      await typing.getByLabel('Le code que vous avez noté').fill(`${code}0`);
      await typing.getByRole('button', { name: 'Garder ma partie' }).click();
      await expect(typing.getByText("Ce n'est pas le code affiché.")).toBeVisible();
      await expectWhole(max, '[role="dialog"]');
      await typing.getByLabel('Le code que vous avez noté').fill(code.toLowerCase().replaceAll('-', ' '));
      await max.keyboard.press('Enter');
      await expect(max.getByText(/C'est gardé\s! Votre pseudo et votre code/)).toBeVisible();
      await expect(max.getByRole('button', { name: 'Garder ma partie' })).toHaveCount(0);

      const elsewhere = await newPage(browser, { ...phone, baseURL: origin });
      await elsewhere.goto('/login');
      await elsewhere.getByLabel('Email ou pseudo').fill('Max');
      await elsewhere.getByLabel('Mot de passe', { exact: true }).fill(code);
      await elsewhere.getByRole('button', { name: 'Se connecter', exact: true }).click();
      await expect(elsewhere).toHaveURL(/\/dashboard$/);
      await elsewhere.context().close();
    });

    await test.step('an address and a password keep the game, from the profile', async () => {
      const page = await joined('Zoé');
      await page.goto('/edit-profile');
      const keep = page.getByRole('button', { name: 'Garder ma partie' });
      await expect(keep).toBeVisible();
      await expectWhole(page);
      await keep.click();
      await sheetOf(page).getByRole('button', { name: 'Email et mot de passe' }).click();
      const form = sheetOf(page, 'Email et mot de passe');
      await form.getByLabel('Email').fill('zoe@exemple.fr');
      await form.getByLabel('Mot de passe', { exact: true }).fill(password);
      await expectWhole(page, '[role="dialog"]');
      await form.getByRole('button', { name: 'Garder ma partie' }).click();
      await expect(page.getByText(/C'est gardé\s! Votre email et votre mot de passe/)).toBeVisible();
      // From now on it is an account like any other.
      await expect(page.getByRole('heading', { name: 'Mot de passe' })).toBeVisible();
      await page.goto('/create-board');
      await expect(page.getByRole('textbox', { name: 'Nom du tableau' })).toBeVisible();
      await page.context().close();
    });

    await test.step('a passkey keeps the game, with no other proof than the session', async () => {
      const page = await newPage(browser, { ...phone, baseURL: origin });
      const line = await page.context().newCDPSession(page);
      await line.send('WebAuthn.enable');
      const { authenticatorId } = await line.send('WebAuthn.addVirtualAuthenticator', {
        options: {
          ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
          ...{ isUserVerified: true, automaticPresenceSimulation: true },
        },
      });
      await begin(page, await linkTo(board.id, léa, server), 'Ada');
      await page.goto('/edit-profile');
      const way = sheetOf(page).getByRole('button', { name: "Clé d'accès" });
      // The sheet has it from the moment at which the browser has said what it can.
      await expect(async () => {
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'Garder ma partie' }).click({ timeout: 2000 });
        await expect(way).toBeVisible({ timeout: 500 });
      }).toPass();
      await way.click();
      await expect(page.getByText(/C'est gardé\s! Votre clé d'accès/)).toBeVisible();
      const { credentials } = await line.send('WebAuthn.getCredentials', { authenticatorId });
      expect(credentials).toMatchObject([{ userName: 'Ada' }]);
      await expect(page.getByRole('region', { name: 'Connexion et sécurité' }).getByRole('listitem')).toHaveCount(1);
      await page.context().close();
    });

    await test.step('the administrator makes a link, by which a guest comes back on a second phone, once', async () => {
      const first = await joined('Bob');
      await openLive(léa.page, `/board/${board.id}`);
      await léa.page.getByRole('button', { name: 'Réglages du tableau' }).click();
      const row = léa.page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Bob' });
      await expect(row).toContainText('Sans email');
      await expect(léa.page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Zoé' })).not.toContainText('Sans email');
      await row.getByRole('button', { name: 'Options pour Bob' }).click();
      await léa.page.getByRole('menuitem', { name: 'Lien de retour pour Bob' }).click();
      const making = léa.page.getByRole('dialog', { name: 'Lien de retour pour Bob' });
      await making.getByRole('button', { name: 'Créer le lien' }).click();
      const link = await making.getByRole('textbox', { name: 'Lien de retour' }).inputValue();
      await expectWhole(léa.page, '[role="dialog"]:last-of-type');

      const second = await newPage(browser, { ...phone, baseURL: origin });
      await second.goto(link);
      await expect(second.getByRole('heading', { level: 1, name: 'Bob' })).toBeVisible();
      await expectWhole(second);
      await second.getByRole('button', { name: 'Reprendre ma partie' }).click();
      await expect(second).toHaveURL(/\/dashboard$/);
      await expect(second.getByRole('button', { name: 'Ouvrir le menu du profil' })).toBeVisible();
      // It is no longer open where it was.
      await first.goto('/dashboard');
      await expect(first).toHaveURL(/\/login/);
      await first.goto(link);
      await expect(first.getByText('Ce lien ne mène plus nulle part')).toBeVisible();
      await expectWhole(first);
      await first.context().close();

      await second.getByRole('button', { name: 'Ouvrir le menu du profil' }).click();
      await second.getByRole('button', { name: 'Déconnexion' }).click();
      await expect(sheetOf(second, /^Partir sans garder votre partie/)).toBeVisible();
      await expectWhole(second, '[role="dialog"]:last-of-type');
    });
  } finally {
    await started.stop();
    rmSync(started.dataDir, { recursive: true, force: true });
    clock.remove();
  }
});
