import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { BoardChange, Member } from '#shared/boards';
import { accountOf, activityOf, breakfast, changed, léa, max, memberOf, openedBoard, servingBoard } from '#client/app/testing/samples.ts';
import { openScreen } from '#client/app/testing/screen.tsx';
import { ingest } from '#client/sync/replica/ingest.ts';
import { queryClient } from '#client/sync/replica/query-client.ts';
import { arrivals, noteMembers, takeArrival } from './arrivals.ts';

const [zoé, sacha] = [accountOf('Zoé'), accountOf('Sacha')];
const opened = openedBoard({}, { members: [memberOf(léa)] });
const now = () => performance.timeOrigin + performance.now();
const arriving = (who: typeof max, joinedAt = now()): Member => ({ ...memberOf(who), joinedAt });
const boardId = opened.board.id;

beforeEach(() => {
  localStorage.clear();
  arrivals.set([]);
});

let revision = 1;
const joins = (...members: Member[]): BoardChange => {
  revision += 1;
  return { ...changed({ ...opened.board, revision }), members: [memberOf(léa), ...members] };
};
const take = (change: BoardChange) =>
  act(async () => {
    ingest(queryClient, change);
    await vi.dynamicImportSettled();
  });

async function openAt(path: string) {
  revision = opened.board.revision;
  const shown = await openScreen(path, {
    me: léa,
    replies: { ...servingBoard(opened), 'GET /api/boards/:boardId/single-links': { links: [] } },
  });
  await act(() => vi.dynamicImportSettled());
  return shown;
}

const joined = () => arrivals.get().flatMap((one) => one.joined.map(({ username }) => username));

test('a member who was told of an arrival is not told again, also after a reload', () => {
  const members = [memberOf(léa), arriving(max)];
  noteMembers(léa.id, { boardId, members, activities: [] });
  const [arrival] = arrivals.get();
  expect(joined()).toEqual(['Max']);
  expect(arrival && takeArrival(léa.id, arrival)?.joined).toMatchObject([{ username: 'Max' }]);
  noteMembers(léa.id, { boardId, members, activities: [] });
  expect(arrivals.get()).toEqual([]);
});

test('an arrival that another tab has told is not told', () => {
  noteMembers(léa.id, { boardId, members: [memberOf(léa), arriving(max)], activities: [] });
  const [arrival] = arrivals.get();
  if (!arrival) throw new Error('nobody arrived');
  expect(takeArrival(léa.id, arrival)).not.toBeNull();
  expect(takeArrival(léa.id, arrival)).toBeNull();
});

test('two arrivals are told both, whatever clocks of two servers dated them', () => {
  const [first, second] = [arriving(max), arriving(zoé, now() - 5)];
  noteMembers(léa.id, { boardId, members: [memberOf(léa), first], activities: [] });
  const [arrival] = arrivals.get();
  if (arrival) takeArrival(léa.id, arrival);
  noteMembers(léa.id, { boardId, members: [memberOf(léa), first, second], activities: [] });
  expect(joined()).toEqual(['Zoé']);
});

test('somebody who leaves before it is told is not told of, and who comes back arrives anew', () => {
  const [came, back] = [arriving(max), arriving(max, now() + 1)];
  noteMembers(léa.id, { boardId, members: [memberOf(léa), came], activities: [] });
  noteMembers(léa.id, { boardId, members: [memberOf(léa)], activities: [] });
  expect(arrivals.get()).toEqual([]);
  noteMembers(léa.id, { boardId, members: [memberOf(léa), back], activities: [] });
  expect(joined()).toEqual(['Max']);
});

test.each([
  ['who was there before this browser was', [memberOf(léa), arriving(max, 1)], []],
  ['of themselves', [memberOf(max), arriving(léa)], []],
  ['whom they found there', [memberOf(max), arriving(zoé, now() - 10), arriving(léa)], []],
  ['since whose arrival they have played', [memberOf(léa), arriving(max)], [activityOf(breakfast, léa, { loggedAt: now() + 1000 })]],
])('a member is not told of anybody %s', (_, members, activities) => {
  noteMembers(léa.id, { boardId, members, activities });
  expect(arrivals.get()).toEqual([]);
});

test('with the share sheet open an arrival closes it, and is said and heard once', async () => {
  const { user } = await openAt('/board/board');
  await user.click(await screen.findByRole('button', { name: 'Partager le tableau' }));
  expect(await screen.findByRole('dialog', { name: 'Partager le tableau' })).toBeVisible();
  await take(joins(arriving(max)));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByText('Max est là. Que la partie commence !')).toBeVisible();
});

test('two who come one after the other are said both, one after the other', async () => {
  await openAt('/board/board');
  const first = arriving(max);
  await take(joins(first));
  expect(await screen.findByText('Max est là. Que la partie commence !')).toBeVisible();
  await take(joins(first, arriving(zoé)));
  expect(await screen.findByText('Zoé est là. Vous voilà 3.')).toBeVisible();
  expect(screen.queryByText(/^Max est là/)).toBeNull();
});

test('the members who came while the person was away are said in one sentence, and a larger board says their number', async () => {
  await openAt('/board/board');
  await take(joins(arriving(max), arriving(zoé), arriving(sacha)));
  expect(await screen.findByText('Max, Zoé et Sacha sont là. Vous voilà 4.')).toBeVisible();
});

test('elsewhere in the app a toast says who has joined which board, and leads there', async () => {
  const { user, address } = await openAt('/boards');
  queryClient.setQueryData(['board', boardId], opened);
  await take(joins(arriving(max)));
  expect(await screen.findByText('Max rejoint NOUS DEUX. Que la partie commence !')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Ouvrir le tableau' }));
  await waitFor(() => expect(address()).toBe('/board/board'));
  expect(screen.queryByText('Max est là.')).toBeNull();
});
