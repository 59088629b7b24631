import { beforeEach, expect, it, vi } from 'vitest';
import type { Account } from '#shared/accounts';
import { createQueryClient } from '#client/sync/replica/query-client.ts';
import { sessionQuery } from '#client/session/session-queries.ts';
import { boardsQuery } from './board-queries.ts';
import { keepBoardsReady } from './ready-boards.ts';

const asked: string[] = [];
let underWay = 0;
let most = 0;
let answer: (path: string) => Response;

beforeEach(() => {
  asked.length = 0;
  most = 0;
  answer = (path) => {
    if (path === '/api/boards') return Response.json({ boards: ['a', 'b', 'c'].map((id) => ({ id, revision: 1 })) });
    return Response.json({ board: { id: path.split('/').at(-1), revision: 1 }, activities: { activities: [], next: null } });
  };
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise((resolve) => setTimeout(resolve));
    underWay -= 1;
    return answer(path);
  });
});

function setUp() {
  const client = createQueryClient();
  client.setQueryData(sessionQuery.queryKey, { id: 'lea' } as Account);
  const now = { isGood: true };
  const boards = keepBoardsReady({ client, userId: 'lea', isGoodTime: () => now.isGood, idle: () => Promise.resolve() });
  return { client, now, boards };
}

/** However busy the machine. */
const inTheEnd = (holds: () => void) => vi.waitFor(holds, { timeout: 60_000 });

const all = ['/api/boards', '/api/boards/a', '/api/boards/b', '/api/boards/c'];

it('each board of the list is read once, one after the other, save what is there already', async () => {
  const { client, boards } = setUp();
  client.setQueryData(['board', 'b'], { board: { id: 'b', revision: 1 } });
  boards.goOn();
  boards.goOn();
  await inTheEnd(() => expect(asked).toEqual(all.filter((path) => !path.endsWith('/b'))));
  await inTheEnd(() => expect(client.getQueryData(['board', 'c'])).toBeDefined());
  expect(most).toBe(1);
  boards.goOn();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(asked).toHaveLength(3);
});

it('the reading stops when it is no time for it, and goes on when it is', async () => {
  const { client, now, boards } = setUp();
  const stop = client.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[1] === 'a' && query.state.data) now.isGood = false;
  });
  boards.goOn();
  await inTheEnd(() => expect(now.isGood).toBe(false));
  stop();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(asked).toEqual(all.slice(0, 2));
  now.isGood = true;
  boards.goOn();
  await inTheEnd(() => expect(asked).toEqual(all));
});

it('a board that is refused is left out; a server that does not answer is left alone', async () => {
  const { client, boards } = setUp();
  const well = answer;
  answer = (path) => {
    if (path.endsWith('/a')) return Response.json({ code: 'board_not_found', message: 'Tableau non trouvé' }, { status: 404 });
    return path.endsWith('/b') ? Response.json({ code: 'unavailable', message: 'Occupé' }, { status: 503 }) : well(path);
  };
  boards.goOn();
  await inTheEnd(() => expect(client.getQueryState(['board', 'b'])?.status).toBe('error'));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(asked).toEqual(all.slice(0, 3));
  answer = well;
  boards.goOn();
  await inTheEnd(() => expect(client.getQueryData(['board', 'c'])).toBeDefined());
  expect(client.getQueryData(boardsQuery.queryKey)).toHaveLength(3);
  expect(asked).toEqual([...all.slice(0, 3), ...all.slice(2)]);
});

it('no more than fifty are read, and none for somebody who has signed out', async () => {
  answer = (path) =>
    path === '/api/boards'
      ? Response.json({ boards: Array.from({ length: 60 }, (_, nth) => ({ id: `b${nth}`, revision: 1 })) })
      : Response.json({ board: { id: path, revision: 1 }, activities: { activities: [], next: null } });
  const { client, boards } = setUp();
  boards.goOn();
  await inTheEnd(() => expect(client.getQueryData(['board', 'b49'])).toBeDefined());
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(asked).toHaveLength(51);
  const other = setUp();
  other.client.setQueryData(sessionQuery.queryKey, null);
  other.boards.goOn();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(asked).toHaveLength(51);
});
