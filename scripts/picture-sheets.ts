/** The main screens at each size of quality.md's U4, one sheet for each size and theme: what is cut or left empty shows at a glance. */
import type { Browser, Page } from '@playwright/test';

export interface SheetScreen {
  path: string;
  /** What is pressed before the picture is taken. */
  press?: ((page: Page) => Promise<void>) | undefined;
}

interface Size {
  width: number;
  height: number;
}

export const phone = { width: 390, height: 844 };

export const sheetSizes: readonly Size[] = [
  { width: 320, height: 568 },
  phone,
  { width: 844, height: 390 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];

/** In pixels, of a whole sheet; what is larger is drawn smaller. */
const sheetWidth = 1600;
const gap = 16;

/** Takes the screens at one size, as the page stands there, and lays them side by side into one picture. */
export async function takeSheet(page: Page, size: Size, screens: readonly SheetScreen[], file: string): Promise<void> {
  await page.setViewportSize(size);
  const pictures: string[] = [];
  for (const { path, press } of screens) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await press?.(page);
    // Data that came with the screen are drawn; motion is reduced on these pages.
    await page.waitForTimeout(700);
    pictures.push((await page.screenshot({ scale: 'css' })).toString('base64'));
  }
  await layOut(page.context().browser(), size, pictures, file);
}

async function layOut(browser: Browser | null, { width, height }: Size, pictures: readonly string[], file: string): Promise<void> {
  if (browser === null) throw new Error('a page without a browser');
  const columns = Math.max(2, Math.min(pictures.length, Math.floor(sheetWidth / (width + gap))));
  const drawn = Math.min(width, Math.floor((sheetWidth - (columns + 1) * gap) / columns));
  const rows = Math.ceil(pictures.length / columns);
  const sheet = { width: columns * (drawn + gap) + gap, height: Math.ceil(rows * ((drawn * height) / width + gap)) + gap };
  const page = await browser.newPage({ viewport: sheet });
  const images = pictures.map((picture) => `<img style="width:${drawn}px" src="data:image/png;base64,${picture}">`).join('');
  await page.setContent(`<body style="margin:${gap}px;display:flex;flex-wrap:wrap;gap:${gap}px;background:#777">${images}</body>`);
  await page.screenshot({ path: file, type: 'jpeg', quality: 60 });
  await page.close();
}
