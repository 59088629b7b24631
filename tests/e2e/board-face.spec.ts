/** The face of a board comes drawn with its page, and is the one that the app draws. */
import type { Page } from '@playwright/test';
import { boxOf } from './boxes.ts';
import { breakfast, createSharedBoard, logFromElsewhere, signUpPlayer } from './players.ts';
import { expect, test } from './server.ts';

const ouch = '<IMG SRC=X ONERROR="DOCUMENT.TITLE=1">';

for (const [width, height] of [
  [390, 844],
  [1280, 800],
] as const) {
  test(`the face of a board is there before any script, and stays as it is when the app takes over, ${width} × ${height}`, async ({
    browser,
    server,
  }) => {
    const [zoe, max, lou] = await Promise.all(
      ['Zoé', 'Maximiliano', 'Lou'].map((name) => signUpPlayer(browser, server, name, { viewport: { width, height } })),
    );
    if (!zoe || !max || !lou) throw new Error('somebody is missing');
    const faults: string[] = [];
    zoe.page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    for (const [title, players, points] of [
      ['Maison', [zoe], ['+20']],
      [ouch, [zoe, max], ['Vous +20', 'Maximiliano']],
      ['Bande', [zoe, max, lou], ['+20']],
    ] as const) {
      const { id } = await createSharedBoard([...players], title);
      await logFromElsewhere(zoe, id, breakfast.title);
      let release: () => void = () => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      await zoe.page.route(/\.js$/, async (route) => {
        await held;
        await route.continue();
      });
      await zoe.page.goto(`/board/${id}`, { waitUntil: 'commit' });
      const face = zoe.page.locator('main header');
      await expect(face.getByRole('heading', { level: 1 })).toHaveText(title.toUpperCase());
      for (const text of points) await expect(face).toContainText(text);
      await zoe.page.evaluate(() => document.fonts.ready);
      const names = players.length === 2 ? ['Vous', max.name] : [];
      const before = await placesIn(zoe.page, names);
      release();
      await expect(zoe.page.getByRole('button', { name: breakfast.title })).toBeVisible();
      const after = await placesIn(zoe.page, names);
      expect(after, title).toEqual(before);
      await zoe.page.unroute(/\.js$/);
    }
    expect(faults).toEqual([]);
    await expect(zoe.page).not.toHaveTitle('1');
  });
}

/** Of all that the face says, but for the person's own place, which is not known before the app is there. */
async function placesIn(page: Page, names: readonly string[]): Promise<unknown[]> {
  const face = page.locator('main header');
  const texts = [
    face,
    face.getByRole('heading', { level: 1 }),
    face.getByText(/^\d membres?$/),
    face.getByText('Score du tableau').locator('..'),
    ...names.map((name) => face.getByText(name, { exact: true })),
  ];
  return await Promise.all(
    texts.map(async (text) => {
      const { x, y, width, height } = await boxOf(text);
      return [x, y, width, height].map(Math.round);
    }),
  );
}
