/** R1: a server that is killed under load loses nothing that it has acknowledged, and counts nothing twice. */
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { counted, lasted, median, tell } from '../figures.ts';
import { Load } from './load.ts';
import { makeBoard } from '../people.ts';
import { serve } from './served.ts';
import { compare, doctor, integrityOf, type StoredActivity, sound, storedActivities, storedTotals } from './soundness.ts';

/** Fewer for a quick look. */
const kills = Number(process.env['FAULT_KILLS'] ?? 50);
/** Every so many the server is killed while it is still starting, with the log of the last crash before it. */
const whileStartingEvery = 10;
const logsPerSecond = 200;

const { server, signUp } = await serve();

it('kill -9 under load: nothing acknowledged is lost, nothing is counted twice', async (test) => {
  const { dataDir } = server;
  const [lea, max, zoe, tom, ines, hugo] = await signUp('Lea', 'Max', 'Zoe', 'Tom', 'Ines', 'Hugo');
  const boards = [
    await makeBoard('Maison', [lea, max]),
    await makeBoard('Coloc', [max, zoe, tom, ines]),
    await makeBoard('Vacances', [tom, lea, hugo]),
    await makeBoard('Toute la bande', [hugo, lea, max, zoe, tom, ines]),
  ];

  const load = new Load({ boards, logsPerSecond, undone: 0.1, abandoned: 0.05 });
  const downFor: number[] = [];
  load.start();
  for (let kill = 1; kill <= kills; kill += 1) {
    await pause(200 + Math.random() * 500);
    await server.stop('SIGKILL');
    const down = performance.now();
    if (kill % whileStartingEvery === 0 && kill < kills) {
      kill += 1;
      server.relaunch();
      await pause(Math.random() * 700);
      await server.stop('SIGKILL');
    }
    await server.restart();
    downFor.push(performance.now() - down);
  }
  await load.finish();
  // Not asked to end: what it has acknowledged must lie in the files as they are.
  await server.stop('SIGKILL');

  const stored = new Map(storedActivities(dataDir).map((activity) => [activity.id, activity]));
  const { lost, doubled } = compare(load, [...stored.values()]);
  const examined = await doctor(dataDir);
  const integrity = integrityOf(dataDir);
  const acknowledged = load.count(({ answered }) => answered);
  tell(
    test,
    'R1',
    `${kills} kills at ${load.rate().toFixed(0)} logs/s, ${counted(acknowledged)} acknowledged, ${counted(load.undos)} undone, ` +
      `${counted(load.repeated)} calls repeated, ${lost} lost, ${doubled} doubled, doctor ${examined.code === 0 ? 'clean' : examined.output}, ` +
      `integrity ${integrity}, back in ${lasted(median(downFor))}`,
    { whole: kills >= 50 },
  );

  expect(load.faults).toEqual([]);
  expect({ lost, doubled }).toEqual({ lost: 0, doubled: 0 });
  expect([...stored.keys()].filter((id) => !load.sent.has(id))).toEqual([]);
  expect(examined).toEqual(sound);
  expect(integrity).toBe('ok');
  expect(Object.fromEntries(storedTotals(dataDir))).toEqual(totalsAsTold(load, stored));
  // The load was one: a tenth of it would prove little.
  expect(acknowledged).toBeGreaterThan(0.5 * logsPerSecond * (load.lasted / 1000));
});

/** The total of each board as its people reckon it: what they logged and did not undo. */
function totalsAsTold({ sent }: Load, stored: ReadonlyMap<string, StoredActivity>): Record<string, number> {
  const totals: Record<string, number> = {};
  for (const { id, board, points, undo } of sent.values()) {
    const counts = stored.has(id) && undo === 'none';
    totals[board.id] = (totals[board.id] ?? 0) + (counts ? points : 0);
  }
  return totals;
}
