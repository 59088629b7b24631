/** Two built copies behind a balancer that scatters every request; they are killed in turn under load (R12), and what they tell webhooks with them (R15). */
import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Agent } from 'undici';
import { afterAll, expect, it } from 'vitest';
import { startBuiltCopies } from '../built-copies.ts';
import { Load } from '../faults/load.ts';
import { queued, tamper } from '../database-state.ts';
import { compare, doctor, sound, storedActivities } from '../faults/soundness.ts';
import { counted, tell } from '../figures.ts';
import { makeBoard, Person } from '../people.ts';
import { startReceiver, take, thisHouse } from '../webhook-receivers.ts';
import { Browser } from './browser.ts';

/** More for a longer look. */
const kills = Number(process.env['CLUSTER_KILLS'] ?? 2);

const receiver = await startReceiver();
const several = await startBuiltCopies(2, { OUTGOING_NETWORKS: thisHouse.join() });
const dispatcher = new Agent({ connections: 16 });
afterAll(async () => {
  await dispatcher.destroy();
  await several.close();
  await receiver.close();
});

it('copies killed in turn lose nothing that was acknowledged, nor what webhooks are told of it, and streams come back elsewhere', async (test) => {
  const server = { origin: several.origin };
  const [lea, max, zoe] = await Promise.all(['Lea', 'Max', 'Zoe'].map((name) => Person.signUp(server, name, dispatcher)));
  if (!lea || !max || !zoe) throw new Error('somebody is missing');
  const boards = [await makeBoard('Maison', [lea, max]), await makeBoard('Coloc', [zoe, max])];
  const body = { url: receiver.url };
  for (const { id: boardId, members } of boards)
    await members[0]?.does('POST /api/boards/:boardId/webhooks', { params: { boardId }, body });
  const browsers = [new Browser(server, max), new Browser(server, max), new Browser(server, lea)];

  const load = new Load({ boards, logsPerSecond: 20, undone: 0.1 });
  load.start();
  for (let kill = 0; kill < kills; kill += 1) {
    // What is on its way at the kill is answered after it.
    const held: ServerResponse[] = [];
    receiver.answers((response) => void held.push(response));
    await pause(300 + Math.random() * 500);
    const copy = several.copies[kill % 2];
    await copy?.stop('SIGKILL');
    receiver.answers(take);
    held.forEach(take);
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

  // A claim of a killed copy runs out after a minute and a half: as if it had.
  await pause(2000);
  tamper(several.dataDir, "update job set due = 0 where kind = 'webhook'");
  const waits = () => queued(several.dataDir).filter(({ kind }) => kind === 'webhook').length;
  await expect.poll(waits, { timeout: 300_000, interval: 200 }).toBe(0);
  const times = new Map<string, number>();
  const about = new Map<unknown, string>();
  for (const { headers, body: text } of receiver.received) {
    const { type, data } = JSON.parse(text) as { type: string; data: { activity: { id: string } } };
    const what = `${type} ${data.activity.id}`;
    times.set(what, (times.get(what) ?? 0) + 1);
    about.set(headers['webhook-id'], what);
  }
  const wanted = stored.flatMap(({ id, undone_at }) =>
    ['logged', ...(undone_at === null ? [] : ['undone'])].map((type) => `activity.${type} ${id}`),
  );
  expect([...times.keys()].toSorted()).toEqual(wanted.toSorted());
  // Each has one id, also where it was told twice.
  expect(about.size).toBe(wanted.length);
  expect(Math.max(...times.values())).toBeLessThanOrEqual(2);
  const twice = [...times.values()].filter((count) => count > 1).length;
  tell(test, 'R15', `${kills} kills of copies in turn, ${counted(wanted.length)} webhooks told, 0 lost, ${twice} repeated once`);
  await several.stop('SIGKILL');
  expect(await doctor(several.dataDir)).toEqual(sound);
});
