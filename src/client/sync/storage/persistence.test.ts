import 'fake-indexeddb/auto';
import type { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import type { Account } from '#shared/accounts';
import { sessionQuery } from '#client/session/session-queries.ts';
import { accountOf, léa } from '#client/app/testing/samples.ts';
import { queryKeys } from '#client/api/query-keys.ts';
import { Refused, Unreachable } from '#client/api/api.ts';
import { boardsQuery } from '#client/boards/board-queries.ts';
import { newId } from '#client/api/new-id.ts';
import { followEpoch } from '#client/sync/replica/history.ts';
import { createQueryClient } from '#client/sync/replica/query-client.ts';
import { boardGone, greeted } from '#client/sync/replica/signals.ts';
import { syncStateOf } from '#client/sync/replica/state.ts';
import { keepSeen, readLastSeen } from './persistence.ts';
import { createBrowserStore } from './store.ts';
import { createVault, type Vault } from './vault.ts';

const day = 24 * 60 * 60 * 1000;
const [build, noon] = ['/assets/index-1.js', Date.now()];

const account = (id: string, essentialCookies = true) => accountOf(id, { preferences: { ...léa.preferences, essentialCookies } });

async function setUp(user = account('lea')) {
  const vault = (await createVault(createBrowserStore(newId()))) as Vault;
  const client = clientOf(user);
  const follow = (userId = user.id, parts = {}) => keepSeen({ client, vault, userId, build, asOf: () => noon, ...parts });
  return { vault, client, follow };
}

function clientOf(user: Account | null): QueryClient {
  const client = createQueryClient();
  client.setQueryData(sessionQuery.queryKey, user);
  return client;
}

const page = (...ids: string[]) => ({ activities: ids.map((id) => ({ id })), next: 'x' });

it('what was cached is there again, of lists the first page, and is read anew however young it is', async () => {
  const { vault, client, follow } = await setUp();
  client.setQueryData(['boards'], [{ id: 'b' }]);
  client.setQueryData(['user', 'max'], { username: 'Max' });
  const keeper = await follow();
  client.setQueryData([...queryKeys.feed], { pages: [page('1'), page('2')], pageParams: [null, 'x'] });
  client.setQueryData(['board', 'b'], { board: { id: 'b' } });
  await keeper.save();
  const seen = await readLastSeen(vault, build, noon + day);
  expect(seen).toMatchObject({ user: { id: 'lea' }, asOf: noon });
  const later = clientOf(seen?.user ?? null);
  seen?.restore(later);
  expect(later.getQueryData(boardsQuery.queryKey)).toEqual([{ id: 'b' }]);
  expect(later.getQueryData(queryKeys.feed)).toEqual({ pages: [page('1')], pageParams: [null] });
  expect(later.getQueryData(['user', 'max'])).toBeUndefined();
  const readAgain = vi.fn(() => [{ id: 'b' }]);
  await later.prefetchQuery({ queryKey: ['boards'], queryFn: readAgain });
  expect(readAgain).toHaveBeenCalledOnce();
});

it('what an online start has read already is not put back to what it was', async () => {
  const { vault, client, follow } = await setUp();
  client.setQueryData(['board', 'b'], { board: { id: 'old' } });
  await follow();
  const seen = await readLastSeen(vault, build, noon);
  const later = clientOf(account('lea'));
  later.setQueryData(['board', 'b'], { board: { id: 'new' } });
  seen?.restore(later);
  expect(later.getQueryData(['board', 'b'])).toEqual({ board: { id: 'new' } });
});

it.each(['has read', 'is reading'])('a board that is missing in the list an online start %s is told, then forgotten', async (when) => {
  const { vault, client, follow } = await setUp();
  client.setQueryData(['boards'], [{ id: 'gone', title: 'VELOURS', revision: 3 }]);
  await follow();
  const seen = await readLastSeen(vault, build, noon);
  const later = clientOf(account('lea'));
  const told = vi.fn();
  const stop = boardGone.listen(told);
  vi.stubGlobal('fetch', async (path: string) =>
    path.includes('/gone/changes')
      ? new Response(JSON.stringify({ code: 'board_not_found', message: '' }), { status: 404 })
      : new Response(JSON.stringify({ boards: [] })),
  );
  const reading = later.fetchQuery(boardsQuery);
  if (when === 'has read') await reading;
  seen?.restore(later);
  expect(later.getQueryData(boardsQuery.queryKey)).toMatchObject([{ id: 'gone' }]);
  await vi.waitFor(() => expect(later.getQueryData(boardsQuery.queryKey)).toEqual([]));
  stop();
  vi.unstubAllGlobals();
  expect(told).toHaveBeenCalledExactlyOnceWith({ boardId: 'gone', title: 'VELOURS', reason: null });
});

it.each([
  ['was refused is not shown again', new Refused({ code: 'board_not_found', status: 404, sentence: 'Partie' }), undefined],
  ['could not be read is shown as it was', new Unreachable(), { board: { id: 'b' } }],
])('what an online start %s', async (_, failure, shown) => {
  const { vault, client, follow } = await setUp();
  client.setQueryData(['board', 'b'], { board: { id: 'b' } });
  await follow();
  const seen = await readLastSeen(vault, build, noon);
  const later = clientOf(account('lea'));
  await later.prefetchQuery({ queryKey: ['board', 'b'], queryFn: () => Promise.reject(failure), retry: false });
  seen?.restore(later);
  expect(later.getQueryData(['board', 'b'])).toEqual(shown);
});

it('boards seen in an earlier start stay stored, and a lost board is deleted', async () => {
  const { vault, client, follow } = await setUp();
  client.setQueryData(['board', 'b'], { board: { id: 'b' } });
  const earlier = await follow();
  await earlier.stop();
  const nextClient = clientOf(account('lea'));
  const keeper = await follow('lea', { client: nextClient });
  const boardOf = async () => {
    const later = clientOf(null);
    (await readLastSeen(vault, build, noon))?.restore(later);
    return later.getQueryData(['board', 'b']);
  };
  expect(await boardOf()).toEqual({ board: { id: 'b' } });
  nextClient.setQueryData(['board', 'b'], { board: { id: 'b', title: 'NEUF' } });
  await keeper.save();
  expect(await boardOf()).toEqual({ board: { id: 'b', title: 'NEUF' } });
  nextClient.removeQueries({ queryKey: ['board', 'b'] });
  await keeper.save();
  expect(await boardOf()).toBeUndefined();
});

it('another version of the app reads none of it, and nobody after a month', async () => {
  const { vault, follow } = await setUp();
  await (await follow()).stop();
  expect(await readLastSeen(vault, '/assets/index-2.js', noon)).toBeNull();
  expect(await readLastSeen(vault, build, noon + 31 * day)).toBeNull();
  expect(await readLastSeen(vault, build, noon + 29 * day)).not.toBeNull();
  await (await follow('lea', { build: '/assets/index-2.js' })).stop();
  expect(await readLastSeen(vault, build, noon)).toBeNull();
});

it('another person who signs in finds nothing of it, and a tab that does not know yet writes nothing more', async () => {
  const { vault, client, follow } = await setUp();
  const keeper = await follow();
  const max = clientOf(account('max'));
  await follow('max', { client: max });
  client.setQueryData(['boards'], [{ id: 'of-lea' }]);
  await keeper.save();
  expect((await readLastSeen(vault, build, noon))?.user.id).toBe('max');
  expect(await (await vault.drawerOf('lea')).all('seen')).toEqual([]);
});

it('nothing is written once the person is gone, nor for one whose session ends with the browser', async () => {
  const { vault, client, follow } = await setUp();
  const keeper = await follow();
  client.setQueryData(sessionQuery.queryKey, null);
  await keeper.stop();
  await vault.forgetSeen();
  await keeper.save();
  expect(await readLastSeen(vault, build, noon)).toBeNull();

  const shy = await setUp(account('zoe', false));
  await shy.follow();
  expect(await readLastSeen(shy.vault, build, noon)).toBeNull();
});

it('what was seen before the server went back is neither kept nor mixed with what was read since', async () => {
  const { vault, client, follow } = await setUp();
  const sync = syncStateOf(client);
  sync.epoch = 'before';
  client.setQueryData(['board', 'b'], { board: { id: 'b' } });
  await (await follow()).stop();
  // It is not in the caches of the next start, since the store was too slow.
  const next = clientOf(account('lea'));
  const keeper = await follow('lea', { client: next });
  syncStateOf(next).epoch = 'before';
  next.setQueryData(['board', 'opened since'], { board: { id: 'opened since' } });
  await keeper.save();
  await followEpoch(next, 'after');
  await keeper.save();
  const later = clientOf(account('lea'));
  (await readLastSeen(vault, build, noon))?.restore(later);
  expect(syncStateOf(later).epoch).toBe('after');
  expect(later.getQueriesData({ queryKey: ['board'] })).toEqual([]);
});

it.each([
  ['another epoch', 'before'],
  ['no known epoch', undefined],
])('what a start stored in %s is gone once the next one, which could not read it in time, is greeted', async (_, epoch) => {
  const { vault, client, follow } = await setUp();
  const sync = syncStateOf(client);
  if (epoch !== undefined) sync.epoch = epoch;
  client.setQueryData(['board', 'b'], { board: { id: 'b' } });
  await (await follow()).stop();
  const next = clientOf(account('lea'));
  next.setQueryData(['board', 'read since'], { board: { id: 'read since' } });
  const keeper = await follow('lea', { client: next });
  void followEpoch(next, 'after');
  greeted.announce({ boards: {} });
  await keeper.save();
  const later = clientOf(account('lea'));
  (await readLastSeen(vault, build, noon))?.restore(later);
  await followEpoch(later, 'after');
  expect(later.getQueriesData({ queryKey: ['board'] })).toEqual([[['board', 'read since'], { board: { id: 'read since' } }]]);
});

it('what another epoch left is not put beside what was read in this one', async () => {
  const { vault, client, follow } = await setUp();
  syncStateOf(client).epoch = 'before';
  client.setQueryData(['board', 'b'], { board: { id: 'b' } });
  await follow();
  const later = clientOf(account('lea'));
  syncStateOf(later).epoch = 'after';
  (await readLastSeen(vault, build, noon))?.restore(later);
  expect(later.getQueryData(['board', 'b'])).toBeUndefined();
});

it('what was seen before any greeting is of no known epoch, so that the next greeting has it read anew', async () => {
  const { vault, client, follow } = await setUp();
  client.setQueryData(['board', 'b'], { board: { id: 'b' } });
  await follow();
  const later = clientOf(account('lea'));
  (await readLastSeen(vault, build, noon))?.restore(later);
  expect(later.getQueryData(['board', 'b'])).toBeDefined();
  await followEpoch(later, 'now');
  expect(later.getQueryData(['board', 'b'])).toBeUndefined();
});

it('the first greeting stores its epoch at once, so that the next start keeps what was seen', async () => {
  const { vault, client, follow } = await setUp();
  client.setQueryData(['board', 'b'], { board: { id: 'b' } });
  await follow();
  void followEpoch(client, 'now');
  greeted.announce({ boards: {} });
  await vi.waitFor(async () => expect((await vault.lastPerson())?.epoch).toBe('now'));
  const later = clientOf(account('lea'));
  (await readLastSeen(vault, build, noon))?.restore(later);
  await followEpoch(later, 'now');
  expect(later.getQueryData(['board', 'b'])).toBeDefined();
});
