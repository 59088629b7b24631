/** The points that a person made on each day of this week, on all their boards. Pure. */
import { daysAfter, mondayOf } from '#shared/calendar';
import type { UserId } from '#shared/ids';
import type { Scores } from '#shared/scores';

export interface WeekDay {
  /** As in 2026-11-21. */
  day: string;
  points: number;
  isToday: boolean;
  isAhead: boolean;
}

/** From Monday to Sunday; null when the person has logged nothing in it. `weeks` are the scores of the week, one of each board. */
export function weekOf(weeks: readonly Scores[], myId: UserId): WeekDay[] | null {
  // Boards of other time zones may be a day ahead.
  const today = weeks.map((one) => one.today).reduce((latest, one) => (one > latest ? one : latest), '');
  const points = new Map<string, number>();
  let actions = 0;
  for (const { members, stretches } of weeks) {
    const mine = members.find(({ userId }) => userId === myId);
    actions += mine?.actions ?? 0;
    for (const [index, day] of stretches.entries()) points.set(day, (points.get(day) ?? 0) + (mine?.points[index] ?? 0));
  }
  return actions === 0 ? null : daysOf(today, points);
}

/** The week of that day, before its points are known. */
export const blankWeek = (today: string): WeekDay[] => daysOf(today, new Map());

function daysOf(today: string, points: ReadonlyMap<string, number>): WeekDay[] {
  const monday = mondayOf(today);
  return Array.from({ length: 7 }, (_, index) => {
    const day = daysAfter(monday, index);
    return { day, points: points.get(day) ?? 0, isToday: day === today, isAhead: day > today };
  });
}

export interface Bar {
  y: number;
  height: number;
}

const [zeroHeight, leastHeight] = [4, 8];

/** Bars of these points in a picture of that height: gains stand on the line of zero, losses hang from it. */
export function barsOf(points: readonly number[], height: number): Bar[] {
  const [up, down] = [Math.max(0, ...points), Math.max(0, ...points.map((one) => -one))];
  const scale = up + down > 0 ? (height - zeroHeight) / (up + down) : 0;
  const zero = down > 0 ? Math.max(up > 0 ? leastHeight : 0, Math.min(height - leastHeight, up * scale)) : height;
  return points.map((one) => {
    if (one === 0) return { y: Math.max(0, zero - (down > 0 ? zeroHeight / 2 : zeroHeight)), height: zeroHeight };
    const room = one > 0 ? zero : height - zero;
    const length = Math.min(room, Math.max(leastHeight, Math.abs(one) * scale));
    return { y: one > 0 ? zero - length : zero, height: length };
  });
}
