/** The demo for whoever just looks: it is off unless set, it stays among itself, it answers, and it leaves nothing. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { api, type EndpointKey } from '#shared/api';
import { isKeptFromDemos } from '#shared/api/in-demos';
import { demoLimits } from '#shared/demos';
import type { BoardId, UserId } from '#shared/ids';
import { ask, dump, looseEnds, print, queued, tamper } from '../../../tests/database-state.ts';
import { guestOn, singleLinkOf } from '../../../tests/guests.ts';
import { jobContext } from '../../../tests/job-context.ts';
import { boardOf, requestOf, type Someone, startTestApp, type TestApp } from '../../../tests/test-app.ts';
import { findAccount } from '../accounts/accounts.ts';
import { examine } from '../doctor/doctor.ts';
import { listPeople } from '../people/people.ts';
import { removeAccount } from '../privacy/account-deletion.ts';
import { createGuestErasure } from '../privacy/guest-erasure.ts';

const hour = 60 * 60 * 1000;

interface Demo {
  visitor: Someone;
  boardId: BoardId;
  player: UserId;
}

let addresses = 0;

/** Begins a demo from an address of its own. */
async function begin(testApp: TestApp): Promise<Demo> {
  const visitor = testApp.visitor();
  const { status, body } = await tryDemo(visitor, `192.0.2.${(addresses += 1)}`);
  expect(status).toBe(201);
  const { members } = await visitor.does('GET /api/boards/:boardId', { params: { boardId: body.boardId } });
  const player = members.find(({ userId }) => userId !== body.user.id)?.userId ?? '';
  return { visitor: Object.assign(visitor, { id: body.user.id }), boardId: body.boardId, player };
}

function tryDemo(visitor: Someone, remoteAddress: string, body: object = {}) {
  return visitor.sends<'POST /api/demos'>({ method: 'POST', url: '/api/demos', payload: body, remoteAddress });
}

const open = ({ visitor, boardId }: Pick<Demo, 'visitor' | 'boardId'>) => visitor.does('GET /api/boards/:boardId', { params: { boardId } });

async function logOne(demo: Pick<Demo, 'visitor' | 'boardId'>, isGain = true, more: object = {}): Promise<string> {
  const { actions } = await open(demo);
  const actionId = actions.find(({ points }) => points > 0 === isGain)?.id ?? '';
  const id = randomUUID();
  await demo.visitor.does('POST /api/boards/:boardId/activities', { params: { boardId: demo.boardId }, body: { id, actionId, ...more } });
  return id;
}

/** Does at once what waits for its moment. */
async function letPlayerAnswer({ config, deps }: TestApp): Promise<void> {
  tamper(config.dataDir, "update job set due = 0 where kind = 'answer_demo'");
  deps.jobs.look('answer_demo');
  await deps.jobs.idle('answer_demo');
}

const testApp = await startTestApp({ config: { demo: true } });
const { deps } = testApp;
const { dataDir } = testApp.config;

it('a server that does not offer demos answers as an unknown address does', async () => {
  const closed = await startTestApp();
  const before = print(closed.config.dataDir);
  const { status, text } = await closed.visitor().tries('POST /api/demos', { body: {} });
  const unknown = await closed.visitor().sends({ method: 'POST', url: '/api/demos-that-are-not-there', payload: {} });
  expect([status, text]).toEqual([unknown.status, unknown.text]);
  expect(await closed.visitor().does('GET /api/session')).toEqual({ user: null, signUps: 'open' });
  expect(await testApp.visitor().does('GET /api/session')).toMatchObject({ demos: true });
  expect(print(closed.config.dataDir)).toBe(before);
});

describe('a demo', () => {
  it('is a board of two on which both have played for some days, for this browser until the next day', async () => {
    const begun = Date.now();
    const visitor = testApp.visitor();
    const { body, headers } = await tryDemo(visitor, '198.51.100.1', { timeZone: 'Pacific/Auckland' });
    const { user, boardId } = body;
    expect(user).toMatchObject({ email: null, isGuest: true, boardsCount: 1 });
    expect(user.preferences).toMatchObject({ consentAsked: true, analytics: false, dataCollection: false });
    expect(user.demoUntil).toBeGreaterThanOrEqual(begun + demoLimits.lasts);
    expect(user.demoUntil).toBeLessThanOrEqual(Date.now() + demoLimits.lasts);
    const cookie = String(headers['set-cookie']);
    expect(Number(/ou-la-la=[^;]+; Max-Age=(\d+)/.exec(cookie)?.[1])).toBeLessThanOrEqual(demoLimits.lasts / 1000);
    const { board, members, actions, activities } = await open({ visitor, boardId });
    expect(board).toMatchObject({ timeZone: 'Pacific/Auckland' });
    expect(members.map(({ username }) => username).toSorted()).toEqual([
      expect.stringMatching(/^Camille-\d{3,4}$/),
      expect.stringMatching(/^Démo-\d{3,4}$/),
    ]);
    expect(actions.length).toBeGreaterThan(10);
    expect(new Set(activities.activities.map(({ userId }) => userId)).size).toBe(2);
    expect(activities.activities).toHaveLength(7);
    expect(Math.min(...activities.activities.map(({ loggedAt }) => loggedAt))).toBeLessThan(begun - 2 * 24 * hour);
    expect(await examine(deps)).toEqual([]);
  });

  it('ends for its browser with its day, however often it is looked at, even before it is erased', async () => {
    const { visitor } = await begin(testApp);
    tamper(dataDir, 'update session set expires_at = ? where user_id = ?', Date.now() + hour, visitor.id);
    tamper(dataDir, 'update guest set demo_until = ? where user_id = ?', Date.now() + hour, visitor.id);
    const { headers } = await visitor.tries('GET /api/session');
    expect(JSON.stringify(headers['set-cookie'] ?? '')).not.toContain('Max-Age=86');
    const [row] = ask(dataDir, 'select expires_at from session where user_id = ?', visitor.id);
    expect(Number(row?.['expires_at'])).toBeLessThanOrEqual(Date.now() + hour);
    tamper(dataDir, 'update session set expires_at = ? where user_id = ?', Date.now() - 1, visitor.id);
    expect((await visitor.does('GET /api/session')).user).toBeNull();
  });

  it('takes no name from anybody', async () => {
    await begin(testApp);
    const people = await testApp.signUpAll('Camille', 'Démo');
    expect(people.map(({ name }) => name)).toEqual(['Camille', 'Démo']);
  });

  it('is made five times an hour for an address, and no more', async () => {
    const replies = [];
    for (let one = 0; one < 1000; one += 1) replies.push((await tryDemo(testApp.visitor(), '203.0.113.7')).code ?? 'made');
    expect(replies.filter((one) => one === 'made')).toHaveLength(5);
    expect(replies.filter((one) => one === 'too_many_attempts')).toHaveLength(995);
    expect((await tryDemo(testApp.visitor(), '203.0.113.8')).status).toBe(201);
  });

  it('is refused where the server holds as many as it may', async () => {
    const own = await startTestApp({ config: { demo: true } });
    const { visitor } = await begin(own);
    tamper(
      own.config.dataDir,
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
        insert into user (id, username, username_key, email, avatar, created_at, updated_at)
        select 'many' || i, 'many' || i, 'many' || i, 'many' || i, '🦄', 0, 0 from n`,
      2 * demoLimits.live - 2,
    );
    tamper(own.config.dataDir, `insert into guest (user_id, seen_at, demo_until) select id, 0, 1 from user where id like 'many%'`);
    expect((await tryDemo(own.visitor(), '203.0.113.9')).code).toBe('demos_full');
    tamper(own.config.dataDir, `delete from guest where user_id in ('many1', 'many2')`);
    expect((await tryDemo(own.visitor(), '203.0.113.9')).status).toBe(201);
    expect((await visitor.does('GET /api/session')).user).not.toBeNull();
  });

  it('replaces an earlier one, and the session of nobody who has an account or a game', async () => {
    const lea = await testApp.signUp('Léa');
    const guest = await guestOn(testApp, lea, await boardOf(lea), 'Basile');
    for (const person of [lea, guest]) {
      expect((await tryDemo(person, '198.51.100.2')).code).toBe('demo_for_visitors');
      expect((await person.does('GET /api/session')).user?.id).toBe(person.id);
    }
    const { visitor } = await begin(testApp);
    const { body } = await tryDemo(visitor, '198.51.100.3');
    expect((await visitor.does('GET /api/session')).user?.id).toBe(body.user.id);
    expect(ask(dataDir, 'select 1 from session where user_id = ?', visitor.id)).toEqual([]);
  });

  it('gives way to an account that is made from it', async () => {
    const { visitor } = await begin(testApp);
    const body = { username: 'Décidée', email: 'decidee@example.org', password: 'orage violet 42', avatar: '🦄' } as const;
    const { user } = await visitor.does('POST /api/accounts', { body });
    expect((await visitor.does('GET /api/session')).user).toMatchObject({ id: user.id, isGuest: false, demoUntil: null, boardsCount: 0 });
    expect(ask(dataDir, 'select 1 from session where user_id = ?', visitor.id)).toEqual([]);
  });

  it('is no first account, and neither is a guest', async () => {
    const closed = await startTestApp({ config: { demo: true, signUps: 'closed' } });
    await begin(closed);
    expect((await closed.visitor().does('GET /api/session')).signUps).toBe('open');
    const body = { username: 'Hôte', email: 'hote@example.org', password: 'orage violet 42', avatar: '🦄' } as const;
    await closed.visitor().does('POST /api/accounts', { body });
    expect((await closed.visitor().does('GET /api/session')).signUps).toBe('closed');
    const second = { ...body, username: 'Autre', email: 'autre@example.org' };
    expect((await closed.visitor().tries('POST /api/accounts', { body: second })).code).toBe('sign_ups_closed');
  });

  it('stands in no list of the host', async () => {
    const own = await startTestApp({ config: { demo: true } });
    await begin(own);
    await own.signUp('Seule');
    expect((await listPeople(own.deps)).map(({ username }) => username)).toEqual(['Seule']);
  });
});

describe('the visitor of a demo', () => {
  const kept = (Object.keys(api) as EndpointKey[]).filter(isKeptFromDemos);
  const leaving: readonly EndpointKey[] = [
    'PUT /api/notifications/device',
    'PUT /api/recap-mail',
    'POST /api/tokens',
    'POST /api/boards',
    'POST /api/boards/:boardId/walls',
    'POST /api/boards/:boardId/webhooks',
    'POST /api/boards/:boardId/single-links',
    'POST /api/boards/:boardId/requests',
    'POST /api/invitations/:invitation/acceptance',
    'POST /api/requests/:requestId/acceptance',
    'POST /api/codes',
    'POST /api/counts',
    'POST /api/guest/email',
    'POST /api/guest/code',
    'POST /api/passkeys',
    'PATCH /api/account',
    'PATCH /api/boards/:boardId',
  ];

  it('is refused every change that is no move of the game, also one that is added later', () => {
    expect(kept).toEqual(expect.arrayContaining([...leaving]));
    // What is added to the table is refused until somebody has thought of it.
    const changes = (Object.keys(api) as EndpointKey[]).filter((key) => !key.startsWith('GET '));
    expect(changes.length - kept.length).toBeLessThan(45);
  });

  it('can enter a game to which somebody invites, which takes the place of the demo', async () => {
    const demo = await begin(testApp);
    const host = await testApp.signUp('Hôte');
    const board = await boardOf(host);
    const invitation = await singleLinkOf(host, board);
    const shown = await demo.visitor.does('GET /api/invitations/:invitation', { params: { invitation } });
    expect(shown).toMatchObject({ admits: true, admitsGuest: true });
    const body = { username: 'Sacha', invitation };
    expect((await demo.visitor.does('POST /api/guests', { body })).user).toMatchObject({ demoUntil: null, isGuest: true });
    const { boards } = await demo.visitor.does('GET /api/boards');
    expect(boards.map(({ id }) => id)).toEqual([board.id]);
  });

  it('cannot look for people by name', async () => {
    const demo = await begin(testApp);
    const { name: username } = await testApp.signUp('Connue');
    const params = { username };
    expect((await demo.visitor.tries('GET /api/users/:username', { params })).code).toBe('demo_stays_here');
  });

  it('is refused them before anything is read, and nothing changes', async () => {
    const demo = await begin(testApp);
    const before = print(dataDir);
    const params = { boardId: demo.boardId, userId: demo.player };
    for (const key of kept) {
      const input = { params: new Proxy(params, { get: (given, name) => Reflect.get(given, name) ?? 'x' }) };
      const { method, url } = requestOf(key, input);
      const { code, message } = await demo.visitor.sends({ method, url, payload: {} });
      expect([key, code]).toEqual([key, 'demo_stays_here']);
      expect(message).toBe("Ce n'est pas possible dans la démo.");
    }
    expect(print(dataDir)).toBe(before);
  });

  it('is reached by nobody else: the board has no link, and the second player no password', async () => {
    const demo = await begin(testApp);
    const stranger = await testApp.signUp('Curieuse');
    const invitation = { params: { invitation: demo.boardId } };
    expect((await stranger.tries('GET /api/invitations/:invitation', invitation)).code).toBe('board_not_found');
    const player = await findAccount(deps.database.read, demo.player);
    for (const identifier of [player?.username ?? '', demo.player]) {
      const body = { identifier, password: 'orage violet 42' };
      expect((await testApp.visitor().tries('POST /api/session', { body })).code).toBe('wrong_credentials');
    }
    // An invitation to a board of somebody else waits for good.
    const board = await boardOf(stranger);
    const { user } = await demo.visitor.does('GET /api/session');
    const sent = { params: { boardId: board.id }, body: { type: 'invitation', username: user?.username ?? '' } } as const;
    const { request } = await stranger.does('POST /api/boards/:boardId/requests', sent);
    const answer = { params: { requestId: request.id } };
    expect((await demo.visitor.tries('POST /api/requests/:requestId/acceptance', answer)).code).toBe('demo_stays_here');
  });

  it('is refused what everybody else may do', async () => {
    const [one] = await testApp.signUpAll('Ordinaire');
    const { user } = await one.does('PATCH /api/account', { body: { avatar: '⭐' } });
    expect(user.avatar).toBe('⭐');
  });
});

describe('the second player', () => {
  it('answers each log once, by turns with a log and an emoji, and sees gains and losses apart', async () => {
    const demo = await begin(testApp);
    await logOne(demo);
    expect(queued(dataDir).filter(({ kind }) => kind === 'answer_demo')).toHaveLength(1);
    await letPlayerAnswer(testApp);
    const first = (await open(demo)).activities.activities;
    expect(first).toHaveLength(9);
    expect(first[0]).toMatchObject({ userId: demo.player, emoji: '🪫', note: expect.stringContaining("J'arrive") });
    const lost = await logOne(demo, false);
    await letPlayerAnswer(testApp);
    const second = (await open(demo)).activities.activities;
    expect(second).toHaveLength(10);
    expect(second.find(({ id }) => id === lost)?.reactions).toEqual([expect.objectContaining({ emoji: '😂' })]);
    // Its own log is answered by nobody.
    expect(queued(dataDir).filter(({ kind }) => kind === 'answer_demo')).toEqual([]);
    expect(await examine(deps)).toEqual([]);
  });

  it('thanks for a gain that was noted for it', async () => {
    const demo = await begin(testApp);
    await logOne(demo);
    await letPlayerAnswer(testApp);
    const noted = await logOne(demo, true, { for: demo.player });
    await letPlayerAnswer(testApp);
    const { activities } = (await open(demo)).activities;
    expect(activities.find(({ id }) => id === noted)?.reactions).toEqual([expect.objectContaining({ emoji: '👏' })]);
  });

  it('answers nothing that was undone before, and nothing twice', async () => {
    const demo = await begin(testApp);
    const id = await logOne(demo);
    await demo.visitor.does('POST /api/boards/:boardId/activities/:activityId/undo', {
      params: { boardId: demo.boardId, activityId: id },
    });
    await letPlayerAnswer(testApp);
    expect((await open(demo)).activities.activities).toHaveLength(8);
    const again = await logOne(demo, false);
    await letPlayerAnswer(testApp);
    const answered = print(dataDir);
    tamper(dataDir, `insert into job (id, kind, subject, due, attempts, created_at) values ('again', 'answer_demo', ?, 0, 0, 0)`, again);
    await letPlayerAnswer(testApp);
    expect(print(dataDir)).toBe(answered);
  });

  it('falls silent after 40 logs', async () => {
    const demo = await begin(testApp);
    for (let turn = 1; turn <= demoLimits.answers; turn += 1) await logOne(demo);
    await letPlayerAnswer(testApp);
    const count = () => Number(ask(dataDir, 'select count(*) as n from activity where board_id = ?', demo.boardId)[0]?.['n']);
    const reactions = () => Number(ask(dataDir, 'select count(*) as n from reaction where user_id = ?', demo.player)[0]?.['n']);
    const before = count();
    expect(before - 7 - demoLimits.answers + reactions()).toBe(demoLimits.answers);
    await logOne(demo);
    await letPlayerAnswer(testApp);
    expect([count(), reactions()]).toEqual([before + 1, demoLimits.answers - (before - 7 - demoLimits.answers)]);
  });

  it('answers nobody else', async () => {
    const [ada, bob] = await testApp.signUpAll('Ada', 'Bob');
    const board = await boardOf(ada, [bob]);
    const body = { id: randomUUID(), actionId: board.breakfast };
    await bob.does('POST /api/boards/:boardId/activities', { params: { boardId: board.id }, body });
    expect(queued(dataDir).filter(({ kind }) => kind === 'answer_demo')).toEqual([]);
  });
});

describe('the end of a demo', () => {
  const worker = createGuestErasure(deps.database, (userId, confirm) => removeAccount(deps, userId, { handOvers: [] }, confirm));
  const job = { id: '', kind: 'erase_guests', subject: '', attempts: 0, last_failure: null, created_at: 0 } as const;
  const run = (due = Date.now()) => worker.run({ ...job, due }, jobContext());
  const end = ({ visitor, player }: Demo, at: number) =>
    tamper(dataDir, 'update guest set demo_until = ? where user_id in (?, ?)', at, visitor.id, player);
  const tracesOf = ({ visitor, boardId, player }: Demo) => {
    const rows = JSON.stringify(dump(dataDir));
    return [visitor.id, player, boardId].filter((id) => rows.includes(id));
  };

  it('erases both people, the board and its key, and nothing else', async () => {
    const [demo, other] = [await begin(testApp), await begin(testApp)];
    await logOne(demo);
    await letPlayerAnswer(testApp);
    await logOne(demo);
    await run();
    expect(tracesOf(demo)).toHaveLength(3);
    end(demo, Date.now() - 1);
    await run();
    await letPlayerAnswer(testApp);
    expect(tracesOf(demo)).toEqual([]);
    expect(looseEnds(dataDir)).toEqual([]);
    expect((await demo.visitor.does('GET /api/session')).user).toBeNull();
    expect((await open(other)).members).toHaveLength(2);
    expect(await examine(deps)).toEqual([]);
  });

  it('takes at a late run what was over when it was due: the clock may have been set ahead a moment ago', async () => {
    const demo = await begin(testApp);
    end(demo, Date.now() - 1);
    await run(Date.now() - 2 * hour);
    expect(tracesOf(demo)).toHaveLength(3);
    end(demo, Date.now() - 3 * hour);
    await run(Date.now() - 2 * hour);
    expect(tracesOf(demo)).toEqual([]);
  });

  it('comes also where the visitor has deleted the account before, or demos are no longer offered', async () => {
    const demo = await begin(testApp);
    await demo.visitor.does('POST /api/account/deletion', { body: { handOvers: [] } });
    expect(tracesOf(demo)).toEqual([demo.player, demo.boardId]);
    end(demo, Date.now() - 1);
    await run();
    expect(tracesOf(demo)).toEqual([]);
  });
});
