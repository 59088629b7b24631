import type { ScoredMember, Scores } from '#shared/scores';

/** More lines than this are not told apart. */
export const mostLines = 6;

export interface Line {
  userId: string;
  username: string;
  /** The points up to the end of each stretch, since the beginning of the period. */
  sums: number[];
}

/** The lines of a curve: the first of the ranking, and always the person's own. */
export function linesOf(members: readonly ScoredMember[], myId: string): Line[] {
  const first = members.slice(0, mostLines);
  const mine = members.find(({ userId }) => userId === myId);
  const drawn = mine && !first.includes(mine) ? [...first.slice(0, mostLines - 1), mine] : first;
  return drawn.map(({ userId, username, points }) => {
    let sum = 0;
    return { userId, username, sums: points.map((one) => (sum += one)) };
  });
}

export interface Scale {
  x(stretch: number): number;
  y(points: number): number;
  /** The stretch and the line nearest to a place. */
  nearest(place: { x: number; y: number }): { stretch: number; line: number };
}

/** Where points lie in a box; 0 is always in it. */
export function scaleOf(lines: readonly Line[], box: { left: number; top: number; width: number; height: number }): Scale {
  const all = [0, ...lines.flatMap(({ sums }) => sums)];
  const [lowest, highest] = [Math.min(...all), Math.max(...all)];
  const stretches = lines[0]?.sums.length ?? 0;
  const step = stretches > 1 ? box.width / (stretches - 1) : 0;
  // A single day stands in the middle.
  const x = (stretch: number) => (stretches > 1 ? box.left + stretch * step : box.left + box.width / 2);
  const y = (points: number) => box.top + box.height * (1 - (points - lowest) / (highest - lowest || 1));
  return {
    x,
    y,
    nearest(place) {
      const stretch = step === 0 ? 0 : Math.min(stretches - 1, Math.max(0, Math.round((place.x - box.left) / step)));
      const distances = lines.map(({ sums }) => Math.abs(y(sums[stretch] ?? 0) - place.y));
      return { stretch, line: Math.max(0, distances.indexOf(Math.min(...distances))) };
    },
  };
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
