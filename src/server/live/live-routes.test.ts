import { protocol } from '#shared/live-events';
import type { NewRequest } from '#shared/requests';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { accept, boardOf, log, startTestApp, remove, type Someone, waiting } from '../../../tests/test-app.ts';
import { onSqlite } from '../../../tests/postgres/test-databases.ts';
import { Stream } from '../../../tests/stream.ts';
import { deleteMember } from '../membership/member-store.ts';

const testApp = await startTestApp({ boundless: true });
const [lea, max, zoe] = await testApp.signUpAll('Léa', 'Max', 'Zoé');

const streams: Stream[] = [];
afterEach(() => {
  for (const stream of streams.splice(0)) stream.close();
});

/** An open stream, greeted. */
async function listen(person: Someone) {
  const stream = await Stream.open(person);
  streams.push(stream);
  return { stream, hello: await stream.next('hello') };
}

const send = (person: Someone, { id: boardId }: { id: string }, body: NewRequest) =>
  person.does('POST /api/boards/:boardId/requests', { params: { boardId }, body });
const revisionOf = async (person: Someone, boardId: string) =>
  (await person.does('GET /api/boards/:boardId', { params: { boardId } })).board.revision;

describe('a stream', () => {
  it('says hello with the revision of each board of the person and of no other, and the pending requests', async () => {
    const [nora, ines] = await testApp.signUpAll('Nora', 'Inès');
    const [own, shared] = [await boardOf(nora), await boardOf(ines, [nora])];
    await boardOf(ines, [], { invited: [nora] });
    await log(ines, shared, 'breakfast');
    const { hello } = await listen(nora);
    expect(hello).toEqual({
      type: 'hello',
      readings: [{ boardId: shared.id, revision: 3, seen: 1, hasNews: true, isMuted: false }],
      boards: { [own.id]: await revisionOf(nora, own.id), [shared.id]: await revisionOf(nora, shared.id) },
      epoch: `${await testApp.deps.epoch.current()} ${protocol}`,
      protocol,
      pendingRequests: 1,
      online: [nora.id],
      account: (await nora.does('GET /api/session')).user,
    });
  });

  it('carries a change to every session of every member, with the next revision, and to nobody else', async () => {
    const board = await boardOf(lea, [max]);
    const all = await Promise.all([listen(lea), listen(await lea.elsewhere()), listen(max), listen(zoe)]);
    const known = all[0]?.hello.boards[board.id] ?? 0;
    const { activity, revision } = await log(max, board, 'breakfast');
    for (const { stream } of all.slice(0, 3))
      expect(await stream.next('change')).toEqual({
        type: 'change',
        boardId: board.id,
        after: known,
        revision: known + 1,
        complete: true,
        totalPoints: 20,
        scores: [{ userId: max.id, score: 20 }],
        activities: [activity],
      });
    expect(revision).toBe(known + 1);
    expect(all[3]?.stream.text).not.toContain(board.id);
  });

  it('carries no board that its person left while it was greeted, though nobody said so', async () => {
    const [nora, ines] = await testApp.signUpAll('Nora2', 'Inès2');
    const board = await boardOf(ines, [nora]);
    const { liveFeed, database } = testApp.deps;
    const open = liveFeed.open.bind(liveFeed);
    vi.spyOn(liveFeed, 'open').mockImplementationOnce((reader) => {
      const opened = open(reader);
      return {
        ...opened,
        async follow(boards, mark) {
          const again = await opened.follow(boards, mark);
          // On a copy whose news got lost.
          if (again) await database.unitOfWork(({ db }) => deleteMember(db, { boardId: board.id, userId: nora.id }));
          return again;
        },
      };
    });
    const { stream, hello } = await listen(nora);
    expect(hello.boards).toEqual({});
    const sofar = stream.text.length;
    await log(ines, board, 'breakfast');
    liveFeed.tell(nora.id, { type: 'account' });
    await stream.next('account');
    expect(stream.text.slice(sofar)).not.toContain(board.id);
  });

  // On PostgreSQL as many as one change may tell in full: where commits are acknowledged out of their order, several come as one change.
  const many = onSqlite ? 200 : 24;
  it(`carries ${many} changes at once in the order of their commits, none left out and none twice`, async () => {
    const board = await boardOf(lea, [max]);
    const [mine, theirs] = await Promise.all([listen(lea), listen(max)]);
    const known = mine.hello.boards[board.id] ?? 0;
    const logged = await Promise.all(
      Array.from({ length: many }, (_, index) => log(index % 2 ? lea : max, board, index % 3 ? 'breakfast' : 'dishes')),
    );
    const inOrder = logged.sort((one, other) => one.revision - other.revision).map(({ activity }) => activity.id);
    for (const { stream } of [mine, theirs]) {
      await stream.until(() => stream.all('change').at(-1)?.revision === known + many, 'changes missing', 5000);
      let [revision, total] = [known, 0];
      const carried: string[] = [];
      for (const change of stream.all('change')) {
        expect([change.after, change.complete]).toEqual([revision, true]);
        revision = change.revision;
        // The newest comes first.
        const activities = change.activities.toReversed();
        carried.push(...activities.map(({ id }) => id));
        expect(change.totalPoints).toBe((total += activities.reduce((sum, { points }) => sum + points, 0)));
      }
      expect(carried).toEqual(inOrder);
      if (onSqlite) expect(stream.all('change')).toHaveLength(many);
    }
  });

  it('carries settings, actions and members with what changed of them', async () => {
    const board = await boardOf(lea, [max]);
    const { stream } = await listen(max);
    await lea.does('PATCH /api/boards/:boardId', { params: { boardId: board.id }, body: { title: 'été' } });
    expect((await stream.next('change')).board?.title).toBe('ÉTÉ');
    const body = { actions: [{ title: 'Bisou', points: 5 }] };
    await lea.does('POST /api/boards/:boardId/actions', { params: { boardId: board.id }, body });
    expect((await stream.next('change')).actions).toHaveLength(3);
    await lea.does('PUT /api/boards/:boardId/administrator', { params: { boardId: board.id }, body: { userId: max.id } });
    expect((await stream.next('change')).board?.createdBy).toBe(max.id);
    await remove(max, board, lea);
    expect((await stream.next('change')).members?.map(({ username }) => username)).toEqual(['Max']);
  });

  it('carries nothing of a change that was refused', async () => {
    const board = await boardOf(lea, [max]);
    const { stream } = await listen(lea);
    await max.tries('PATCH /api/boards/:boardId', { params: { boardId: board.id }, body: { theme: 'blue' } });
    await log(lea, board, 'breakfast');
    expect((await stream.next('change')).board).toBeUndefined();
    expect(stream.events).toEqual([]);
  });
});

describe('boards that come and go', () => {
  it("are 'joined' in every session of who makes them", async () => {
    const { stream } = await listen(await lea.elsewhere());
    const board = await boardOf(lea);
    expect(await stream.next('joined')).toEqual({ type: 'joined', boardId: board.id });
    await log(lea, board, 'breakfast');
    expect((await stream.next('change')).boardId).toBe(board.id);
  });

  it("are 'joined' by an accepted person, whose stream carries them from then on; the others get the new member", async () => {
    const board = await boardOf(lea, [], { invited: [max] });
    const [theirs, mine] = [(await listen(max)).stream, (await listen(lea)).stream];
    await log(lea, board, 'breakfast');
    await mine.next('change');
    await accept(max, board.id);
    expect(await theirs.next('joined')).toEqual({ type: 'joined', boardId: board.id });
    expect((await mine.next('change')).members?.map(({ username }) => username)).toEqual(['Léa', 'Max']);
    await log(lea, board, 'dishes');
    expect((await theirs.next('change')).totalPoints).toBe(5);
    // What was before they came was not theirs.
    expect(theirs.text).not.toContain('Petit-déj');
  });

  it.each([
    ['removed', (board: { id: string }) => remove(lea, board, max)],
    ['left', (board: { id: string }) => remove(max, board, max)],
    ['deleted', (board: { id: string }) => lea.does('DELETE /api/boards/:boardId', { params: { boardId: board.id } })],
  ] as const)("are 'gone' when they are %s", async (reason, go) => {
    const board = await boardOf(lea, [max]);
    const { stream } = await listen(max);
    await go(board);
    expect(await stream.next('gone')).toEqual({ type: 'gone', boardId: board.id, reason });
    expect(stream.all('change')).toEqual([]);
  });

  it('come back with a member who comes back', async () => {
    const board = await boardOf(lea, [max]);
    const { stream } = await listen(max);
    await remove(lea, board, max);
    await stream.next('gone');
    await send(lea, board, { type: 'invitation', username: 'Max' });
    await accept(max, board.id);
    await stream.next('joined');
    await log(lea, board, 'breakfast');
    expect((await stream.next('change')).boardId).toBe(board.id);
  });
});

describe('requests', () => {
  it('are told to both people, with the count of what waits for each', async () => {
    const [host, guest] = await testApp.signUpAll('Hôte', 'Convive');
    const board = await boardOf(host);
    const [theirs, mine] = [(await listen(guest)).stream, (await listen(host)).stream];
    await send(host, board, { type: 'invitation', username: 'Convive' });
    expect(await theirs.next('requests')).toEqual({ type: 'requests', pendingRequests: 1 });
    expect(await mine.next('requests')).toEqual({ type: 'requests', pendingRequests: 0 });
    const { id } = await waiting(guest, board.id);
    await guest.does('POST /api/requests/:requestId/rejection', { params: { requestId: id } });
    expect(await theirs.next('requests')).toEqual({ type: 'requests', pendingRequests: 0 });
    await mine.next('requests');
  });

  it('of a proposal are told to the proposed person only once the administrator has accepted', async () => {
    const [host, member, guest] = await testApp.signUpAll('Hôtesse', 'Membre', 'Proposée');
    const board = await boardOf(host, [member]);
    const { stream } = await listen(guest);
    await send(member, board, { type: 'member_invitation', username: 'Proposée' });
    await accept(host, board.id);
    expect(await stream.next('requests')).toEqual({ type: 'requests', pendingRequests: 1 });
    expect(stream.events).toEqual([]);
  });

  it('that vanish with a deleted board leave the count of those who would have answered', async () => {
    const [host, guest] = await testApp.signUpAll('Hôte2', 'Convive2');
    const board = await boardOf(host, [], { invited: [guest] });
    const { stream, hello } = await listen(guest);
    expect(hello.pendingRequests).toBe(1);
    await host.does('DELETE /api/boards/:boardId', { params: { boardId: board.id } });
    expect(await stream.next('requests')).toEqual({ type: 'requests', pendingRequests: 0 });
  });
});

it('a stream whose greeting cannot be read is cut, so that its reader comes back', async () => {
  // A server of its own: of another, streams of earlier tests may still go.
  const other = await startTestApp();
  const ada = await other.signUp('Ada');
  vi.spyOn(other.deps.database.read, 'selectFrom').mockImplementationOnce(() => {
    throw new Error('the database does not answer');
  });
  await expect(Stream.open(ada)).rejects.toThrow('socket hang up');
  await expect.poll(() => other.deps.liveFeed.size()).toBe(0);
});

it("a server that stops says 'bye' to every stream and closes it", async () => {
  const other = await startTestApp();
  const stream = await Stream.open(await other.signUp('Léa'));
  await stream.next('hello');
  other.deps.liveFeed.closeAll();
  await stream.end();
  expect(stream.events).toEqual([{ type: 'bye', reason: 'restarting' }]);
  expect(other.deps.liveFeed.size()).toBe(0);
});

it('the 21st stream of a person (D29) ends the oldest, which is told why, and no other', async () => {
  const [ada, ines] = await testApp.signUpAll('Ubiquiste', 'Voisine');
  const theirs = await listen(ines);
  const mine = [];
  for (let count = 0; count < 20; count += 1) mine.push((await listen(ada)).stream);
  expect(mine.every(({ closed }) => !closed)).toBe(true);
  mine.push((await listen(ada)).stream);
  const [oldest, ...others] = mine;
  expect(await oldest?.next('bye')).toEqual({ type: 'bye', reason: 'too_many_streams' });
  await oldest?.end();
  const board = await boardOf(ada);
  await Promise.all(others.map((stream) => stream.next('joined', ({ boardId }) => boardId === board.id)));
  expect([...others, theirs.stream].some(({ closed }) => closed)).toBe(false);
});
