/** Run before each file of tests, also where one process runs several with the same modules. */
import { afterAll, vi } from 'vitest';
import { endFile } from './after-file.ts';

afterAll(async () => {
  // What a file has stopped would stand still in the next one. The runner itself gives back the rest only before the next test, and by then
  // that file has loaded its modules and made its app.
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await endFile();
  // A toast that the last test has closed leaves 200 ms later, when its page would be gone.
  if ('document' in globalThis) await new Promise((resolve) => setTimeout(resolve, 250));
});
