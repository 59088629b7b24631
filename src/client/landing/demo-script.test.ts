import { expect, it } from 'vitest';
import { answerTo, demoAt } from './demo-script.ts';

const step = 2;
const before = demoAt(step);
const [tile] = before.tiles;
if (!tile) throw new Error('there is nothing to play');
const press = { board: before.title, by: 0, title: tile.title, points: tile.points } as const;

it('a press of the visitor counts for the first player and for the board', () => {
  const after = demoAt(step, [press, press]);
  expect(after.players[0].score).toBe(before.players[0].score + 2 * tile.points);
  expect(after.players[1].score).toBe(before.players[1].score);
  expect(after.total).toBe(before.total + 2 * tile.points);
  expect(after.feed.at(-1)).toMatchObject({ title: tile.title, points: tile.points, side: 0 });
});

it('each action in sight is another one, though the same is played again', () => {
  const { feed } = demoAt(step, [press, press, press]);
  expect(new Set(feed.map(({ key }) => key)).size).toBe(feed.length);
});

it('a press on one board counts on no other', () => {
  const elsewhere = demoAt(step + 4);
  expect(elsewhere.title).not.toBe(before.title);
  expect(demoAt(step + 4, [press])).toEqual(elsewhere);
});

it('each board offers a gain before all', () => {
  const boards = new Map(Array.from({ length: 13 }, (_, at) => demoAt(at)).map((moment) => [moment.title, moment]));
  expect(boards.size).toBe(3);
  for (const { title, tiles } of boards.values()) expect([title, tiles.length, (tiles[0]?.points ?? 0) > 0]).toEqual([title, 3, true]);
});

it('the second player answers each move on its board, with a gain that counts for them', () => {
  const answer = answerTo([press]);
  if (!answer) throw new Error('there is no answer');
  expect(answer).toMatchObject({ board: press.board, by: 1 });
  const after = demoAt(step, [press, answer]);
  expect(after.players[1].score).toBe(before.players[1].score + answer.points);
  expect(answer.points).toBeGreaterThan(0);
  expect(after.feed.at(-1)).toMatchObject({ side: 1, title: answer.title });
  expect(answerTo([press, answer, press])?.title).not.toBe(answer.title);
  expect(answerTo([])).toBeNull();
});
