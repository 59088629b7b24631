import { describe, expect, it } from 'vitest';
import { refusals, type RefusalCode } from '#shared/refusals';
import { boardOf, log, startTestApp, password, remove, type Someone, waiting } from '../../../tests/test-app.ts';
import { ask, dump, print } from '../../../tests/database-state.ts';
import { onSqlite } from '../../../tests/postgres/test-databases.ts';
import { Stream } from '../../../tests/stream.ts';
import { acceptRequest } from '../membership/requests.ts';
import { changeProfile } from './profile.ts';

const testApp = await startTestApp();
const [lea, max] = await testApp.signUpAll('Léa', 'Max');
const change = (person: Someone, body: object) => person.tries('PATCH /api/account', { body });
const userRow = (id: string) => dump(testApp.config.dataDir)['user']?.find((row) => row['id'] === id);

describe('changing the own profile', () => {
  it('saves name and avatar together, as they are read again', async () => {
    const nora = await testApp.signUp('Nora');
    const { user } = await nora.does('PATCH /api/account', { body: { username: ' Noura ', avatar: '💎' } });
    expect(user).toMatchObject({ id: nora.id, username: 'Noura', avatar: '💎' });
    expect((await nora.does('GET /api/session')).user).toEqual(user);
    expect(userRow(nora.id)).toMatchObject({ username: 'Noura', username_key: 'noura', avatar: '💎' });
  });

  it('saves each on its own, and leaves the other', async () => {
    const ines = await testApp.signUp('Inès');
    expect(await change(ines, { avatar: '⭐' })).toMatchObject({ body: { user: { username: 'Inès', avatar: '⭐' } } });
    expect(await change(ines, { username: 'Inesita' })).toMatchObject({ body: { user: { username: 'Inesita', avatar: '⭐' } } });
  });

  it('lets the person sign in by the new name, in any case, and gives the old one back', async () => {
    const ada = await testApp.signUp('Ada');
    await ada.does('PATCH /api/account', { body: { username: 'Adèle' } });
    const signIn = (identifier: string) => testApp.visitor().tries('POST /api/session', { body: { identifier, password } });
    expect((await signIn('ADÈLE')).body.user.id).toBe(ada.id);
    expect((await signIn('Ada')).status).toBe(401);
    expect((await testApp.signUp('Ada2')).id).not.toBe('');
    const other = await testApp.signUp('Ophélie');
    expect((await other.does('PATCH /api/account', { body: { username: 'Ada' } })).user.username).toBe('Ada');
  });

  it('in other letters, or to what looks like the own name, is no conflict with oneself', async () => {
    const omar = await testApp.signUp('Omar');
    for (const username of ['OMAR', '\u041emar', 'Omar'])
      expect((await omar.does('PATCH /api/account', { body: { username } })).user.username).toBe(username);
  });

  it.each<[string, object, RefusalCode]>([
    ['to an empty name', { username: '  ' }, 'username_required'],
    ['to one letter', { username: 'x' }, 'username_invalid'],
    ['to 31 letters', { username: 'x'.repeat(31) }, 'username_invalid'],
    ['with a bidi control', { username: 'Zoe\u202E' }, 'username_taken'],
    ['with an isolate', { username: '\u2066Zoe' }, 'username_taken'],
    ['with a zero-width letter', { username: 'Z\u200Boe' }, 'username_taken'],
    ['with a zero-width joiner', { username: 'Z\u200Doe' }, 'username_taken'],
    ['with an invisible filler', { username: 'Zoe\u3164' }, 'username_taken'],
    ['to a name that is taken', { username: 'Max' }, 'username_taken'],
    ['to a name that is taken in other letters', { username: 'MAX' }, 'username_taken'],
    ['to a name that is taken, in wide letters', { username: 'Ｍax' }, 'username_taken'],
    ['to a name that looks like one, in Cyrillic', { username: 'Мах' }, 'username_taken'],
    ['to a name that looks like one, in part', { username: 'M\u0430x' }, 'username_taken'],
    ['to an avatar of its own', { avatar: '💩' }, 'invalid_input'],
    ['to nothing', {}, 'invalid_input'],
    ['to another e-mail', { email: 'x@example.org' }, 'invalid_input'],
  ])('%s is refused and changes nothing (S11)', async (_how, body, code) => {
    const before = print(testApp.config.dataDir);
    const answer = await change(lea, body);
    expect(answer).toMatchObject({ status: refusals[code][0], code, message: refusals[code][1] });
    if (code.startsWith('username')) expect(answer.body).toMatchObject({ field: 'username' });
    expect(print(testApp.config.dataDir)).toBe(before);
  });

  it('to one name by several at once lets one have it', async () => {
    const rivals = await testApp.signUpAll('Rivale', 'Rivalo', 'Rivalu', 'Rivali');
    const answers = await Promise.all(rivals.map((one) => change(one, { username: 'Convoité' })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
    for (const answer of answers)
      if (answer.status === 409) expect(answer).toMatchObject({ code: 'username_taken', body: { field: 'username' } });
    // Names that only look alike are as rival.
    const lookAlikes = await Promise.all(rivals.slice(0, 2).map((one, index) => change(one, { username: ['Hope', 'Норе'][index] })));
    expect(lookAlikes.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it('is limited to 30 in an hour, by person', async () => {
    const fickle = await testApp.signUp('Volage');
    for (let index = 0; index < 30; index += 1) expect((await change(fickle, { username: `Volage${index}` })).status).toBe(200);
    expect(await change(fickle, { username: 'Volage30' })).toMatchObject({ status: 429, code: 'too_many_requests' });
  });
});

describe('the others', () => {
  it('see it at once on every board they share, and the own browsers are told', async () => {
    const [host, guest] = await testApp.signUpAll('Hôte', 'Convive');
    const board = await boardOf(host, [guest]);
    const second = await boardOf(guest, [host]);
    const elsewhere = await host.elsewhere();
    const [theirs, own] = await Promise.all([Stream.open(guest), Stream.open(elsewhere)]);
    await Promise.all([theirs.next('hello'), own.next('hello')]);
    await host.does('PATCH /api/account', { body: { username: 'Hôtesse', avatar: '👸' } });
    for (const { id } of [board, second]) {
      const { members } = await theirs.next('change', ({ boardId }) => boardId === id);
      expect(members?.find(({ userId }) => userId === host.id)).toMatchObject({ username: 'Hôtesse', avatar: '👸' });
    }
    expect(await own.next('account')).toEqual({ type: 'account' });
    expect(theirs.all('account')).toEqual([]);
    for (const stream of [theirs, own]) stream.close();
  });

  it.runIf(!onSqlite)('see it on a board that the person is joining at that moment', async () => {
    const [host, guest] = await testApp.signUpAll('Foyer', 'Arrivante');
    const board = await boardOf(host, [], { invited: [guest] });
    const { database } = testApp.deps;
    let isWritten = () => undefined as void;
    const written = new Promise<void>((resolve) => (isWritten = resolve));
    let letGo = () => undefined as void;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const unitOfWork: typeof database.unitOfWork = (work) =>
      database.unitOfWork(async (part) => {
        const value = await work(part);
        isWritten();
        await held;
        return value;
      });
    const joining = acceptRequest(
      { ...testApp.deps, database: { ...database, unitOfWork } },
      { userId: guest.id, requestId: (await waiting(guest, board.id)).id },
    );
    await written;
    const renaming = changeProfile(testApp.deps, guest.id, { username: 'Arrivée' });
    const waits = "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(() => ask(testApp.config.dataDir, waits)).toHaveLength(1);
    letGo();
    await Promise.all([joining, renaming]);
    const query = { after: '2' };
    const { members } = await host.does('GET /api/boards/:boardId/changes', { params: { boardId: board.id }, query });
    expect(members?.map(({ username }) => username)).toContain('Arrivée');
  });

  it('of a request are told that it moved, and read the new name', async () => {
    const [host, guest] = await testApp.signUpAll('Paul', 'Rose');
    await boardOf(host, [], { invited: [guest] });
    const stream = await Stream.open(guest);
    await stream.next('hello');
    await host.does('PATCH /api/account', { body: { username: 'Paulin' } });
    expect(await stream.next('requests')).toEqual({ type: 'requests', pendingRequests: 1 });
    expect((await guest.does('GET /api/requests')).received[0]?.fromUsername).toBe('Paulin');
    stream.close();
  });

  it('are told nothing when nothing changed', async () => {
    const [host, guest] = await testApp.signUpAll('Rémi', 'Lison');
    const board = await boardOf(host, [guest]);
    const stream = await Stream.open(guest);
    await stream.next('hello');
    const before = print(testApp.config.dataDir);
    await host.does('PATCH /api/account', { body: { username: 'Rémi', avatar: '🦄' } });
    expect(print(testApp.config.dataDir)).toBe(before);
    // What comes after it proves that nothing came of it.
    await host.does('PATCH /api/account', { body: { avatar: '✨' } });
    const told = await stream.next('change');
    expect(told).toMatchObject({ boardId: board.id, revision: told.after + 1 });
    expect(stream.all('change')).toEqual([]);
    stream.close();
  });

  it('cannot be changed: each changes only themself', async () => {
    const before = userRow(max.id);
    await lea.does('PATCH /api/account', { body: { avatar: '❤️' } });
    expect(userRow(max.id)).toEqual(before);
  });
});

it('a new name reaches the boards on which the person was a member once', async () => {
  const [ada, lou] = await testApp.signUpAll('Ada3', 'Lou3');
  const board = await boardOf(ada, [lou]);
  await log(lou, board, 'breakfast');
  await remove(ada, board, lou);
  const { board: before } = await ada.does('GET /api/boards/:boardId', { params: { boardId: board.id } });
  await lou.does('PATCH /api/account', { body: { username: 'Louison' } });
  const query = { after: String(before.revision) };
  const missed = await ada.does('GET /api/boards/:boardId/changes', { params: { boardId: board.id }, query });
  expect(missed).toMatchObject({ complete: false, activities: [{ username: 'Louison' }] });
});

// PostgreSQL gives others a turn with every statement.
it.runIf(onSqlite)('a new avatar is shown on one board after the other, and others have their turn in between', async () => {
  const busy = await testApp.signUp('Partout');
  /** Turns of the event loop that a change takes. */
  const turnsOf = async (avatar: '⭐' | '💎') => {
    let turns = 0;
    const count = () => {
      turns += 1;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    await changeProfile(testApp.deps, busy.id, { avatar });
    clearImmediate(next);
    return turns;
  };
  const alone = await turnsOf('⭐');
  for (let made = 0; made < 20; made += 1) await boardOf(busy);
  expect((await turnsOf('💎')) - alone).toBeGreaterThanOrEqual(20);
});
