/** S13: the master key is replaced under load over ten thousand boards, killed five times: nothing is unreadable, and the old key is needed no more. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { startServer } from '../built-server.ts';
import { lookInto } from '../database-state.ts';
import { breakfast, makeBoard, type Person } from '../people.ts';
import { counted, lasted, tell } from '../figures.ts';
import { Load } from './load.ts';
import { serve } from './served.ts';
import { doctor, run, sound } from './soundness.ts';

/** Fewer for a quick look. */
const boardCount = Number(process.env['FAULT_BOARDS'] ?? 10_000);
const kills = 5;
const logsPerSecond = 50;
const boardsOfEach = 190;

const { server, signUp } = await serve();

const keysIn = (name: string) => readFileSync(join(server.dataDir, name), 'utf8').trim().split('\n');
const wrappings = () =>
  lookInto(
    server.dataDir,
    (sqlite) => new Map(sqlite.prepare('select master_key_id, count(*) from board_key group by master_key_id').all() as [string, number][]),
  );

it('rotate-key beside a server at work, killed again and again, leaves every board readable and the old key useless', async (test) => {
  const people: Person[] = [];
  while (people.length * boardsOfEach < boardCount) people.push(...(await signUp(`Hote${people.length}`)));
  await Promise.all(people.map((person, index) => makeBoards(person, Math.min(boardsOfEach, boardCount - index * boardsOfEach))));
  const [lea, max] = await signUp('Lea', 'Max');
  const load = new Load({ boards: [await makeBoard('Maison', [lea, max])], logsPerSecond });
  const [old] = keysIn('master.key');
  const [oldId] = wrappings().keys();
  const before = [...wrappings().values()].reduce((sum, count) => sum + count, 0);
  load.start();

  // Each kill comes once the one before it has been passed, so that all of them are on the way.
  let killed = 0;
  while (killed < kills) {
    const aim = (before * (killed + 1)) / (kills + 1);
    const rotation = run('rotate-key', [], server.dataDir);
    while (before - (wrappings().get(oldId ?? '') ?? 0) < aim && rotation.isRunning()) await pause(5);
    if (!rotation.isRunning()) throw new Error(`it was through before the kill: ${(await rotation.ended).output}`);
    rotation.kill();
    await rotation.ended;
    killed += 1;
    await makeBoard(`Pendant ${killed}`, [max]);
  }
  const start = performance.now();
  const { code, output } = await run('rotate-key', [], server.dataDir).ended;
  const rest = performance.now() - start;
  await makeBoard('Après', [max]);
  await load.finish();

  const after = wrappings();
  const examined = await doctor(server.dataDir);
  let seen = 0;
  for (const person of people) seen += (await person.does('GET /api/boards')).boards.length;
  // A second one on its folder would be refused for another reason.
  await server.stop();
  const wrongKey = await startServer({ MASTER_KEY: old ?? '' }, { dataDir: server.dataDir }).then(
    () => 'started',
    (failure: unknown) => String(failure),
  );
  // Its memory gone, with the new key alone.
  await server.restart();
  for (const person of people) seen += (await person.does('GET /api/boards')).boards.length;
  tell(
    test,
    'S13',
    `${counted(before)} boards, ${kills} kills under ${load.rate().toFixed(0)} logs/s: ${2 * boardCount - seen} unreadable, ` +
      `${after.get(oldId ?? '') ?? 0} left to the old key, doctor ${examined.code === 0 ? 'clean' : examined.output}; the last sixth in ${lasted(rest)}`,
    { whole: boardCount >= 10_000 },
  );
  expect({ code, output }).toMatchObject({ code: 0 });
  expect([...after.values()]).toEqual([before + kills + 1]);
  expect(after.has(oldId ?? '')).toBe(false);
  expect(keysIn('master.key')).toHaveLength(1);
  expect(keysIn('master.key.old')).toEqual([old]);
  expect(seen).toBe(2 * boardCount);
  expect(examined).toEqual(sound);
  expect(load.faults).toEqual([]);
  expect(wrongKey).toContain("La clé maîtresse n'est pas celle de cette base");
});

async function makeBoards(person: Person, count: number): Promise<void> {
  for (let made = 0; made < count; made += 1) {
    await person.does('POST /api/boards', {
      body: { title: `Tableau ${made}`, actions: [{ ...breakfast, category: 'positive' }], invited: [] },
    });
  }
}
