import { expect, test } from 'vitest';
import { léa, max } from '#client/app/testing/samples.ts';
import { crowdsIn } from './crowds.ts';

const now = new Date(2026, 10, 26, 18).getTime();
const boards = [
  { id: 'fête', memberCount: 60 },
  { id: 'duo', memberCount: 2 },
];
let count = 0;
const on = (boardId: string, other: { userId?: string; loggedAt?: number; pending?: boolean } = {}) => ({
  id: `${boardId} ${(count += 1)}`,
  boardId,
  userId: max.id,
  loggedAt: now - 60_000,
  pending: false,
  ...other,
});
const runsIn = (activities: ReturnType<typeof on>[]) =>
  [...crowdsIn(activities, { boards, myId: léa.id, until: now, now }).values()].map((run) => run.length);

test('what others do on a large board folds from three on, and what a few do never does', () => {
  expect(runsIn([on('fête'), on('fête'), on('fête'), on('duo'), on('fête'), on('fête'), on('duo'), on('duo'), on('duo')])).toEqual([3]);
});

test("one's own, what waits and what came later stand by themselves, and a day has a run of its own", () => {
  const three = () => [on('fête'), on('fête'), on('fête')];
  expect(runsIn([...three(), on('fête', { userId: léa.id }), ...three()])).toEqual([3, 3]);
  expect(runsIn([on('fête', { pending: true }), on('fête', { loggedAt: now + 1 }), ...three()])).toEqual([3]);
  const yesterday = { loggedAt: now - 24 * 60 * 60 * 1000 };
  expect(runsIn([...three(), on('fête', yesterday), on('fête', yesterday), on('fête', yesterday)])).toEqual([3, 3]);
});
