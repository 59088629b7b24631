/** The storm of `npm run test:faults`, as short as it may be: a number of calls, not of seconds. */
import { expect, it } from 'vitest';
import { serve } from './faults/served.ts';
import { alike, storm } from './faults/storm.ts';

const { server } = await serve();

it('twenty people do anything at once, no call ends in an error, and every sum and live client is right', async () => {
  const { faults, doctor, logged, figures } = await storm(server, { seed: 2026, phones: 1, isOver: ({ calls }) => calls >= 1500 });
  expect(alike(faults), figures).toEqual([]);
  expect(doctor).toBe('Tout est juste.');
  expect(logged).toBeGreaterThan(100);
});
