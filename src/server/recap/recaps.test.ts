import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ActionId } from '#shared/ids';
import { dump, queued } from '../../../tests/database-state.ts';
import { jobContext } from '../../../tests/job-context.ts';
import { Mailbox } from '../../../tests/mailbox.ts';
import { agree, beginBeside, close, goal } from '../../../tests/seasons.ts';
import { boardOf, log, password, remove, type Someone, startTestApp, type TestApp, type TestBoard } from '../../../tests/test-app.ts';
import { afterFile } from '../../../tests/after-file.ts';
import { createAnnouncing } from './announcing.ts';

const mailbox = await Mailbox.open();
afterFile(() => mailbox.close());
let testApp: TestApp;
/** In the zone of the boards, Paris, where it is an hour later than in UTC in November. */
const at = (time: string) => void vi.setSystemTime(new Date(`${time}:00+01:00`));
const [week, before] = ['2026-11-16', '2026-11-09'];

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-02T10:00:00+01:00') });
  testApp = await startTestApp({ boundless: true, hasty: true, config: { smtpUrl: mailbox.url } });
});
afterEach(() => void vi.useRealTimers());

const read = (person: Someone, board: TestBoard, ofWeek = week) =>
  person.tries('GET /api/boards/:boardId/recaps/:week', { params: { boardId: board.id, week: ofWeek } });
const recapOf = async (person: Someone, board: TestBoard) => (await read(person, board)).body;
const undo = (person: Someone, board: TestBoard, activityId: string) =>
  person.does('POST /api/boards/:boardId/activities/:activityId/undo', { params: { boardId: board.id, activityId } });
const react = (person: Someone, board: TestBoard, activityId: string, emoji: '😂' | '❤️') =>
  person.does('PUT /api/boards/:boardId/activities/:activityId/reactions/:emoji', { params: { boardId: board.id, activityId, emoji } });

describe('the recap of a week', () => {
  it('adds up the week beside the one before, without what was undone', async () => {
    const [lea, max] = await testApp.signUpAll('Léa', 'Max');
    const board = await boardOf(lea, [max]);
    at('2026-11-15T23:59');
    await log(max, board, 'breakfast');
    at('2026-11-16T00:00');
    await log(lea, board, 'breakfast');
    await log(lea, board, 'dishes');
    const { activity } = await log(max, board, 'breakfast');
    at('2026-11-22T23:59');
    await log(max, board, 'dishes');
    at('2026-11-23T00:00');
    await log(max, board, 'breakfast');
    at('2026-11-23T08:00');
    const whole = await recapOf(lea, board);
    expect(whole.total).toEqual({ points: 10, actions: 4, people: 2, before: { points: 20, actions: 1 } });
    await undo(max, board, activity.id);
    expect((await recapOf(lea, board)).total).toEqual({ points: -10, actions: 3, people: 2, before: { points: 20, actions: 1 } });
    expect((await read(lea, board, before)).body.total).toMatchObject({ actions: 1, before: null });
  });

  it('names who led, and nobody where nobody did', async () => {
    const [lea, max] = await testApp.signUpAll('Léa', 'Max');
    const [board, level, low, alone] = [
      await boardOf(lea, [max]),
      await boardOf(lea, [max]),
      await boardOf(lea, [max]),
      await boardOf(lea),
    ];
    at('2026-11-17T12:00');
    for (const one of [board, board, level, alone]) await log(lea, one, 'breakfast');
    for (const one of [board, level]) await log(max, one, 'breakfast');
    for (const person of [lea, max]) await log(person, low, 'dishes');
    at('2026-11-23T08:00');
    expect((await recapOf(max, board)).leaders).toEqual({ points: 40, members: [{ userId: lea.id, username: 'Léa', avatar: '🦄' }] });
    expect((await recapOf(max, level)).leaders?.members.map(({ username }) => username).toSorted()).toEqual(['Léa', 'Max']);
    for (const one of [low, alone]) expect((await recapOf(lea, one)).leaders).toBeNull();
  });

  it('keeps what people who left did in the sums, without their names, and what deleted people did nowhere', async () => {
    const [lea, max, zoe] = await testApp.signUpAll('Léa', 'Max', 'Zoé');
    const board = await boardOf(lea, [max, zoe]);
    at('2026-11-17T12:00');
    await log(lea, board, 'breakfast');
    for (const person of [max, max, zoe, zoe, zoe]) await log(person, board, 'breakfast');
    at('2026-11-23T08:00');
    await remove(lea, board, max);
    expect(await recapOf(lea, board)).toMatchObject({ total: { actions: 6 }, leaders: { members: [{ username: 'Zoé' }] } });
    await zoe.does('POST /api/account/deletion', { body: { password } });
    const { text, body } = await read(lea, board);
    expect(body).toMatchObject({ total: { actions: 3, people: 2 }, leaders: null, favourite: { times: 3 } });
    for (const gone of ['Max', 'Zoé', max.id, zoe.id]) expect(text).not.toContain(gone);
    expect((await read(max, board)).code).toBe('board_not_found');
  });

  it('tells the podium of what ended in it as it was kept, otherwise what went on and for how long', async () => {
    const [lea, max] = await testApp.signUpAll('Léa', 'Max');
    const board = await boardOf(lea, [max]);
    at('2026-11-12T12:00');
    await agree(testApp, board, [lea, max]);
    await beginBeside(testApp, board, max, goal);
    at('2026-11-14T12:00');
    const { activity } = await log(max, board, 'breakfast');
    at('2026-11-18T12:00');
    await log(lea, board, 'dishes');
    at('2026-11-20T00:10');
    await close(testApp, board);
    at('2026-11-24T12:00');
    await log(lea, board, 'breakfast');
    await undo(max, board, activity.id);
    await log(max, board, 'breakfast');
    at('2026-11-30T08:00');
    const seasonOf = async (ofWeek: string) => (await read(lea, board, ofWeek)).body.season;
    const podium = { state: 'over', kind: 'season', number: 1, stake: 'Le petit-déj au lit', isReached: null, isTied: false };
    expect(await seasonOf(week)).toEqual({ ...podium, winners: [{ userId: max.id, username: 'Max', avatar: '🦄' }] });
    expect(await seasonOf('2026-11-23')).toEqual({ state: 'running', kind: 'goal', number: 2, stake: null, daysLeft: 13 });
    await max.does('POST /api/account/deletion', { body: { password } });
    const { text, body } = await read(lea, board);
    expect(body.season).toMatchObject({ winners: [{ userId: null }] });
    expect(text).not.toContain('Max');
  });

  it('of a board that never played for anything tells of no season', async () => {
    const lea = await testApp.signUp('Léa');
    const board = await boardOf(lea);
    at('2026-11-18T12:00');
    await log(lea, board, 'breakfast');
    at('2026-11-23T08:00');
    expect((await recapOf(lea, board)).season).toBeNull();
  });

  it('finds the best day, and none where all was gained on one', async () => {
    const lea = await testApp.signUp('Léa');
    const board = await boardOf(lea);
    at('2026-11-18T12:00');
    await log(lea, board, 'breakfast');
    at('2026-11-21T12:00');
    for (const what of ['breakfast', 'breakfast', 'dishes'] as const) await log(lea, board, what);
    at('2026-11-23T08:00');
    expect((await recapOf(lea, board)).days).toEqual({ best: 5, actions: 3, gained: [0, 0, 20, 0, 0, 40, 0] });
    at('2026-11-24T12:00');
    await log(lea, board, 'breakfast');
    at('2026-11-30T08:00');
    expect((await read(lea, board, '2026-11-23')).body.days).toBeNull();
  });

  it('shows the gain that was logged most, as it was called last, and the loss at which people laughed most, without its author', async () => {
    const [lea, max] = await testApp.signUpAll('Léa', 'Max');
    const board = await boardOf(lea, [max], { actions: [{ title: 'Clés perdues', points: -50, category: 'negative', emoji: '🔑' }] });
    const { actions } = await lea.does('GET /api/boards/:boardId', { params: { boardId: board.id } });
    const keys: ActionId = actions.find(({ title }) => title === 'Clés perdues')?.id ?? '';
    at('2026-11-18T12:00');
    await log(lea, board, 'breakfast');
    const { activity: funny } = await log(max, board, 'dishes');
    await lea.does('POST /api/boards/:boardId/activities', { params: { boardId: board.id }, body: { id: randomUUID(), actionId: keys } });
    at('2026-11-23T08:00');
    expect(await recapOf(lea, board)).toMatchObject({ favourite: null, loss: { title: 'Clés perdues', emoji: '🔑', points: -50 } });
    at('2026-11-19T12:00');
    await lea.does('PATCH /api/boards/:boardId/actions/:actionId', {
      params: { boardId: board.id, actionId: board.breakfast },
      body: { title: 'Croissants', points: 20, category: null, emoji: '🥐', retired: false },
    });
    await log(max, board, 'breakfast');
    await react(lea, board, funny.id, '😂');
    at('2026-11-23T08:00');
    const recap = await recapOf(lea, board);
    expect(recap.favourite).toEqual({ title: 'Croissants', emoji: '🥐', points: 20, times: 2 });
    expect(recap.loss).toEqual({ title: 'Vaisselle oubliée', emoji: '🍽️', points: -15 });
  });

  it('tells the flame as Sunday left it, and none that is out', async () => {
    const [lea, max] = await testApp.signUpAll('Léa', 'Max');
    const board = await boardOf(lea, [max]);
    const light = async (day: string) => {
      at(`${day}T12:00`);
      for (const person of [lea, max]) await log(person, board, 'breakfast');
    };
    for (const day of ['2026-11-09', '2026-11-10', '2026-11-11', '2026-11-21', '2026-11-22']) await light(day);
    at('2026-11-23T08:00');
    expect((await recapOf(max, board)).flame).toEqual({ days: 2, record: 3 });
    // A flame that went out in its own week.
    expect((await read(lea, board, before)).body.flame).toBeNull();
    // What came later is told in later weeks.
    for (const day of ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27']) await light(day);
    expect((await recapOf(lea, board)).flame).toEqual({ days: 2, record: 3 });
    const { activities } = await lea.does('GET /api/boards/:boardId/activities', { params: { boardId: board.id } });
    const sunday = activities.find(({ loggedAt, userId }) => userId === max.id && loggedAt === Date.parse('2026-11-22T12:00:00+01:00'));
    await undo(max, board, sunday?.id ?? '');
    expect((await recapOf(lea, board)).flame).toBeNull();
  });

  it('tells the flame that a joker kept on Sunday, and none to somebody alone', async () => {
    const [lea, max] = await testApp.signUpAll('Léa', 'Max');
    const board = await boardOf(lea, [max]);
    for (const day of [15, 16, 17, 18, 19, 20, 21]) {
      at(`2026-11-${day}T12:00`);
      for (const person of [lea, max]) await log(person, board, 'breakfast');
    }
    at('2026-11-23T08:00');
    expect((await recapOf(lea, board)).flame).toEqual({ days: 7, record: 7 });
    await remove(lea, board, max);
    expect((await recapOf(lea, board)).flame).toBeNull();
  });

  it('keeps the record of days that went with an account, before and after the next log', async () => {
    const [lea, max, nora] = await testApp.signUpAll('Léa', 'Max', 'Nora');
    const board = await boardOf(lea, [max, nora]);
    const light = async (day: string, other: Someone) => {
      at(`${day}T12:00`);
      for (const person of [lea, other]) await log(person, board, 'breakfast');
    };
    for (const day of [9, 10, 11, 12, 13]) await light(`2026-11-${String(day).padStart(2, '0')}`, nora);
    await nora.does('POST /api/account/deletion', { body: { password } });
    for (const day of [21, 22]) await light(`2026-11-${day}`, max);
    at('2026-11-23T08:00');
    expect((await recapOf(lea, board)).flame).toEqual({ days: 2, record: 5 });
    await light('2026-11-23', max);
    expect((await recapOf(lea, board)).flame).toEqual({ days: 2, record: 5 });
  });

  it('is there from Monday, 8:00, for four weeks, and not for a week without logs', async () => {
    const lea = await testApp.signUp('Léa');
    const board = await boardOf(lea);
    at('2026-11-18T12:00');
    const { activity } = await log(lea, board, 'breakfast');
    const weeks = async () => (await lea.does('GET /api/boards/:boardId/recaps', { params: { boardId: board.id } })).weeks;
    at('2026-11-23T07:59');
    expect((await read(lea, board)).code).toBe('recap_not_found');
    expect(await weeks()).toEqual([]);
    at('2026-11-23T08:00');
    expect((await read(lea, board)).status).toBe(200);
    expect(await weeks()).toEqual([{ week, isRead: false }]);
    for (const wrong of [before, '2026-11-17', 'rien', '', '2026-11-23']) expect((await read(lea, board, wrong)).status).toBe(404);
    // A session ends after 30 days.
    const later = await (at('2026-12-01T08:00'), lea.elsewhere());
    at('2026-12-21T07:59');
    expect((await read(later, board)).status).toBe(200);
    at('2026-12-21T08:00');
    expect((await read(later, board)).code).toBe('recap_not_found');
    at('2026-11-24T12:00');
    await undo(lea, board, activity.id);
    expect((await read(lea, board)).code).toBe('recap_not_found');
    expect(await weeks()).toEqual([]);
  });

  it.each([
    ['spring', 'Europe/Paris', '2027-03-22', '2027-03-22T00:00:00+01:00', '2027-03-28T23:59:00+02:00', '2027-03-29T08:00:00+02:00'],
    ['autumn', 'Europe/Paris', '2026-10-19', '2026-10-19T00:00:00+02:00', '2026-10-25T23:59:00+01:00', '2026-10-26T08:00:00+01:00'],
    ['Hawaii', 'Pacific/Honolulu', '2026-11-16', '2026-11-16T00:00:00-10:00', '2026-11-22T23:59:00-10:00', '2026-11-23T08:00:00-10:00'],
  ])('is exact in %s', async (_where, timeZone, monday, first, last, ready) => {
    vi.setSystemTime(new Date(Date.parse(first) - 60_000));
    const lea = await testApp.signUp('Léa');
    const board = await boardOf(lea, [], { timeZone });
    for (const moment of [Date.parse(first) - 1000, Date.parse(first), Date.parse(last), Date.parse(last) + 60_000]) {
      vi.setSystemTime(moment);
      await log(lea, board, 'breakfast');
    }
    vi.setSystemTime(Date.parse(ready) - 1000);
    expect((await read(lea, board, monday)).status).toBe(404);
    vi.setSystemTime(Date.parse(ready));
    expect((await read(lea, board, monday)).body).toMatchObject({
      total: { actions: 2, before: { actions: 1 } },
      days: { gained: [20, 0, 0, 0, 0, 0, 20] },
    });
  });
});

/** Looks as a copy with this clock does; the weeks that it announced. */
async function look(time?: string): Promise<string[]> {
  if (time !== undefined) at(time);
  const announced: string[] = [];
  const { database } = testApp.deps;
  const heard: typeof database = {
    ...database,
    unitOfWork: (change, options) =>
      database.unitOfWork(
        (work) =>
          change({
            ...work,
            record: (event) => {
              if (event.type === 'recap_ready') announced.push(event.week);
              work.record(event);
            },
          }),
        options,
      ),
  };
  await createAnnouncing(heard).run(
    { id: '', kind: 'announce_recaps', subject: '', due: 0, attempts: 0, last_failure: null, created_at: 0 },
    jobContext(),
  );
  return announced;
}

describe('announcing (R16)', () => {
  it('is done once for a board and week, however often and at whatever clocks it is looked for', async () => {
    const lea = await testApp.signUp('Léa');
    const [board] = [await boardOf(lea), await boardOf(lea)];
    at('2026-11-18T12:00');
    await log(lea, board, 'breakfast');
    expect(await look('2026-11-23T07:59')).toEqual([]);
    at('2026-11-23T08:00');
    const both = await Promise.all([look(), look()]);
    expect(both.flat()).toEqual([week]);
    vi.setSystemTime(Date.now() - 30_000);
    expect(await look()).toEqual([]);
    for (const time of ['2026-11-23T08:05', '2026-11-25T08:00', '2026-11-30T08:00']) expect(await look(time)).toEqual([]);
  });

  it('announces no week twice and none in vain after the zone was changed', async () => {
    const lea = await testApp.signUp('Léa');
    const board = await boardOf(lea, [], { timeZone: 'Asia/Tokyo' });
    const move = (timeZone: string) => lea.does('PATCH /api/boards/:boardId', { params: { boardId: board.id }, body: { timeZone } });
    at('2026-11-18T12:00');
    await log(lea, board, 'breakfast');
    // Monday, 8:00 in Tokyo.
    expect(await look('2026-11-23T00:00')).toEqual([week]);
    await move('America/Los_Angeles');
    expect(await look('2026-11-23T12:00')).toEqual([]);
    expect(await look('2026-11-23T17:01')).toEqual([]);
    at('2026-11-25T12:00');
    await log(lea, board, 'breakfast');
    await move('Europe/Paris');
    expect(await look('2026-11-30T07:59')).toEqual([]);
    expect(await look('2026-11-30T08:00')).toEqual(['2026-11-23']);
    await move('America/Los_Angeles');
    expect(await look('2026-11-30T17:01')).toEqual([]);
  });

  it('is told on the cards until it is read, and not to who joined later', async () => {
    const [lea, max] = await testApp.signUpAll('Léa', 'Max');
    const board = await boardOf(lea);
    const told = async (person: Someone) => (await person.does('GET /api/boards')).boards.map(({ recap }) => recap);
    at('2026-11-18T12:00');
    await log(lea, board, 'breakfast');
    at('2026-11-23T08:00');
    expect(await told(lea)).toEqual([undefined]);
    await look();
    expect(await told(lea)).toEqual([week]);
    expect((await lea.does('GET /api/boards/:boardId', { params: { boardId: board.id } })).recap).toBe(week);
    await lea.does('POST /api/boards/:boardId/requests', { params: { boardId: board.id }, body: { type: 'invitation', username: 'Max' } });
    const [request] = (await max.does('GET /api/requests')).received;
    await max.does('POST /api/requests/:requestId/acceptance', { params: { requestId: request?.id ?? '' } });
    expect(await told(max)).toEqual([undefined]);
    await lea.does('PUT /api/boards/:boardId/recaps/:week/read', { params: { boardId: board.id, week } });
    expect(await told(lea)).toEqual([undefined]);
    await lea.does('PUT /api/boards/:boardId/recaps/:week/read', { params: { boardId: board.id, week: before } });
    expect(await told(lea)).toEqual([undefined]);
  });

  it('has the calendar asked as often for many cards as for one', async () => {
    const [lea, max] = await testApp.signUpAll('Léa', 'Max');
    const boards = [await boardOf(max), await boardOf(lea), await boardOf(lea), await boardOf(lea)];
    at('2026-11-18T12:00');
    for (const [index, board] of boards.entries()) await log(index === 0 ? max : lea, board, 'breakfast');
    at('2026-11-23T08:00');
    await look();
    const asked = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts');
    onTestFinished(() => asked.mockRestore());
    const readAt = async (person: Someone, time: string) => {
      at(time);
      asked.mockClear();
      const recaps = (await person.does('GET /api/boards')).boards.map(({ recap }) => recap);
      return { recaps, calls: asked.mock.calls.length };
    };
    await readAt(max, '2026-11-23T08:01');
    const one = await readAt(max, '2026-11-23T08:02');
    const many = await readAt(lea, '2026-11-23T08:03');
    expect([one.recaps, many.recaps]).toEqual([[week], [week, week, week]]);
    expect(one.calls).toBeGreaterThan(0);
    expect(many.calls).toBe(one.calls);
  });
});

describe('the weekly mail', () => {
  const start = async () => {
    await testApp.app.ready();
    await testApp.deps.jobs.idle('announce_recaps', 'recap_mail');
    await look();
    testApp.deps.jobs.look('recap_mail');
    await testApp.deps.jobs.idle('recap_mail');
  };

  it('goes once to who asked for it, with all boards, when it is Monday, 8:00, on all of them, and tells no title of an action (S18)', async () => {
    const [lea, max] = await testApp.signUpAll('Léa', 'Maxence');
    const far = 'Pacific/Honolulu';
    const [board, other] = [await boardOf(lea, [max], { title: 'Chez nous' }), await boardOf(lea, [max], { title: 'Loin', timeZone: far })];
    await boardOf(lea, [max], { title: 'Calme' });
    expect(await lea.does('PUT /api/recap-mail')).toEqual({ isOffered: true, isOn: true });
    at('2026-11-18T12:00');
    for (const one of [board, board, other]) await log(max, one, 'breakfast');
    const from = mailbox.received.length;
    at('2026-11-23T08:00');
    await start();
    expect(mailbox.received).toHaveLength(from);
    at('2026-11-23T19:00');
    for (let times = 0; times < 3; times += 1) await start();
    const [received] = mailbox.received.slice(from);
    expect(mailbox.received).toHaveLength(from + 1);
    expect(received?.recipients).toEqual([lea.email]);
    const whole = `${received?.mail.subject}\n${received?.mail.text}\n${received?.mail.html}`;
    for (const said of ['CHEZ NOUS', 'LOIN', '40\u00A0points en 2\u00A0actions', `/board/${board.id}?recap=${week}`])
      expect(whole).toContain(said);
    for (const kept of ['Petit-déj', 'Maxence', 'CALME']) expect(whole).not.toContain(kept);
    expect(queued(testApp.config.dataDir)).toEqual([]);
  });

  it('ends by one press in a program for mails, without a session, and then does not come', async () => {
    const lea = await testApp.signUp('Léa');
    const board = await boardOf(lea);
    await lea.does('PUT /api/recap-mail');
    at('2026-11-18T12:00');
    await log(lea, board, 'breakfast');
    const from = mailbox.received.length;
    at('2026-11-23T08:00');
    await start();
    const headers = new Map(mailbox.received.at(-1)?.mail.headers.map(({ key, value }) => [key, value]));
    expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const address = /^<(.+)>$/.exec(headers.get('list-unsubscribe') ?? '')?.[1] ?? '';
    const press = (path: string) =>
      testApp.visitor().sends({
        method: 'POST',
        url: path,
        headers: { origin: undefined, 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'List-Unsubscribe=One-Click',
      });
    const { pathname } = new URL(address);
    // Opening the address leads to the page with the button, as the link in the mail does, and ends nothing.
    const opened = await testApp.app.inject({ url: pathname, headers: { accept: 'text/html' } });
    expect([opened.statusCode, opened.headers.location]).toEqual([303, `/login#recap=${pathname.split('/').at(-1)}`]);
    expect(mailbox.received.at(-1)?.mail.text).toContain(`${testApp.deps.origin}${opened.headers.location}`);
    expect((await testApp.app.inject({ url: `${pathname}%0D%0A%22%3E` })).headers.location).toMatch(/^\/login#recap=[\w%-]+$/);
    expect((await lea.does('GET /api/recap-mail')).isOn).toBe(true);
    // Mail programs damage links in these ways. Each of them would let the mails go on.
    const [folder, token = ''] = pathname.split(/(?<=\/)(?=[^/]+$)/);
    const changed = (place: number) => `${token.slice(0, place)}${token[place] === 'A' ? 'B' : 'A'}${token.slice(place + 1)}`;
    for (const damaged of [
      token.slice(0, -1),
      token.slice(0, -12),
      token.slice(1),
      `${token}x`,
      `${token}.`,
      changed(0),
      changed(31),
      changed(15),
    ]) {
      expect(await press(`${folder}${damaged}`)).toMatchObject({ status: 404, code: 'mail_link_damaged' });
      expect((await lea.does('GET /api/recap-mail')).isOn).toBe(true);
    }
    // A token that nobody has may have been used before.
    for (const unknown of ['K'.repeat(32), 'K', token.slice(0, 8)]) expect((await press(`${folder}${unknown}`)).status).toBe(204);
    expect((await lea.does('GET /api/recap-mail')).isOn).toBe(true);
    for (let times = 0; times < 2; times += 1) expect((await press(pathname)).status).toBe(204);
    expect((await lea.does('GET /api/recap-mail')).isOn).toBe(false);
    at('2026-11-25T12:00');
    await log(lea, board, 'breakfast');
    at('2026-11-30T08:00');
    await start();
    expect(mailbox.received).toHaveLength(from + 1);
  });

  it('is not offered where no mails are sent, and goes with the account', async () => {
    const lea = await testApp.signUp('Léa');
    await boardOf(lea);
    await lea.does('PUT /api/recap-mail');
    await lea.does('POST /api/account/deletion', { body: { password } });
    expect(dump(testApp.config.dataDir)['recap_mail']).toEqual([]);
    const without = await startTestApp({ boundless: true });
    const max = await without.signUp('Max');
    expect(await max.does('GET /api/recap-mail')).toEqual({ isOffered: false, isOn: false });
    expect((await max.tries('PUT /api/recap-mail')).code).toBe('mails_not_offered');
  });
});
