import type { UserId } from '#shared/ids';
import type { ScoredMember, Scores } from '#shared/scores';

/** More lines than this are not told apart. */
export const mostLines = 6;

export interface Line {
  userId: UserId;
  username: string;
  avatar: string;
  /** The index of its look among six; 0 is the person's own. It is the same in every period, whoever leads. */
  look: number;
  /** The points up to the end of each stretch, since the beginning of the period. */
  sums: number[];
}

/** The lines of a curve. */
export function linesOf(members: readonly ScoredMember[], myId: UserId): Line[] {
  const drawn = toldApart(members, myId);
  const others = drawn.map(({ userId }) => userId).filter((userId) => userId !== myId);
  const looks = [myId, ...others.toSorted()];
  return drawn.map(({ userId, username, avatar, points }) => {
    let sum = 0;
    return { userId, username, avatar, look: looks.indexOf(userId), sums: points.map((one) => (sum += one)) };
  });
}

/** As many members as can be told apart: the first of the ranking, and always the person. */
export function toldApart(members: readonly ScoredMember[], myId: UserId): readonly ScoredMember[] {
  const first = members.slice(0, mostLines);
  const mine = members.find(({ userId }) => userId === myId);
  return mine && !first.includes(mine) ? [...first.slice(0, mostLines - 1), mine] : first;
}

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Scale {
  /** The x of the end of a stretch. */
  x(stretch: number): number;
  y(points: number): number;
  /** The stretch and the line nearest to a point. */
  nearest(point: { x: number; y: number }): { stretch: number; line: number };
}

/** The positions of points in a box. All lines begin at 0 on its left edge, so that a single day is a line too. */
export function scaleOf(lines: readonly Line[], box: Box): Scale {
  const { lowest, highest } = reachOf(lines);
  const stretches = lines[0]?.sums.length ?? 0;
  const step = box.width / (stretches || 1);
  const x = (stretch: number) => box.left + (stretch + 1) * step;
  const y = (points: number) => box.top + box.height * (1 - (points - lowest) / (highest - lowest || 1));
  return {
    x,
    y,
    nearest(point) {
      const stretch = Math.min(stretches - 1, Math.max(0, Math.round((point.x - box.left) / step) - 1));
      const distances = lines.map(({ sums }) => Math.abs(y(sums[stretch] ?? 0) - point.y));
      return { stretch, line: Math.max(0, distances.indexOf(Math.min(...distances))) };
    },
  };
}

/** Round numbers to hold the lines against, from the highest down: two to four of them, 0 among them. */
export function marksOf(lines: readonly Line[]): number[] {
  const { lowest, highest } = reachOf(lines);
  const range = highest - lowest;
  if (range === 0) return [0];
  const power = 10 ** Math.floor(Math.log10(range));
  const step = [0.5, 1, 2, 5].map((factor) => Math.max(1, factor * power)).find((one) => marksAt(one).length <= 4) ?? range;
  return marksAt(step);

  function marksAt(one: number): number[] {
    const first = Math.ceil(lowest / one);
    // Adding 0 makes a 0 of −0.
    return Array.from({ length: Math.floor(highest / one) - first + 1 }, (_, index) => (first + index) * one + 0).toReversed();
  }
}

/** 0 is always in it. */
function reachOf(lines: readonly Line[]): { lowest: number; highest: number } {
  const all = [0, ...lines.flatMap(({ sums }) => sums)];
  return { lowest: Math.min(...all), highest: Math.max(...all) };
}

/** Moves positions apart as little as needed, so that none is nearer to its neighbour than `gap`; within `top` and `bottom` if there is room. */
export function spread(positions: readonly number[], gap: number, top: number, bottom: number): number[] {
  const order = positions.map((_, index) => index).toSorted((a, b) => (positions[a] ?? 0) - (positions[b] ?? 0));
  const spaced: number[] = [];
  for (const index of order) spaced.push(Math.max(positions[index] ?? 0, spaced.length > 0 ? (spaced.at(-1) ?? 0) + gap : top));
  let floor = bottom;
  for (let index = spaced.length - 1; index >= 0; index -= 1) {
    spaced[index] = Math.min(spaced[index] ?? 0, floor);
    floor = (spaced[index] ?? 0) - gap;
  }
  const result = positions.map(() => 0);
  for (const [rank, index] of order.entries()) result[index] = spaced[rank] ?? 0;
  return result;
}

/** Whether anything was logged in the period. */
export function isEmpty({ members }: Pick<Scores, 'members'>): boolean {
  return members.every(({ actions }) => actions === 0);
}

/** The last day of a stretch. */
export function endOf({ stretches, today }: Pick<Scores, 'stretches' | 'today'>, stretch: number): string {
  const next = stretches[stretch + 1];
  if (next === undefined) return today;
  const day = new Date(next);
  return new Date(day.setUTCDate(day.getUTCDate() - 1)).toISOString().slice(0, 10);
}
