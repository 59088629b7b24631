/** Two built copies behind a balancer that scatters every request; they are killed in turn under load (R12). */
import { setTimeout as pause } from 'node:timers/promises';
import { Agent } from 'undici';
import { afterAll, expect, it } from 'vitest';
import { startBuiltCopies } from '../built-copies.ts';
import { Load } from '../faults/load.ts';
import { compare, doctor, sound, storedActivities } from '../faults/soundness.ts';
import { counted, tell } from '../figures.ts';
import { makeBoard, Person } from '../people.ts';
import { Browser } from './browser.ts';

/** More for a longer look. */
const kills = Number(process.env['CLUSTER_KILLS'] ?? 2);

const several = await startBuiltCopies(2);
const dispatcher = new Agent({ connections: 16 });
afterAll(async () => {
  await dispatcher.destroy();
  await several.close();
});

it('copies killed in turn lose nothing that was acknowledged, and streams come back elsewhere and miss nothing', async (test) => {
  const server = { origin: several.origin };
  const [lea, max, zoe] = await Promise.all(['Lea', 'Max', 'Zoe'].map((name) => Person.signUp(server, name, dispatcher)));
  if (!lea || !max || !zoe) throw new Error('somebody is missing');
  const boards = [await makeBoard('Maison', [lea, max]), await makeBoard('Coloc', [zoe, max])];
  const browsers = [new Browser(server, max), new Browser(server, max), new Browser(server, lea)];

  const load = new Load({ boards, logsPerSecond: 20, undone: 0.1 });
  load.start();
  for (let kill = 0; kill < kills; kill += 1) {
    await pause(300 + Math.random() * 500);
    const copy = several.copies[kill % 2];
    await copy?.stop('SIGKILL');
    await pause(Math.random() * 300);
    await copy?.restart();
  }
  await load.finish();
  expect(load.faults).toEqual([]);

  const stored = storedActivities(several.dataDir);
  const { lost, doubled } = compare(load, stored);
  const acknowledged = counted(load.count(({ answered }) => answered));
  tell(test, 'R12', `${kills} kills of copies in turn, ${acknowledged} acknowledged, ${lost} lost, ${doubled} doubled`);
  expect({ lost, doubled }).toEqual({ lost: 0, doubled: 0 });
  const expected = (person: Person) =>
    stored.filter(({ board_id }) => boards.some(({ id, members }) => id === board_id && members.includes(person)));
  for (const [browser, person] of [
    [browsers[0], max],
    [browsers[1], max],
    [browsers[2], lea],
  ] as const)
    await expect.poll(() => expected(person).filter(({ id }) => !browser?.seen.has(id)), { timeout: 60_000 }).toEqual([]);
  expect(Math.max(...browsers.map(({ reopened }) => reopened))).toBeGreaterThan(0);
  for (const browser of browsers) await browser.leave();
  await several.stop('SIGKILL');
  expect(await doctor(several.dataDir)).toEqual(sound);
});
