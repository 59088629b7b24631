import { rmSync } from 'node:fs';
import { test as base } from '@playwright/test';
import { type RunningServer, startServer } from '../built-server.ts';

export { expect } from '@playwright/test';
export { type RunningServer, startServer } from '../built-server.ts';

/** Every worker has one server for all its tests; `page.goto('/')` opens it. */
export const test = base.extend<object, { server: RunningServer }>({
  server: [
    // Playwright reads the wanted fixtures out of the braces, so they must stand there, even empty.
    async ({}, use) => {
      const server = await startServer();
      await use(server);
      await server.stop();
      rmSync(server.dataDir, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => {
    await use(server.origin);
  },
});
