/** U1 and U4: every screen and open dialog, in both themes by axe, and in every size with nothing cut and nothing scrolling sideways. */
import type { Page } from '@playwright/test';
import { violationsOn } from './axe.ts';
import { resize } from './boxes.ts';
import { faultsAt } from './page-faults.ts';
import { type Household, createHousehold, walks } from './screens.ts';
import { expect, test as base } from './server.ts';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
// Those of U4; of large text, the narrowest, the lowest and the two where a screen changes its columns. The last one is that of the walk.
const sizes = [
  { width: 320, height: 568, texts: ['16px'] },
  { width: 360, height: 640, texts: ['32px'] },
  { width: 844, height: 390, texts: ['16px', '32px'] },
  { width: 768, height: 1024, texts: ['16px', '32px'] },
  { width: 1280, height: 800, texts: ['16px', '32px'] },
  { width: 1920, height: 1080, texts: ['16px'] },
  { width: 390, height: 844, texts: ['16px'] },
];

const test = base.extend<object, { household: Household }>({
  household: [async ({ browser, server }, use) => await use(await createHousehold(browser, server)), { scope: 'worker' }],
});

// One file, but walks that know nothing of each other.
test.describe.configure({ mode: 'parallel' });
test.use({ viewport: { width: 390, height: 844 }, contextOptions: { reducedMotion: 'reduce' } });

for (const [name, { as, parts }] of Object.entries(walks)) {
  test.describe(name, () => {
    test.use({ storageState: async ({ household }, use) => await use(household.browserOf[as]) });

    test('each view has no accessibility violation, is too faint in no theme, and in no size cut, broken or wider than the window', async ({
      page,
      household,
    }) => {
      const look = async (what: string) => {
        await untilColoursStand(page);
        const theme = await page.evaluate(() => document.documentElement.dataset['theme']);
        await expectClean(page, `${what}, ${theme}`, { type: 'tag', values: rules });
        const other = theme === 'dark' ? 'light' : 'dark';
        await wear(page, other);
        // All else that axe looks at is the same in both themes.
        await expectClean(page, `${what}, ${other}`, { type: 'rule', values: ['color-contrast', 'link-in-text-block'] });
        await expectWhole(page, what);
        // What only a wide window shows.
        await resize(page, { width: 1280, height: 800 });
        for (const worn of ['dark', 'light'] as const) {
          await wear(page, worn);
          await expectClean(page, `${what}, wide, ${worn}`, { type: 'rule', values: ['color-contrast'] });
        }
        await resize(page, { width: 390, height: 844 });
      };
      for (const [part, see] of Object.entries(parts)) await test.step(part, () => see(page, look, household));
    });
  });
}

/** Where one is, as it looks to whoever has that theme: what is open stays open. */
async function wear(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate((name) => {
    document.documentElement.dataset['theme'] = name;
  }, theme);
  await untilColoursStand(page);
}

/** What fades in, or changes its theme, has colours on the way that nobody has chosen. */
async function untilColoursStand(page: Page): Promise<void> {
  const isChanging = () => page.evaluate(() => document.getAnimations().some((motion) => motion instanceof CSSTransition));
  await expect.poll(isChanging, { intervals: [20] }).toBe(false);
}

async function expectClean(page: Page, what: string, runOnly: { type: 'tag' | 'rule'; values: string[] }): Promise<void> {
  expect.soft(await violationsOn(page, { runOnly }), what).toEqual([]);
}

async function expectWhole(page: Page, what: string): Promise<void> {
  for (const { width, height, texts } of sizes) {
    await resize(page, { width, height });
    for (const text of texts) {
      const message = `${what} at ${width} × ${height}, text of ${text}`;
      // What still moves into its new place has a moment for it.
      await expect
        .configure({ soft: true })
        .poll(() => page.evaluate(faultsAt, text), { message })
        .toEqual([]);
    }
  }
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
}
