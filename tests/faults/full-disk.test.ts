/** R5: a disk that is full stops writing, and nothing else. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import type { EndpointKey } from '#shared/api';
import { refusals } from '#shared/refusals';
import { counted, lasted, tell } from './figures.ts';
import { Load } from './load.ts';
import { type Input, makeBoard, newActivityId, Person, password } from './people.ts';
import { startOnSmallDisk } from './small-disk.ts';
import { doctor, integrityOf, sound, storedActivities } from './soundness.ts';
import { openStream } from './streams.ts';

const fullForMs = 5000;
const [status, message] = refusals.storage_full;
const refused = { status, code: 'storage_full', message };

const disk = await startOnSmallDisk();
const { server } = disk;
const copy = mkdtempSync(join(tmpdir(), 'ou-la-la-copy-'));
afterAll(async () => {
  await server.stop('SIGKILL');
  for (const path of [copy, server.dataDir]) rmSync(path, { recursive: true, force: true });
});

it('a full disk: writes are refused in French, reads go on, and all is well once there is room', async (test) => {
  const [lea, max, zoe] = [await Person.signUp(server, 'Lea'), await Person.signUp(server, 'Max'), await Person.signUp(server, 'Zoe')];
  const boards = [await makeBoard('Maison', [lea, max]), await makeBoard('Coloc', [max, lea, zoe])] as const;
  const params = { boardId: boards[0].id };
  const [action] = boards[0].actions;
  const before = await lea.does('POST /api/boards/:boardId/activities', { params, body: { id: newActivityId(), actionId: action?.id } });
  const pid = server.pid();

  let name = 0;
  const writes = {
    'POST /api/boards/:boardId/activities': () => ({ params, body: { id: newActivityId(), actionId: action?.id } }),
    'POST /api/activities': () => ({ body: { activities: [{ id: newActivityId(), actionId: action?.id, boardId: params.boardId }] } }),
    'POST /api/boards/:boardId/activities/:activityId/undo': () => ({ params: { ...params, activityId: before.activity.id } }),
    'PATCH /api/boards/:boardId': () => ({ params, body: { title: `Maison ${(name += 1)}` } }),
    'POST /api/boards': () => ({ body: { title: 'Trop', actions: [{ title: 'Bisou', points: 5 }] } }),
    'POST /api/boards/:boardId/requests': () => ({ params, body: { type: 'invitation', username: zoe.name } }),
    'POST /api/accounts': () => ({ body: { username: `Trop${(name += 1)}`, email: `trop${name}@exemple.fr`, password } }),
    'POST /api/session': () => ({ body: { identifier: 'Max', password } }),
  } satisfies Partial<Record<EndpointKey, () => Input>>;
  const reads = {
    'GET /api/session': () => ({}),
    'GET /api/boards': () => ({}),
    'GET /api/boards/:boardId': () => ({ params }),
    'GET /api/boards/:boardId/activities': () => ({ params }),
    'GET /api/boards/:boardId/changes': () => ({ params, query: { after: '0' } }),
    'GET /api/activities': () => ({}),
    'GET /api/requests': () => ({}),
  } satisfies Partial<Record<EndpointKey, () => Input>>;

  const stream = await openStream(server.origin, lea.cookie);
  const load = new Load({ boards, logsPerSecond: 50, undone: 0.1 });
  load.start();
  await pause(1000);

  await disk.fill();
  // Room that a file has already is used up first.
  await expect.poll(() => load.repeated, { timeout: 20_000, interval: 20 }).toBeGreaterThan(0);
  await disk.fill();
  const tally = { refused: 0, read: 0 };
  for (const end = performance.now() + fullForMs; performance.now() < end; await pause(50)) {
    for (const [key, input] of Object.entries(writes) as [EndpointKey, () => Input][]) {
      const someone = key === 'POST /api/accounts' || key === 'POST /api/session' ? new Person(server, 'visiteur') : lea;
      const { status: answered, code, message: sentence } = await someone.tries(key, input());
      expect({ key, status: answered, code, message: sentence }).toEqual({ key, ...refused });
      tally.refused += 1;
    }
    for (const [key, input] of Object.entries(reads) as [EndpointKey, () => Input][]) {
      await lea.does(key, input());
      tally.read += 1;
    }
  }
  const greeted = await openStream(server.origin, max.cookie);
  greeted.close();

  await disk.free();
  const freed = performance.now();
  const again = { params, body: { id: newActivityId(), actionId: action?.id } };
  while ((await lea.tries('POST /api/boards/:boardId/activities', again)).status !== 201) await pause(20);
  const backAfter = performance.now() - freed;
  await load.finish();
  await expect.poll(() => stream.text.includes(again.body.id)).toBe(true);
  stream.close();

  // With the server goes its disk: the files as they are now, while nobody writes.
  cpSync(disk.folder(), copy, { recursive: true, filter: (path) => !path.endsWith('-shm') });
  const stored = new Set(storedActivities(copy).map(({ id }) => id));
  const examined = await doctor(copy);
  const lost = load.count(({ id, answered }) => answered && !stored.has(id));
  tell(
    test,
    `R5 ${disk.how}: ${counted(tally.refused)} writes refused with 507, ${counted(tally.read)} reads answered, ` +
      `back ${lasted(backAfter)} after there was room, ${counted(load.sent.size)} logs under way, ${lost} lost, ` +
      `doctor ${examined.code === 0 ? 'clean' : examined.output}`,
  );
  expect(server.pid()).toBe(pid);
  expect(backAfter).toBeLessThan(5000);
  expect(load.faults).toEqual([]);
  expect(lost).toBe(0);
  expect(load.count(({ answered }) => !answered)).toBe(0);
  expect(examined).toEqual(sound);
  expect(integrityOf(copy)).toBe('ok');
  expect(await server.stop()).toMatchObject({ code: 0 });
});
