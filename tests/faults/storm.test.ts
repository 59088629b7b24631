/** Twenty people who do anything at once for five minutes leave nothing wrong behind. */
import { expect, it } from 'vitest';
import { serve } from './served.ts';
import { lasted, tell } from '../figures.ts';
import { alike, storm } from './storm.ts';

/** Shorter for a quick look. */
const seconds = Number(process.env['FAULT_STORM_SECONDS'] ?? 300);
/** Printed with the figures: the same choices again, as far as the order of what happens at once allows. */
const seed = Number(process.env['FAULT_STORM_SEED'] ?? Date.now() % 1_000_000);

const { server } = await serve();

it('twenty people do anything at once, no call ends in an error, and every sum and live client is right', async (test) => {
  const verdict = await storm(server, { seed, phones: 6, isOver: (now) => now.seconds >= seconds });
  tell(test, 'storm', `${verdict.figures}\n  ${lasted(seconds * 1000)}, seed ${seed}`);
  expect(alike(verdict.faults)).toEqual([]);
  expect(verdict.doctor).toBe('Tout est juste.');
  // What is done seldom needs its time.
  if (seconds >= 300) expect(verdict.silent).toEqual([]);
}, 1_800_000);
