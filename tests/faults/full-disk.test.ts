/** R5: a disk that is full stops writing, and nothing else; and the server's own log never fills it for good. */
import { cpSync, mkdtempSync, rmSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { EndpointKey } from '#shared/api';
import { refusals } from '#shared/refusals';
import { counted, isBusy, lasted, megabytes, tell } from '../figures.ts';
import { Load } from './load.ts';
import { type Answer, type Board, type Input, makeBoard, newActivityId, Person, password } from '../people.ts';
import { type SmallDisk, startOnSmallDisk } from './small-disk.ts';
import { doctor, integrityOf, sound, storedActivities } from './soundness.ts';
import { Stream } from '../stream.ts';

const backWithinMs = 5000;
/** The rounds of all writes there are, on a disk that is full. */
const rounds = 5;
/** Whatever is tried until it is so is tried so often and no more, and a call without an answer fails: on a slow machine a proof takes longer, but it ends. */
const mostAttempts = 2000;
const [status, message] = refusals.storage_full;
const refused = { status, code: 'storage_full', message };

let disk: SmallDisk;
let copy: string;
beforeEach(async () => {
  disk = await startOnSmallDisk();
  copy = mkdtempSync(join(tmpdir(), 'ou-la-la-copy-'));
}, 0);
afterEach(async () => {
  await disk.server.stop('SIGKILL');
  for (const path of [copy, disk.server.dataDir]) rmSync(path, { recursive: true, force: true });
}, 0);

function log(person: Person, board: Board, id = newActivityId()) {
  const body = { id, actionId: board.actions[0]?.id };
  return person.tries('POST /api/boards/:boardId/activities', { params: { boardId: board.id }, body });
}

/** Attempts again and again until it is so; the number of attempts. */
async function until(what: string, isSo: () => Promise<boolean>, everyMs = 0): Promise<number> {
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    if (await isSo()) return attempt;
    await pause(everyMs);
  }
  throw new Error(`after ${mostAttempts} attempts it was still not so that ${what}\n${disk.server.output()}`);
}

/** In milliseconds, until a log is taken. */
async function backAfter(isTaken: () => Promise<Answer<EndpointKey>>): Promise<number> {
  const begin = performance.now();
  await until('a log is taken', async () => (await isTaken()).status === 201, 20);
  return performance.now() - begin;
}

function expectBackInTime(took: number): void {
  if (!isBusy()) expect(took).toBeLessThan(backWithinMs);
}

/** The files as they are now, while nobody writes: with the server goes its disk. */
async function examine() {
  cpSync(disk.folder(), copy, { recursive: true, filter: (path) => !path.endsWith('-shm') });
  return { stored: new Set(storedActivities(copy).map(({ id }) => id)), examined: await doctor(copy) };
}

it('a disk that others fill: writes are refused in French, reads go on, and all is well once there is room', {
  timeout: 0,
}, async (test) => {
  const { server } = disk;
  const [lea, max, zoe] = [await Person.signUp(server, 'Lea'), await Person.signUp(server, 'Max'), await Person.signUp(server, 'Zoe')];
  const boards = [await makeBoard('Maison', [lea, max]), await makeBoard('Coloc', [max, lea, zoe])] as const;
  const params = { boardId: boards[0].id };
  const actionId = boards[0].actions[0]?.id;
  const before = newActivityId();
  expect((await log(lea, boards[0], before)).status).toBe(201);
  const pid = server.pid();

  let name = 0;
  const writes = {
    'POST /api/boards/:boardId/activities': () => ({ params, body: { id: newActivityId(), actionId } }),
    'POST /api/activities': () => ({ body: { activities: [{ id: newActivityId(), actionId, boardId: params.boardId }] } }),
    'POST /api/boards/:boardId/activities/:activityId/undo': () => ({ params: { ...params, activityId: before } }),
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

  const stream = await Stream.greeted(server.origin, lea.cookie);
  const load = new Load({ boards, logsPerSecond: 50, undone: 0.1, mostUnderWay: 50 });
  load.start();
  await until('some logs were answered', async () => load.count(({ answered }) => answered) > 20, 20);

  // Room that a file has already is used up first, and what the server gives back of its own is taken as well.
  let inARow = 0;
  await until('nothing is written any more', async () => {
    await disk.fill();
    inARow = (await log(lea, boards[0])).status === status ? inARow + 1 : 0;
    return inARow === 10;
  });
  const tally = { refused: 0, read: 0 };
  for (let round = 0; round < rounds; round += 1) {
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
  const greeted = await Stream.greeted(server.origin, max.cookie);
  greeted.close();

  await disk.free();
  const again = newActivityId();
  const back = await backAfter(() => log(lea, boards[0], again));
  await load.finish();
  await stream.until(() => stream.text.includes(again), 'not told');
  stream.close();

  const { stored, examined } = await examine();
  const lost = load.count(({ id, answered }) => answered && !stored.has(id));
  tell(
    test,
    'R5',
    `filled by others, ${disk.how}: ${counted(tally.refused)} writes refused with 507, ${counted(tally.read)} reads answered, ` +
      `back ${lasted(back)} after there was room, ${counted(load.sent.size)} logs under way, ${lost} lost, ` +
      `doctor ${examined.code === 0 ? 'clean' : examined.output}`,
    { met: back <= backWithinMs },
  );
  expect(server.pid()).toBe(pid);
  expectBackInTime(back);
  expect(load.faults).toEqual([]);
  expect(lost).toBe(0);
  expect(load.count(({ answered }) => !answered)).toBe(0);
  expect(examined).toEqual(sound);
  expect(integrityOf(copy)).toBe('ok');
});

it("a disk that the server's own log fills: it stays small, and where a reader keeps it from that, it gives the room back by itself", {
  timeout: 0,
}, async (test) => {
  const { server } = disk;
  const lea = await Person.signUp(server, 'Lea');
  const board = await makeBoard('Maison', [lea]);
  const file = join(disk.folder(), 'ou-la-la.db');
  const sizeOfLog = () => statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  const taken: string[] = [];

  /** Logs; whether that was taken. */
  async function logs(): Promise<boolean> {
    const id = newActivityId();
    const answer = await log(lea, board, id);
    if (answer.status === 201) taken.push(id);
    else expect(answer).toMatchObject(refused);
    return answer.status === 201;
  }

  // More than twice of what filled the disk when the log was kept until it had 16 MB.
  let most = 0;
  for (let n = 0; n < 400; n += 1) {
    expect(await logs()).toBe(true);
    most = Math.max(most, sizeOfLog());
  }

  // A reader of an earlier state keeps the log from beginning anew.
  const letGo = await disk.hold();
  let held: number;
  try {
    await until('the log has filled the disk', async () => !(await logs()));
    held = sizeOfLog();
  } finally {
    await letGo();
  }
  const id = newActivityId();
  const back = await backAfter(() => log(lea, board, id));
  for (let n = 0; n < 100; n += 1) expect(await logs()).toBe(true);
  const after = sizeOfLog();

  const { bavail, bsize } = statfsSync(disk.folder());
  const { stored, examined } = await examine();
  const lost = taken.filter((one) => !stored.has(one)).length;
  tell(
    test,
    'R5',
    `filled by its own log, ${disk.how}: ${megabytes(most)} at most in ${counted(400)} logs, ${megabytes(held)} while it was held on to, ` +
      `back ${lasted(back)} after that, ${megabytes(after)} then, ${megabytes(bavail * bsize)} left, ${lost} lost, ` +
      `doctor ${examined.code === 0 ? 'clean' : examined.output}`,
    { met: back <= backWithinMs },
  );
  expect(most).toBeLessThan(disk.logAtMost);
  expect(after).toBeLessThan(disk.logAtMost);
  expectBackInTime(back);
  expect(lost).toBe(0);
  expect(examined).toEqual(sound);
  expect(integrityOf(copy)).toBe('ok');
});
