/** R4: whenever the live stream is cut, the client has the server's state soon after it has the network back. */
import { rmSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { startServer } from '../built-server.ts';
import { counted, isBusy, lasted, tell } from '../figures.ts';
import { oneOf, Person } from '../people.ts';
import { Phone } from './phone.ts';
import { Unrest } from './unrest.ts';

/** Fewer for a quick look. */
const cuts = Number(process.env['FAULT_CUTS'] ?? 500);
/** After each of so many parts of them the caches are compared with the server. */
const rounds = 10;
const phones = 6;
const changesPerSecond = 40;
const caughtUpWithinMs = 2000;
/** What differs then still is no delay any more: nothing would ever repair it. */
const gapAfterMs = 20_000;

const server = await startServer();
const all: Phone[] = [];
afterAll(async () => {
  await Promise.all(all.map((phone) => phone.close()));
  await server.stop('SIGKILL');
  rmSync(server.dataDir, { recursive: true, force: true });
});

it('after each cut the caches of the client become those of the server, whatever was missed', async (test) => {
  const signUp = (name: string) => Person.signUp(server, name);
  const owners = await Promise.all(['Lea', 'Max', 'Zoe'].map(signUp));
  const restless = await Promise.all(['Tom', 'Ines'].map(signUp));
  const guests = await Promise.all(Array.from({ length: phones }, (_, index) => signUp(`Tel${index}`)));
  const unrest = await Unrest.prepare({ owners, restless, guests }, changesPerSecond);
  all.push(...(await Promise.all(guests.map((person) => Phone.switchOn(server.origin, person)))));

  let done = 0;
  const took: number[] = [];
  const gaps: string[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    unrest.start();
    const last = Math.round((cuts * round) / rounds) - phones;
    await Promise.all(
      all.map(async (phone) => {
        while (done < last) {
          const hit = await phone.suffer();
          done += hit;
        }
      }),
    );
    // The last cut of the round finds every stream whole, and changes on their way.
    await Promise.all(all.map((phone) => phone.untilGreeted()));
    const cutAt = performance.now();
    for (const hit of await Promise.all(all.map((phone) => phone.cut(oneOf(['gone', 'reset']))))) done += hit;
    await unrest.stop();
    await Promise.all(
      all.map(async (phone) => {
        const differences = await phone.compare(gapAfterMs);
        took.push(performance.now() - cutAt);
        if (differences.length > 0) gaps.push(`round ${round}, ${phone.name}: ${differences.join(' | ').slice(0, 1000)}`);
      }),
    );
  }
  const late = took.filter((time) => time > caughtUpWithinMs).length;
  tell(
    test,
    'R4',
    `${done} cuts of ${phones} clients during ${counted(unrest.changes)} changes, ${took.length} times compared with the server: ` +
      `${gaps.length} gaps, ${late} caught up later than ${lasted(caughtUpWithinMs)}, the slowest ${lasted(Math.max(...took))} after its last cut`,
    { met: late === 0, whole: done >= 500 },
  );
  expect(unrest.faults).toEqual([]);
  expect(all.filter(({ signedOut }) => signedOut)).toEqual([]);
  expect(gaps.slice(0, 3)).toEqual([]);
  if (!isBusy()) expect(late).toBe(0);
  expect(done).toBeGreaterThanOrEqual(cuts);
});
