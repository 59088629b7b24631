import { expect, it } from 'vitest';
import { followed, heightOf, lineHeights, linesWithin, nextOnWay, united } from './list-window.ts';

const keys = ['a', 'b', 'c', 'd', 'e'];
const ten = Array.from({ length: 10 }, () => 100);

it('a line is as high as its highest item, and one that was never drawn as high as the others are on average', () => {
  const heights = new Map([
    ['a', 80],
    ['b', 120],
    ['c', 100],
  ]);
  expect(lineHeights(keys, heights, 2)).toEqual([120, 100, 100]);
  expect(lineHeights(keys, heights, 1)).toEqual([80, 120, 100, 100, 100]);
  expect(lineHeights(keys, new Map(), 3)).toEqual([96, 96]);
});

it('the lines in a stretch are those that reach into it', () => {
  // They begin at 0, 110, 220, 330, …
  expect(linesWithin(ten, 10, { from: 105, to: 335 })).toEqual({ from: 1, to: 4 });
  expect(linesWithin(ten, 10, { from: -500, to: 50 })).toEqual({ from: 0, to: 1 });
  expect(linesWithin(ten, 10, { from: 0, to: 99_999 })).toEqual({ from: 0, to: 10 });
});

it('beside the list the nearest line is drawn, and in a gap those around it', () => {
  expect(linesWithin(ten, 10, { from: -900, to: -100 })).toEqual({ from: 0, to: 1 });
  expect(linesWithin(ten, 10, { from: 5000, to: 6000 })).toEqual({ from: 9, to: 10 });
  expect(linesWithin(ten, 10, { from: 102, to: 108 })).toEqual({ from: 0, to: 2 });
});

it('a spacer is as high as its lines with the gaps between them', () => {
  expect(heightOf(ten, 10, { from: 2, to: 5 })).toBe(320);
  expect(heightOf(ten, 10, { from: 2, to: 2 })).toBe(0);
  // Two spacers with the gap between them are as high as the whole list.
  expect(heightOf(ten, 10, { from: 0, to: 4 }) + 10 + heightOf(ten, 10, { from: 4, to: 10 })).toBe(heightOf(ten, 10, { from: 0, to: 10 }));
});

it('spans that touch are drawn as one, others apart and in order', () => {
  expect(
    united([
      { from: 40, to: 60 },
      { from: 3, to: 6 },
    ]),
  ).toEqual([
    { from: 3, to: 6 },
    { from: 40, to: 60 },
  ]);
  expect(
    united([
      { from: 4, to: 30 },
      { from: 3, to: 6 },
      { from: 30, to: 31 },
    ]),
  ).toEqual([{ from: 3, to: 31 }]);
});

const keysOf = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => String(from + index));

it('spans go with their items, however many come on top or go from there', () => {
  const before = keysOf(100, 200);
  const spans = [
    { from: 10, to: 13 },
    { from: 40, to: 60 },
  ];
  expect(followed(spans, before, keysOf(70, 200), 1)).toEqual([
    { from: 40, to: 43 },
    { from: 70, to: 90 },
  ]);
  expect(followed(spans, before, keysOf(105, 200), 1)).toEqual([
    { from: 5, to: 8 },
    { from: 35, to: 55 },
  ]);
  expect(followed(spans, before, keysOf(500, 600), 1)).toEqual(spans);
});

it('a single item that moves takes no span along', () => {
  const before = keysOf(0, 100);
  const now = ['40', ...before.filter((key) => key !== '40')];
  expect(followed([{ from: 40, to: 60 }], before, now, 1)).toEqual([{ from: 40, to: 60 }]);
});

it('spans go by whole lines', () => {
  expect(followed([{ from: 30, to: 45 }], keysOf(1, 100), keysOf(0, 100), 3)).toEqual([{ from: 30, to: 48 }]);
});

it('the start of the list stays drawn', () => {
  expect(followed([{ from: 0, to: 20 }], keysOf(3, 100), keysOf(0, 100), 1)).toEqual([{ from: 0, to: 23 }]);
  expect(followed([{ from: 0, to: 20 }], keysOf(30, 100), keysOf(0, 100), 1)).toEqual([
    { from: 0, to: 20 },
    { from: 30, to: 50 },
  ]);
});

it('on the way to a goal a few lines come in each frame, from where one looks, and a few more go', () => {
  const seen = { from: 10, to: 14 };
  const goal = { from: 4, to: 20 };
  const steps = [[{ from: 0, to: 14 }]];
  while (steps.length < 5) steps.push(nextOnWay(steps.at(-1) ?? [], goal, seen, [], 3));
  expect(steps.slice(1)).toEqual([
    [{ from: 4, to: 17 }],
    [{ from: 4, to: 20 }],
    // There is no more to do.
    [{ from: 4, to: 20 }],
    [{ from: 4, to: 20 }],
  ]);
});

it('visible lines are added at once, the lines around them after that, above and below', () => {
  const drawn = [{ from: 0, to: 20 }];
  const goal = { from: 90, to: 110 };
  const first = nextOnWay(drawn, goal, { from: 98, to: 104 }, [], 3);
  expect(first).toEqual([
    { from: 9, to: 20 },
    { from: 98, to: 104 },
  ]);
  expect(nextOnWay(first, goal, { from: 98, to: 104 }, [], 4)).toEqual([
    { from: 17, to: 20 },
    { from: 96, to: 106 },
  ]);
});

it('pinned lines stay beyond the goal', () => {
  const drawn = [{ from: 0, to: 20 }];
  const goal = { from: 30, to: 36 };
  const pinned = [{ from: 1, to: 4 }];
  const steps = [drawn];
  while (steps.length < 5) steps.push(nextOnWay(steps.at(-1) ?? [], goal, goal, pinned, 3));
  expect(steps[1]).toEqual([{ from: 1, to: 4 }, { from: 12, to: 20 }, goal]);
  expect(steps.at(-1)).toEqual([...pinned, goal]);
});
