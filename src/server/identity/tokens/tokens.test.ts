/** S14: a token does what its scopes and its boards allow, and nothing else; nothing once it has ended. */
import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { api, type Endpoint, type EndpointKey } from '#shared/api';
import { dayIn, daysAfter, defaultTimeZone, startOfDay } from '#shared/calendar';
import { isTokenScope } from '#shared/scopes';
import { newActivityId } from '../../../../tests/people.ts';
import { dump, openPrinter } from '../../../../tests/database-state.ts';
import { onSqlite } from '../../../../tests/postgres/test-databases.ts';
import { type Program, programOf, rawStatus } from '../../../../tests/programs.ts';
import {
  boardOf,
  doHourlyJobs,
  endpoints,
  isChange,
  isStream,
  log,
  password,
  remove,
  type Someone,
  startTestApp,
  type TestBoard,
} from '../../../../tests/test-app.ts';
import { validCalls } from '../../../../tests/valid-calls.ts';
import { logActivities } from '../../activities/activities.ts';
import { newTokenText } from './token-text.ts';

const day = 24 * 60 * 60 * 1000;

const testApp = await startTestApp({ boundless: true });
const [lea, max, zoe] = await testApp.signUpAll('Léa', 'Max', 'Zoé');
const board = await boardOf(lea, [max, zoe]);
const other = await boardOf(lea, [max], { title: 'Ailleurs' });
const foreign = await boardOf(zoe, [], { title: 'Chez Zoé' });
const at = ({ id }: { id: string }) => ({ params: { boardId: id } });
const logs = (program: Program, where: TestBoard, headers = {}, action = where.breakfast) =>
  program.asks('POST /api/boards/:boardId/log', { ...at(where), body: { action } }, headers);
const undoes = (program: Program, where: TestBoard, activityId: string) =>
  program.asks('POST /api/boards/:boardId/activities/:activityId/undo', { params: { boardId: where.id, activityId } });
const reads = (program: Program, where: TestBoard) => program.asks('GET /api/boards/:boardId', at(where));
const scoreOf = async (person: Someone, where: TestBoard) => {
  const { members } = await person.does('GET /api/boards/:boardId', at(where));
  return members.find(({ userId }) => userId === person.id)?.score;
};
const noToken = { status: 401, code: 'token_refused' };
const noBoard = { status: 404, code: 'board_not_found' };

afterEach(() => void vi.useRealTimers());

describe('what a token reaches', async () => {
  // Each has had a valid call: only who calls is another.
  const tried = await startTestApp({ boundless: true });
  const calls = await validCalls(tried);
  // What they do in the background would change the database between two looks at it.
  await tried.deps.jobs.stop();
  const printer = openPrinter(tried.config.dataDir);
  afterAll(() => printer.close());
  const person = calls['GET /api/boards'].actor;
  const reader = await programOf(person, { rights: 'read' });
  const logger = await programOf(person, { rights: 'log' });
  const [elsewhere] = [await boardOf(person, [], { title: 'Le seul' })];
  const limited = await programOf(person, { rights: 'log', boards: [elsewhere.id] });
  const ended = await programOf(person, { rights: 'log' });
  await person.does('DELETE /api/tokens/:tokenId', { params: { tokenId: ended.token.id } });

  const isForTokens = (key: EndpointKey) => isTokenScope(api[key].scope);
  const ask = (program: Program, key: EndpointKey) => program.asks(key, calls[key].input);

  /** The call is refused so, and changes nothing. */
  async function expectRefused(program: Program, key: EndpointKey, refused: object) {
    // The first use of a day is noted, and midnight may have passed since the call before.
    await program.asks('GET /api/emojis');
    const before = printer.print();
    expect(await ask(program, key)).toMatchObject(refused);
    expect(printer.print()).toBe(before);
  }

  describe.each(endpoints)('%s', (key) => {
    const { scope, withinBoards, reply }: Endpoint = api[key];
    const ofBoard = key.includes('/:boardId');

    it('does not exist for a token without its scope, whatever the board', async () => {
      if (scope === 'boards:read') return;
      await expectRefused(reader, key, { status: 404, code: 'not_found' });
      if (!isForTokens(key)) for (const program of [logger, limited]) await expectRefused(program, key, { status: 404, code: 'not_found' });
    });

    it('finds no board for a token of another board, and no list that goes beyond its own', async () => {
      if (!isForTokens(key) || (withinBoards && key !== 'POST /api/activities')) return;
      const unknown = ofBoard || key === 'POST /api/activities';
      await expectRefused(limited, key, { status: 404, code: unknown ? 'board_not_found' : 'not_found' });
    });

    it('answers a token that has ended like one that never was', async () => {
      await expectRefused(ended, key, noToken);
    });

    it('answers a token with its scope', async () => {
      if (!isForTokens(key) || isStream(key)) return;
      const { actor } = calls[key];
      if (actor.id !== person.id && actor.id !== '') return;
      const answer = await ask(logger, key);
      // What a token undoes is what it has logged.
      const undoing = key === 'POST /api/boards/:boardId/activities/:activityId/undo';
      expect(answer).toMatchObject(undoing ? { status: 404, code: 'activity_not_found' } : { status: reply[0] });
      if (!isChange(key)) expect((await ask(reader, key)).status).toBe(reply[0]);
    });
  });
});

describe('a token of some boards', () => {
  it('lists and reads them alone, and finds no other board, that of its person or a foreign one', async () => {
    const program = await programOf(lea, { boards: [board.id, board.id] });
    expect(program.token.boards).toEqual([board.id]);
    const { body } = await program.asks('GET /api/boards');
    expect(body.boards.map(({ id }) => id)).toEqual([board.id]);
    expect((await reads(program, board)).status).toBe(200);
    const [own, foreigns, missing] = [
      await reads(program, other),
      await reads(program, foreign),
      await reads(program, { ...board, id: 'A'.repeat(22) }),
    ];
    expect(own).toMatchObject(noBoard);
    expect([foreigns.text, missing.text]).toEqual([own.text, own.text]);
  });

  it('is not made for a board of others, nor for none', async () => {
    const body = { name: 'Curieux', rights: 'read', lasts: 'year' } as const;
    expect(await lea.tries('POST /api/tokens', { body: { ...body, boards: [board.id, foreign.id] } })).toMatchObject(noBoard);
    expect(await lea.tries('POST /api/tokens', { body: { ...body, boards: [] } })).toMatchObject({ status: 400, code: 'boards_required' });
  });

  it('logs on several boards only where it reaches each', async () => {
    const program = await programOf(lea, { boards: [board.id] });
    const one = (where: TestBoard) => ({ id: newActivityId(), boardId: where.id, actionId: where.breakfast });
    const before = [await scoreOf(lea, board), await scoreOf(lea, other)];
    const answer = await program.asks('POST /api/activities', { body: { activities: [one(board), one(other)] } });
    expect(answer).toMatchObject({ ...noBoard, body: { field: 'activities.1' } });
    expect([await scoreOf(lea, board), await scoreOf(lea, other)]).toEqual(before);
  });

  it('reaches nothing once its only board is deleted, and does not become one of all boards', async () => {
    const short = await boardOf(lea, [], { title: 'Éphémère' });
    const program = await programOf(lea, { boards: [short.id] });
    await lea.does('DELETE /api/boards/:boardId', at(short));
    expect(await reads(program, short)).toMatchObject(noBoard);
    expect((await program.asks('GET /api/boards')).body.boards).toEqual([]);
    expect(await reads(program, board)).toMatchObject(noBoard);
    const { tokens } = await lea.does('GET /api/tokens');
    expect(tokens.find(({ id }) => id === program.token.id)?.boards).toEqual([]);
  });
});

describe('a token ends', () => {
  it('when its person ends it, and nobody else can', async () => {
    const program = await programOf(lea);
    const params = { tokenId: program.token.id };
    expect(await max.tries('DELETE /api/tokens/:tokenId', { params })).toMatchObject({ status: 404, code: 'token_not_found' });
    expect((await reads(program, board)).status).toBe(200);
    await lea.does('DELETE /api/tokens/:tokenId', { params });
    expect(await reads(program, board)).toMatchObject(noToken);
    expect(await lea.tries('DELETE /api/tokens/:tokenId', { params })).toMatchObject({ status: 404, code: 'token_not_found' });
  });

  it.each([
    ['month', 30],
    ['year', 365],
  ] as const)('by itself, after a %s', async (lasts, days) => {
    const program = await programOf(lea, { lasts });
    const { createdAt, expiresAt } = program.token;
    expect(expiresAt).toBe(createdAt + days * day);
    vi.useFakeTimers({ toFake: ['Date'], now: createdAt + days * day - 1000 });
    expect((await reads(program, board)).status).toBe(200);
    vi.setSystemTime(createdAt + days * day);
    expect(await reads(program, board)).toMatchObject(noToken);
  });

  it('never by itself where its person wants it so', async () => {
    const program = await programOf(lea, { lasts: 'forever' });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 20 * 365 * day });
    expect((await reads(program, board)).status).toBe(200);
  });

  it('with the account', async () => {
    const gone = await testApp.signUp('Partante');
    const own = await boardOf(gone);
    const program = await programOf(gone);
    expect((await reads(program, own)).status).toBe(200);
    await gone.does('POST /api/account/deletion', { body: { password } });
    expect(await reads(program, own)).toMatchObject(noToken);
    const left = dump(testApp.config.dataDir)['token']?.filter(({ user_id }) => user_id === gone.id);
    expect(left).toEqual([]);
  });

  it('for a board that its person was removed from, and for no other', async () => {
    const [shared, own] = [await boardOf(lea, [zoe]), foreign];
    for (const program of [await programOf(zoe), await programOf(zoe, { boards: [shared.id, own.id] })]) {
      expect((await reads(program, shared)).status).toBe(200);
      expect((await logs(program, shared)).status).toBe(201);
    }
    const [all, some] = [await programOf(zoe), await programOf(zoe, { boards: [shared.id, own.id] })];
    const { body } = await logs(all, shared);
    await remove(lea, shared, zoe);
    for (const program of [all, some]) {
      expect(await reads(program, shared)).toMatchObject(noBoard);
      expect(await logs(program, shared)).toMatchObject(noBoard);
      expect(await undoes(program, shared, body.activity.id)).toMatchObject(noBoard);
      expect((await reads(program, own)).status).toBe(200);
    }
  });

  it('for its own log that was under way, which counts nothing and is told of the token', async () => {
    const program = await programOf(lea);
    const before = await scoreOf(lea, board);
    await lea.does('DELETE /api/tokens/:tokenId', { params: { tokenId: program.token.id } });
    const underWay = { id: newActivityId(), boardId: board.id, actionId: board.breakfast, token: program.token.id };
    await expect(logActivities(testApp.deps, lea.id, [underWay])).rejects.toMatchObject({ body: { code: 'token_refused' } });
    expect(await scoreOf(lea, board)).toBe(before);
  });

  it('for a hundred requests at once as soon as its end is answered, and each before it counts once or not at all', async () => {
    const program = await programOf(lea);
    const before = (await scoreOf(lea, board)) ?? 0;
    const askers = Array.from({ length: 100 }, () => logs(program, board));
    await lea.does('DELETE /api/tokens/:tokenId', { params: { tokenId: program.token.id } });
    const after = await Promise.all(Array.from({ length: 20 }, () => logs(program, board)));
    for (const { status } of after) expect(status).toBe(401);
    const statuses = (await Promise.all(askers)).map(({ status }) => status);
    expect(statuses.filter((status) => status !== 201 && status !== 401)).toEqual([]);
    const counted = statuses.filter((status) => status === 201).length;
    expect(await scoreOf(lea, board)).toBe(before + 20 * counted);
  });
});

describe('what is no token', async () => {
  const program = await programOf(lea);
  const { secret } = program;
  const withOther = (index: number) => secret.slice(0, index) + (secret[index] === 'x' ? 'y' : 'x') + secret.slice(index + 1);
  const path = '/api/boards';
  const bare = { host: 'jeu.test' };

  const answers = async (address: string, headers: Record<string, string | string[]>) => {
    const { status, text } = await rawStatus(testApp, address, headers);
    expect(status).toBe(401);
    return JSON.parse(text) as unknown;
  };

  it.each([
    ['in the query string', { address: `${path}?token=${secret}&access_token=${secret}`, headers: bare }],
    ['in a cookie', { address: path, headers: { ...bare, cookie: `ou-la-la=${secret}; token=${secret}` } }],
    ['in a header of another name', { address: path, headers: { ...bare, 'x-api-key': secret } }],
    ['as Basic', { address: path, headers: { ...bare, authorization: `Basic ${Buffer.from(`:${secret}`).toString('base64')}` } }],
    ['that is empty', { address: path, headers: { ...bare, authorization: 'Bearer ' } }],
    ['of something else', { address: path, headers: { ...bare, authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' } }],
  ])('a token %s is none: 401 in the words for nobody', async (_, { address, headers }) => {
    const message = 'Votre session est terminée. Reconnectez-vous.';
    expect(await answers(address, headers)).toEqual({ code: 'no_user_logged_in', message });
  });

  it.each([
    ['without its scheme', secret],
    ['twice', [`Bearer ${secret}`, `Bearer ${secret}`]],
    ['twice in one', `Bearer ${secret}, Bearer ${secret}`],
    ['beside another credential', ['Basic eA==', `Bearer ${secret}`]],
    ['cut by one sign', `Bearer ${secret.slice(0, -1)}`],
    ['with one sign more', `Bearer ${secret}0`],
    ['with another sign', `Bearer ${withOther(20)}`],
    ['with another checksum', `Bearer ${withOther(secret.length - 1)}`],
    ['in its form, but of nobody', `Bearer ${newTokenText()}`],
  ])('a token %s answers 401 in the same words, which say what a token needs', async (_, authorization) => {
    expect(await answers(path, { ...bare, authorization })).toEqual({
      code: 'token_refused',
      message: "Ce jeton n'est pas valable : mal recopié, supprimé ou périmé. Il faut « Bearer », une espace, puis le jeton entier.",
    });
  });

  it('a token is never mended by the session beside it', async () => {
    const answer = await lea.sends({ method: 'GET', url: path, headers: { authorization: `Bearer ${withOther(20)}` } });
    expect(answer).toMatchObject(noToken);
    expect(await lea.sends({ method: 'GET', url: '/api/session', headers: { authorization: `Bearer ${withOther(20)}` } })).toMatchObject(
      noToken,
    );
    // Where both are right, the token is meant, with what it may.
    expect(await lea.sends({ method: 'GET', url: '/api/session', headers: { authorization: `Bearer ${secret}` } })).toMatchObject({
      status: 404,
      code: 'not_found',
    });
  });

  it('what a portal in front adds to the requests of a browser leaves its session as it is', async () => {
    const headers = { authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' };
    expect((await lea.sends({ method: 'GET', url: path, headers })).status).toBe(200);
    const change = { method: 'PUT', url: `/api/boards/${board.id}/mute` } as const;
    expect((await lea.sends({ ...change, headers: { ...headers, origin: 'https://mechant.test' } })).code).toBe('foreign_origin');
  });

  it('what a portal in front adds to the requests of a visitor without a cookie lets them sign in', async () => {
    const visitor = testApp.visitor();
    const headers = { authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' };
    const signIn = { method: 'POST', url: '/api/session', payload: { identifier: lea.name, password } } as const;
    expect((await visitor.sends({ ...signIn, headers: { ...headers, origin: 'https://mechant.test' } })).code).toBe('foreign_origin');
    expect((await visitor.sends({ ...signIn, headers })).status).toBe(201);
    expect((await visitor.sends({ url: path, headers })).status).toBe(200);
  });
});

describe('a log by the id of the action alone', () => {
  it('counts what the action is worth now, for a token and for a session', async () => {
    const { actions } = await lea.does('GET /api/boards/:boardId', at(board));
    const breakfast = actions.find(({ id }) => id === board.breakfast);
    await lea.does('PATCH /api/boards/:boardId/actions/:actionId', {
      params: { boardId: board.id, actionId: board.breakfast },
      body: { points: 33 },
    });
    const program = await programOf(max, { boards: [board.id] });
    const before = (await scoreOf(max, board)) ?? 0;
    const { status, body } = await logs(program, board);
    expect([status, body.activity.points, body.activity.title, body.activity.userId]).toEqual([201, 33, 'Petit-déj au lit', max.id]);
    await max.does('POST /api/boards/:boardId/log', { ...at(board), body: { action: board.breakfast } });
    expect(await scoreOf(max, board)).toBe(before + 66);
    await lea.does('PATCH /api/boards/:boardId/actions/:actionId', {
      params: { boardId: board.id, actionId: board.breakfast },
      body: { points: breakfast?.points ?? 20 },
    });
  });

  it('is repeated under its Idempotency-Key without counting again, and under another id counts again', async () => {
    const program = await programOf(lea);
    const before = (await scoreOf(lea, board)) ?? 0;
    const key = { 'idempotency-key': randomUUID() };
    const [first, again] = [await logs(program, board, key), await logs(program, board, key)];
    expect([first.status, first.body.activity.id]).toEqual([201, key['idempotency-key']]);
    expect(again.body.activity).toEqual(first.body.activity);
    expect(await scoreOf(lea, board)).toBe(before + 20);
    expect((await logs(program, board)).body.activity.id).not.toBe(first.body.activity.id);
    expect(await scoreOf(lea, board)).toBe(before + 40);
  });

  it('is refused where its key stands for another action, another board or another person', async () => {
    const [program, his] = [await programOf(lea), await programOf(max)];
    const key = { 'idempotency-key': newActivityId() };
    await logs(program, board, key);
    const taken = { status: 422, code: 'activity_id_taken' };
    expect(await logs(program, board, key, board.dishes)).toMatchObject(taken);
    expect(await logs(program, other, key)).toMatchObject(taken);
    expect(await logs(his, board, key)).toMatchObject(taken);
  });

  it.each([
    ['too short', 'court'],
    ['too long', 'a'.repeat(65)],
    ['of odd signs', 'clé de 16 signes !'.replace('é', 'e')],
    ['given twice', `${'a'.repeat(20)}, ${'b'.repeat(20)}`],
    ['quoted', `"${'a'.repeat(20)}"`],
  ])('is refused with a key that is %s', async (_, key) => {
    const answer = await logs(await programOf(lea), board, { 'idempotency-key': key });
    expect(answer).toMatchObject({ status: 400, code: 'activity_id_invalid', body: { field: 'idempotency-key' } });
  });

  it('is refused with a key of a megabyte before anything of it is read', async () => {
    const { status } = await rawStatus(testApp, '/api/boards', { host: 'jeu.test', 'idempotency-key': 'a'.repeat(1024 * 1024) });
    expect(status).toBe(431);
  });

  it('of what the board does not have, has retired or owes a body to is refused', async () => {
    const program = await programOf(lea);
    const url = `/api/boards/${board.id}/log`;
    expect(await logs(program, board, {}, other.breakfast)).toMatchObject({ status: 404, code: 'action_not_found_in_board' });
    for (const body of [{}, { action: '' }, { action: 'a'.repeat(65) }, { action: board.breakfast, points: 1000 }, [], 'x'])
      expect(await program.asks('POST /api/boards/:boardId/log', { ...at(board), body })).toMatchObject({ status: 400 });
    const asForm = { authorization: `Bearer ${program.secret}`, 'content-type': 'application/x-www-form-urlencoded', origin: undefined };
    const form = await program.sends({
      method: 'POST',
      url,
      headers: asForm,
      payload: `action=${board.breakfast}`,
    });
    expect(form.status).toBe(400);
  });
});

describe('a token undoes', () => {
  it('what it has logged, within ten minutes, and repeats it without harm', async () => {
    const program = await programOf(lea);
    const before = await scoreOf(lea, board);
    const { id, loggedAt } = (await logs(program, board)).body.activity;
    vi.useFakeTimers({ toFake: ['Date'], now: loggedAt + 9 * 60_000 });
    expect((await undoes(program, board, id)).status).toBe(200);
    expect((await undoes(program, board, id)).status).toBe(200);
    expect(await scoreOf(lea, board)).toBe(before);
  });

  it('what it has logged with a body of its own, too', async () => {
    const program = await programOf(lea);
    const body = { id: newActivityId(), actionId: board.breakfast, note: 'Depuis la cuisine' };
    await program.asks('POST /api/boards/:boardId/activities', { ...at(board), body });
    expect((await undoes(program, board, body.id)).status).toBe(200);
  });

  it('nothing after ten minutes, nothing of another token, of the session, or of others', async () => {
    const [program, sibling] = [await programOf(lea), await programOf(lea)];
    const { activity: late } = (await logs(program, board)).body;
    const { activity: byHand } = await log(lea, board, 'breakfast');
    const { activity: his } = await log(max, board, 'breakfast');
    const none = { status: 404, code: 'activity_not_found' };
    expect(await undoes(sibling, board, late.id)).toMatchObject(none);
    for (const id of [byHand.id, his.id, 'A'.repeat(22)]) expect(await undoes(program, board, id)).toMatchObject(none);
    vi.useFakeTimers({ toFake: ['Date'], now: late.loggedAt + 10 * 60_000 });
    expect(await undoes(program, board, late.id)).toMatchObject(none);
    vi.useRealTimers();
    // To a person at the app it is theirs as ever.
    await lea.does('POST /api/boards/:boardId/activities/:activityId/undo', { params: { boardId: board.id, activityId: late.id } });
  });

  it('not what the session had logged under the same key before', async () => {
    const program = await programOf(lea);
    const { activity } = await log(lea, board, 'breakfast', newActivityId());
    expect((await logs(program, board, { 'idempotency-key': activity.id })).status).toBe(201);
    expect(await undoes(program, board, activity.id)).toMatchObject({ status: 404, code: 'activity_not_found' });
  });
});

describe('the list of tokens', () => {
  it('tells name, rights, boards, days and end of each, the newest first, and never the token', async () => {
    const person = await testApp.signUp('Listeuse');
    const own = await boardOf(person);
    const program = await programOf(person, { name: '  Bouton\nde la   cuisine ', boards: [own.id], lasts: 'month' });
    await programOf(person, { name: 'Tout', rights: 'read', lasts: 'forever' });
    const answer = await person.tries('GET /api/tokens');
    expect(answer.body.tokens).toEqual([
      expect.objectContaining({ name: 'Tout', rights: 'read', boards: null, usedOn: null, expiresAt: null }),
      { ...program.token, name: 'Bouton de la cuisine' },
    ]);
    expect(answer.text).not.toContain(program.secret.slice('oulala_'.length));
    expect((await max.does('GET /api/tokens')).tokens.map(({ name }) => name)).not.toContain('Tout');
  });

  it('tells the day of the last use in French time, which is written once a day', async () => {
    const person = await testApp.signUp('Compteuse');
    const program = await programOf(person, { lasts: 'forever' });
    const usedOn = async () => (await person.does('GET /api/tokens')).tokens[0]?.usedOn;
    const [today, tomorrow] = [dayIn(defaultTimeZone, Date.now()), daysAfter(dayIn(defaultTimeZone, Date.now()), 1)];
    const midnight = startOfDay(defaultTimeZone, tomorrow);
    vi.useFakeTimers({ toFake: ['Date'], now: midnight - 1000 });
    await program.asks('GET /api/boards');
    expect(await usedOn()).toBe(today);
    const units = vi.spyOn(testApp.deps.database, 'unitOfWork');
    for (let times = 0; times < 5; times += 1) await program.asks('GET /api/emojis');
    expect(units).not.toHaveBeenCalled();
    vi.setSystemTime(midnight + 1000);
    await program.asks('GET /api/emojis');
    units.mockRestore();
    expect(await usedOn()).toBe(tomorrow);
  });

  it('has room for thirty, also where many are made at once', async () => {
    const person = await testApp.signUp('Collectionneuse');
    const body = { name: 'Un de plus', rights: 'read', boards: null, lasts: 'year' } as const;
    const answers = await Promise.all(Array.from({ length: 40 }, () => person.tries('POST /api/tokens', { body })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(30);
    expect(answers.filter(({ code }) => code === 'too_many_tokens')).toHaveLength(10);
  });

  it.each([
    ['no name', { name: '' }, 'token_name_required'],
    ['a name of nothing', { name: '\u200B \u2066' }, 'token_name_required'],
    ['a long name', { name: 'a'.repeat(61) }, 'token_name_too_long'],
    ['another right', { rights: 'everything' }, 'invalid_input'],
    ['another length', { lasts: 'century' }, 'invalid_input'],
  ])('refuses a token with %s', async (_, wrong, code) => {
    const body = { name: 'Bouton', rights: 'read', boards: null, ...wrong } as never;
    expect(await lea.tries('POST /api/tokens', { body })).toMatchObject({ status: 400, code });
  });

  it('keeps one that has run out for a month, and forgets it then', async () => {
    // The sessions of this app are over, too.
    const old = await startTestApp();
    const person = await old.signUp('Oublieuse');
    const program = await programOf(person, { lasts: 'month' });
    await logs(program, await boardOf(person));
    const end = program.token.expiresAt ?? 0;
    const tokens = async () => dump(old.config.dataDir)['token']?.filter(({ id }) => id === program.token.id);
    vi.useFakeTimers({ toFake: ['Date'], now: end + 29 * day });
    await doHourlyJobs(old);
    expect(await tokens()).toHaveLength(1);
    expect(dump(old.config.dataDir)['token_log']).toEqual([]);
    vi.setSystemTime(end + 31 * day);
    await doHourlyJobs(old);
    expect(await tokens()).toEqual([]);
  });
});

describe('a token is a secret', () => {
  it('that stands nowhere in the database, nor in any line of the log', async () => {
    let lines = '';
    const stream = new Writable({
      write(chunk, _, done) {
        lines += String(chunk);
        done();
      },
    });
    const loud = await startTestApp({ logger: { level: 'trace', stream } });
    const person = await loud.signUp('Bavarde');
    const own = await boardOf(person);
    const program = await programOf(person);
    await logs(program, own);
    await logs(program, own, { 'idempotency-key': 'court' });
    await reads(program, { ...own, id: 'nulle-part' });
    await program.asks('GET /api/account/export');
    await rawStatus(loud, `/api/boards?token=${program.secret}`, { host: 'jeu.test', authorization: `Bearer ${program.secret}x` });
    const random = program.secret.slice('oulala_'.length);
    expect(lines).toContain('replied');
    expect(lines).not.toContain(random);
    expect(JSON.stringify(dump(loud.config.dataDir))).not.toContain(random);
  });

  it('that shares the limits of its person, who can end it all the same', async () => {
    const narrow = await startTestApp({ config: { logsPerMinute: 3 } });
    const person = await narrow.signUp('Pressée');
    const own = await boardOf(person);
    const program = await programOf(person);
    const answers = [];
    for (let times = 0; times < 4; times += 1) answers.push((await logs(program, own)).status);
    expect(answers).toEqual([201, 201, 201, 429]);
    const { status, code } = await person.tries('POST /api/boards/:boardId/log', { ...at(own), body: { action: own.breakfast } });
    expect([status, code]).toEqual([429, 'too_many_logs']);
    await person.does('DELETE /api/tokens/:tokenId', { params: { tokenId: program.token.id } });
  });
});

it.runIf(onSqlite)('a token whose day of use cannot be written reads all the same', async () => {
  const program = await programOf(lea);
  const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
  const unit = vi.spyOn(testApp.deps.database, 'unitOfWork').mockRejectedValue(full);
  expect((await reads(program, board)).status).toBe(200);
  unit.mockRestore();
});
