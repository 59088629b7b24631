/** What the server counts on the app's icon and the app marks with its dot (D33): both are told the same history. */
import { randomUUID } from 'node:crypto';
import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { queryKeys } from '#client/api/query-keys.ts';
import { markBoard } from '#client/notices/mark-board.ts';
import { ingestReadings, noteSeen } from '#client/sync/replica/reading.ts';
import { afterFile } from './after-file.ts';
import { allTold, startPushService } from './push-service.ts';
import { boardOf, log, type Someone, startTestApp, type TestBoard } from './test-app.ts';

const service = await startPushService();
afterFile(() => service.close());
const testApp = await startTestApp({ boundless: true, hasty: true, config: { pushServices: [service.origin] } });

let count = 0;
/** Léa, who looks elsewhere, with her phone, and Max, who plays. */
async function together() {
  count += 1;
  const [lea, max] = await testApp.signUpAll(`Léa${count}`, `Max${count}`);
  const board = await boardOf(lea, [max]);
  const hers = service.browser();
  await lea.does('PUT /api/notifications/device', { body: hers.subscription() });
  const params = { boardId: board.id };
  let { revision: after } = (await lea.does('GET /api/boards/:boardId', { params })).board;
  const client = new QueryClient();
  const readCards = async () => void client.setQueryData(queryKeys.boards, (await lea.does('GET /api/boards')).boards);
  await readCards();
  /** How many boards have news, as both say. */
  const counts = async () => {
    const change = await lea.does('GET /api/boards/:boardId/changes', { params, query: { after: String(after) } });
    after = change.revision;
    markBoard(client, lea.id, change, () => true);
    if (client.getQueryState(queryKeys.boards)?.isInvalidated) await readCards();
    const { news } = await lea.does('GET /api/notifications');
    return { server: news, app: (client.getQueryData(queryKeys.boards) ?? []).flatMap(({ id, hasNews }) => (hasNews ? [id] : [])) };
  };
  /** She looks at the board, here. */
  const look = async () => {
    const { revision } = (await lea.does('GET /api/boards/:boardId', { params })).board;
    await lea.does('PUT /api/notifications/seen', { body: { boards: [{ boardId: board.id, revision }] } });
    noteSeen(client, [{ boardId: board.id, revision }]);
  };
  return { lea, max, board, hers, client, counts, look };
}

const reaction = (person: Someone, board: TestBoard, activityId: string, method: 'PUT' | 'DELETE') =>
  person.does(`${method} /api/boards/:boardId/activities/:activityId/reactions/:emoji`, {
    params: { boardId: board.id, activityId, emoji: '❤️' },
  });
const undo = (person: Someone, board: TestBoard, activityId: string) =>
  person.does('POST /api/boards/:boardId/activities/:activityId/undo', { params: { boardId: board.id, activityId } });

it('the dot and the icon count a log of somebody else, until it is undone', async () => {
  const { lea, max, board, counts } = await together();
  await log(lea, board, 'breakfast');
  expect(await counts()).toEqual({ server: [], app: [] });
  const { activity } = await log(max, board, 'breakfast');
  const more = await log(max, board, 'dishes');
  expect(await counts()).toEqual({ server: [board.id], app: [board.id] });
  await undo(max, board, activity.id);
  expect(await counts()).toEqual({ server: [board.id], app: [board.id] });
  await undo(max, board, more.activity.id);
  expect(await counts()).toEqual({ server: [], app: [] });
});

it('the dot and the icon count a reaction to an own log, until it is taken back, and so does the push of it', async () => {
  const { lea, max, board, hers, counts, look } = await together();
  const own = await log(lea, board, 'breakfast');
  const his = await log(max, board, 'breakfast');
  await counts();
  await look();
  await reaction(lea, board, own.activity.id, 'PUT');
  await reaction(max, board, his.activity.id, 'PUT');
  expect(await counts()).toEqual({ server: [], app: [] });
  await reaction(max, board, own.activity.id, 'PUT');
  await allTold(testApp.deps);
  expect(hers.messages.at(-1)).toMatchObject({ notification: { data: { kind: 'reactions' } }, app_badge: 1 });
  expect(await counts()).toEqual({ server: [board.id], app: [board.id] });
  await reaction(max, board, own.activity.id, 'DELETE');
  expect(await counts()).toEqual({ server: [], app: [] });
});

it('the dot and the icon count what another noted for the person, and nothing that they noted for another', async () => {
  const { lea, max, board, hers, counts } = await together();
  const noteFor = (person: Someone, other: Someone) =>
    person.does('POST /api/boards/:boardId/activities', {
      params: { boardId: board.id },
      body: { id: randomUUID(), actionId: board.breakfast, for: other.id },
    });
  await noteFor(lea, max);
  await allTold(testApp.deps);
  expect(await counts()).toEqual({ server: [], app: [] });
  expect(hers.messages).toEqual([]);
  const { activity } = await noteFor(max, lea);
  await allTold(testApp.deps);
  expect(hers.messages.at(-1)).toMatchObject({ notification: { data: { kind: 'points' } }, app_badge: 1 });
  expect(await counts()).toEqual({ server: [board.id], app: [board.id] });
  await undo(lea, board, activity.id);
  expect(await counts()).toEqual({ server: [], app: [] });
});

it('the dot and the icon count a loss that another avowed for whoever noted it, and not for who avowed it', async () => {
  const { lea, max, board, counts, look } = await together();
  const owe = async (person: Someone, other: Someone) => {
    const id = randomUUID();
    const body = { id, actionId: board.dishes, for: other.id };
    await person.does('POST /api/boards/:boardId/owed-losses', { params: { boardId: board.id }, body });
    return (confess: boolean) =>
      other.does('PUT /api/boards/:boardId/owed-losses/:activityId/answer', {
        params: { boardId: board.id, activityId: id },
        body: { confess },
      });
  };
  await (await owe(max, lea))(true);
  expect(await counts()).toEqual({ server: [], app: [] });
  await (await owe(lea, max))(true);
  expect(await counts()).toEqual({ server: [board.id], app: [board.id] });
  await look();
  await (await owe(lea, max))(false);
  expect(await counts()).toEqual({ server: [], app: [] });
});

it('the dot and the icon count nothing of a board that is muted', async () => {
  const { lea, max, board, client, counts } = await together();
  await log(max, board, 'breakfast');
  expect(await counts()).toEqual({ server: [board.id], app: [board.id] });
  await lea.does('PUT /api/boards/:boardId/mute', { params: { boardId: board.id } });
  ingestReadings(client, [{ boardId: board.id, revision: 4, seen: 2, hasNews: false, isMuted: true }]);
  expect(await counts()).toEqual({ server: [], app: [] });
  await log(max, board, 'dishes');
  expect(await counts()).toEqual({ server: [], app: [] });
});
