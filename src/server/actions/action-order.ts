/**
 * Positions have gaps between them: an action that is moved takes a free one between its new neighbours, and no other row is written. Where a
 * gap is used up, or on a board whose positions never had any, all are spread once.
 */
import type { ActionId } from '#shared/ids';
import { spacing } from './action-store.ts';

/** PostgreSQL keeps positions in 32 bits. */
const furthest = 2 ** 30;

export interface Placed {
  id: ActionId;
  position: number;
}

/** The rows that must be written so that all stand in this order, with their new positions. */
export function moves(wanted: readonly Placed[]): Placed[] {
  return fitted(wanted) ?? spread(wanted);
}

/** Undefined where a gap is too small. */
function fitted(wanted: readonly Placed[]): Placed[] | undefined {
  const staying = longestAscent(wanted.map(({ position }) => position));
  const newPlaces: Placed[] = [];
  let below = -1;
  for (const above of [...staying, wanted.length]) {
    const between = wanted.slice(below + 1, above);
    const positions = freeBetween(wanted[below]?.position, wanted[above]?.position, between.length);
    if (!positions) return undefined;
    newPlaces.push(...between.map(({ id }, index) => ({ id, position: positions[index] ?? 0 })));
    below = above;
  }
  return newPlaces;
}

/** So many ascending positions between two that stay, as far apart as there is room. Undefined where there is none. */
function freeBetween(low: number | undefined, high: number | undefined, count: number): number[] | undefined {
  if (count === 0) return [];
  const from = low ?? (high ?? spacing) - spacing * (count + 1);
  const to = high ?? from + spacing * (count + 1);
  if (from < -furthest || to > furthest) return undefined;
  const step = (to - from) / (count + 1);
  if (step < 1) return undefined;
  return Array.from({ length: count }, (_, index) => from + Math.floor(step * (index + 1)));
}

/** Those that have another position already. */
function spread(all: readonly Placed[]): Placed[] {
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
