/** Deleting an account takes everything of the person, at once, and nothing of anybody else (decision D7, S4, S9). */
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { BodyOf } from '#shared/api';
import { deletedUsername } from '#shared/activities';
import type { NewRequest } from '#shared/requests';
import { accept, boardOf, log, startTestApp, password, remove, resetToken, type Someone, waiting } from '../../../tests/test-app.ts';
import { dump, holdForReading, looseEnds, print, wrongCounters } from '../../../tests/database-state.ts';
import { guestOn, returnLinkFor } from '../../../tests/guests.ts';
import { onSqlite } from '../../../tests/postgres/test-databases.ts';
import { Stream, withoutHeartbeats } from '../../../tests/stream.ts';
import { logActivities } from '../activities/activities.ts';
import { undoActivity } from '../activities/undo.ts';
import { handOverBoard } from '../membership/members.ts';
import { databaseFile } from '../database/open-database.ts';
import { examine } from '../doctor/doctor.ts';
import { Refusal } from '../errors/refusal.ts';
import { insertJob } from '../jobs/job-store.ts';
import { acceptRequest } from '../membership/requests.ts';
import { deleteAccount } from './account-deletion.ts';
import type { SessionCaller } from '../identity/callers.ts';

const testApp = await startTestApp({ boundless: true });
withoutHeartbeats();
const { deps, config } = testApp;

let made = 0;
/** People of this test alone. */
async function signUpAll<const Names extends readonly string[]>(...names: Names): Promise<{ [Index in keyof Names]: Someone }> {
  made += 1;
  return await testApp.signUpAll(...(names.map((name) => `${name}.${made}`) as unknown as Names));
}

const streams: Stream[] = [];
afterEach(async () => {
  for (const stream of streams.splice(0)) stream.close();
  const wrong = [...(await examine(deps)), ...wrongCounters(config.dataDir)];
  if (wrong.length > 0) throw new Error(JSON.stringify(wrong));
});

async function listen(person: Someone): Promise<Stream> {
  const stream = await Stream.open(person);
  streams.push(stream);
  await stream.next('hello');
  return stream;
}

const deletes = (person: Someone, wishes: Partial<BodyOf<'POST /api/account/deletion'>> = {}) =>
  person.tries('POST /api/account/deletion', { body: { password, ...wishes } });

const undo = (actor: Someone, board: { id: string }, activityId: string) =>
  actor.does('POST /api/boards/:boardId/activities/:activityId/undo', { params: { boardId: board.id, activityId } });

const react = (actor: Someone, { id: boardId }: { id: string }, activityId: string) =>
  actor.does('PUT /api/boards/:boardId/activities/:activityId/reactions/:emoji', { params: { boardId, activityId, emoji: '❤️' } });

const asks = (person: Someone, board: { id: string }, body: NewRequest = { type: 'request' }) =>
  person.does('POST /api/boards/:boardId/requests', { params: { boardId: board.id }, body });

const open = (person: Someone, board: { id: string }) => person.does('GET /api/boards/:boardId', { params: { boardId: board.id } });

describe('a deleted account', () => {
  it('is in no column of any table, nor in anything that others can still read', async () => {
    const [lea, max, zoe] = await signUpAll('Léa', 'Max', 'Zoé');
    const gone = await testApp.signUp('Zorglub.Ünïk');
    const canary = 'CANARI SECRET';
    const own = await boardOf(gone, [lea], { title: canary, invited: [max], actions: [{ title: canary, points: 7 }] });
    const given = await boardOf(gone, [lea, max]);
    const joined = await boardOf(max, [gone, lea]);
    const left = await boardOf(lea, [gone, zoe]);
    for (const board of [own, given, joined, left]) await log(gone, board, 'breakfast');
    await log(lea, own, 'breakfast');
    // Undone by them, and by others.
    await undo(gone, given, (await log(lea, given, 'dishes')).activity.id);
    await undo(max, joined, (await log(gone, joined, 'dishes')).activity.id);
    // Reacted to, by them and by others.
    await react(gone, given, (await log(lea, given, 'breakfast')).activity.id);
    await react(lea, given, (await log(gone, given, 'breakfast')).activity.id);
    await react(gone, left, (await log(lea, left, 'breakfast')).activity.id);
    await gone.does('POST /api/boards/:boardId/proposals', { params: { boardId: joined.id }, body: { title: canary, points: 7 } });
    await remove(gone, left, gone);
    // Kept at hand.
    for (const board of [own, given, joined])
      await gone.does('PUT /api/boards/:boardId/actions/:actionId/favourite', { params: { boardId: board.id, actionId: board.dishes } });
    // Sent, received, answered, proposed.
    await asks(zoe, given);
    await asks(gone, left);
    await lea.does('POST /api/requests/:requestId/rejection', { params: { requestId: (await waiting(lea, left.id)).id } });
    await asks(zoe, left, { type: 'member_invitation', username: gone.name });
    // Sessions, a reset, a mail to be sent.
    await gone.elsewhere();
    await resetToken(testApp, gone);
    const due = Date.now() + 600_000;
    await deps.database.unitOfWork(({ db }) => insertJob(db, { kind: 'password_reset_mail', subject: gone.id, due }));
    await gone.does('PATCH /api/account/preferences', { body: { analytics: true } });
    const traces = [gone.id, gone.email, gone.name, gone.name.toLowerCase(), canary, own.id];
    for (const trace of traces) expect(await readable(trace), trace).not.toEqual([]);

    expect(await deletes(gone, { handOvers: [{ boardId: given.id, userId: lea.id }] })).toMatchObject({ status: 204 });

    for (const trace of traces) expect(await readable(trace), trace).toEqual([]);
    for (const person of [lea, max, zoe])
      for (const text of await all(person)) for (const trace of traces) expect(text).not.toContain(trace);
    expect((await open(lea, given)).board).toMatchObject({ createdBy: lea.id, totalPoints: 20 });
    expect((await open(max, joined)).activities.activities).toEqual([]);
    expect(looseEnds(config.dataDir)).toEqual([]);
  });

  it('without a proof is refused before anything is locked', async () => {
    const [lea] = await signUpAll('Léa');
    const lock = vi.spyOn(deps.database, 'unitOfWork');
    const { code } = await lea.tries('POST /api/account/deletion', { body: {} });
    const locked = lock.mock.calls.length;
    lock.mockRestore();
    expect([code, locked]).toEqual(['password_required', 0]);
  });

  it('of a guest wants no other proof than the session, and leaves nothing; from anybody else the session alone is not enough', async () => {
    const [lea] = await signUpAll('Léa');
    const board = await boardOf(lea);
    const gone = await guestOn(testApp, lea, board, 'Zébulon');
    await log(gone, board, 'breakfast');
    await gone.does('POST /api/guest/code');
    await returnLinkFor(lea, board, gone);
    const { token_hash: hash } = dump(config.dataDir)['session']?.find(({ user_id }) => user_id === gone.id) ?? {};
    const traces = [gone.id, gone.name, gone.name.toLowerCase()];
    for (const trace of traces) expect(await readable(trace), trace).not.toEqual([]);
    const before = print(config.dataDir);
    expect(await lea.tries('POST /api/account/deletion', { body: {} })).toMatchObject({ status: 400, code: 'password_required' });
    expect((await gone.tries('POST /api/account/deletion', { body: { password } })).code).toBe('wrong_password');
    expect(print(config.dataDir)).toBe(before);
    expect((await gone.tries('POST /api/account/deletion', { body: {} })).status).toBe(204);
    for (const trace of [...traces, hash]) expect(await readable(String(trace)), String(trace)).toEqual([]);
    expect(looseEnds(config.dataDir)).toEqual([]);
    expect((await open(lea, board)).activities.activities).toEqual([]);
  });

  it('leaves username and e-mail to whoever comes next, who finds nothing of it', async () => {
    const [first, host] = await signUpAll('Libre', 'Hôte');
    const board = await boardOf(host, [first]);
    await log(first, board, 'breakfast');
    expect((await deletes(first)).status).toBe(204);
    const next = await testApp.signUp(first.name);
    expect(next.id).not.toBe(first.id);
    expect((await next.does('GET /api/session')).user).toMatchObject({ email: first.email, points: 0, boardsCount: 0, actionsCount: 0 });
    expect(await next.does('GET /api/boards')).toEqual({ boards: [] });
    expect(await next.does('GET /api/requests')).toEqual({ received: [], sent: [], pendingCount: 0 });
    await asks(next, board);
    await accept(host, board.id);
    expect((await open(next, board)).members.map(({ score }) => score)).toEqual([0, 0]);
  });

  it('leaves nothing in the browser, unless somebody else signed in there', async () => {
    const [gone, other] = await signUpAll('Parti', 'Reste');
    const { deviceCookie } = gone;
    expect(deviceCookie).toBeDefined();
    await gone.does('POST /api/session', { body: { identifier: other.name, password } });
    await gone.does('POST /api/session', { body: { identifier: gone.name, password } });
    expect((await deletes(gone)).status).toBe(204);
    expect([gone.cookie, gone.deviceCookie === undefined]).toEqual([undefined, false]);
    await gone.does('POST /api/session', { body: { identifier: other.name, password } });
    expect((await deletes(gone)).status).toBe(204);
    expect([gone.cookie, gone.deviceCookie]).toEqual([undefined, undefined]);
  });

  it('has no session any more: 401 at once, everywhere, and its streams are closed', async () => {
    const [gone, other] = await signUpAll('Parti', 'Reste');
    await boardOf(gone, [other]);
    const elsewhere = await gone.elsewhere();
    const [here, there, theirs] = [await listen(gone), await listen(elsewhere), await listen(other)];
    const { cookie } = gone;
    const answer = await deletes(gone);
    expect(answer.status).toBe(204);
    expect(gone.cookie).toBeUndefined();
    for (const old of [Object.assign(gone, { cookie }), elsewhere])
      expect(await old.tries('GET /api/boards')).toMatchObject({ status: 401, code: 'no_user_logged_in' });
    for (const stream of [here, there]) {
      await stream.end();
      expect(stream.events).toEqual([{ type: 'bye', reason: 'session_ended' }]);
    }
    expect(theirs.closed).toBe(false);
    const signIn = await testApp.visitor().tries('POST /api/session', { body: { identifier: gone.name, password } });
    expect(signIn).toMatchObject({ status: 401, code: 'wrong_credentials' });
  });
});

describe('those who stay', () => {
  it('see the person and what they did vanish from the board while they have it open', async () => {
    const [gone, max, lea] = await signUpAll('Parti', 'Max', 'Léa');
    const board = await boardOf(max, [gone, lea]);
    await log(gone, board, 'breakfast');
    await log(max, board, 'dishes');
    const { activity } = await log(lea, board, 'breakfast');
    const stream = await listen(lea);
    await listen(gone);
    await stream.until(() => stream.online.has(gone.id), 'not shown');
    expect((await deletes(gone)).status).toBe(204);

    const change = await stream.next('change');
    expect(change).toMatchObject({ boardId: board.id, complete: false, totalPoints: 5, after: change.revision - 1 });
    expect(change.members?.map(({ userId }) => userId)).toEqual([max.id, lea.id]);
    expect(change.activities.map(({ userId }) => userId)).toEqual([lea.id, max.id]);
    expect(change.activities[0]).toEqual(activity);
    await stream.until(() => !stream.online.has(gone.id), 'still shown');
    expect(stream.all('gone')).toEqual([]);

    const opened = await open(lea, board);
    expect(opened).toMatchObject({ board: { totalPoints: 5, revision: change.revision }, members: change.members });
    expect(opened.activities.activities).toEqual(change.activities);
    const since = await lea.does('GET /api/boards/:boardId/changes', { params: { boardId: board.id }, query: { after: '1' } });
    expect(since).toMatchObject({ complete: false, totalPoints: 5 });
    await log(lea, board, 'dishes');
    expect((await stream.next('change')).totalPoints).toBe(-10);
  });

  it('lose what a former member did before leaving', async () => {
    const [gone, max] = await signUpAll('Ancienne', 'Max');
    const board = await boardOf(max, [gone]);
    await log(gone, board, 'breakfast');
    await log(max, board, 'breakfast');
    await remove(gone, board, gone);
    const stream = await listen(max);
    await deletes(gone);
    expect(await stream.next('change')).toMatchObject({ totalPoints: 20, complete: false });
    expect((await open(max, board)).activities.activities).toHaveLength(1);
  });

  it('keep what was undone as undone, by nobody any more', async () => {
    const [gone, max] = await signUpAll('Partie', 'Max');
    const board = await boardOf(gone, [max]);
    await undo(gone, board, (await log(max, board, 'breakfast')).activity.id);
    await deletes(gone, { handOvers: [{ boardId: board.id, userId: max.id }] });
    const { board: kept, activities } = await open(max, board);
    expect(kept.totalPoints).toBe(0);
    expect(activities.activities[0]?.undone).toMatchObject({ userId: null, username: deletedUsername });
  });

  it('lose a board that went with its administrator, with its points and requests', async () => {
    const [gone, max, asker] = await signUpAll('Partante', 'Max', 'Curieuse');
    const board = await boardOf(gone, [max]);
    await log(max, board, 'breakfast');
    await asks(asker, board);
    const [theirs, askers] = [await listen(max), await listen(asker)];
    await deletes(gone);
    expect(await theirs.next('gone')).toEqual({ type: 'gone', boardId: board.id, reason: 'deleted' });
    await theirs.next('account');
    await askers.next('requests');
    expect((await max.does('GET /api/session')).user).toMatchObject({ points: 0, boardsCount: 0, actionsCount: 0 });
    expect((await asker.does('GET /api/requests')).sent).toEqual([]);
    expect(await max.tries('GET /api/boards/:boardId', { params: { boardId: board.id } })).toMatchObject({ code: 'board_not_found' });
  });

  it('are told that what waited for them waits no more', async () => {
    const [gone, host, guest] = await signUpAll('Retirée', 'Hôte', 'Convive');
    const board = await boardOf(host);
    await asks(gone, board);
    const theirs = await boardOf(gone, [host]);
    await asks(gone, theirs, { type: 'invitation', username: guest.name });
    const [hosts, guests] = [await listen(host), await listen(guest)];
    await deletes(gone, { handOvers: [{ boardId: theirs.id, userId: host.id }] });
    expect(await hosts.next('requests', ({ pendingRequests }) => pendingRequests === 0)).toBeDefined();
    // The invitation is the new administrator's (D28).
    await guests.next('requests');
    expect((await host.does('GET /api/requests')).received).toEqual([]);
    expect((await guest.does('GET /api/requests')).received).toMatchObject([{ fromUsername: host.name, status: 'pending' }]);
  });
});

describe('a board', () => {
  it('is shown before, with those who could have it', async () => {
    const [host, max, zoe] = await signUpAll('Hôtesse', 'Max', 'Zoé');
    const first = await boardOf(host, [max, zoe], { title: 'Coloc' });
    const second = await boardOf(host, [], { title: 'Seule' });
    await boardOf(max, [host]);
    const { boards } = await host.does('GET /api/account/deletion');
    const members = [max, zoe].map(({ id, name }) => ({ userId: id, username: name, avatar: '🦄' }));
    const looks = { icon: '👑', theme: 'pink' };
    expect(boards.toSorted((a, b) => (a.title < b.title ? -1 : 1))).toEqual([
      { id: first.id, title: 'COLOC', ...looks, members },
      { id: second.id, title: 'SEULE', ...looks, members: [] },
    ]);
  });

  it('goes to who it was given, with what waits for its administrator; the others are deleted', async () => {
    const [gone, max, zoe, asker] = await signUpAll('Donneuse', 'Max', 'Zoé', 'Curieuse');
    const given = await boardOf(gone, [max, zoe]);
    const deleted = await boardOf(gone, [max]);
    await log(gone, given, 'breakfast');
    await log(zoe, given, 'breakfast');
    await asks(asker, given);
    const stream = await listen(max);
    const answer = await deletes(gone, { handOvers: [{ boardId: given.id, userId: max.id }], boards: [deleted.id, given.id] });
    expect(answer.status).toBe(204);
    expect((await stream.next('change', ({ board }) => board !== undefined)).board?.createdBy).toBe(max.id);
    expect(await stream.next('gone')).toMatchObject({ boardId: deleted.id });
    expect(await open(max, given)).toMatchObject({ board: { createdBy: max.id, totalPoints: 20 }, members: [{}, {}] });
    await accept(max, given.id);
    expect((await open(asker, given)).members).toHaveLength(3);
  });

  it('that is wished for as it cannot be changes nothing at all, and the account stays', async () => {
    const [someone, max, stranger] = await signUpAll('Hésitante', 'Max', 'Inconnue');
    const [first, second, foreign] = [await boardOf(someone, [max]), await boardOf(someone, [max]), await boardOf(max, [someone])];
    await log(someone, foreign, 'breakfast');
    const boards = [first.id, second.id];
    const given = (board: { id: string }, to: Someone) => ({ boardId: board.id, userId: to.id });
    const alsoGiven = (board: { id: string }, to: Someone) => ({ boards, handOvers: [given(first, max), given(board, to)] });
    const [mine, theirs] = [await listen(someone), await listen(max)];
    const before = print(config.dataDir);
    const cases: [code: string, what: string, wishes: Parameters<typeof deletes>[1]][] = [
      ['boards_changed', 'other boards than those that were shown', { boards: [] }],
      ['boards_changed', 'a board that is not theirs among those shown', { boards: [...boards, foreign.id] }],
      ['board_not_found', "somebody else's board handed over", alsoGiven(foreign, max)],
      ['member_not_found', 'a board handed over to a stranger', alsoGiven(second, stranger)],
      ['member_not_found', 'a board handed over to themself', alsoGiven(second, someone)],
      ['board_not_found', 'a board handed over twice', alsoGiven(first, max)],
      ['wrong_password', 'a wrong password', { password: 'pas le bon' }],
      ['password_required', 'no password', { password: '' }],
    ];
    for (const [code, what, wishes] of cases) {
      expect((await deletes(someone, wishes)).code, what).toBe(code);
      expect(print(config.dataDir), what).toBe(before);
    }
    expect(await someone.tries('GET /api/boards')).toMatchObject({ status: 200 });
    expect([...mine.events, ...theirs.events]).toEqual([]);
  });
});

// PostgreSQL's files and backups are in the care of its operator.
it.runIf(onSqlite)('what was deleted is no longer readable in the files of the database', async () => {
  const [first, someone] = await signUpAll('Effacée', 'Disparue');
  const file = databaseFile(config.dataDir);
  const holding = ({ email } = someone) => [file, `${file}-wal`].filter((path) => existsSync(path) && readFileSync(path).includes(email));
  await deps.database.eraseFromLog();
  expect(holding(first)).toEqual([file]);
  expect((await deletes(first)).status).toBe(204);
  expect(holding(first)).toEqual([]);
  // Another program that reads holds on to it until it ends.
  const letGo = holdForReading(config.dataDir);
  expect((await deletes(someone)).status).toBe(204);
  expect(holding()).not.toEqual([]);
  letGo();
  await expect.poll(() => holding()).toEqual([]);
});

it('a password that is guessed is refused after twenty, the right one too', async () => {
  const [someone] = await signUpAll('Devinée');
  const codes = [];
  for (let guess = 0; guess < 21; guess++) codes.push((await deletes(someone, { password: `essai ${guess}` })).code);
  expect(codes.slice(0, 20).every((code) => code === 'wrong_password')).toBe(true);
  expect(codes[20]).toBe('too_many_attempts');
  expect((await deletes(someone)).code).toBe('too_many_attempts');
  expect(await someone.tries('GET /api/boards')).toMatchObject({ status: 200 });
});

describe('at the same time', () => {
  /** Whether it was done; refused is an outcome like others, anything else is a fault. */
  async function done(attempt: Promise<unknown>): Promise<boolean> {
    try {
      await attempt;
      return true;
    } catch (failure) {
      if (failure instanceof Refusal) return false;
      throw failure;
    }
  }

  /** Deletes an account; `before` begins right before the deletion is written, once the password is checked, and `behind` right after. */
  function deleteBetween(
    self: SessionCaller,
    body: Parameters<typeof deleteAccount>[2],
    before: () => void,
    behind: () => void,
  ): Promise<void> {
    const { unitOfWork } = deps.database;
    const watched: typeof unitOfWork = (work) => {
      before();
      const written = unitOfWork(work);
      behind();
      return written;
    };
    return deleteAccount({ ...deps, database: { ...deps.database, unitOfWork: watched } }, self, body);
  }

  it('two deletions of one account are one', async () => {
    const [someone] = await signUpAll('Double');
    await boardOf(someone);
    const statuses = (await Promise.all([deletes(someone), deletes(someone)])).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([204, 401]);
  });

  it('any mix of logs, answers, hand-overs and undoings leaves every sum right and nothing behind', async () => {
    const outcomes = new Set<string>();
    // What never happened was not tried: where a server decides who comes first, rounds go on until all of it has.
    const wanted = ['delete done', 'log done', 'log refused', 'let in done', 'let in refused', 'join done', 'join refused'];
    const isMissing = () => wanted.some((outcome) => !outcomes.has(outcome));
    for (let round = 0; round < (onSqlite ? 25 : 4) || (!onSqlite && isMissing() && round < 80); round++) {
      const [gone, max, asker] = await signUpAll('Course', 'Max', 'Demande');
      const own = await boardOf(gone, [max]);
      const joined = await boardOf(max, [gone]);
      const theirs = (await log(max, own, 'breakfast')).activity.id;
      const mine = (await log(gone, joined, 'breakfast')).activity.id;
      await asks(asker, own);
      const other = await boardOf(asker, [], { invited: [gone] });
      const [ask, invitation] = [(await waiting(gone, own.id)).id, (await waiting(gone, other.id)).id];
      const self = await gone.caller();
      const attempts: [string, () => Promise<unknown>][] = [
        ['log', () => logActivities(deps, gone.id, [{ id: randomUUID(), boardId: joined.id, actionId: joined.breakfast }])],
        ['log on theirs', () => logActivities(deps, max.id, [{ id: randomUUID(), boardId: own.id, actionId: own.dishes }])],
        ['let in', () => acceptRequest(deps, { userId: gone.id, requestId: ask })],
        ['join', () => acceptRequest(deps, { userId: gone.id, requestId: invitation })],
        ['hand over', () => handOverBoard(deps, { actorId: gone.id, boardId: own.id, successorId: max.id })],
        ['receive', () => handOverBoard(deps, { actorId: max.id, boardId: joined.id, successorId: gone.id })],
        ['undo', () => undoActivity(deps, { actorId: gone.id, boardId: own.id, activityId: theirs })],
        ['be undone', () => undoActivity(deps, { actorId: max.id, boardId: joined.id, activityId: mine })],
      ];
      const handOvers = round % 2 ? [{ boardId: own.id, userId: max.id }] : [];
      const tries: Promise<void>[] = [];
      const attempt = ([name, work]: (typeof attempts)[number]) =>
        tries.push(
          (async () => {
            outcomes.add(`${name} ${(await done(work())) ? 'done' : 'refused'}`);
          })(),
        );
      // At the same time, half before and half behind the writing, all behind it, or when all is over.
      const isEarly = (index: number) => round % 4 === 1 && (index + round) % 3 !== 0;
      if (round % 4 === 0) for (const one of attempts) attempt(one);
      const deleted = done(
        deleteBetween(
          self,
          { password, handOvers },
          () => attempts.filter((_, index) => isEarly(index)).forEach(attempt),
          () => round % 4 !== 0 && round % 4 !== 3 && attempts.filter((_, index) => !isEarly(index)).forEach(attempt),
        ),
      );
      await deleted;
      if (round % 4 === 3) for (const one of attempts) attempt(one);
      await Promise.all(tries);
      outcomes.add(`delete ${(await deleted) ? 'done' : 'refused'}`);
      if ((await deps.identity.authenticate(gone.cookie)) === null) expect(await readable(gone.id)).toEqual([]);
      expect(looseEnds(config.dataDir)).toEqual([]);
      expect(wrongCounters(config.dataDir)).toEqual([]);
    }
    expect([...outcomes]).toEqual(expect.arrayContaining(wanted));
  });
});

/** Where a text is found: in any column of any row, or in what one of them holds sealed. */
async function readable(text: string): Promise<string[]> {
  const found: string[] = [];
  for (const [table, rows] of Object.entries(dump(config.dataDir)))
    for (const row of rows)
      for (const [column, value] of Object.entries(row)) {
        if (String(value).includes(text)) found.push(`${table}.${column}`);
        else if (column.endsWith('_sealed') && (await unsealed(table, column, row)).includes(text))
          found.push(`${table}.${column} (sealed)`);
      }
  return found;
}

async function unsealed(table: string, column: string, row: Record<string, unknown>): Promise<string> {
  const { id, board_id: boardId = id } = row;
  const keys = await deps.boardKeys.ofAll(deps.database.read, [String(boardId)]);
  const value = row[column];
  // The key went with its board: nobody reads it any more.
  if (typeof value !== 'string') return '';
  return keys.get(String(boardId))?.decrypt(value, table, column.replace(/_sealed$/, ''), String(id)) ?? '';
}

/** All that a person can read. */
async function all(person: Someone): Promise<string[]> {
  const lists = ['GET /api/boards', 'GET /api/activities', 'GET /api/requests', 'GET /api/actions'] as const;
  const keys = ['GET /api/session', ...lists, 'GET /api/account/export'] as const;
  const texts = await Promise.all(keys.map(async (key) => (await person.tries(key)).text));
  const { boards } = await person.does('GET /api/boards');
  for (const { id } of boards) {
    texts.push((await person.tries('GET /api/boards/:boardId', { params: { boardId: id } })).text);
    texts.push((await person.tries('GET /api/boards/:boardId/changes', { params: { boardId: id }, query: { after: '0' } })).text);
  }
  return texts;
}
