/** R6, on its own and behind a pooler: a PostgreSQL that stands still or is killed under load keeps nobody waiting, and takes nothing along that was acknowledged. */
import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Agent } from 'undici';
import { afterAll, expect, it } from 'vitest';
import { startServer } from '../built-server.ts';
import { makeBoard, Person } from '../people.ts';
import { run } from '../postgres/test-databases.ts';
import type { PostgresServer } from '../postgres/server.ts';
import { counted, isBusy, lasted, tell } from '../figures.ts';
import { Load } from './load.ts';
import { compare, doctor, sound, type StoredActivity } from './soundness.ts';

/** Shorter, and fewer, for a quick look. */
const stillSeconds = Number(process.env['FAULT_STILL_SECONDS'] ?? 30);
const kills = Number(process.env['FAULT_KILLS'] ?? 10);
const connections = 10;
const logsPerSecond = 100;
const refusedWithinMs = 3000;
const backWithinMs = 5000;

/** `databaseUrl`: the way to `postgres` of the server under test. `goal` as in docs/quality.md. */
export async function proveOutages(goal: string, postgres: PostgresServer, databaseUrl: string): Promise<void> {
  const settings = { DATABASE_URL: databaseUrl, DATABASE_CONNECTIONS: String(connections) };
  const server = await startServer(settings);
  const dispatcher = new Agent({ connections: 64 });
  /** For whose answers are timed: they wait for the server, not for a connection that the load holds. */
  const apart = new Agent();
  afterAll(async () => {
    await Promise.all([dispatcher.destroy(), apart.destroy()]);
    await server.stop('SIGKILL');
    rmSync(server.dataDir, { recursive: true, force: true });
  });

  const people = await Promise.all(['Lea', 'Max', 'Zoe', 'Tom'].map((name) => Person.signUp(server, name, dispatcher)));
  const [lea, max, zoe, tom] = people;
  if (!lea || !max || !zoe || !tom) throw new Error('somebody is missing');
  const reader = Object.assign(new Person(server, lea.name, apart), { id: lea.id, cookie: lea.cookie });
  const boards = [await makeBoard('Maison', [lea, max]), await makeBoard('Coloc', [max, zoe, tom, lea])];

  const stored = async () => (await run(postgres.url, 'select * from activity')).rows.map(withNumbers);
  const backends = async () => {
    const { rows } = await run(postgres.url, "select pid from pg_stat_activity where application_name = 'ou-la-la'");
    return rows.length;
  };

  it('stopped by SIGSTOP: everybody is refused in time, the pool stays as it is, and it is used again at once', async (test) => {
    const load = new Load({ boards, logsPerSecond });
    load.start();
    await pause(2000);
    const stopped = postgres.pids();
    for (const pid of stopped) process.kill(pid, 'SIGSTOP');
    const answers: { status: number; after: number }[] = [];
    const asking: Promise<unknown>[] = [];
    for (const end = performance.now() + stillSeconds * 1000; performance.now() < end; await pause(100)) {
      asking.push(answered(() => reader.tries('GET /api/boards')).then((answer) => answers.push(answer)));
    }
    for (const pid of stopped) process.kill(pid, 'SIGCONT');
    const continued = performance.now();
    await Promise.all(asking);
    while ((await answered(() => reader.tries('GET /api/boards'))).status !== 200) await pause(50);
    const back = performance.now() - continued;
    const open = await backends();
    await load.finish();
    const { lost, doubled } = compare(load, await stored());
    const examined = await doctor(server.dataDir, settings);
    // Those that were asked right before it went on may have been answered.
    const refused = answers.filter(({ status }) => status !== 200);
    const longest = Math.max(...refused.map(({ after }) => after));
    tell(
      test,
      goal,
      `stopped for ${stillSeconds} s: ${counted(refused.length)} calls refused within ${lasted(longest)}, ${open} connections of ${connections} after it, ` +
        `back in ${lasted(back)}, ${lost} lost, ${doubled} doubled`,
      { met: longest <= refusedWithinMs && back <= backWithinMs, whole: stillSeconds >= 30 },
    );
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]));
    expect(refused.length).toBeGreaterThan(answers.length / 2);
    expect(open).toBeLessThanOrEqual(connections);
    expect(load.faults).toEqual([]);
    expect({ lost, doubled }).toEqual({ lost: 0, doubled: 0 });
    expect(examined).toEqual(sound);
    // A machine that others use proves nothing about times.
    if (!isBusy()) {
      expect(longest).toBeLessThanOrEqual(refusedWithinMs);
      expect(back).toBeLessThanOrEqual(backWithinMs);
    }
  });

  it('killed under load: nothing acknowledged is lost, nothing is counted twice', async (test) => {
    const load = new Load({ boards, logsPerSecond, undone: 0.1, abandoned: 0.05 });
    const before = new Set((await stored()).map(({ id }) => id));
    load.start();
    for (let kill = 1; kill <= kills; kill += 1) {
      await pause(300 + Math.random() * 700);
      await postgres.stop('SIGQUIT');
      await pause(Math.random() * 1000);
      await postgres.restart();
    }
    await load.finish();
    const { lost, doubled } = compare(
      load,
      (await stored()).filter(({ id }) => !before.has(id)),
    );
    const examined = await doctor(server.dataDir, settings);
    const acknowledged = load.count((one) => one.answered);
    tell(
      test,
      goal,
      `killed ${kills} times at ${load.rate().toFixed(0)} logs/s: ${counted(acknowledged)} acknowledged, ${counted(load.repeated)} calls repeated, ` +
        `${lost} lost, ${doubled} doubled, doctor ${examined.code === 0 ? 'clean' : examined.output}`,
    );
    expect(load.faults).toEqual([]);
    expect({ lost, doubled }).toEqual({ lost: 0, doubled: 0 });
    expect(examined).toEqual(sound);
    expect(acknowledged).toBeGreaterThan(0);
    expect(server.output()).not.toContain('DETAIL');
  });
}

/** What a call is answered, and how long that took, in milliseconds. */
async function answered(call: () => Promise<{ status: number }>): Promise<{ status: number; after: number }> {
  const sent = performance.now();
  const { status } = await call().catch(() => ({ status: 0 }));
  return { status, after: performance.now() - sent };
}

/** A row of the table of activities, as `compare` takes it. */
export function withNumbers(row: Record<string, unknown>): StoredActivity {
  const { id, board_id, user_id, points, board_revision, undone_at } = row;
  return {
    id: String(id),
    board_id: String(board_id),
    user_id: String(user_id),
    points: Number(points),
    board_revision: Number(board_revision),
    undone_at: undone_at === null ? null : Number(undone_at),
  };
}
