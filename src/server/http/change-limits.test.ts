/** Every change has a limit, and what one person has under way keeps nobody else waiting (D29). */
import { expect, it } from 'vitest';
import { api, type Endpoint, type EndpointKey } from '#shared/api';
import { actionLimits } from '#shared/action-limits';
import {
  boardOf,
  endpoints,
  isChange,
  log,
  payloadOf,
  requestOf,
  type Someone,
  startTestApp,
  type TestApp,
} from '../../../tests/test-app.ts';
import { print } from '../../../tests/database-state.ts';
import { validCalls } from '../../../tests/valid-calls.ts';
import { orderActions } from '../actions/managed-actions.ts';
import { makeBoard } from '../whole-boards/boards.ts';
import type { Work } from '../database/database.ts';
import type { Limit } from '../limits/limit.ts';

/** What only ends sessions, tokens and walls, of which nobody has more than a few: it must work whatever else was done with them. */
const endSessions: ReadonlySet<EndpointKey> = new Set([
  'DELETE /api/session',
  'DELETE /api/sessions',
  'DELETE /api/sessions/:sessionId',
  'DELETE /api/tokens/:tokenId',
  'DELETE /api/walls/:wallId',
]);

/** Leaves nothing of any limit, for anybody. */
function spendAll({ deps }: TestApp): void {
  for (const limit of Object.values<Limit>({ ...deps.limits })) limit.spend = (_key, attempts = 1) => Promise.resolve(attempts === 0);
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => ({ title: `Action ${index}`, points: 5 }));

it('every change is refused with 429 once its limits are spent, and changes nothing', async () => {
  const testApp = await startTestApp();
  const calls = await validCalls(testApp);
  spendAll(testApp);
  const before = print(testApp.config.dataDir);
  for (const key of endpoints.filter((one) => isChange(one) && !endSessions.has(one))) {
    const { actor, input } = calls[key];
    const { method, url, body } = requestOf(key, input);
    const { status, code = 'server_error' } = await actor.sends({ method, url, ...payloadOf(body) });
    expect([key, status]).toEqual([key, 429]);
    const endpoint: Endpoint = api[key];
    expect([...(endpoint.refusals ?? []), 'too_many_requests'], key).toContain(code);
  }
  expect(print(testApp.config.dataDir)).toBe(before);
});

it('a session is ended whatever the limits say', async () => {
  const testApp = await startTestApp();
  const lea = await testApp.signUp('Léa');
  await lea.elsewhere();
  const other = await lea.elsewhere();
  spendAll(testApp);
  const { sessions } = await lea.does('GET /api/sessions');
  await lea.does('DELETE /api/sessions/:sessionId', { params: { sessionId: sessions.find(({ isCurrent }) => !isCurrent)?.id ?? '' } });
  await lea.does('DELETE /api/sessions');
  expect((await other.does('GET /api/session')).user).toBeNull();
  await lea.does('DELETE /api/session');
});

it('a person makes 600 changes in a minute, and is told when there is room again; others are not concerned', async () => {
  const { signUpAll, deps } = await startTestApp({ config: { logsPerMinute: 50 } });
  const [lea, max] = await signUpAll('Léa', 'Max');
  const [own, other] = [await boardOf(lea), await boardOf(max)];
  const rename = (person: Someone, id: string) =>
    person.tries('PATCH /api/boards/:boardId', { params: { boardId: id }, body: { title: 'Autre' } });
  // The board was one.
  await deps.limits.changes.spend(lea.id, 596);
  for (let made = 597; made < 600; made += 1) expect((await rename(lea, own.id)).status).toBe(200);
  const refused = await rename(lea, own.id);
  expect(refused).toMatchObject({ status: 429, code: 'too_many_requests' });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await rename(max, other.id)).status).toBe(200);
});

it('what writes many rows counts as several changes', async () => {
  const { signUp, deps } = await startTestApp();
  const lea = await signUp('Léa');
  const { changes } = deps.limits;
  let spent = 0;
  const { spend } = changes;
  changes.spend = (key, attempts = 1) => {
    spent += attempts;
    return spend(key, attempts);
  };
  const counted = async (change: Promise<unknown>) => {
    spent = 0;
    await change;
    return spent;
  };
  const { board } = await lea.does('POST /api/boards', { body: { title: 'Grand', actions: numbered(1) } });
  const params = { boardId: board.id };
  const actions = numbered(actionLimits.perBoard);
  expect(await counted(lea.does('POST /api/boards', { body: { title: 'Autre', actions } })), 'a board with many actions').toBe(11);
  expect(await counted(lea.does('POST /api/boards/:boardId/actions', { params, body: { actions } })), 'many actions').toBe(11);
  const ids = (await lea.does('GET /api/boards/:boardId', { params })).actions.map(({ id }) => id);
  const order = (actionIds: string[]) => lea.does('PUT /api/boards/:boardId/actions/order', { params, body: { actionIds } });
  expect(await counted(order(ids.toReversed())), 'all actions in another order').toBe(10);
  expect(await counted(order([...ids.toReversed().slice(1), ...ids.slice(-1)])), 'one action moved').toBe(1);
});

it('what a unit of work does again, or not in the end, is counted once, or not at all', async () => {
  const { signUp, deps } = await startTestApp({ config: { logsPerMinute: 50 } });
  const lea = await signUp('Léa');
  const { database, limits } = deps;
  const failing = {
    ...database,
    unitOfWork: <T>(work: (one: Work) => Promise<T>) => database.unitOfWork<T>(async (one) => fail(await work(one))),
  };
  const repeating: typeof database = {
    ...database,
    async unitOfWork(work) {
      await failing.unitOfWork(work).catch(() => undefined);
      return await database.unitOfWork(work);
    },
  };
  const looks = { theme: 'pink', icon: '👑' } as const;
  const make = (within: typeof database) =>
    makeBoard({ ...deps, database: within }, lea.id, { title: 'Grand', actions: numbered(actionLimits.perBoard), invited: [], ...looks });
  await limits.boardsMade.spend(lea.id, 299);
  await expect(make(failing)).rejects.toThrow('in the end');
  const { board } = await make(repeating);

  const { actions } = await lea.does('GET /api/boards/:boardId', { params: { boardId: board.id } });
  const order = actions.map(({ id }) => id).toReversed();
  await limits.changes.forget(lea.id);
  await limits.changes.spend(lea.id, 591);
  const reorder = (within: typeof database) => orderActions({ ...deps, database: within }, { userId: lea.id, boardId: board.id }, order);
  await expect(reorder(failing)).rejects.toThrow('in the end');
  await reorder(repeating);
  expect(await limits.changes.spend(lea.id)).toBe(false);
});

function fail(_done: unknown): never {
  throw new Error('not in the end');
}

it('many changes of one person at once keep another person’s log waiting for two of them at most', async () => {
  const { signUpAll } = await startTestApp();
  const [lea, max] = await signUpAll('Léa', 'Max');
  const [own, other] = [await boardOf(lea), await boardOf(max)];
  let done = 0;
  const changes = Array.from({ length: 60 }, async (_, index) => {
    await lea.does('PATCH /api/boards/:boardId', { params: { boardId: own.id }, body: { title: `Autre ${index}` } });
    done += 1;
  });
  await log(max, other, 'breakfast');
  const before = done;
  await Promise.all(changes);
  expect(before).toBeLessThan(10);
});

it('a change that waits for its turn is not made once its session has ended', async () => {
  const { signUp } = await startTestApp();
  const lea = await signUp('Léa');
  const elsewhere = await lea.elsewhere();
  const { id } = await boardOf(lea);
  const changes = Array.from({ length: 40 }, (_, index) =>
    elsewhere.tries('PATCH /api/boards/:boardId', { params: { boardId: id }, body: { title: `Autre ${index}` } }),
  );
  await Promise.race(changes);
  await lea.does('DELETE /api/sessions');
  const statuses = (await Promise.all(changes)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200, 401]));
  // What was under way at that moment may end.
  expect(statuses.filter((status) => status === 200).length).toBeLessThan(20);
  const { board } = await lea.does('GET /api/boards/:boardId', { params: { boardId: id } });
  expect(statuses[Number(board.title.replace('AUTRE ', ''))]).toBe(200);
});
