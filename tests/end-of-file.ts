/** Run before each file of tests, also where one process runs several with the same modules. */
import { afterAll, vi } from 'vitest';
import { endFile } from './after-file.ts';

afterAll(async () => {
  // What a file has stopped would stand still in the next one.
  vi.useRealTimers();
  await endFile();
});
