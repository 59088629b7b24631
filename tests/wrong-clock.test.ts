/** The server's clock is ahead while people play, and is set right: from then on all works as if it had never been (R18). */
import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dayIn } from '#shared/calendar';
import { flameOn } from '#shared/flame-rules';
import { backUp } from '#server/backup/backup';
import { rehearse } from '#server/backup/rehearse';
import { keepNewest } from '#server/backup/recurring/backup-folder';
import { examine } from '#server/doctor/doctor';
import { createForgetting } from '#server/privacy/forget-expired';
import type { Job } from '#server/jobs/job-store';
import { afterFile } from './after-file.ts';
import { dump, tamper } from './database-state.ts';
import { tell } from './figures.ts';
import { jobContext } from './job-context.ts';
import { Mailbox } from './mailbox.ts';
import { testServer } from './postgres/test-databases.ts';
import { allTold, startPushService, type TestBrowser } from './push-service.ts';
import { agree, close, contest, contests, day, goal, pauseOf, season } from './seasons.ts';
import {
  accept,
  boardOf,
  log,
  password,
  resetToken,
  type Someone,
  startTestApp,
  type TestApp,
  type TestBoard,
  waiting,
} from './test-app.ts';
import { wallBy } from './walls.ts';

const service = await startPushService();
const mailbox = await Mailbox.open();
afterFile(() => service.close());
afterFile(() => mailbox.close());

const [minute, hour] = [60_000, 60 * 60_000];
/** A Wednesday noon in Paris. */
const start = Date.parse('2026-11-18T12:00:00+01:00');
const saturday = start + 3 * day;
const at = (time: number) => void vi.setSystemTime(time);

let testApp: TestApp;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: start });
  testApp = await startTestApp({ boundless: true, hasty: true, config: { smtpUrl: mailbox.url, pushServices: [service.origin] } });
});
afterEach(() => void vi.useRealTimers());

/** All sessions are over while the clock is that far ahead. */
const signIn = (person: Someone) => person.does('POST /api/session', { body: { identifier: person.name, password } });
async function subscribed(person: Someone): Promise<TestBrowser> {
  const browser = service.browser();
  await person.does('PUT /api/notifications/device', { body: browser.subscription() });
  return browser;
}
async function looks(person: Someone, { id }: TestBoard, looking: boolean): Promise<void> {
  const { revision } = (await person.does('GET /api/boards/:boardId', { params: { boardId: id } })).board;
  await person.does('PUT /api/notifications/seen', { body: { boards: [{ boardId: id, revision, looking }] } });
}
const linkOn = async (person: Someone, { id }: TestBoard) =>
  (await person.does('POST /api/boards/:boardId/single-links', { params: { boardId: id } })).link.token;
const joins = (person: Someone, token: string) =>
  person.tries('POST /api/invitations/:invitation/acceptance', { params: { invitation: token } });
const invite = (person: Someone, { id }: TestBoard, name: string) =>
  person.tries('POST /api/boards/:boardId/requests', { params: { boardId: id }, body: { type: 'invitation', username: name } });
const decline = async (person: Someone, { id }: TestBoard) =>
  await person.does('POST /api/requests/:requestId/rejection', { params: { requestId: (await waiting(person, id)).id } });
const owe = (from: Someone, board: TestBoard, to: Someone) =>
  from.tries('POST /api/boards/:boardId/owed-losses', {
    params: { boardId: board.id },
    body: { id: randomUUID(), actionId: board.dishes, for: to.id },
  });
const owedBy = async (person: Someone) => (await person.does('GET /api/owed-losses')).owedLosses;
const playOf = async (person: Someone, { id }: TestBoard) =>
  (await person.does('GET /api/boards/:boardId', { params: { boardId: id } })).play;
const nudges = (from: Someone, { id }: TestBoard, to: Someone) =>
  from.tries('POST /api/boards/:boardId/members/:userId/nudge', { params: { boardId: id, userId: to.id } });
async function announce(): Promise<void> {
  tamper(testApp.config.dataDir, "update job set due = 0 where kind = 'announce_recaps'");
  testApp.deps.jobs.look('announce_recaps');
  await testApp.deps.jobs.idle('announce_recaps', 'recap_mail');
}
/** Does the hourly work of the app twice, an hour apart: the clock runs steadily in between. */
async function beSteady(from: number, meanwhile: () => void = () => undefined): Promise<void> {
  let passed = 0;
  const forgetting = createForgetting(testApp.deps.database, () => passed);
  const context = jobContext();
  at(from);
  await forgetting.run({ due: from } as Job, context);
  meanwhile();
  passed += hour;
  at(from + hour);
  await forgetting.run({ due: from + hour } as Job, context);
}
const rows = (table: string) => dump(testApp.config.dataDir)[table] ?? [];

describe.each([
  ['three days', 3],
  ['400 days', 400],
])('a clock that was ahead by %s', (_, days) => {
  const ahead = start + days * day;
  /** Ten minutes are over by both clocks, and one more by the right one. */
  const right = start + 11 * minute;

  it('leaves nothing that waits for its time: pushes, links, invitations, losses, proposals, contests, limits, backups', async (context) => {
    const [lea, max, zoe, ada, nora] = await testApp.signUpAll('Léa', 'Max', 'Zoé', 'Ada', 'Nora');
    const board = await boardOf(lea, [max], { invited: [nora] });
    const hers = await subscribed(lea);
    await agree(testApp, board, [lea, max], contests);

    at(ahead);
    if (days === 400) for (const person of [lea, max, zoe, ada, nora]) await signIn(person);
    const [his, adas] = [await subscribed(max), await subscribed(ada)];
    await joins(zoe, await linkOn(lea, board));
    await joins(ada, await linkOn(lea, board));
    const left = await linkOn(lea, board);
    const reset = await resetToken(testApp, zoe);
    await decline(nora, board);
    for (const person of [lea, max, zoe, ada]) await log(person, board, 'breakfast');
    await looks(lea, board, true);
    for (let count = 0; count < 3; count += 1) await owe(max, board, lea);
    expect(await owe(max, board, lea)).toMatchObject({ status: 409 });
    await agree(testApp, board, [lea], goal);
    await contest(testApp, board, lea, max);
    await nudges(lea, board, zoe);
    await allTold(testApp.deps);
    // PostgreSQL has backups of its own.
    const dated = testServer === undefined ? await backUp(testApp.config, testApp.config.backupDir) : undefined;
    const told = [hers, his, adas].map(({ messages }) => messages.length);

    at(right);
    const { deps, config } = testApp;
    expect(await examine(deps)).toEqual([]);
    // Nobody is signed out, and all who looked, subscribed or joined before hear of what happens now.
    await log(zoe, board, 'breakfast');
    await allTold(deps);
    expect([hers, his, adas].map(({ messages }, index) => messages.length - (told[index] ?? 0))).toEqual([1, 1, 1]);
    expect((await ada.does('GET /api/notifications')).news).toEqual([board.id]);
    // A link that the wrong clock made is over, and a new one works.
    const visitor = await testApp.signUp('Sam');
    expect(await joins(visitor, left)).toMatchObject({ code: 'board_not_found' });
    const body = { token: reset, password: 'un autre long secret' };
    expect(await testApp.visitor().tries('PUT /api/password', { body })).toMatchObject({ code: 'reset_link_invalid' });
    expect(await joins(visitor, await linkOn(lea, board))).toMatchObject({ status: 200 });
    // Unanswered losses and proposals are over, and new ones can be made.
    expect(await owedBy(lea)).toEqual([]);
    expect(await owe(max, board, lea)).toMatchObject({ status: 201 });
    expect(await owedBy(lea)).toHaveLength(1);
    expect((await playOf(lea, board))?.agreements).toEqual([]);
    await close(testApp, board);
    await agree(testApp, board, [lea, max, zoe, ada, visitor], goal);
    expect((await playOf(max, board))?.seasons).toHaveLength(1);
    expect(await invite(lea, board, 'Nora')).toMatchObject({ status: 201 });
    expect(await nudges(zoe, board, ada)).toMatchObject({ status: 201 });
    // A backup that the wrong clock dated is not the newest, and no other one is deleted for it.
    if (dated !== undefined) {
      const made = await backUp(config, config.backupDir);
      expect(await keepNewest(config.backupDir, 1)).toEqual([]);
      expect(await rehearse(config)).toMatchObject({ file: made.file, passedOver: [basename(dated.file)], found: [] });
    }
    expect(await examine(deps)).toEqual([]);

    // Two days later.
    at(right + 2 * day);
    expect(await joins(nora, left)).toMatchObject({ code: 'board_not_found' });
    expect(await examine(deps)).toEqual([]);
    tell(
      context,
      'R18',
      `ahead by ${days} days: pushes, links, invitations, losses, proposals, nudges and backups as before, doctor clean`,
    );
  });

  it('keeps nobody from the recap of the next Monday, which is told once', async () => {
    // From Saturday on a clock that is three days ahead is beyond Monday.
    at(saturday);
    const [lea, max] = await testApp.signUpAll('Léa', 'Max');
    const board = await boardOf(lea, [max]);
    await log(max, board, 'breakfast');
    at(saturday + days * day);
    for (const person of [lea, max]) await signIn(person);
    await lea.does('PUT /api/recap-mail');
    await log(max, board, 'breakfast');
    await announce();
    const announced = rows('board')[0]?.['recap_week'];
    const read = typeof announced === 'string' ? announced : '';
    expect(await lea.tries('PUT /api/boards/:boardId/recaps/:week/read', { params: { boardId: board.id, week: read } })).toMatchObject({
      status: read === '' ? 404 : 204,
    });
    mailbox.received.length = 0;

    at(saturday + 11 * minute);
    await announce();
    expect(mailbox.received).toEqual([]);
    expect(await examine(testApp.deps)).toEqual([]);
    if (days === 3) await beSteady(saturday + 11 * minute);
    at(Date.parse('2026-11-23T08:00:00+01:00'));
    await signIn(lea);
    await announce();
    await announce();
    expect(mailbox.received).toHaveLength(1);
    expect((await lea.does('GET /api/boards')).boards[0]?.recap).toBe('2026-11-16');
    at(Date.parse('2026-11-23T18:00:00+01:00'));
    await announce();
    expect(mailbox.received).toHaveLength(1);
  });

  it('is written down as now once the clock has been steady for an hour: a session lasts its month from then on', async () => {
    at(ahead);
    const [lea, max] = await testApp.signUpAll('Léa', 'Max');
    const board = await boardOf(lea, [max]);
    await subscribed(lea);
    await looks(lea, board, true);
    await linkOn(lea, board);
    await owe(max, board, lea);
    await log(max, board, 'breakfast');
    await allTold(testApp.deps);
    await wallBy(lea, board);
    const params = { boardId: board.id };
    const { webhook } = await lea.does('POST /api/boards/:boardId/webhooks', { params, body: { url: 'https://crochet.invalid/' } });
    await lea.does('POST /api/boards/:boardId/webhooks/:webhookId/secret', { params: { ...params, webhookId: webhook.id } });

    at(right);
    await beSteady(right, () => {
      // The first hour deletes nothing but looks: the clock may also be behind.
      expect(rows('board_look')).toEqual([]);
      expect(rows('session').every((row) => Number(row['expires_at']) > right + 30 * day)).toBe(true);
    });
    for (const { expires_at, last_active_at } of rows('session'))
      expect([expires_at, last_active_at]).toEqual([right + hour + 30 * day, right + hour]);
    expect(rows('single_link')).toEqual([]);
    for (const [table, column] of [
      ['board_member', 'joined_at'],
      ['push_device', 'subscribed_at'],
      ['known_device', 'last_used_at'],
      ['told_board', 'told_at'],
      ['push', 'created_at'],
      ['owed_loss', 'lapses_at'],
      ['wall', 'seen_at'],
      ['wall', 'opened_at'],
    ] as const)
      expect(rows(table).filter((row) => Number(row[column]) > right + hour)).toEqual([]);
    expect(rows('webhook').map(({ old_secret_until }) => old_secret_until)).toEqual([right + hour + day]);
    expect(await examine(testApp.deps)).toEqual([]);
    await log(lea, board, 'breakfast');
    at(right + 2 * hour + 30 * day);
    expect(await lea.tries('GET /api/boards')).toMatchObject({ status: 401 });
  });
});

it('a clock that is behind changes nothing that another one has written', async () => {
  const [lea, max] = await testApp.signUpAll('Léa', 'Max');
  const board = await boardOf(lea, [max]);
  await subscribed(lea);
  await linkOn(lea, board);
  const tables = ['session', 'single_link', 'known_device', 'board_member', 'push_device', 'board'];
  const before = tables.map(rows);
  at(start - 200 * day);
  let passed = 0;
  const forgetting = createForgetting(testApp.deps.database, () => passed);
  const context = jobContext();
  await forgetting.run({ due: start } as Job, context);
  await announce();
  // It is set right within the hour.
  passed += hour;
  at(start + hour);
  await forgetting.run({ due: start + 10 * minute } as Job, context);
  expect(tables.map(rows)).toEqual(before);
});

it('a clock that is set ahead by mistake signs nobody out who comes back after it is right again', async () => {
  const lea = await testApp.signUp('Léa');
  at(start + 400 * day);
  tamper(testApp.config.dataDir, "update job set due = ? where id = 'forget_expired'", start + hour);
  testApp.deps.jobs.look('forget_expired');
  await testApp.deps.jobs.idle('forget_expired');
  at(start + 10 * minute);
  expect(await lea.tries('GET /api/boards')).toMatchObject({ status: 200 });
});

it('a season that was closed while the clock was ahead names nobody who came since, and is ticked off after it was closed', async () => {
  const [lea, max, zoe] = await testApp.signUpAll('Léa', 'Max', 'Zoé');
  const board = await boardOf(lea, [max], { invited: [zoe] });
  const id = await agree(testApp, board, [lea, max], season);
  at(start + 400 * day);
  await close(testApp, board);
  at(start + 11 * minute);
  await accept(zoe, board.id);
  const params = { boardId: board.id, seasonId: id };
  for (const person of [lea, max]) await person.tries('PUT /api/boards/:boardId/seasons/:seasonId/paid', { params });
  expect(await examine(testApp.deps)).toEqual([]);
  await log(zoe, board, 'breakfast');
  at(start + 401 * day);
  expect(await examine(testApp.deps)).toEqual([]);
});

describe('a flame that was lit while the clock was ahead', () => {
  const flameOf = async (person: Someone, board: TestBoard) => {
    const { flame, timeZone } = (await person.does('GET /api/boards/:boardId', { params: { boardId: board.id } })).board;
    return flame && flameOn(flame, dayIn(timeZone, Date.now()));
  };

  it('is out once the clock is right, and goes on with the days that both have played since', async () => {
    const [lea, max] = await testApp.signUpAll('Léa', 'Max');
    const board = await boardOf(lea, [max]);
    const play = async () => {
      for (const person of [lea, max]) await log(person, board, 'breakfast');
      expect(await examine(testApp.deps)).toEqual([]);
    };
    await play();
    at(start + 400 * day);
    for (const person of [lea, max]) await signIn(person);
    await play();
    for (const days of [1, 2]) {
      at(start + days * day);
      if (days === 1) expect(await flameOf(lea, board)).toMatchObject({ days: 0, isLitToday: false });
      await log(lea, board, 'breakfast');
      expect(await examine(testApp.deps)).toEqual([]);
      await log(max, board, 'breakfast');
      expect(await flameOf(max, board)).toMatchObject({ days: days + 1, isLitToday: true });
    }
    // The right clock reaches the day on which the flame was lit.
    for (const days of [395, 400, 402]) {
      at(start + days * day);
      expect(await examine(testApp.deps)).toEqual([]);
    }
    for (const person of [lea, max]) await signIn(person);
    await play();
    expect(await flameOf(lea, board)).toMatchObject({ isLitToday: true });
  });

  it('keeps nobody from a pause', async () => {
    const [lea, max] = await testApp.signUpAll('Léa', 'Max');
    const board = await boardOf(lea, [max]);
    at(start + 400 * day);
    for (const person of [lea, max]) await log(await person.elsewhere(), board, 'breakfast');
    await agree(testApp, board, [lea, max], pauseOf(7));
    at(start + 11 * minute);
    await agree(testApp, board, [lea, max], pauseOf(7));
    expect((await playOf(lea, board))?.pauses?.map(({ startsOn }) => startsOn)).toContain('2026-11-19');
    expect(await examine(testApp.deps)).toEqual([]);
  });
});
