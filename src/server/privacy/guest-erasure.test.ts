import { beforeEach, expect, it } from 'vitest';
import { guestLimits } from '#shared/guests';
import { noteGuestSeen } from '../accounts/guest-store.ts';
import { examine } from '../doctor/doctor.ts';
import { dump, looseEnds, print, tamper } from '../../../tests/database-state.ts';
import { guestOn } from '../../../tests/guests.ts';
import { jobContext } from '../../../tests/job-context.ts';
import { boardOf, log, type Someone, startTestApp, type TestBoard } from '../../../tests/test-app.ts';
import { removeAccount } from './account-deletion.ts';
import { createGuestErasure } from './guest-erasure.ts';

const [hour, day] = [60 * 60 * 1000, 24 * 60 * 60 * 1000];
const testApp = await startTestApp();
await testApp.deps.jobs.stop();
const { deps } = testApp;
const { dataDir } = testApp.config;
const lea = await testApp.signUp('Léa');
const worker = createGuestErasure(deps.database, (userId, confirm) => removeAccount(deps, userId, { handOvers: [] }, confirm));
const job = { id: '', kind: 'erase_guests', subject: '', attempts: 0, last_failure: null, created_at: 0 } as const;
/** As a job that was due at this moment. */
const run = (due = Date.now()) => worker.run({ ...job, due }, jobContext());

let board: TestBoard;
let guest: Someone;
let names = 0;

beforeEach(async () => {
  board = await boardOf(lea);
  guest = await guestOn(testApp, lea, board, `Absente${(names += 1)}`);
});

const row = () => dump(dataDir)['guest']?.find((one) => one['user_id'] === guest.id);
const isThere = () => row() !== undefined;
const set = (values: { seen: number; warned: number | null }) =>
  tamper(dataDir, 'update guest set seen_at = ?, warned_at = ? where user_id = ?', values.seen, values.warned, guest.id);

it('a guest who was not here for 90 days, and was told two weeks ago, is erased as a deleted account is', async () => {
  await log(guest, board, 'breakfast');
  const [id, name] = [guest.id, guest.name];
  set({ seen: Date.now() - guestLimits.lasts - day, warned: Date.now() - guestLimits.warnedBefore - hour });
  await run();
  const rows = JSON.stringify(dump(dataDir));
  for (const trace of [id, name, name.toLowerCase()]) expect(rows).not.toContain(trace);
  expect(looseEnds(dataDir)).toEqual([]);
  const opened = await lea.does('GET /api/boards/:boardId', { params: { boardId: board.id } });
  expect(opened.members.map(({ userId }) => userId)).toEqual([lea.id]);
  expect([opened.board.totalPoints, opened.activities.activities]).toEqual([0, []]);
  expect((await guest.does('GET /api/session')).user).toBeNull();
  expect(await examine(deps)).toEqual([]);
});

it('a guest is warned once, two weeks before, and not erased before two weeks are over', async () => {
  set({ seen: Date.now() - 75 * day, warned: null });
  await run();
  expect(row()).toMatchObject({ warned_at: null });
  set({ seen: Date.now() - 77 * day, warned: null });
  const at = Date.now();
  await run();
  const { warned_at: warned } = row() ?? {};
  expect(Number(warned)).toBeGreaterThanOrEqual(at);
  await run();
  expect(row()).toMatchObject({ warned_at: warned });
  // Not here for years, as by a clock that was behind at the last visit: told first.
  set({ seen: 0, warned: null });
  await run();
  await run();
  expect(isThere()).toBe(true);
});

it('a guest who came back after the warning stays', async () => {
  set({ seen: Date.now() - 89 * day, warned: Date.now() - 30 * day });
  const before = print(dataDir);
  await run();
  expect(print(dataDir)).toBe(before);
});

it('a guest who comes back while the erasure waits for its turn stays, and the others go', async () => {
  const other = await guestOn(testApp, lea, board, 'Partante');
  const long = { seen: Date.now() - 100 * day, warned: Date.now() - 20 * day };
  tamper(dataDir, 'update guest set seen_at = ?, warned_at = ?', long.seen, long.warned);
  const meanwhile = createGuestErasure(deps.database, async (userId, confirm) => {
    if (userId === guest.id) await deps.database.unitOfWork(({ db }) => noteSeen(db));
    await removeAccount(deps, userId, { handOvers: [] }, confirm);
  });
  const noteSeen = (db: Parameters<typeof noteGuestSeen>[0]) => noteGuestSeen(db, guest.id);
  await meanwhile.run({ ...job, due: Date.now() }, jobContext());
  expect(dump(dataDir)['guest']?.map((one) => one['user_id'])).toContain(guest.id);
  expect(dump(dataDir)['guest']?.map((one) => one['user_id'])).not.toContain(other.id);
});

it('a guest who cannot be erased does not stop the others, and the job is tried again', async () => {
  await guestOn(testApp, lea, board, 'Suivante');
  tamper(dataDir, 'update guest set seen_at = ?, warned_at = 0', Date.now() - 100 * day);
  tamper(dataDir, 'update guest set seen_at = 0 where user_id = ?', guest.id);
  const failing = createGuestErasure(deps.database, async (userId, confirm) => {
    if (userId === guest.id) throw new Error('damaged');
    await removeAccount(deps, userId, { handOvers: [] }, confirm);
  });
  await expect(failing.run({ ...job, due: Date.now() }, jobContext())).rejects.toThrow('damaged');
  expect(dump(dataDir)['guest']?.map((one) => one['user_id'])).toEqual([guest.id]);
});

it('whoever has kept their game is not erased, however long they stay away', async () => {
  await guest.does('POST /api/guest/code/confirm', { body: await guest.does('POST /api/guest/code') });
  tamper(dataDir, 'update session set last_active_at = 0 where user_id = ?', guest.id);
  await run();
  expect(dump(dataDir)['user']?.some((one) => one['id'] === guest.id)).toBe(true);
});

it('the time in which the server stood still, or by which its clock leapt, does not count', async () => {
  set({ seen: Date.now() - 120 * day, warned: Date.now() - 40 * day });
  await run(Date.now() - 30 * day);
  expect(isThere()).toBe(true);
  const { warned_at: warned } = row() ?? {};
  expect(Math.abs(Number(warned) - (Date.now() - 10 * day))).toBeLessThan(hour);
  // Where somebody asked for the run, nothing stood still.
  await run(0);
  expect(row()).toMatchObject({ warned_at: warned });
});

it('a warning dated in the future does not count: the guest is warned anew', async () => {
  set({ seen: Date.now() - 120 * day, warned: Date.now() + 40 * day });
  const at = Date.now();
  await run();
  expect(isThere()).toBe(true);
  expect(Math.abs(Number(row()?.['warned_at']) - at)).toBeLessThan(hour);
});
