/** What the browser shows before the app is installed: the manifest names these pictures and their sizes. */
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { phone } from './picture-sheets.ts';
import { publicFolder } from './signed-picture.ts';

const wide = { width: 1280, height: 800 };

/** On a page with twice as many pixels as it is wide. */
export async function takeAppScreenshots(page: Page, board: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const [name, path] of Object.entries({ accueil: '/dashboard', scores: `${board}?tab=scores` })) {
    await page.setViewportSize(phone);
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForTimeout(1800);
    await page.screenshot({ path: join(publicFolder, `screenshot-${name}-narrow.jpg`), type: 'jpeg', quality: 70 });
    await page.setViewportSize(wide);
    await page.waitForTimeout(700);
    await page.screenshot({ path: join(publicFolder, `screenshot-${name}-wide.jpg`), type: 'jpeg', quality: 80, scale: 'css' });
  }
}
