import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Account, Session } from '#shared/accounts';
import type { NewAction } from '#shared/actions';
import { byLastActivity } from '#shared/board-order';
import type { BoardCard, OpenedBoard } from '#shared/boards';
import type { Notifications } from '#shared/notifications';
import type { Play } from '#shared/play';
import type { Recap } from '#shared/recap';
import type { RequestLists } from '#shared/requests';
import type { Scores } from '#shared/scores';
import { predefinedActions } from '#server/actions/catalogue';
import { databaseFile } from '#server/database/open-database';
import { examine } from '#server/doctor/doctor';
import { readScores } from '#server/leaderboard/leaderboard';
import { readSeasons } from '#server/play/seasons';
import { endpointHash } from '#server/push/device-store';
import { afterFile } from '../after-file.ts';
import { columnsIn, dump, queued, tamper } from '../database-state.ts';
import { outbox } from '../mailbox.ts';
import { allTold, claimsOf, startPushService } from '../push-service.ts';
import { startTestApp, password, Someone, type TestApp } from '../test-app.ts';

/** What the API of the program that made the database last told a person. */
interface Told {
  cookie: string;
  deviceCookie?: string;
  /** The session cookies of their other browsers. */
  elsewhere?: string[];
  password?: string;
  sessions?: Session[];
  user: Account;
  boards: BoardCard[];
  opened: OpenedBoard[];
  feed: { activities: unknown[] };
  requests?: RequestLists;
  /** Board → its scores of all time. */
  scores?: Record<string, Scores>;
  notifications?: Notifications;
  /** The recap of the week before. */
  recap?: Recap;
}

const folder = import.meta.dirname;

interface Kept {
  people: Record<string, Told>;
  /** Board → what it plays for, as one of its members was told. */
  play?: Record<string, Play>;
  /** A link that was mailed and not used. */
  link?: { of: string; token: string };
  /** The cookie of a session that was ended. */
  endedCookie?: string;
}

const read = (name: string): Kept => JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));

/** An app on a copy of the database. What has expired since lasts as it did when the database was kept. */
function openCopy(
  name: string,
  change: (dataDir: string) => void = () => undefined,
  config: Partial<TestApp['config']> = {},
): Promise<TestApp> {
  return startTestApp({
    config: { masterKey: 'decafbad'.repeat(8), ...config },
    prepare(dataDir) {
      writeFileSync(databaseFile(dataDir), gunzipSync(readFileSync(join(folder, `${name}.db.gz`))));
      const now = Date.now();
      // So lately renewed that none is renewed again.
      const end = now + 29.9 * 24 * 60 * 60 * 1000;
      // The first databases have it as text.
      const inItsShape = "update session set expires_at = case typeof(expires_at) when 'text' then ? else ? end";
      tamper(dataDir, inItsShape, new Date(end).toISOString(), end);
      tamper(dataDir, 'update password_reset set expires_at = ?', now + 60 * 60 * 1000);
      if (columnsIn(dataDir).includes('known_device.last_used_at')) tamper(dataDir, 'update known_device set last_used_at = ?', now);
      change(dataDir);
    },
  });
}

const signedInTo = (testApp: TestApp, { cookie }: Pick<Told, 'cookie'>) => Object.assign(new Someone(testApp, 'revenant'), { cookie });

const keptOn28November = Date.parse('2026-11-28T12:00:00+01:00');

const names = ['0002', '0005', '0016', '0020', '0021', '0023', '0027', '0028', '0033', '0036', '0037', '0041', '0046'];

describe.each(names)('a database as of migration %s', (name) => {
  const { people } = read(name);
  const told = Object.entries(people);
  let testApp: TestApp;
  beforeAll(async () => {
    // What waits for an answer there lapses.
    if (name === '0033') vi.useFakeTimers({ toFake: ['Date'], now: keptOn28November });
    testApp = await openCopy(name);
  });
  afterAll(() => void vi.useRealTimers());

  const signedIn = (one: Told) => signedInTo(testApp, one);

  test.each(told)('%s is still signed in', async (_, one) => {
    const { user } = await signedIn(one).does('GET /api/session');
    expect(user).toMatchObject(one.user);
  });

  test.each(told)('%s signs in with the old password', async (identifier, { user, password: own = password }) => {
    const back = await new Someone(testApp, identifier).does('POST /api/session', { body: { identifier, password: own } });
    expect(back.user.id).toBe(user.id);
  });

  test.each(told)('%s finds boards, scores and activities as they were', async (_, one) => {
    const person = signedIn(one);
    const { boards } = await person.does('GET /api/boards');
    // Earlier programs had them in another order, and did not tell by what.
    const byId = (a: BoardCard, b: BoardCard) => a.id.localeCompare(b.id);
    expect(boards.toSorted(byId)).toMatchObject(one.boards.toSorted(byId));
    expect(boards).toEqual(boards.toSorted(byLastActivity));
    for (const { board, activities } of one.opened) {
      const loggedAt = activities.activities.map((activity) => activity.loggedAt);
      expect(boards.find(({ id }) => id === board.id)?.lastActivityAt).toBeGreaterThanOrEqual(Math.max(...loggedAt));
    }
    for (const opened of one.opened) {
      expect(await person.does('GET /api/boards/:boardId', { params: { boardId: opened.board.id } })).toMatchObject(opened);
    }
    expect(await person.does('GET /api/activities')).toMatchObject(one.feed);
  });

  test.each(told.filter(([, { requests }]) => requests))('%s finds requests as they were', async (_, one) => {
    const now = await signedIn(one).does('GET /api/requests');
    for (const list of ['received', 'sent'] as const)
      for (const request of one.requests?.[list] ?? []) expect(now[list]).toContainEqual(expect.objectContaining(request));
  });

  test('the catalogue is that of today', async () => {
    const { actions } = await signedIn(told[0]?.[1] as Told).does('GET /api/predefined-actions');
    const plain = (list: readonly NewAction[]) => list.map(({ emoji, title, points }) => `${emoji} ${title} ${points}`).toSorted();
    expect(plain(actions as NewAction[])).toEqual(plain(predefinedActions));
  });

  test.each(told.filter(([, { scores }]) => scores))('%s finds curves and streaks as they were', async (_, { user, scores = {} }) => {
    for (const [boardId, then] of Object.entries(scores))
      expect(await readScores(testApp.deps, { userId: user.id, boardId }, 'all', Date.parse(`${then.today}T12:00:00Z`))).toEqual(then);
  });

  test('nothing in it is wrong', async () => {
    expect(await examine(testApp.deps)).toEqual([]);
  });
});

test('nobody in a database as of migration 0046 is a guest, and every password there is read as it is typed', async () => {
  const testApp = await openCopy('0046');
  const { password: passwords = [], guest } = dump(testApp.config.dataDir);
  expect(new Set(passwords.map(({ is_code }) => is_code))).toEqual(new Set([0]));
  expect(guest).toEqual([]);
  const told = read('0046').people['Léa'] as Told;
  expect((await signedInTo(testApp, told).does('GET /api/session')).user).toMatchObject({ email: told.user.email, isGuest: false });
});

test('what waited in a database as of migration 0020 is done: a mail is sent, and what was deleted is erased', async () => {
  const { people } = read('0020');
  const testApp = await openCopy('0020');
  expect(dump(testApp.config.dataDir)['activity']).toHaveLength(305);
  expect(
    queued(testApp.config.dataDir)
      .map(({ kind, attempts }) => [kind, attempts].join(' '))
      .toSorted(),
  ).toEqual(['erase_account 0', 'erase_board 0', 'password_reset_mail 1']);
  await testApp.app.ready();
  await testApp.deps.jobs.idle('erase_board', 'password_reset_mail');
  expect(queued(testApp.config.dataDir)).toEqual([]);
  expect(dump(testApp.config.dataDir)['activity']).toHaveLength(3);
  expect((await outbox(testApp.config.dataDir)).map(({ to }) => to?.[0]?.address)).toEqual([people['Léa']?.user.email]);
});

test('what a copy from before migration 0021 queued after it is done, though its tables are gone', async () => {
  const { user } = read('0021').people['Léa'] as Told;
  const testApp = await openCopy('0021', (dataDir) => {
    tamper(dataDir, "insert into mail_job values ('late', 'password_reset', ?, 0, 0, 2)", user.id);
    tamper(dataDir, "insert into erasure values ('gone', 'board', 0)");
  });
  const { dataDir } = testApp.config;
  expect(queued(dataDir)).toMatchObject([
    { kind: 'password_reset_mail', subject: user.id, attempts: 2, last_failure: null },
    { kind: 'erase_board', subject: 'gone', attempts: 0, last_failure: null },
  ]);
  expect(Object.keys(dump(dataDir)).filter((table) => table === 'mail_job' || table === 'erasure')).toEqual([]);
  await testApp.app.ready();
  await testApp.deps.jobs.idle('erase_board', 'password_reset_mail');
  expect((await outbox(dataDir)).map(({ to }) => to?.[0]?.address)).toEqual([user.email]);
});

test('each activity in a database as of migration 0021 has the revision at which it last changed', async () => {
  const { people } = read('0021');
  const testApp = await openCopy('0021');
  const [opened] = people['Léa']?.opened ?? [];
  const params = { boardId: opened?.board.id ?? '' };
  const { changed = [] } = await signedInTo(testApp, people['Léa'] as Told).does('GET /api/boards/:boardId/changes', {
    params,
    query: { after: '3' },
  });
  const { activity = [] } = dump(testApp.config.dataDir);
  const later = activity.flatMap(({ id, undone_revision: undone, reactions_revision: reactions }) =>
    undone === null && reactions === null ? [] : [[id, Math.max(Number(undone), Number(reactions))] as const],
  );
  expect(later).toHaveLength(4);
  expect(new Map(changed.map(({ id, changedRevision }) => [id, changedRevision]))).toEqual(new Map(later));
});

describe('a database as of migration 0016', () => {
  // What three activities of one member on one board, one after the other, were worth, and made of the score.
  const rise = async (scores: readonly [number, number][]) => {
    let userId = '';
    const testApp = await openCopy('0016', (dataDir) => {
      const rows = (dump(dataDir)['activity'] ?? []).filter(({ undone_at }) => undone_at === null);
      const of = (row: Record<string, unknown>) => `${String(row['user_id'])} ${String(row['board_id'])}`;
      const own = rows.map((row) => rows.filter((other) => of(other) === of(row))).find(({ length }) => length >= scores.length) ?? [];
      userId = String(own[0]?.['user_id']);
      tamper(dataDir, 'delete from achievement where achievement_id = ?', 'back-above-zero');
      // Far above 0, so that nothing else that is kept there tells of it.
      tamper(dataDir, 'update activity set score_after = 1000, points = 1');
      const inOrder = own.toSorted((a, b) => Number(a['board_revision']) - Number(b['board_revision']));
      for (const [index, [points, score]] of scores.entries())
        tamper(dataDir, 'update activity set points = ?, score_after = ? where id = ?', points, score, String(inOrder[index]?.['id']));
    });
    const { times } = (dump(testApp.config.dataDir)['achievement'] ?? []).find(
      ({ user_id, achievement_id }) => user_id === userId && achievement_id === 'back-above-zero',
    ) ?? { times: 0 };
    return { times, found: (await examine(testApp.deps)).filter((line) => line.includes('back-above-zero')) };
  };

  test('a member who came back above zero by way of exactly 0 has the achievement for it', async () => {
    expect(
      await rise([
        [-30, -30],
        [30, 0],
        [5, 5],
      ]),
    ).toEqual({ times: 1, found: [] });
  });

  test('a member who began at 0, or came down to it, does not', async () => {
    expect(
      await rise([
        [30, 30],
        [-30, 0],
        [5, 5],
      ]),
    ).toEqual({ times: 0, found: [] });
  });
});

describe('a database as of migration 0002', () => {
  const { people } = read('0002');

  test('what its program could not read any more is settled, and fails nobody', async () => {
    const testApp = await openCopy('0002');
    const lists = async (who: string) => {
      const { received, sent } = await signedInTo(testApp, people[who] as Told).does('GET /api/requests');
      return [...received, ...sent].map(({ type, status, boardTitle, fromUsername }) => [type, status, boardTitle, fromUsername].join(' '));
    };
    expect(await lists('Nino')).toEqual(['invitation pending RELAIS Léa', 'invitation pending MAISON Léa']);
    expect(await lists('Inès')).toEqual(['invitation rejected RELAIS Max']);
    expect(await lists('Max')).toEqual([
      'invitation accepted MAISON Léa',
      'member_invitation pending MAISON Max',
      'invitation rejected RELAIS Max',
      'invitation accepted RELAIS Max',
    ]);
    const again = await signedInTo(testApp, people['Max'] as Told).tries('POST /api/boards', {
      body: { title: 'Parti', actions: [{ title: 'Bisou', points: 5 }], idempotencyKey: 'abcdef0123456789abcdef' },
    });
    expect(again.body.board.title).toBe('ENCORE UNE FOIS');
  });
});

describe('a database as of migration 0005', () => {
  const { people, link, endedCookie = '' } = read('0005');
  const told = Object.entries(people);
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await openCopy('0005');
  });

  test.each(told)('%s finds the same list of signed-in browsers, and is signed in in each of them', async (_, one) => {
    expect((await signedInTo(testApp, one).does('GET /api/sessions')).sessions).toEqual(one.sessions);
    for (const cookie of one.elsewhere ?? [])
      expect((await signedInTo(testApp, { cookie }).does('GET /api/session')).user?.id).toBe(one.user.id);
  });

  test('a session that was ended stays ended', async () => {
    expect((await signedInTo(testApp, { cookie: endedCookie }).does('GET /api/session')).user).toBeNull();
  });

  test('the cookie of who wants none after the browser is closed still ends with it', async () => {
    const { headers } = await signedInTo(testApp, people['Nino'] as Told).tries('GET /api/session');
    const [line] = [headers['set-cookie'] ?? []].flat();
    expect(line).toMatch(/^ou-la-la=[^;]+; Path=\/; HttpOnly; SameSite=Strict$/);
  });

  test.each(told)("%s's browser is a known device", async (_, { deviceCookie, user }) => {
    expect(await testApp.deps.devices.find(deviceCookie, user.id)).toBeDefined();
  });

  test('what its operator changed in the catalogue stays', async () => {
    const changed = await openCopy('0005', (dataDir) => {
      tamper(dataDir, 'update predefined_action set points = 7 where title = ?', 'A cédé la télécommande');
      tamper(dataDir, 'delete from predefined_action where title = ?', 'A payé sa tournée');
      tamper(dataDir, "update predefined_action set title = 'Poisson au micro-ondes' where title = ?", 'Miettes dans le lit');
    });
    const { actions } = await signedInTo(changed, told[0]?.[1] as Told).does('GET /api/predefined-actions');
    const titles = actions.map(({ title }) => title);
    expect(titles).toContain('A cédé la télécommande');
    expect(titles).not.toContain('Tournée offerte');
    expect(titles.filter((title) => title === 'Poisson au micro-ondes')).toHaveLength(1);
  });

  test('no token of a session is in it any more', () => {
    const rows = JSON.stringify(dump(testApp.config.dataDir));
    const cookies = told.flatMap(([, { cookie, elsewhere = [] }]) => [cookie, ...elsewhere]);
    for (const cookie of cookies) expect(rows).not.toContain(cookie.slice('ou-la-la='.length, cookie.indexOf('.')));
  });

  test('a link that was mailed changes the password once', async () => {
    const { of = '', token = '' } = link ?? {};
    const body = { token, password: 'violette orage 24' };
    const browser = testApp.visitor();
    await browser.does('PUT /api/password', { body });
    const { user } = await browser.does('POST /api/session', { body: { identifier: of, password: body.password } });
    expect(user.id).toBe(people[of]?.user.id);
    const again = { ...body, password: 'orage violette 24' };
    expect(await testApp.visitor().tries('PUT /api/password', { body: again })).toMatchObject({ code: 'reset_link_invalid' });
  });
});

describe('a database as of migration 0027', () => {
  const { people } = read('0027');
  const told = Object.entries(people);
  const { Léa: lea } = people;
  const boardId = lea?.boards[0]?.id ?? '';
  // The morning after it was kept, when the quiet hours of both are over.
  const morning = () => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-26T08:05:00+01:00') });
  afterEach(() => void vi.useRealTimers());

  test.each(told)('%s finds device, kinds, mutes and recap as they were', async (_, one) => {
    morning();
    const person = signedInTo(await openCopy('0027'), one);
    expect(await person.does('GET /api/notifications')).toMatchObject(one.notifications ?? {});
    const params = { boardId, week: one.recap?.week ?? '' };
    expect(await person.does('GET /api/boards/:boardId/recaps/:week', { params })).toMatchObject(one.recap ?? {});
  });

  test('what waited is told once, signed by the key that browsers know, and the mail that failed is sent and can be ended', async () => {
    morning();
    const service = await startPushService();
    afterFile(() => service.close());
    const hers = service.browser();
    const { endpoint, p256dh, auth } = hers.subscription();
    const moved = 'update push_device set endpoint = ?, endpoint_hash = ?, p256dh = ?, auth = ? where user_id = ?';
    const testApp = await openCopy(
      '0027',
      (dataDir) => tamper(dataDir, moved, endpoint, endpointHash(endpoint), p256dh, auth, lea?.user.id),
      { pushServices: [service.origin] },
    );
    const { dataDir } = testApp.config;
    expect(queued(dataDir).map(({ kind, attempts }) => `${String(kind)} ${String(attempts)}`)).toEqual(['recap_mail 1', 'push 0']);
    await testApp.app.ready();
    await allTold(testApp.deps);
    await testApp.deps.jobs.idle('recap_mail');
    expect(queued(dataDir)).toEqual([]);
    expect(hers.received).toHaveLength(1);
    expect(claimsOf(hers.received[0]?.headers.authorization ?? '').publicKey).toBe(lea?.notifications?.publicKey);
    const [mail, ...others] = await outbox(dataDir);
    expect([mail?.to?.[0]?.address, others]).toEqual([lea?.user.email, []]);
    const [{ token } = { token: '' }] = dump(dataDir)['recap_mail'] ?? [];
    await testApp.visitor().does('POST /api/recap-mail/unsubscriptions/:token', { params: { token: String(token) } });
    expect(dump(dataDir)['recap_mail']).toEqual([]);
    expect(await examine(testApp.deps)).toEqual([]);
  });

  test('its flame, its nudge and what was seen of it are there', async () => {
    morning();
    const rows = dump((await openCopy('0027')).config.dataDir);
    expect(rows['board']).toMatchObject([{ lit_on: '2026-11-25', flame_days: 9, flame_record: 9, joker_used_on: '2026-11-23' }]);
    expect(rows['nudge']).toMatchObject([{ to_user: lea?.user.id, day: '2026-11-25' }]);
    expect(rows['told_board']).toMatchObject([{ board_id: boardId, revision: 29 }]);
    expect(rows['push']).toHaveLength(11);
    expect((rows['board_member'] ?? []).map(({ recap_seen }) => recap_seen)).toEqual(['2026-11-16', null]);
  });
});

describe('a database as of migration 0033', () => {
  const { people, play = {} } = read('0033');
  const [lea, max] = [people['Léa'] as Told, people['Max'] as Told];
  const [home = '', trip = ''] = Object.keys(play);
  const open = async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: keptOn28November });
    const testApp = await openCopy('0033');
    const playOf = async (boardId: string) =>
      (await signedInTo(testApp, lea).does('GET /api/boards/:boardId', { params: { boardId } })).play;
    return { testApp, playOf };
  };
  afterEach(() => void vi.useRealTimers());

  test('its seasons, goal, pause and podium are as they were told, by the clock of their board', async () => {
    const { testApp, playOf } = await open();
    const { seasons, ...beside } = play[home] as Play;
    const [season, goal] = seasons;
    // He was there from the start, was removed and let in again.
    const standings = season?.standings.map((one) => ({ ...one, joinedLate: false }));
    const onHome = { timeZone: 'Europe/Paris', startsAt: Date.parse('2026-11-27T00:00:00+01:00') };
    expect(await playOf(home)).toMatchObject({
      ...beside,
      seasons: [
        { ...season, ...onHome, endsAt: Date.parse('2027-11-24T00:00:00+01:00'), standings },
        { ...goal, ...onHome, standings },
      ],
      pauses: [{ startsAt: Date.parse('2026-11-28T00:00:00+01:00'), endsAt: Date.parse('2026-12-01T00:00:00+01:00') }],
    });
    const startsAt = Date.parse('2026-11-27T00:00:00+14:00');
    const [abroad] = play[trip]?.seasons ?? [];
    expect((await playOf(trip))?.seasons).toMatchObject([{ ...abroad, timeZone: 'Pacific/Kiritimati', startsAt }]);
    expect(await examine(testApp.deps)).toEqual([]);
  });

  test('goes on: what is logged and undone counts in them, and they end once', async () => {
    const { testApp, playOf } = await open();
    const { actions } = await signedInTo(testApp, max).does('GET /api/boards/:boardId', { params: { boardId: home } });
    const actionId = actions.find(({ points }) => points === 20)?.id ?? '';
    vi.setSystemTime(Date.parse('2026-12-01T00:00:00+01:00'));
    const log = (id: string) =>
      signedInTo(testApp, max).does('POST /api/boards/:boardId/activities', { params: { boardId: home }, body: { id, actionId } });
    await log('one-more-of-sixteen');
    const { activity } = await log('undone-of-sixteen');
    await signedInTo(testApp, max).does('POST /api/boards/:boardId/activities/:activityId/undo', {
      params: { boardId: home, activityId: activity.id },
    });
    const own = (await playOf(home))?.seasons.map(({ standings }) => standings.find(({ userId }) => userId === max.user.id)?.points);
    expect(own).toEqual([25, 25]);
    expect(await examine(testApp.deps)).toEqual([]);
    vi.setSystemTime(Date.parse('2027-11-24T00:00:00+01:00'));
    const { seasons } = await readSeasons(testApp.deps, { userId: lea.user.id, boardId: home }, null);
    expect(seasons.find(({ stake }) => stake === 'Le resto')).toMatchObject({ winners: [max.user.id], isOwed: true });
    expect(await examine(testApp.deps)).toEqual([]);
  });
});

describe('a database as of migration 0036', () => {
  const { people } = read('0036');
  const [lea, max, zoe] = [people['Léa'] as Told, people['Max'] as Told, people['Zoé'] as Told];

  test('what each member has seen and muted of a board is there, and nothing is news to those of whom it was not known', async () => {
    const testApp = await openCopy('0036');
    const readingsOf = async (one: Told) => {
      const { boards } = await signedInTo(testApp, one).does('GET /api/boards');
      return boards.map(({ createdBy, revision, seen, hasNews = false, isMuted = false }) => ({
        ...{ board: createdBy === lea.user.id ? 'home' : 'trip', revision, seen, hasNews, isMuted },
      }));
    };
    // She has a device: of the one board a log is left, the other is muted.
    expect(await readingsOf(lea)).toEqual([
      { board: 'home', revision: 6, seen: 4, hasNews: true, isMuted: false },
      { board: 'trip', revision: 4, seen: 2, hasNews: false, isMuted: true },
    ]);
    expect(await readingsOf(max)).toEqual([
      { board: 'home', revision: 6, seen: 6, hasNews: false, isMuted: false },
      { board: 'trip', revision: 4, seen: 4, hasNews: false, isMuted: false },
    ]);
    expect(await readingsOf(zoe)).toEqual([{ board: 'home', revision: 6, seen: 6, hasNews: false, isMuted: true }]);
  });
});
