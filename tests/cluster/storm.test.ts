/** The storm of `npm run test:faults` on two copies: whatever twenty people do at once, each call may reach another copy. */
import { afterAll, expect, it } from 'vitest';
import { startBuiltCopies } from '../built-copies.ts';
import { alike, storm } from '../faults/storm.ts';

/** More for a longer look. The first some hundred are everybody's first boards. */
const calls = Number(process.env['CLUSTER_CALLS'] ?? 1000);
const seed = Number(process.env['CLUSTER_SEED'] ?? 2026);

/** PostgreSQL is waited for so long and no longer: on a machine that others use, 503 is a right answer. A deadlock is none of these. */
const isOfTime = (fault: string) => /: 503 unavailable|"code":"(55P03|OLL_CROWDED|OLL_SILENT)"/.test(fault);

const several = await startBuiltCopies(2);
afterAll(() => several.close());

it('no call ends in an error, and every sum and live client is right', async () => {
  const { faults, doctor, logged, figures } = await storm(several, { seed, phones: 2, isOver: (now) => now.calls >= calls });
  expect(alike(faults.filter((fault) => !isOfTime(fault))), figures).toEqual([]);
  expect(doctor).toBe('Tout est juste.');
  expect(logged).toBeGreaterThan(calls / 20);
});
