/**
 * Two copies are replaced one after the other under load, as docs/operating.md says (R12). By the same build, which is a rolling restart, or from an
 * older one: `OU_LA_LA_BASE=/elsewhere/dist/server/main.js`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Agent } from 'undici';
import { afterAll, expect, it } from 'vitest';
import type { EndpointKey } from '#shared/api';
import { startBalancer } from '../balancer.ts';
import { builtServer, type RunningServer, startServer } from '../built-server.ts';
import { Load } from '../faults/load.ts';
import { compare, doctor, sound, storedActivities } from '../faults/soundness.ts';
import { counted, tell } from '../figures.ts';
import { makeBoard, oneOf, Person } from '../people.ts';
import { emptyDatabaseFor, testServer } from '../postgres/test-databases.ts';
import { startRedis } from '../redis-server.ts';
import { Browser } from './browser.ts';

const older = process.env['OU_LA_LA_BASE'] ?? builtServer;
/** In seconds, for how long the older copy works beside the newer one. */
const beside = Number(process.env['CLUSTER_BESIDE_SECONDS'] ?? 3);
const grace = 2;

const redis = await startRedis();
const dataDir = mkdtempSync(join(tmpdir(), 'ou-la-la-update-'));
const DATABASE_URL = await emptyDatabaseFor(testServer ?? '', dataDir);
const settings = { DATABASE_URL, REDIS_URL: redis.url, STOP_GRACE: String(grace) };
const olderCopies = await Promise.all([1, 2].map(() => startServer(settings, { dataDir, build: older })));
const newerCopies: RunningServer[] = [];
const portOf = ({ origin }: RunningServer) => Number(new URL(origin).port);
/** Those that are ready: the balancer reads it at each call. */
const ports = olderCopies.map(portOf);
const balancer = await startBalancer(ports);
const dispatcher = new Agent({ connections: 16 });
afterAll(async () => {
  await dispatcher.destroy();
  await balancer.close();
  await Promise.all([...olderCopies, ...newerCopies].map((copy) => copy.stop('SIGKILL')));
  await redis.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function replace(copy: RunningServer): Promise<void> {
  const stopped = copy.stop('SIGTERM');
  // The balancer notices within the grace that the copy is not ready any more.
  await pause((grace * 1000) / 2);
  ports.splice(ports.indexOf(portOf(copy)), 1);
  expect((await stopped).code).toBe(0);
  const newer = await startServer(settings, { dataDir });
  newerCopies.push(newer);
  ports.push(portOf(newer));
}

it('copies replaced one after the other lose and double nothing, and streams miss nothing', async (test) => {
  const [lea, max, zoe] = await Promise.all(['Lea', 'Max', 'Zoe'].map((name) => Person.signUp(balancer, name, dispatcher)));
  if (!lea || !max || !zoe) throw new Error('somebody is missing');
  const boards = [await makeBoard('Maison', [lea, max]), await makeBoard('Coloc', [zoe, max])];
  const browsers = [new Browser(balancer, max), new Browser(balancer, lea)];
  const load = new Load({ boards, logsPerSecond: 50, undone: 0.1 });
  load.start();
  const reads = readAllTheTime(boards[0]?.id ?? '', max);
  for (const copy of olderCopies) {
    await pause(beside * 1000);
    await replace(copy);
  }
  await pause(1000);
  const { read, refused } = await reads.end();
  await load.finish();

  const stored = storedActivities(dataDir);
  const { lost, doubled } = compare(load, stored);
  const acknowledged = counted(load.count(({ answered }) => answered));
  tell(
    test,
    'R12',
    `2 copies replaced in turn at ${load.rate().toFixed(0)} logs/s: ${acknowledged} acknowledged, ${load.repeated} calls repeated, ` +
      `${refused.length} of ${counted(read)} reads refused, ${lost} lost, ${doubled} doubled`,
  );
  expect(load.faults).toEqual([]);
  expect({ lost, doubled }).toEqual({ lost: 0, doubled: 0 });
  // 503, and a connection that ends with its copy (0), are for a moment, and phones ask again by themselves; nothing else is right.
  expect(refused.filter((status) => status !== 503 && status !== 0)).toEqual([]);
  const ofMax = stored.map(({ id }) => id);
  const ofLea = stored.filter(({ board_id }) => board_id === boards[0]?.id).map(({ id }) => id);
  for (const [browser, expected] of [
    [browsers[0], ofMax],
    [browsers[1], ofLea],
  ] as const)
    await expect.poll(() => expected.filter((id) => !browser?.seen.has(id)), { timeout: 60_000 }).toEqual([]);
  expect(Math.max(...browsers.map(({ reopened }) => reopened))).toBeGreaterThan(0);
  for (const browser of browsers) await browser.leave();
  // On a busy machine PostgreSQL may answer too late. The server then refuses the call for a moment, and the browser asks again.
  const failures = newerCopies.flatMap((copy) => copy.output().split('\n')).filter((line) => line.includes('"request failed"'));
  expect(failures.filter((line) => !line.includes('"OLL_SILENT"'))).toEqual([]);
  await Promise.all(newerCopies.map((copy) => copy.stop('SIGKILL')));
  expect(await doctor(dataDir)).toEqual(sound);
});

const screens: readonly EndpointKey[] = [
  'GET /api/session',
  'GET /api/boards',
  'GET /api/boards/:boardId',
  'GET /api/boards/:boardId/activities',
  'GET /api/activities',
  'GET /api/requests',
];

/** Reads one after the other what screens read. `refused` has the status of each call that was not answered as it should be. */
function readAllTheTime(boardId: string, person: Person) {
  let read = 0;
  let ended = false;
  const refused: number[] = [];
  const reading = (async () => {
    for (; !ended; read += 1) {
      const { status } = await person.tries(oneOf(screens), { params: { boardId } }).catch(() => ({ status: 0 }));
      if (status !== 200) refused.push(status);
      await pause(10);
    }
  })();
  const end = async () => {
    ended = true;
    await reading;
    return { read, refused };
  };
  return { end };
}
