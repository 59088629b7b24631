/**
 * Positions have gaps between them: an action that is moved takes a free one between its new neighbours, and no other row is written. Where a
 * gap is used up, or on a board whose positions never had any, all are spread once.
 */
import type { ActionId } from '#shared/ids';
import { spacing } from './action-store.ts';

/** PostgreSQL keeps positions in 32 bits. */
const furthest = 2 ** 30;

export interface Positioned {
  id: ActionId;
  position: number;
}

/** The rows that must be written so that all stand in this order, with their new positions. */
export function moves(ordered: readonly Positioned[]): Positioned[] {
  return fitted(ordered) ?? spread(ordered);
}

/** Undefined where a gap is too small. */
function fitted(ordered: readonly Positioned[]): Positioned[] | undefined {
  const staying = longestAscent(ordered.map(({ position }) => position));
  const newPositions: Positioned[] = [];
  let below = -1;
  for (const above of [...staying, ordered.length]) {
    const between = ordered.slice(below + 1, above);
    const positions = freeBetween(ordered[below]?.position, ordered[above]?.position, between.length);
    if (!positions) return undefined;
    newPositions.push(...between.map(({ id }, index) => ({ id, position: positions[index] ?? 0 })));
    below = above;
  }
  return newPositions;
}

/** `count` ascending positions between two others, spread evenly. Undefined where the gap is too small. */
function freeBetween(low: number | undefined, high: number | undefined, count: number): number[] | undefined {
  if (count === 0) return [];
  const from = low ?? (high ?? spacing) - spacing * (count + 1);
  const to = high ?? from + spacing * (count + 1);
  if (from < -furthest || to > furthest) return undefined;
  const step = (to - from) / (count + 1);
  if (step < 1) return undefined;
  return Array.from({ length: count }, (_, index) => from + Math.floor(step * (index + 1)));
}

/** Spaces all positions evenly, and returns the rows that must be written. */
function spread(all: readonly Positioned[]): Positioned[] {
  return all.flatMap(({ id, position }, index) => (position === index * spacing ? [] : [{ id, position: index * spacing }]));
}

/** The indices of the most numbers that ascend as they stand. */
function longestAscent(numbers: readonly number[]): number[] {
  // `ends[length - 1]` is where the ascent of that length ends whose last number is lowest. `before[index]` is the index that comes before it
  // in its ascent.
  const ends: number[] = [];
  const before: (number | undefined)[] = [];
  for (const [index, number] of numbers.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[ends[middle] ?? 0] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    before[index] = ends[low - 1];
    ends[low] = index;
  }
  const ascent: number[] = [];
  for (let index = ends.at(-1); index !== undefined; index = before[index]) ascent.push(index);
  return ascent.toReversed();
}
