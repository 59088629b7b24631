/** What a visitor sees first, and may read before signing up. */
import { boxOf, resize, sizes } from './boxes.ts';
import { forgetFontShifts, hasStandInFont, noteShifts, shiftsOf } from './layout-shifts.ts';
import { holdable } from './holdable.ts';
import { faultsAt } from './page-faults.ts';
import { expect, test } from './server.ts';

test('from the page alone comes its ring, on the ground of its theme, until the app is there', async ({ page }) => {
  await page.goto('/robots.txt');
  for (const [theme, background] of [
    ['dark', 'oklch(0.15 0.025 325)'],
    ['light', 'oklch(0.98 0.01 340)'],
  ] as const)
    await test.step(theme, async () => {
      const refused: string[] = [];
      page.on('console', (message) => {
        if (message.text().includes('Content Security Policy')) refused.push(message.text());
      });
      // What the system prefers is not asked.
      await page.emulateMedia({ colorScheme: theme === 'dark' ? 'light' : 'dark' });
      await page.evaluate((kept) => localStorage.setItem('theme', kept), theme);
      let release: () => void = () => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      await page.route('**/*', async (route) => {
        if (!route.request().isNavigationRequest()) await held;
        await route.continue();
      });
      await page.goto('/', { waitUntil: 'commit' });
      const ring = page.getByRole('img', { name: /^Chargement/ });
      await expect(ring).toBeVisible();
      // It is on the screen, not only in the page.
      await expect.poll(() => page.evaluate(() => performance.getEntriesByType('paint').length)).toBeGreaterThan(0);
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(background);
      release();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(ring).toBeHidden();
      expect(refused).toEqual([]);
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(background);
      await page.unrouteAll();
    });
});

test('a visitor reads the page to its end, where each promise comes together as it comes into sight, and what is kept and who runs the site before signing up', async ({
  page,
}) => {
  await test.step('a visitor can sign up from the end of the page too, and read first what is kept and who runs the site', async () => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Commencer à jouer' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Inscription' })).toBeVisible();
    for (const [start, name] of [
      ['/signup', 'Confidentialité'],
      ['/', 'Mentions légales'],
    ] as const) {
      await page.goto(start);
      const scripts: string[] = [];
      const note = (request: { url(): string }) => scripts.push(request.url());
      await page.getByRole('link', { name }).click();
      page.on('request', note);
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      await expect(page.getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:.+@/);
      await expect(page).toHaveTitle(`${name} · OU LA LA`);
      page.off('request', note);
      expect(scripts.filter((url) => /\/assets\/(tanstack|app)-|\/api\/session$/.test(url))).toEqual([]);
    }
  });

  await test.step('each promise comes together as it comes into sight', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.goto('/');
    const circle = page.getByRole('article').last();
    const motions = () =>
      circle.evaluate((article) =>
        article
          .getAnimations({ subtree: true })
          .filter((motion) => motion instanceof CSSAnimation)
          .map(({ playState }) => playState),
      );
    await expect(circle).toHaveAttribute('data-scene', 'waits');
    expect(await motions()).toEqual(Array.from({ length: 5 }, () => 'paused'));
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await expect.poll(motions).toEqual([]);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await expect.poll(motions).toContain('paused');
    await circle.scrollIntoViewIfNeeded();
    await expect(circle).toHaveAttribute('data-scene', 'plays');
    await expect.poll(motions).toEqual([]);
  });

  await test.step('a promise that somebody looks at before there is a script stays as it is', async () => {
    await page.emulateMedia({ reducedMotion: null });
    await resize(page, { width: 390, height: 844 });
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\.js$/, async (route) => {
      await released;
      await route.continue();
    });
    await page.goto('/', { waitUntil: 'commit' });
    const promises = page.getByRole('article');
    await promises.last().scrollIntoViewIfNeeded();
    release();
    await expect(promises.first(), 'which waits to be scrolled back to').toHaveAttribute('data-scene', 'waits');
    await expect(promises.last()).not.toHaveAttribute('data-scene');
  });
});

test('a visitor plays the demonstration, which is whole on the first screen of a phone, and at every size', async ({ page }) => {
  await test.step('the demonstration and its tiles are whole on the first screen of a phone, however it is held, and both scores on that of the smallest', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/');
    const way = page.locator('main').getByRole('button', { name: 'Créer un compte' });
    const board = page.getByRole('img', { name: /^Exemple de tableau/ });
    const tiles = page.getByRole('group', { name: /^À vous/ }).getByRole('button');
    const [above, below] = [await boxOf(way), await boxOf(board)];
    expect(below.y - above.y - above.height).toBeLessThanOrEqual(24);
    expect(below.y + below.height).toBeLessThanOrEqual(844);
    const expectWhole = async (height: number) => {
      for (const tile of await tiles.all()) {
        const box = await boxOf(tile);
        expect(box.y + box.height).toBeLessThanOrEqual(height);
      }
    };
    await expectWhole(844);
    await resize(page, { width: 844, height: 390 });
    await expect.poll(async () => (await boxOf(board)).y + (await boxOf(board)).height).toBeLessThanOrEqual(390);
    await expectWhole(390);

    // The smallest phone shows both scores, beside their faces.
    await resize(page, { width: 320, height: 568 });
    await page.goto('/');
    const [left, right] = [await boxOf(board.getByText('Léa').first()), await boxOf(board.getByText('Max').first())];
    expect(left.y + left.height).toBeLessThanOrEqual(568);
    expect(right.y).toBe(left.y);
    const face = await boxOf(board.getByText('👸').first());
    expect(face.y).toBeGreaterThanOrEqual(left.y);
    expect(face.y + face.height).toBeLessThanOrEqual(left.y + left.height);
  });

  await test.step('a visitor plays the demonstration: their points arrive, its crown is whole at every size, and nothing is sent', async () => {
    await page.emulateMedia({ reducedMotion: null });
    await resize(page, { width: 1280, height: 720 });
    await page.goto('/');
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(request.url());
    });
    const tiles = page.getByRole('group', { name: /^À vous/ });
    const standing = tiles.getByRole('status');
    await tiles.getByRole('button').first().click();
    // It is the visitor's game from now on.
    await expect(page.getByRole('button', { name: 'Lancer la démonstration' })).toBeVisible();
    const before = Number((await standing.textContent())?.match(/\d+$/)?.[0]);
    expect(before).toBeGreaterThan(0);
    // And the other one answers.
    await expect(standing).toHaveText(/^Max répond\s: .+, \+\d+\. Max\s: \d+$/);
    const question = page.getByRole('figure').getByText('Et chez vous, qui mènerait ?', { exact: true });
    await expect(question).toHaveCount(0);
    for (let plays = 2; plays <= 3; plays += 1) {
      await tiles.getByRole('button').first().click();
      await expect(standing).toHaveText(/^Léa\s: \d+$/);
      await expect(standing).toHaveText(/^Max répond/);
    }
    await expect(question).toBeVisible();
    await expect(page.getByRole('figure').getByRole('button', { name: 'Créer un compte' })).toBeVisible();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const header = page
      .getByRole('img', { name: /démonstration|tableau/i })
      .first()
      .locator('header');
    for (const [width, height] of sizes) {
      await resize(page, { width, height });
      const at = `${width} × ${height}`;
      await expect.poll(() => page.evaluate(faultsAt, '16px'), { message: at }).toEqual([]);
      for (const tile of await tiles.getByRole('button').all()) expect((await boxOf(tile)).height, at).toBeGreaterThanOrEqual(44);
      const [frame, crown] = [await boxOf(header), await boxOf(header.locator('span').first())];
      expect(crown.y, at).toBeGreaterThanOrEqual(frame.y);
      expect(crown.y + crown.height, at).toBeLessThanOrEqual(frame.y + frame.height);
      expect(crown.x, at).toBeGreaterThanOrEqual(frame.x);
      const title = await boxOf(header.locator('span').nth(1));
      expect(crown.x + crown.width, at).toBeLessThanOrEqual(title.x + 1);
    }
    expect(sent).toEqual([]);
  });
});

test('nothing on the landing page is moved aside, neither by what comes late nor by the demonstration', async ({
  browser,
  page,
  server,
}) => {
  await test.step('the person who is signed in may be known late, and fonts come late: neither words nor buttons are moved at 1280 by that or by the demonstration', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const session = await holdable(page, /\/api\/session$/);
    const letSessionCome = session.hold();
    await page.goto('/');
    const way = page.locator('main').getByRole('button', { name: 'Créer un compte' });
    await expect(way).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    const places = async () =>
      Promise.all(
        [way, page.getByRole('button', { name: 'Se connecter' }), page.getByRole('figure')].map(async (one) => (await boxOf(one)).y),
      );
    const before = await places();
    const answered = page.waitForResponse(/\/api\/session$/);
    letSessionCome();
    await answered;
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // Its card may come to hold more than this.
    await page
      .getByRole('img', { name: /^Exemple de tableau/ })
      .locator('header')
      .evaluate((header) => (header.style.minHeight = '300px'));
    expect(await places()).toEqual(before);
  });

  await test.step('a title that its font moves is no shift, though a score grows in the same frame; a title that jumps is one', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await noteShifts(page);
    await page.goto(
      'data:text/html,<h1 style="position:absolute;top:80px;width:523px;height:240px;background:red">Titre</h1>' +
        '<p style="position:absolute;left:900px;width:100px;height:50px;background:red">100</p>',
    );
    const move = (top: string, left: string) =>
      page.evaluate(
        async (to) => {
          for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
          document.querySelector('h1')?.style.setProperty('top', to.top);
          document.querySelector('p')?.style.setProperty('left', to.left);
          for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
        },
        { top, left },
      );
    await move('84px', '872px');
    await move('184px', '872px');
    await expect.poll(() => shiftsOf(page)).toEqual([expect.stringMatching(/by h1\.null « Titre » 8 105 523 240 → 8 205 523 240$/)]);
  });

  await test.step('all boards of the demonstration are played through', async () => {
    await Promise.all(
      [
        { width: 320, height: 568 },
        { width: 390, height: 844 },
        { width: 1280, height: 800 },
      ].map(async (viewport) => {
        const context = await browser.newContext({ baseURL: server.origin, viewport });
        const visited = await context.newPage();
        await noteShifts(visited);
        await visited.addInitScript(() => {
          // All boards are played through, faster than one could follow.
          const every = globalThis.setInterval.bind(globalThis);
          globalThis.setInterval = ((run: TimerHandler, pause?: number) => every(run, (pause ?? 0) / 5)) as typeof setInterval;
        });
        await visited.goto('/');
        if (!(await hasStandInFont(visited))) await forgetFontShifts(visited);
        const demo = visited.getByRole('figure');
        await demo.evaluate((figure) => figure.scrollIntoView({ block: 'center', behavior: 'instant' }));
        for (const board of ['LA COLOC', 'LES COPAINS', 'NOUS DEUX', 'LA COLOC']) await expect(demo.locator('header')).toContainText(board);
        const at = `${viewport.width} × ${viewport.height}`;
        expect(await shiftsOf(visited), at).toEqual([]);
        await context.close();
      }),
    );
  });
});
