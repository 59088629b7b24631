/** R13: a primary that is killed under load is replaced by its synchronous standby, and nothing that was acknowledged is lost. */
import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Agent } from 'undici';
import { afterAll, expect, it } from 'vitest';
import { startServer } from '../built-server.ts';
import { counted, isBusy, lasted, tell } from '../figures.ts';
import { makeBoard, newActivityId, Person } from '../people.ts';
import { type PostgresServer, startPostgres } from '../postgres/server.ts';
import { run } from '../postgres/test-databases.ts';
import { Load } from './load.ts';
import { withNumbers } from './postgres-outages.ts';
import { compare, doctor, sound } from './soundness.ts';

const logsPerSecond = 100;
const backWithinMs = 10_000;

const primary = await startPostgres({ durable: true });
const standby = await startPostgres({ durable: true, follows: primary });
await followSynchronously(primary);
const hosts = [primary, standby].map(({ port }) => `127.0.0.1:${port}`).join(',');
const settings = { DATABASE_URL: `postgres://postgres@${hosts}/postgres?target_session_attrs=read-write` };
const server = await startServer(settings);
const dispatcher = new Agent({ connections: 64 });
afterAll(async () => {
  await dispatcher.destroy();
  await server.stop('SIGKILL');
  await Promise.all([primary.remove(), standby.remove()]);
  rmSync(server.dataDir, { recursive: true, force: true });
});

it('the standby takes over from a primary that was killed', async (test) => {
  const [lea, max] = [await Person.signUp(server, 'Lea', dispatcher), await Person.signUp(server, 'Max', dispatcher)];
  const boards = [await makeBoard('Maison', [lea, max])];
  const load = new Load({ boards, logsPerSecond, undone: 0.1 });
  load.start();
  await pause(3000);
  for (const pid of primary.pids()) process.kill(pid, 'SIGKILL');
  await pause(1000);
  await run(standby.url, 'alter system reset synchronous_standby_names');
  await run(standby.url, 'select pg_promote()');
  const promoted = performance.now();
  const logs = async () => {
    const [board] = boards;
    const params = { boardId: board?.id ?? '' };
    const body = { id: newActivityId(), actionId: board?.actions[0]?.id };
    return (await lea.tries('POST /api/boards/:boardId/activities', { params, body }).catch(() => ({ status: 0 }))).status;
  };
  while ((await logs()) !== 201) await pause(50);
  const back = performance.now() - promoted;
  await pause(2000);
  await load.finish();
  const stored = (await run(standby.url, 'select * from activity')).rows.map(withNumbers);
  const { lost, doubled } = compare(load, stored);
  const examined = await doctor(server.dataDir, settings);
  const acknowledged = load.count((one) => one.answered);
  tell(
    test,
    'R13',
    `primary killed at ${load.rate().toFixed(0)} logs/s, standby promoted: ${counted(acknowledged)} acknowledged, ` +
      `${counted(load.repeated)} calls repeated, ${lost} lost, ${doubled} doubled, back in ${lasted(back)}`,
    { met: back <= backWithinMs },
  );
  expect(load.faults).toEqual([]);
  expect({ lost, doubled }).toEqual({ lost: 0, doubled: 0 });
  expect(examined).toEqual(sound);
  expect(acknowledged).toBeGreaterThan(100);
  if (!isBusy()) expect(back).toBeLessThanOrEqual(backWithinMs);
});

/** From now on no commit is answered before the standby has it. */
async function followSynchronously({ url }: PostgresServer): Promise<void> {
  await run(url, "alter system set synchronous_standby_names = '*'");
  await run(url, 'select pg_reload_conf()');
  const isSynchronous = async () => (await run(url, "select 1 from pg_stat_replication where sync_state = 'sync'")).rows.length === 1;
  while (!(await isSynchronous())) await pause(50);
}
