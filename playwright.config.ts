import { defineConfig, devices } from '@playwright/test';
import { chromiumArgs } from './scripts/browser.mjs';

// Set by `npm test`, which has launched it to be sure that it works; without it, Playwright's own.
const executablePath = process.env['CHROMIUM_PATH'];

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  workers: 2,
  // A shared machine can stall for seconds. What fails there twice is broken; what fails once is listed as flaky.
  retries: process.env['CI'] ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env['CI']),
  outputDir: 'test-results',
  // `npm test` names the file by PLAYWRIGHT_JSON_OUTPUT_FILE.
  reporter: [['list'], ['json', { outputFile: '.cache/test/e2e.json' }]],
  use: {
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    // A worker answers before `page.route` can. Tests of the installed app allow it again.
    serviceWorkers: 'block',
  },
  projects: [
    {
      name: 'chromium',
      use: { ...devices['Desktop Chrome'], launchOptions: { ...(executablePath && { executablePath }), args: chromiumArgs } },
    },
  ],
});
