/** How much is told, what it costs, and what it gives away (P15, S18). */
import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { afterEach, expect, it, vi } from 'vitest';
import { dayIn, daysAfter, startOfDay } from '#shared/calendar';
import type { NotificationId } from '#shared/ids';
import { afterFile } from '../../../tests/after-file.ts';
import { dump, planOf } from '../../../tests/database-state.ts';
import { counted, tell } from '../../../tests/figures.ts';
import { onSqlite } from '../../../tests/postgres/test-databases.ts';
import { allTold, startPushService, type TestBrowser } from '../../../tests/push-service.ts';
import { subscription } from '../../../tests/push-subscriptions.ts';
import { boardOf, log, type Someone, startTestApp, type TestBoard, waiting } from '../../../tests/test-app.ts';
import { watching } from '../../../tests/watched-queries.ts';
import { logActivities } from '../activities/activities.ts';
import { deleteLapsedDevices } from './device-store.ts';
import { deletePushToEnded } from './push-store.ts';

const service = await startPushService();
afterFile(() => service.close());
let logged = '';
const stream = new Writable({
  write(line: Buffer, _, done) {
    logged += line.toString();
    done();
  },
});
const testApp = await startTestApp({
  boundless: true,
  hasty: true,
  config: { pushServices: [service.origin] },
  logger: { level: 'trace', stream },
});
const { deps, config } = testApp;
afterEach(() => vi.useRealTimers());

const minute = 60_000;
const settled = () => allTold(deps);
const rowsOf = (table: string) => dump(config.dataDir)[table] ?? [];
const subscribed = async (person: Someone, choices: object = {}): Promise<TestBrowser> => {
  const browser = service.browser();
  await person.does('PUT /api/notifications/device', { body: { ...browser.subscription(), ...choices } });
  return browser;
};
const look = async (person: Someone, board: TestBoard) => {
  const { revision } = (await person.does('GET /api/boards/:boardId', { params: { boardId: board.id } })).board;
  await person.does('PUT /api/notifications/seen', { body: { boards: [{ boardId: board.id, revision }] } });
};

it('a log on a board that nobody hears of asks for no more than before, though its members hear of other boards', async (test) => {
  const [lea, max] = await testApp.signUpAll('Ada', 'Bob');
  const board = await boardOf(lea, [max]);
  const { database, asked } = watching(deps);
  const logOnce = async () => {
    asked.length = 0;
    await logActivities({ ...deps, database }, max.id, [{ id: randomUUID(), boardId: board.id, actionId: board.breakfast }]);
    // How many achievements a log earns is another matter.
    return asked.map(({ sql }) => sql).filter((sql) => !sql.includes('"achievement"'));
  };
  await logOnce();
  const before = await logOnce();
  expect(before.filter((sql) => /push|"job"|member_news|told_board/.test(sql))).toEqual([]);
  await lea.does('PUT /api/notifications/device', { body: subscription() });
  expect((await logOnce()).length).toBe(before.length + 1);
  await settled();
  await lea.does('DELETE /api/notifications/device');
  await logOnce();
  await settled();
  const after = await logOnce();
  tell(test, 'P15', `a log that nobody hears of: ${after.length} statements, ${before.length} before anybody subscribed`);
  expect(after).toEqual(before);
});

it.runIf(onSqlite)('a push finds out by keys whether its own session is over, however many people and sessions there are', async () => {
  const { database, asked } = watching(deps);
  const id = randomUUID() as NotificationId;
  await database.unitOfWork(async ({ db }) => {
    await deleteLapsedDevices(db, id);
    await deletePushToEnded(db, id);
  });
  expect(asked).toHaveLength(2);
  for (const { sql } of asked) expect(planOf(config.dataDir, sql).filter((step) => step.startsWith('SCAN'))).toEqual([]);
});

it('an ordinary day of a couple, with 12 logs and 5 reactions, comes to four pushes each at most', async () => {
  const [lea, max] = await testApp.signUpAll('Léa', 'Max');
  const board = await boardOf(lea, [max]);
  const midnight = startOfDay('Europe/Paris', daysAfter(dayIn('Europe/Paris', Date.now()), 1));
  const quiet = { quietFrom: 22, quietTo: 8 };
  const devices = { lea: await subscribed(lea, quiet), max: await subscribed(max, quiet) };
  const people = { lea, max };
  const day: [at: string, who: 'lea' | 'max', logs: number, reactions: number][] = [
    ['07:40', 'lea', 1, 0],
    ['08:10', 'max', 1, 1],
    ['12:15', 'lea', 2, 0],
    ['13:05', 'max', 1, 1],
    ['18:30', 'lea', 2, 1],
    ['18:45', 'max', 1, 0],
    ['19:30', 'max', 2, 0],
    ['20:15', 'lea', 1, 1],
    ['21:30', 'max', 0, 1],
    ['22:30', 'lea', 1, 0],
  ];
  const last: Record<'lea' | 'max', string> = { lea: '', max: '' };
  const timeOf = (at: string) => midnight + (Number(at.slice(0, 2)) * 60 + Number(at.slice(3))) * minute;
  for (let now = midnight; now <= midnight + 32 * 60 * minute; now += 5 * minute) {
    // The queue has timers of its own and may tell at `now`: people who play at that moment look a millisecond earlier.
    vi.useFakeTimers({ toFake: ['Date'], now: now - 1 });
    for (const [at, who] of day) if (timeOf(at) === now) await look(people[who], board);
    vi.setSystemTime(now);
    for (const [at, who, logs, reactions] of day) {
      if (timeOf(at) !== now) continue;
      for (let one = 0; one < logs; one += 1) last[who] = (await log(people[who], board, 'breakfast')).activity.id;
      for (let one = 0; one < reactions; one += 1)
        await people[who].does('PUT /api/boards/:boardId/activities/:activityId/reactions/:emoji', {
          params: { boardId: board.id, activityId: last[who === 'lea' ? 'max' : 'lea'], emoji: '❤️' },
        });
    }
    await settled();
  }
  expect(day.reduce((sum, [, , logs]) => sum + logs, 0)).toBe(12);
  expect(day.reduce((sum, [, , , reactions]) => sum + reactions, 0)).toBe(5);
  const counts = { lea: devices.lea.messages.length, max: devices.max.messages.length };
  // Those of the morning after included.
  expect(counts).toEqual({ lea: 3, max: 4 });
});

it('each of a hundred members hears once in the hour where twenty of them log at once', async () => {
  const lea = await testApp.signUp('Zoé');
  const board = await boardOf(lea);
  const browsers: TestBrowser[] = [];
  // A hundred sign-ups would take long and show nothing.
  await deps.database.unitOfWork(async ({ db }) => {
    const user = await db.selectFrom('user').selectAll().where('id', '=', lea.id).executeTakeFirstOrThrow();
    await db.updateTable('board').set({ heard: 1 }).where('id', '=', board.id).execute();
    for (let index = 0; index < 99; index += 1) {
      const id = `crowd-${index}`;
      const times = { created_at: 0, last_active_at: 0, expires_at: Date.now() + 99 * minute };
      await db
        .insertInto('user')
        .values({ ...user, id, email: id, username: id, username_key: id, username_skeleton: null, boards_count: 1 })
        .execute();
      await db.insertInto('board_member').values({ board_id: board.id, user_id: id, score: 0, joined_at: 0 }).execute();
      await db
        .insertInto('session')
        .values({ id, token_hash: id, user_id: id, device: null, ...times })
        .execute();
      const browser = service.browser();
      browsers.push(browser);
      const { endpoint, p256dh, auth } = browser.subscription();
      await db
        .insertInto('push_device')
        .values({
          ...{ session_id: id, user_id: id, endpoint, endpoint_hash: id, p256dh, auth },
          ...{ details: 0, time_zone: 'Europe/Paris', quiet_from: 0, quiet_to: 0, subscribed_at: 0 },
        })
        .execute();
    }
  });
  const logAtOnce = () =>
    Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        logActivities(deps, `crowd-${index}`, [{ id: randomUUID(), boardId: board.id, actionId: board.breakfast }]),
      ),
    );
  for (let again = 0; again < 3; again += 1) await logAtOnce();
  await settled();
  // What came while a push was on its way waits for the next hour.
  expect(browsers.map(({ messages }) => messages.length)).toEqual(browsers.map(() => 1));
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61 * minute });
  await logAtOnce();
  await settled();
  expect(browsers.map(({ messages }) => messages.length)).toEqual(browsers.map(() => 2));
});

it('no push, row of the queue or line of the log has a name, a title, an endpoint or a token', async (test) => {
  const [lea, max] = await testApp.signUpAll('Canarine', 'Serinou');
  const board = await boardOf(lea, [max], { actions: [{ title: 'Nourrir le canari', points: 7 }] });
  const hers = await subscribed(lea, { details: true });
  const his = await subscribed(max);
  await lea.does('PATCH /api/notifications', { body: { kinds: { achievements: true } } });
  const { actions } = await lea.does('GET /api/boards/:boardId', { params: { boardId: board.id } });
  const canary = actions.find(({ title }) => /canari/i.test(title));
  const refusing = service.browser();
  refusing.status = 500;
  await (await lea.elsewhere()).does('PUT /api/notifications/device', { body: refusing.subscription() });
  await logActivities(deps, max.id, [{ id: randomUUID(), boardId: board.id, actionId: canary?.id ?? '' }]);
  await settled();
  const other = await boardOf(max, [], { invited: [lea] });
  await settled();
  await lea.does('POST /api/requests/:requestId/rejection', { params: { requestId: (await waiting(lea, other.id)).id } });
  await settled();
  await max.does('POST /api/boards/:boardId/proposals', {
    params: { boardId: board.id },
    body: { title: 'Brosser le canari', points: 5, category: 'household' },
  });
  await settled();
  // Those that wait for more of their kind are on their way.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
  await settled();
  await lea.does('PUT /api/boards/:boardId/administrator', { params: { boardId: board.id }, body: { userId: max.id } });
  await settled();
  expect(rowsOf('push').map(({ topic }) => topic)).toEqual(expect.arrayContaining(['news', 'answer', 'proposal', 'hand_over']));
  const all = [...hers.messages, ...his.messages];
  // News, a request and an action that is proposed; an answer and a board that is handed over.
  expect(hers.messages.map(({ notification }) => notification.data.kind)).toEqual(['points', 'requests', 'requests']);
  expect(his.messages.map(({ notification }) => notification.data.kind)).toEqual(['requests', 'requests']);
  const canaries = [
    'canari',
    'canarine',
    'serinou',
    'petit-déj',
    service.origin,
    hers.endpoint.split('/').at(-1) ?? '',
    hers.auth.toString('base64url'),
    his.endpoint.split('/').at(-1) ?? '',
    his.auth.toString('base64url'),
  ];
  const { publicKey } = await lea.does('GET /api/notifications');
  const secrets = [...canaries, 'vapid t=', publicKey ?? '', lea.cookie?.split('=')[1] ?? ''];
  const payloads = JSON.stringify(all);
  const queued = JSON.stringify([...rowsOf('job'), ...rowsOf('push'), ...rowsOf('told_board')]);
  for (const secret of canaries) {
    expect(secret).not.toBe('');
    expect(payloads.toLowerCase()).not.toContain(secret.toLowerCase());
    expect(queued.toLowerCase()).not.toContain(secret.toLowerCase());
  }
  expect(logged).toContain('job not done yet');
  for (const secret of secrets) expect(logged.toLowerCase()).not.toContain(secret.toLowerCase());
  const words = await lea.does('GET /api/notifications/:notificationId', {
    params: { notificationId: hers.messages[0]?.notification.data.id ?? '' },
  });
  expect(words.body.toLowerCase()).toContain('canari');
  const lines = logged.split('\n').length - 1;
  tell(test, 'S18', `${all.length} pushes, ${rowsOf('push').length} rows of pushes, ${counted(lines)} lines of the log: 0 canaries`);
});
