/** Where things are on the page, in the six sizes of window. */
import { expect, type Locator, type Page } from '@playwright/test';

export const sizes = [
  [320, 568],
  [390, 844],
  [844, 390],
  [768, 1024],
  [1280, 800],
  [1920, 1080],
] as const;

/** A window takes its size by and by: what is measured or pressed meanwhile stands elsewhere a moment later. */
export async function resize(page: Page, { width, height }: { width: number; height: number }): Promise<void> {
  await page.setViewportSize({ width, height });
  const size = () => page.evaluate(() => `${innerWidth} × ${innerHeight}`);
  await expect.poll(size, { intervals: [10] }).toBe(`${width} × ${height}`);
}

export async function boxOf(locator: Locator): Promise<Box> {
  const box = await locator.boundingBox({ timeout: 5000 });
  if (!box) throw new Error('not on the page');
  return box;
}

/** How far a finger may be from the middle and still mean it, both ways together: a target may be larger than its box. */
export async function targetOf(locator: Locator): Promise<{ width: number; height: number }> {
  await locator.scrollIntoViewIfNeeded();
  return await locator.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const reach = (right: number, down: number) => {
      let step = 0;
      while (element.contains(document.elementFromPoint(x + right * step, y + down * step))) step += 0.5;
      return step;
    };
    return { width: reach(-1, 0) + reach(1, 0), height: reach(0, -1) + reach(0, 1) };
  });
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export function overlaps(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** Whether all of it lies in the window, and nothing lies over its corners and its middle. */
export async function isFree(locator: Locator): Promise<boolean> {
  return await locator.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const inset = 8;
    const points = [
      [left + inset, top + inset],
      [right - inset, top + inset],
      [(left + right) / 2, (top + bottom) / 2],
      [left + inset, bottom - inset],
      [right - inset, bottom - inset],
    ] as const;
    return points.every(([x, y]) => {
      const hit = document.elementFromPoint(x, y);
      return hit !== null && (element.contains(hit) || hit.contains(element));
    });
  });
}
