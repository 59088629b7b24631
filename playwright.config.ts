import { defineConfig, devices } from '@playwright/test';
import { chromiumArgs } from './scripts/browser.mjs';

// Set by `npm test`, which has launched it to be sure that it works; without it, Playwright's own.
const executablePath = process.env['CHROMIUM_PATH'];

const stepWithin = 60_000;

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  // On two cores too: a test waits for its page most of the time.
  workers: 3,
  // By progress: each step waits for its condition, on a busy machine for a minute; a test has as many steps as it needs. Nothing is
  // tried twice: a test that fails once has a cause.
  timeout: 600_000,
  expect: { timeout: stepWithin },
  forbidOnly: Boolean(process.env['CI']),
  outputDir: 'test-results',
  // `npm test` names the file by PLAYWRIGHT_JSON_OUTPUT_FILE.
  reporter: [['list'], ['json', { outputFile: '.cache/test/e2e.json' }]],
  use: {
    actionTimeout: stepWithin,
    navigationTimeout: stepWithin,
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    // Recording each test would take a third of the time; `npm test -- e2e <file> --trace on` records what one wants to look at.
    trace: 'off',
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
