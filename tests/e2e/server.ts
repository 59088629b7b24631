import { rmSync } from 'node:fs';
import { test as base } from '@playwright/test';
import { startBuiltCopies } from '../built-copies.ts';
import { type RunningServer as BuiltServer, startServer } from '../built-server.ts';

export { expect } from '@playwright/test';
export { startServer } from '../built-server.ts';

/** What the tests know of the server: several copies look no different. */
export type RunningServer = Pick<BuiltServer, 'origin' | 'dataDir' | 'stop' | 'restart'>;

/** Set by `npm run test:cluster -- e2e`. */
const copies = Number(process.env['COPIES'] ?? 1);

/** Every worker has one server for all its tests; `page.goto('/')` opens it. */
export const test = base.extend<{ leftPages: void }, { server: RunningServer }>({
  server: [
    // Playwright reads the wanted fixtures out of the braces, so they must stand there, even empty.
    async ({}, use) => {
      if (copies > 1) {
        const several = await startBuiltCopies(copies);
        await use(several);
        await several.close();
        return;
      }
      const server = await startServer();
      await use(server);
      await server.stop();
      rmSync(server.dataDir, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  // Pages left open would go on listening, be seen as there by the tests after them, and slow them down.
  leftPages: [
    async ({ browser }, use, testInfo) => {
      await use();
      // Playwright draws them after a failure, and ends the browser then.
      if (testInfo.status !== testInfo.expectedStatus) return;
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
  baseURL: async ({ server }, use) => {
    await use(server.origin);
  },
});
