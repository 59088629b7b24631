/** R15: a server that is killed while it tells push services and webhooks loses nothing, and repeats each once at most. P15: how long that takes. */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { startServer } from '../built-server.ts';
import { ask } from '../database-state.ts';
import { lasted, tell } from '../figures.ts';
import { makeBoard, newActivityId, Person } from '../people.ts';
import { startPushService, type TestBrowser } from '../push-service.ts';
import { boardOf, startTestApp, type TestBoard } from '../test-app.ts';
import { startReceiver, take, thisHouse } from '../webhook-receivers.ts';
import { logActivities } from '#server/activities/activities';

const couples = 30;
const kills = Number(process.env['FAULT_KILLS'] ?? 15);

const service = await startPushService();
const receiver = await startReceiver();
const server = await startServer({ PUSH_SERVICES: service.origin, OUTGOING_NETWORKS: thisHouse.join() });
afterAll(async () => {
  await server.stop('SIGKILL');
  rmSync(server.dataDir, { recursive: true, force: true });
  await service.close();
  await receiver.close();
});

/** When a server is killed: some time after a log, while a receiver has what it is told, or when it has answered and that is not recorded yet. */
const moments = ['by chance', 'before the answer', 'after the answer'] as const;

it('kill -9 between log and hand-over, and between answer and record: nothing is lost, each is repeated once at most', async (test) => {
  const played: { max: Person; boardId: string; actionId: string; hers: TestBrowser }[] = [];
  for (let index = 0; index < couples; index += 1) {
    const [lea, max] = [await Person.signUp(server, `Lea${index}`), await Person.signUp(server, `Max${index}`)];
    const { id: boardId, actions } = await makeBoard('Maison', [lea, max]);
    const hers = service.browser();
    await lea.does('PUT /api/notifications/device', { body: hers.subscription() });
    const body = { url: `${receiver.url}/${index}` };
    await lea.does('POST /api/boards/:boardId/webhooks', { params: { boardId }, body });
    played.push({ max, boardId, actionId: actions[0]?.id ?? '', hers });
  }
  const each = Math.ceil(couples / kills);
  for (let start = 0; start < couples; start += each) {
    const some = played.slice(start, start + each);
    const moment = moments[(start / each) % moments.length];
    const held: ServerResponse[] = [];
    receiver.answers(moment === 'by chance' ? take : (response) => void held.push(response));
    await Promise.all(
      some.map(({ max, boardId, actionId }) =>
        max.does('POST /api/boards/:boardId/activities', { params: { boardId }, body: { id: newActivityId(), actionId } }),
      ),
    );
    if (moment === 'by chance') await pause(Math.random() * 30);
    else await expect.poll(() => held.length, { timeout: 60_000, interval: 5 }).toBeGreaterThan(0);
    if (moment === 'after the answer') held.forEach(take);
    // The signal goes out before the server can read the answer.
    await server.stop('SIGKILL');
    receiver.answers(take);
    await server.restart();
  }
  // A claim of a killed server runs out after a minute and a half.
  const waits = () => ask(server.dataDir, "select id from job where kind in ('tell_board', 'push', 'webhook')").length;
  await expect.poll(waits, { timeout: 240_000, interval: 1000 }).toBe(0);
  const rounds = Math.ceil(couples / each);
  const pushes = played.map(({ hers }) => hers.messages.length);
  const hooks = played.map((_, index) => receiver.received.filter(({ path }) => path.endsWith(`/${index}`)));
  const calls = hooks.map(({ length }) => length);
  const summary = (counts: readonly number[]) =>
    `${counts.filter((count) => count === 0).length} lost, ${counts.filter((count) => count > 1).length} repeated once`;
  tell(test, 'R15', `${rounds} kills between log and hand-over, ${couples} pushes, ${summary(pushes)}`);
  tell(test, 'R15', `the same, or while a receiver answers, ${couples} webhooks, ${summary(calls)}`);
  for (const counts of [pushes, calls]) {
    expect(Math.min(...counts)).toBe(1);
    expect(Math.max(...counts)).toBeLessThanOrEqual(2);
  }
  // What was sent twice is told from two by its id.
  for (const all of hooks) expect(new Set(all.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(ask(server.dataDir, 'select distinct state from webhook_delivery')).toEqual([{ state: 'delivered' }]);
  const heldTwice = Math.floor((rounds + 1) / moments.length);
  expect(calls.filter((count) => count === 2).length).toBeGreaterThanOrEqual(heldTwice);
});

it('a thousand subscribers and fifty logs a second: each push is handed over', async (test) => {
  const testApp = await startTestApp({ boundless: true, config: { pushServices: [service.origin] } });
  const { deps } = testApp;
  const loggers = await testApp.signUpAll('Ada', 'Bob', 'Cleo', 'Dan', 'Eva', 'Finn');
  const boards: { by: string; board: TestBoard; browser: TestBrowser }[] = [];
  for (let index = 0; index < 1000; index += 1) {
    const by = loggers[index % loggers.length] ?? loggers[0];
    boards.push({ by: by.id, board: await boardOf(by), browser: service.browser() });
  }
  await deps.database.unitOfWork(async ({ db }) => {
    const user = await db.selectFrom('user').selectAll().where('id', '=', loggers[0].id).executeTakeFirstOrThrow();
    for (const [index, { board, browser }] of boards.entries()) {
      const id = `subscriber-${index}`;
      const { endpoint, p256dh, auth } = browser.subscription();
      const times = { created_at: 0, last_active_at: 0, expires_at: Date.now() + 3_600_000 };
      const quiet = { time_zone: 'Europe/Paris', quiet_from: 0, quiet_to: 0 };
      await db
        .insertInto('user')
        .values({ ...user, id, email: id, username: id, username_key: id, username_skeleton: null })
        .execute();
      await db.insertInto('board_member').values({ board_id: board.id, user_id: id, score: 0, joined_at: 0 }).execute();
      await db
        .insertInto('session')
        .values({ id, token_hash: id, user_id: id, device: null, ...times })
        .execute();
      await db
        .insertInto('push_device')
        .values({ session_id: id, user_id: id, endpoint, endpoint_hash: id, p256dh, auth, details: 0, subscribed_at: 0, ...quiet })
        .execute();
    }
    await db.updateTable('board').set({ heard: 1 }).execute();
  });
  const took: number[] = [];
  const start = performance.now();
  const logs = boards.map(async ({ by, board, browser }, index) => {
    await pause(Math.max(0, start + index * 20 - performance.now()));
    const logged = performance.now();
    browser.answers.push((response) => {
      took.push(performance.now() - logged);
      response.writeHead(201).end();
    });
    await logActivities(deps, by, [{ id: randomUUID(), boardId: board.id, actionId: board.breakfast }]);
  });
  await Promise.all(logs);
  await expect.poll(() => took.length, { timeout: 60_000 }).toBe(1000);
  const sorted = took.toSorted((one, other) => one - other);
  const [p50 = 0, p99 = 0] = [sorted[499], sorted[989]];
  tell(test, 'P15', `1,000 subscribers, 50 logs/s: from a log to the hand-over ${lasted(p50)} (p50), ${lasted(p99)} (p99)`, {
    met: p99 <= 1000,
  });
});
