import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { moves, type Positioned } from './action-order.ts';
import { spacing } from './action-store.ts';

const board = (count: number, gap = spacing): Positioned[] =>
  Array.from({ length: count }, (_, index) => ({ id: `${index}`, position: index * gap }));

/** The actions once the rows were written. */
function afterMoves(wanted: readonly Positioned[]) {
  const written = moves(wanted);
  const positions = new Map(written.map(({ id, position }) => [id, position]));
  return { written, all: wanted.map(({ id, position }): Positioned => ({ id, position: positions.get(id) ?? position })) };
}

const moved = (all: readonly Positioned[], from: number, to: number) =>
  all.toSpliced(from, 1).toSpliced(to, 0, ...all.slice(from, from + 1));

describe('an order of 300 actions', () => {
  it.each([
    ['the last to the first place', 299, 0],
    ['the first to the last place', 0, 299],
    ['one far up', 250, 17],
    ['one a place down', 100, 101],
  ])('with %s writes one row', (_what, from, to) => {
    expect(moves(moved(board(300), from, to))).toHaveLength(1);
  });

  it('that is what it was writes none', () => {
    expect(moves(board(300))).toEqual([]);
  });

  it('writes all of them once where there is no gap, and few from then on', () => {
    const dense = afterMoves(moved(board(300, 1), 299, 5));
    expect(dense.written.length).toBeGreaterThan(250);
    expect(moves(moved(dense.all, 200, 3))).toHaveLength(1);
  });

  it('writes few rows on average, however often the same two change places', () => {
    let all: readonly Positioned[] = board(300);
    let written = 0;
    for (let time = 0; time < 1000; time += 1) {
      const after = afterMoves(moved(all, 100, 101));
      written += after.written.length;
      all = after.all;
    }
    expect(written / 1000).toBeLessThan(30);
  });
});

it('any order stands as it was wanted, and no two actions share a position', () => {
  const positions = fc.uniqueArray(fc.integer({ min: -20, max: 60 }), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(positions, fc.constantFrom(1, 2, 7, spacing), (shuffled, gap) => {
      const { all } = afterMoves(shuffled.map((position, index) => ({ id: `${index}`, position: position * gap })));
      for (const [index, { position }] of all.entries()) expect(position).toBeGreaterThan(all[index - 1]?.position ?? -Infinity);
    }),
  );
});
