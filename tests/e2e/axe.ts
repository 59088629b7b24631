import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * Looks for violations. There are no frames whose findings would have to be gathered in a page of their own: the quick way is enough. Of what
 * is in order nothing is told, which would take longer than to look.
 */
export function axe(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
}
