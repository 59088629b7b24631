/** News of a board is looked for listener by listener: one member's long absence makes no push for another one, and none without news. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { afterFile } from '../../../tests/after-file.ts';
import { allTold, startPushService, type TestBrowser } from '../../../tests/push-service.ts';
import { boardOf, log, type Someone, startTestApp, type TestBoard } from '../../../tests/test-app.ts';
import { logActivities } from '../activities/activities.ts';

const service = await startPushService();
afterFile(() => service.close());
const testApp = await startTestApp({ boundless: true, hasty: true, config: { pushServices: [service.origin] } });
const { deps } = testApp;
const settled = () => allTold(deps);

async function subscribed(person: Someone, kinds: object): Promise<TestBrowser> {
  const browser = service.browser();
  await person.does('PUT /api/notifications/device', { body: browser.subscription() });
  await person.does('PATCH /api/notifications', { body: { kinds } });
  return browser;
}
/** Logs more than is read for all listeners. */
async function logMany(person: Someone, board: TestBoard): Promise<void> {
  for (let part = 0; part < 3; part += 1) {
    const logs = Array.from({ length: 70 }, () => ({ id: randomUUID(), boardId: board.id, actionId: board.breakfast }));
    for (const one of logs) await logActivities(deps, person.id, [one]);
  }
}
const react = (person: Someone, board: TestBoard, activityId: string) =>
  person.does('PUT /api/boards/:boardId/activities/:activityId/reactions/:emoji', {
    params: { boardId: board.id, activityId, emoji: '❤️' },
  });
/** How many jobs of pushes were done. */
const pushJobs = () => deps.tallies.jobs.push.done;

it('a log that nobody wants to hear of makes no push, though a member who wants only reactions has missed hundreds of logs', async () => {
  const [absent, present, max] = await testApp.signUpAll('Absente', 'Présente', 'Max');
  const board = await boardOf(absent, [present, max]);
  const away = await subscribed(absent, { points: false, reactions: true });
  const here = await subscribed(present, { points: false, reactions: true });
  await logMany(max, board);
  await settled();
  const before = pushJobs();
  for (let count = 0; count < 5; count += 1) {
    await log(max, board, 'breakfast');
    await settled();
  }
  expect(pushJobs() - before).toBe(0);
  expect([away, here].map(({ messages }) => messages.length)).toEqual([0, 0]);
});

it('a member who has missed hundreds of logs and wants only reactions is told of a reaction to an older log', async () => {
  const [lea, max] = await testApp.signUpAll('Léa', 'Maxime');
  const board = await boardOf(lea, [max]);
  const hers = await subscribed(lea, { points: false, reactions: true });
  const { activity } = await log(lea, board, 'breakfast');
  await logMany(max, board);
  await settled();
  expect(hers.messages).toHaveLength(0);
  await react(max, board, activity.id);
  await settled();
  expect(hers.messages.map(({ notification }) => notification.data.kind)).toEqual(['reactions']);
});

it('a member who has seen nothing for long is told of old news, and the member who made that news is not', async () => {
  const [lea, max, zoe] = await testApp.signUpAll('Léane', 'Maxence', 'Zoé');
  const board = await boardOf(lea, [max, zoe]);
  // A device that was told of a board is told again an hour later at the earliest.
  await log(zoe, board, 'breakfast');
  await logMany(lea, board);
  const [hers, his] = [await subscribed(lea, { points: true }), await subscribed(max, { points: false })];
  await deps.database.unitOfWork(async ({ db }) => {
    await db.updateTable('board_member').set({ seen_revision: 0 }).where('board_id', '=', board.id).execute();
    await db.deleteFrom('told_board').where('board_id', '=', board.id).execute();
  });
  const before = pushJobs();
  await log(lea, board, 'dishes');
  await settled();
  expect(hers.messages).toHaveLength(1);
  expect(his.messages).toHaveLength(0);
  expect(pushJobs() - before).toBe(1);
});
