/** Push services that hang, or answer a byte a second, delay only the people who subscribed there (R19). */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { NotificationId, SessionId } from '#shared/ids';
import { afterFile } from '../../../tests/after-file.ts';
import { startHangingServers } from '../../../tests/hanging-servers.ts';
import { allTold, startPushService, type TestBrowser } from '../../../tests/push-service.ts';
import { subscription } from '../../../tests/push-subscriptions.ts';
import { boardOf, log, type Someone, startTestApp } from '../../../tests/test-app.ts';
import { tell } from '../../../tests/figures.ts';
import { insertJobs } from '../jobs/job-store.ts';
import { endpointHash, saveDevice } from './device-store.ts';
import { insertPushes } from './push-store.ts';

const service = await startPushService();
afterFile(() => service.close());
const hanging = await startHangingServers(50, (index) => (index % 2 ? 'slow' : 'silent'));
const single = await startHangingServers(1, () => 'silent');
const pushServices = [service.origin, ...hanging.origins, ...single.origins];
const testApp = await startTestApp({ boundless: true, hasty: true, config: { pushServices } });
// They close before the app does, which waits for pushes on their way.
afterFile(() => Promise.all([hanging.close(), single.close()]));
const { deps } = testApp;

const subscribeAt = (person: Someone, origin: string) =>
  person.does('PUT /api/notifications/device', { body: { ...subscription(origin), quietFrom: 0, quietTo: 0 } });
async function subscribed(person: Someone): Promise<TestBrowser> {
  const browser = service.browser();
  await person.does('PUT /api/notifications/device', { body: browser.subscription() });
  return browser;
}
/** Adds a session of a person for each of these addresses, subscribed there. */
async function moreDevices(person: Someone, origins: readonly string[]): Promise<SessionId[]> {
  const ids = origins.map(() => randomUUID() as SessionId);
  const times = { created_at: 0, last_active_at: Date.now(), expires_at: Date.now() + 99 * 60_000 };
  await deps.database.unitOfWork(async ({ db }) => {
    for (const [index, id] of ids.entries()) {
      const { timeZone: time_zone, ...keys } = subscription(origins[index]);
      await db
        .insertInto('session')
        .values({ id, token_hash: id, user_id: person.id, device: null, ...times })
        .execute();
      await saveDevice(db, {
        ...{ session_id: id, user_id: person.id, endpoint_hash: endpointHash(keys.endpoint), ...keys },
        ...{ details: 0, time_zone, quiet_from: 0, quiet_to: 0, subscribed_at: 0 },
      });
    }
  });
  return ids;
}

const pushesLeft = async (): Promise<number> =>
  (await deps.database.read.selectFrom('job').select('id').where('kind', '=', 'push').execute()).length;

it('the pushes of others go out while all fifty push services of one person hang, and none of them is called twice at once', async (test) => {
  const [zoe, lea, max] = await testApp.signUpAll('Zoé', 'Léa', 'Max');
  const [hers, his] = [await subscribed(lea), await subscribed(max)];
  await moreDevices(zoe, hanging.origins);
  for (let events = 0; events < 3; events += 1) await boardOf(max, [], { invited: [zoe] });
  await expect.poll(() => hanging.open.size).toBeGreaterThan(0);
  const board = await boardOf(lea, [max]);
  for (const someone of [lea, max]) await log(someone, board, 'breakfast');
  await expect.poll(() => [hers, his].map(({ messages }) => messages.length > 0)).toEqual([true, true]);
  // The push services that were called first still hang: nobody has waited for them.
  expect(hanging.open.size).toBeGreaterThan(0);
  expect(hanging.most.together).toBeLessThanOrEqual(4);
  expect(hanging.most.atOne).toBe(1);
  tell(
    test,
    'R19',
    `50 push services of one person hang or answer a byte a second: at most ${hanging.most.together} places taken, others are told meanwhile`,
  );
  await hanging.close();
});

it('a push service that hangs for many people has one place', async () => {
  const people = await testApp.signUpAll(...Array.from({ length: 12 }, (_, index) => `Foule-${index}`));
  const [nora, paul] = await testApp.signUpAll('Nora', 'Paul');
  for (const one of people) await subscribeAt(one, single.origins[0] ?? '');
  await boardOf(nora, [], { invited: people });
  await expect.poll(() => single.open.size).toBe(1);
  const hers = await subscribed(nora);
  await log(paul, await boardOf(nora, [paul]), 'breakfast');
  await expect.poll(() => hers.messages.length).toBeGreaterThan(0);
  expect(single.open.size).toBe(1);
  expect(single.most.together).toBe(1);
  await single.close();
});

it('two thousand pushes that wait for one person are looked at after one of somebody else that was queued later', async () => {
  const [crowded, lou, ines] = await testApp.signUpAll('Chantal', 'Lou', 'Inès');
  const hers = await subscribed(lou);
  await log(ines, await boardOf(lou, [ines]), 'breakfast');
  await allTold(deps);
  hers.received.length = 0;
  const devices = await moreDevices(
    crowded,
    Array.from({ length: 4 }, () => service.origin),
  );
  await deps.database.unitOfWork(async ({ db }) => {
    for (const session_id of devices) {
      const pushes = Array.from({ length: 500 }, () => ({
        id: randomUUID() as NotificationId,
        session_id,
        topic: 'answer' as const,
        about: randomUUID(),
      }));
      await insertPushes(db, pushes);
      await insertJobs(
        db,
        'push',
        pushes.map(({ id }) => ({ subject: id, due: Date.now() - 60_000 })),
      );
    }
  });
  const before = await pushesLeft();
  expect(before).toBeGreaterThanOrEqual(2000);
  await boardOf(ines, [], { invited: [lou] });
  let left = Number.NaN;
  await expect
    .poll(
      async () => {
        left = await pushesLeft();
        return hers.messages.length;
      },
      { timeout: 30_000 },
    )
    .toBe(1);
  // In the order of their turns, all pushes that were due before would be gone by now.
  expect(left).toBeGreaterThan(before / 2);
  await allTold(deps);
  expect(await deps.database.read.selectFrom('push').select('id').where('session_id', 'in', devices).execute()).toEqual([]);
});
