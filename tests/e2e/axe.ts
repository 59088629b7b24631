import type { Page } from '@playwright/test';
import axeCore, { type RunOptions } from 'axe-core';

/**
 * What is wrong on a page, or in a part of it, for whoever hears it or needs strong contrasts: by rule, with the elements. There are no frames.
 * Rules that hold are not reported: the report would take longer than the check.
 */
export async function violationsOn(page: Page, options: RunOptions = {}, part?: string): Promise<string[]> {
  // Once for each document: it is large.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeCore.source);
  return await page.evaluate(runAxe, { options, part });
}

/** Runs in the page. */
async function runAxe({ options, part }: { options: RunOptions; part: string | undefined }): Promise<string[]> {
  const { axe } = globalThis as unknown as { axe: typeof axeCore };
  // What is half faded in is too faint for a moment.
  const entering = document.getAnimations().filter((motion) => motion.effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(entering.filter(({ playState }) => playState === 'running').map(({ finished }) => finished));
  const { violations } = await axe.run(part ?? document, { ...options, resultTypes: ['violations'] });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}
