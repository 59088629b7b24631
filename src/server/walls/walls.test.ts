/** A board on a wall (D48): what a wall reaches, what it never does, and what ends it. */
import { randomUUID } from 'node:crypto';
import { get, IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { api, type EndpointKey } from '#shared/api';
import { wallNote } from '#shared/walls';
import { dump, tamper } from '../../../tests/database-state.ts';
import {
  boardOf,
  doHourlyJobs,
  endpoints,
  log,
  password,
  payloadOf,
  remove,
  requestOf,
  Someone,
  startTestApp,
  type TestBoard,
} from '../../../tests/test-app.ts';
import { validCalls } from '../../../tests/valid-calls.ts';
import { wallBy, wallCode } from '../../../tests/walls.ts';
import { openWallStream } from './wall-stream.ts';
import { wallOf } from './walls.ts';

const testApp = await startTestApp({ boundless: true });
const [lea, max, zoe, ada] = await testApp.signUpAll('Léa', 'Max', 'Zoé', 'Ada');

const logKey = 'POST /api/wall/activities';
const undoKey = 'POST /api/wall/activities/:activityId/undo';
const gain = (board: TestBoard, { id: memberId }: Someone, id: string = randomUUID()) => ({
  body: { id, actionId: board.breakfast, points: 20, memberId },
});
const over = { status: 404, code: 'wall_over' };
const undo = (wall: Someone, activityId: string) => wall.tries(undoKey, { params: { activityId } });
const end = (wall: Someone, code = wallCode) => wall.tries('POST /api/wall/end', { body: { code } });

/** The frames that a wall is sent, as they come; `ended` once the server has closed the stream. */
async function streamOf(wall: Someone) {
  const port = await testApp.port();
  const events: string[] = [];
  let wake = () => {};
  const request = get({ host: '127.0.0.1', port, path: '/api/wall/live', headers: { cookie: wall.cookie ?? '' } }, (response) => {
    response.setEncoding('utf8');
    response.on('data', (text: string) => {
      events.push(...Array.from(text.matchAll(/event: (\w+)/g), ([, name = '']) => name));
      wake();
    });
    response.on('close', () => {
      events.push('ended');
      wake();
    });
  });
  request.on('error', () => wake());
  return {
    events,
    async next(name: string): Promise<void> {
      for (;;) {
        const found = events.indexOf(name);
        if (found >= 0) return void events.splice(0, found + 1);
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
    close: () => request.destroy(),
  };
}

describe('a wall', () => {
  it('shows its board to whoever stands before it, and nothing of who opened it', async () => {
    const board = await boardOf(lea, [max]);
    await log(max, board, 'breakfast');
    const shown = await (await wallBy(lea, board)).does('GET /api/wall');
    expect(shown.board).toMatchObject({ id: board.id, title: 'MAISON', totalPoints: 20 });
    expect(shown.members.map(({ username, score }) => [username, score])).toEqual([
      ['Léa', 0],
      ['Max', 20],
    ]);
    expect(shown.activities[0]).toMatchObject({ title: 'Petit-déj au lit', username: 'Max' });
    expect(shown.actions.map(({ title }) => title)).toEqual(['Petit-déj au lit']);
    expect(JSON.stringify(shown)).not.toMatch(/example\.org|favourites|mostLogged|recap|agreements|contests|linkEnabled/);
  });

  it('shows no score of a member of a board of accomplices', async () => {
    const board = await boardOf(lea, [max], { playMode: 'together' });
    await log(max, board, 'breakfast');
    const { board: shown, members } = await (await wallBy(lea, board)).does('GET /api/wall');
    expect([shown.totalPoints, members.map(({ score }) => score)]).toEqual([20, [null, null]]);
  });

  it('ends the session of who opens it in that browser, and keeps its credential and its code as hashes alone', async () => {
    const board = await boardOf(lea);
    const browser = await lea.elsewhere();
    const before = browser.cookie;
    const answer = await browser.tries('POST /api/boards/:boardId/walls', {
      params: { boardId: board.id },
      body: { logs: false, code: '0042' },
    });
    const lines = [answer.headers['set-cookie']].flat().map(String);
    expect(lines[0]).toMatch(/^ou-la-la-wall=[\w-]{32}; Max-Age=34560000; Path=\/api\/wall; HttpOnly; SameSite=Strict$/);
    expect(browser.cookie).toBeUndefined();
    browser.cookie = before;
    expect((await browser.does('GET /api/session')).user).toBeNull();
    const token = /=([\w-]+);/.exec(lines[0] ?? '')?.[1] ?? '';
    const rows = JSON.stringify(dump(testApp.config.dataDir)['wall']);
    expect(rows).not.toContain(token);
    expect(rows).not.toContain('0042');
  });

  it('is sent over https alone where people come by https', async () => {
    const { createWallCookie } = await import('./wall-cookie.ts');
    expect(createWallCookie('https://jeu.test').lineOf('jeton')).toMatch(
      /^__Secure-ou-la-la-wall=jeton; .*; Path=\/api\/wall; HttpOnly; Secure/,
    );
  });

  it('is not opened by a code of other than four digits, nor an eleventh time', async () => {
    const board = await boardOf(zoe);
    const params = { boardId: board.id };
    for (const code of ['', '123', '12345', '12a4', '١٢٣٤', ' 1234', '1234\n'])
      expect(await zoe.tries('POST /api/boards/:boardId/walls', { params, body: { logs: true, code } })).toMatchObject({
        status: 400,
        code: 'wall_code_invalid',
      });
    for (let count = 0; count < 10; count += 1) await wallBy(zoe, board);
    const eleventh = await zoe.tries('POST /api/boards/:boardId/walls', { params, body: { logs: true, code: '4071' } });
    expect(eleventh).toMatchObject({ status: 409, code: 'too_many_walls' });
    expect((await zoe.does('GET /api/session')).user?.username).toBe('Zoé');
  });
});

describe('the credential of a wall', async () => {
  const calls = await validCalls(await startTestApp({ boundless: true }));
  const walls = await boardOf(lea, [max]);
  const own = await wallBy(lea, walls);
  const visitor = testApp.visitor();

  // An account that was made once is not made again.
  const others = endpoints.filter((key) => !key.includes(' /api/wall') && key !== 'POST /api/accounts');

  it.each(others)('is that of a visitor to %s', async (key: EndpointKey) => {
    const { method, url, body } = requestOf(key, calls[key].input);
    const call = { method, url, ...payloadOf(body) } as const;
    // A session that such a call opens is another browser's.
    const wall = Object.assign(new Someone(testApp, 'mur'), { cookie: own.cookie });
    const [answer, stranger] = [await wall.sends(call), await testApp.visitor().sends(call)];
    expect([answer.status, answer.code]).toEqual('public' in api[key] ? [stranger.status, stranger.code] : [401, 'no_user_logged_in']);
  });

  it('opens nothing when it is cut, longer, sent twice the wrong way, or sent as a session or a token', async () => {
    const token = own.cookie?.split('=')[1] ?? '';
    const sent = (cookie: string | undefined, headers: Record<string, string> = {}) =>
      visitor.sends({ method: 'GET', url: '/api/wall', headers: { ...(cookie === undefined ? {} : { cookie }), ...headers } });
    for (const cookie of [
      `ou-la-la-wall=${token.slice(1)}`,
      `ou-la-la-wall=${token}x`,
      'ou-la-la-wall=',
      `ou-la-la=${token}`,
      `x=${own.cookie}`,
    ])
      expect(await sent(cookie), cookie).toMatchObject(over);
    expect(await sent(undefined, { authorization: `Bearer ${token}` })).toMatchObject(over);
    expect(await visitor.sends({ method: 'GET', url: `/api/wall?token=${token}` })).toMatchObject(over);
    expect(await sent(own.cookie)).toMatchObject({ status: 200 });
  });

  it('changes nothing from another origin', async () => {
    const { method, url, body } = requestOf(logKey, gain(walls, max));
    const payload = payloadOf(body);
    const answer = await own.sends({ method, url, ...payload, headers: { ...payload.headers, origin: 'https://ailleurs.test' } });
    expect(answer).toMatchObject({ status: 403, code: 'foreign_origin' });
  });
});

describe('a log on a wall', () => {
  it('counts for whom somebody said they are, says where it was noted, and is made once', async () => {
    const board = await boardOf(lea, [max]);
    const wall = await wallBy(lea, board);
    const id = randomUUID();
    await wall.does(logKey, gain(board, max, id));
    await wall.does(logKey, gain(board, max, id));
    await wall.does(logKey, gain(board, lea));
    const { members, activities } = await max.does('GET /api/boards/:boardId', { params: { boardId: board.id } });
    expect(members.map(({ score }) => score)).toEqual([20, 20]);
    const [hers, his] = activities.activities;
    expect(his).toMatchObject({ userId: max.id, notedBy: { userId: lea.id }, note: wallNote });
    expect(hers).toMatchObject({ userId: lea.id, note: wallNote });
    expect(hers?.notedBy).toBeUndefined();
    await max.does('POST /api/boards/:boardId/activities/:activityId/undo', { params: { boardId: board.id, activityId: his?.id ?? '' } });
    expect((await wall.does('GET /api/wall')).board.totalPoints).toBe(20);
  });

  it('is refused for a loss, a stranger, an action of another board or another worth, and where the wall reads only', async () => {
    const [board, other] = [await boardOf(lea, [max]), await boardOf(lea)];
    const wall = await wallBy(lea, board);
    const tried = async (change: object) => (await wall.tries(logKey, { body: { ...gain(board, max).body, ...change } })).code;
    expect(await tried({ actionId: board.dishes, points: -15 })).toBe('invalid_input');
    expect(await tried({ actionId: board.dishes, points: 15 })).toBe('action_not_found_in_board');
    expect(await tried({ points: 21 })).toBe('action_not_found_in_board');
    expect(await tried({ actionId: other.breakfast })).toBe('action_not_found_in_board');
    expect(await tried({ memberId: zoe.id })).toBe('member_not_found');
    expect(await tried({ boardId: other.id })).toBe('invalid_input');
    const readsOnly = await wallBy(lea, board, { logs: false });
    expect(await readsOnly.tries(logKey, gain(board, max))).toMatchObject({ status: 403, code: 'wall_reads_only' });
    expect((await readsOnly.does('GET /api/wall')).actions).toEqual([]);
    expect((await wall.does('GET /api/wall')).board.totalPoints).toBe(0);
  });
});

describe('an undo on a wall', () => {
  const noted = async (wall: Someone, board: TestBoard, who: Someone) => {
    const id = randomUUID();
    await wall.does(logKey, gain(board, who, id));
    return id;
  };
  const scoresAt = async (wall: Someone) => (await wall.does('GET /api/wall')).members.map(({ score }) => score);

  it('takes back what this wall has just noted, once, whoever said it was them', async () => {
    const board = await boardOf(ada, [max]);
    const wall = await wallBy(ada, board);
    const [his, hers] = [await noted(wall, board, max), await noted(wall, board, ada)];
    expect(await scoresAt(wall)).toEqual([20, 20]);
    for (let count = 0; count < 2; count += 1) expect((await undo(wall, his)).status).toBe(204);
    expect(await scoresAt(wall)).toEqual([20, 0]);
    expect((await undo(wall, hers)).status).toBe(204);
    const { activities } = await max.does('GET /api/boards/:boardId', { params: { boardId: board.id } });
    expect(activities.activities.map(({ undone }) => undone?.username)).toEqual(['Ada', 'Ada']);
    // Sent again, as after a lost reply, the log stays undone.
    await wall.does(logKey, gain(board, max, his));
    expect(await scoresAt(wall)).toEqual([0, 0]);
  });

  it('finds nothing that anybody else has noted, and nothing where the wall reads only', async () => {
    const board = await boardOf(ada, [max]);
    const [wall, hers, his] = [await wallBy(ada, board), await wallBy(ada, board), await wallBy(max, board)];
    const readsOnly = await wallBy(ada, board, { logs: false });
    const chosen = await noted(wall, board, max);
    const id = (await ada.does('GET /api/boards/:boardId', { params: { boardId: board.id } })).activities.activities[0]?.id ?? '';
    const inApp = randomUUID();
    await ada.does('POST /api/boards/:boardId/activities', {
      params: { boardId: board.id },
      body: { id: inApp, actionId: board.breakfast, for: max.id, note: wallNote },
    });
    const missing = { status: 404, code: 'activity_not_found' };
    for (const [who, what] of [
      [wall, id],
      [wall, inApp],
      [wall, randomUUID()],
      [hers, chosen],
      [hers, id],
      [his, chosen],
      [his, id],
    ] as const)
      expect(await undo(who, what)).toMatchObject(missing);
    for (const what of [chosen, id]) expect(await undo(readsOnly, what)).toMatchObject({ status: 403, code: 'wall_reads_only' });
    expect(await scoresAt(wall)).toEqual([0, 40]);
    await end(his);
  });

  it('comes too late after ten minutes, which does not deny what was undone in time', async () => {
    const board = await boardOf(ada, [max]);
    const wall = await wallBy(ada, board);
    const ids = [await noted(wall, board, max), await noted(wall, board, max), await noted(wall, board, max)];
    const [late, early, undone] = ids as [string, string, string];
    await undo(wall, undone);
    const { activities } = (await max.does('GET /api/boards/:boardId', { params: { boardId: board.id } })).activities;
    const minute = 60_000;
    for (const [index, minutes] of [10, 9, 10].entries())
      tamper(
        testApp.config.dataDir,
        'update activity set logged_at = ? where id = ?',
        Date.now() - minutes * minute,
        activities.at(-1 - index)?.id,
      );
    expect(await undo(wall, late)).toMatchObject({ status: 403, code: 'wall_undo_over' });
    expect((await undo(wall, undone)).status).toBe(204);
    expect((await undo(wall, early)).status).toBe(204);
    expect(await scoresAt(wall)).toEqual([0, 20]);
  });

  it('takes back what a member who was removed meanwhile was credited with', async () => {
    const board = await boardOf(ada, [max]);
    const wall = await wallBy(ada, board);
    const id = await noted(wall, board, max);
    await remove(ada, board, max);
    expect(await wall.tries(logKey, gain(board, max))).toMatchObject({ status: 404, code: 'member_not_found' });
    expect((await undo(wall, id)).status).toBe(204);
    expect((await wall.does('GET /api/wall')).board.totalPoints).toBe(0);
  });

  it('counts for its wall alone: its owner changes what they like, and has used up nothing', async () => {
    const { signUp, deps } = await startTestApp({ config: { logsPerMinute: 5 } });
    const owner = await signUp('Léa');
    const board = await boardOf(owner);
    const [wall, other] = [await wallBy(owner, board), await wallBy(owner, board)];
    const chosen = await noted(wall, board, owner);
    while (await deps.limits.changes.spend(owner.id));
    for (let count = 0; count < 5; count += 1) expect((await undo(other, randomUUID())).status).toBe(404);
    const refused = await undo(other, randomUUID());
    expect(refused).toMatchObject({ status: 429, code: 'too_many_requests' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await undo(wall, chosen)).status).toBe(204);
    const { walls } = await owner.does('GET /api/walls');
    for (const { id: wallId } of walls) await owner.does('DELETE /api/walls/:wallId', { params: { wallId } });
    expect(await undo(other, chosen)).toMatchObject(over);
    await deps.limits.changes.forget(owner.id);
    expect((await owner.tries('PATCH /api/boards/:boardId', { params: { boardId: board.id }, body: { title: 'Autre' } })).status).toBe(200);
  });

  it('that comes twice at once undoes once', async () => {
    const board = await boardOf(ada, [max]);
    const wall = await wallBy(ada, board);
    const id = await noted(wall, board, max);
    const answers = await Promise.all([undo(wall, id), undo(wall, id)]);
    expect(answers.map(({ status }) => status)).toEqual([204, 204]);
    expect(await scoresAt(wall)).toEqual([0, 0]);
  });
});

describe('a wall ends', () => {
  it('by its code, and the browser forgets it', async () => {
    const wall = await wallBy(lea, await boardOf(lea));
    expect(await end(wall, '0000')).toMatchObject({ status: 403, code: 'wall_code_wrong' });
    const { status, headers } = await end(wall);
    expect([status, headers['set-cookie']]).toEqual([204, 'ou-la-la-wall=; Max-Age=0; Path=/api/wall; HttpOnly; SameSite=Strict']);
    expect(await wall.tries('GET /api/wall')).toMatchObject(over);
  });

  it('not by a thousand codes: five are looked at in an hour, and the right one comes too late', async () => {
    const board = await boardOf(lea);
    const [wall, other] = [await wallBy(lea, board), await wallBy(lea, board)];
    const codes = Array.from({ length: 1000 }, (_, index) => String(index).padStart(4, '0'));
    const answers: (string | undefined)[] = [];
    for (const code of codes) answers.push((await end(wall, code)).code);
    expect([answers.filter((code) => code === 'wall_code_wrong').length, new Set(answers.slice(5))]).toEqual([
      5,
      new Set(['too_many_attempts']),
    ]);
    expect(await end(wall)).toMatchObject({ status: 429, code: 'too_many_attempts' });
    expect((await wall.tries('GET /api/wall')).status).toBe(200);
    expect((await end(other)).status).toBe(204);
  });

  it('from the profile of who opened it, and of nobody else', async () => {
    const board = await boardOf(lea, [max]);
    const wall = await wallBy(lea, board);
    const listed = (await lea.does('GET /api/walls')).walls.find(({ boardId }) => boardId === board.id);
    expect(listed).toMatchObject({ boardId: board.id, boardTitle: 'MAISON', logs: true });
    expect(listed?.lastSeenAt).toBe(listed?.openedAt);
    const params = { wallId: listed?.id ?? '' };
    expect((await max.does('GET /api/walls')).walls).toEqual([]);
    expect(await max.tries('DELETE /api/walls/:wallId', { params })).toMatchObject({ status: 404, code: 'wall_not_found' });
    const stream = await streamOf(wall);
    await stream.next('hello');
    await lea.does('DELETE /api/walls/:wallId', { params });
    await stream.next('ended');
    expect(await wall.tries('GET /api/wall')).toMatchObject(over);
  });

  it.each<[string, (board: TestBoard, maker: Someone) => Promise<unknown>]>([
    ['its board is deleted', (board) => lea.does('DELETE /api/boards/:boardId', { params: { boardId: board.id } })],
    ['who opened it is removed', (board, maker) => remove(lea, board, maker)],
    ['who opened it leaves', (board, maker) => remove(maker, board, maker)],
    ['who opened it deletes the account', (_board, maker) => maker.does('POST /api/account/deletion', { body: { password } })],
  ])('when %s: it hears of it, and coming back does not bring it back', async (_what, leave) => {
    const maker = await testApp.signUp(`Paul${randomUUID().slice(0, 6)}`);
    const board = await boardOf(lea, [max, maker]);
    const wall = await wallBy(maker, board);
    const id = randomUUID();
    await wall.does(logKey, gain(board, max, id));
    const stream = await streamOf(wall);
    await stream.next('hello');
    await leave(board, maker);
    await stream.next('changed');
    expect(await wall.tries('GET /api/wall')).toMatchObject(over);
    expect(await wall.tries(logKey, gain(board, max))).toMatchObject(over);
    expect(await undo(wall, id)).toMatchObject(over);
    expect(await end(wall)).toMatchObject(over);
    stream.close();
    expect(dump(testApp.config.dataDir)['wall']?.filter((row) => row['board_id'] === board.id)).toEqual([]);
  });

  it('not with the sessions of who opened it, nor with a new password', async () => {
    const maker = await testApp.signUp(`Paul${randomUUID().slice(0, 6)}`);
    const wall = await wallBy(maker, await boardOf(maker));
    await maker.does('DELETE /api/sessions');
    await maker.does('PUT /api/account/password', { body: { currentPassword: password, newPassword: 'orage violet 43' } });
    await maker.does('DELETE /api/session');
    expect((await wall.tries('GET /api/wall')).status).toBe(200);
  });
});

describe('the stream of a wall', () => {
  it('says that its board has changed and nothing more, also where nobody else is there', async () => {
    const [board, other] = [await boardOf(lea, [max]), await boardOf(lea, [max])];
    const stream = await streamOf(await wallBy(lea, board));
    await stream.next('hello');
    await log(max, other, 'breakfast');
    await lea.does('PATCH /api/account', { body: { avatar: '⭐' } });
    await stream.next('changed');
    await log(max, board, 'breakfast');
    await stream.next('changed');
    expect(stream.events).toEqual([]);
    stream.close();
  });
});

describe('the streams of one wall', () => {
  it('are four at most: the oldest ends', async () => {
    const [board, streams] = [await boardOf(lea, [max]), []] as [TestBoard, Awaited<ReturnType<typeof streamOf>>[]];
    const wall = await wallBy(lea, board);
    for (let count = 0; count < 5; count += 1) {
      const stream = await streamOf(wall);
      await stream.next('hello');
      streams.push(stream);
    }
    const [oldest, ...others] = streams;
    await oldest?.next('ended');
    await log(max, board, 'breakfast');
    expect(await Promise.all(others.map((stream) => stream.next('changed')))).toHaveLength(4);
    for (const stream of others) stream.close();
  });

  it('are not opened where the browser left while the wall was looked up', async () => {
    const wall = await wallBy(max, await boardOf(max));
    const caller = await wallOf(testApp.deps, wall.cookie);
    const watch = vi.spyOn(testApp.deps.liveFeed, 'watch');
    const request = new IncomingMessage(new Socket());
    const raw = new ServerResponse(request);
    raw.destroy();
    await openWallStream(testApp.deps, caller, Object.assign(request, { id: 'one' }), raw);
    expect([watch.mock.calls, raw.headersSent]).toEqual([[], false]);
    watch.mockRestore();
  });
});

it('a wall notes by the half day when it was seen, gets its cookie again, and is forgotten once its browser has none', async () => {
  const maker = await testApp.signUp('Paul');
  const wall = await wallBy(maker, await boardOf(maker));
  const { dataDir } = testApp.config;
  const { board } = await wall.does('GET /api/wall');
  const [id, now] = [(await maker.does('GET /api/walls')).walls.find(({ boardId }) => boardId === board.id)?.id, Date.now()];
  const seen = (at: number) => tamper(dataDir, 'update wall set seen_at = ?, opened_at = ? where id = ?', at, at, id);
  const rowOf = () => dump(dataDir)['wall']?.find((one) => one['id'] === id);
  seen(now - 11 * 60 * 60 * 1000);
  expect((await wall.tries('GET /api/wall')).headers['set-cookie']).toBeUndefined();
  seen(now - 13 * 60 * 60 * 1000);
  expect((await wall.tries('GET /api/wall')).headers['set-cookie']).toEqual([expect.stringContaining(`${wall.cookie};`)]);
  expect(Number(rowOf()?.['seen_at'])).toBeGreaterThanOrEqual(now);
  seen(now - 399 * 24 * 60 * 60 * 1000);
  await doHourlyJobs(testApp);
  expect(rowOf()).toBeDefined();
  seen(now - 401 * 24 * 60 * 60 * 1000);
  await doHourlyJobs(testApp);
  expect(rowOf()).toBeUndefined();
});
