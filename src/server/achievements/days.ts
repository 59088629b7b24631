import { daysBetween } from '#shared/calendar';

export interface DayFigures {
  /** Days in a row. */
  streak: number;
  /** Days from one to the next. */
  pause: number;
}

/** What the last of some days of one board, the last first, comes to: how many in a row end with it, and how long nothing was before it. */
export function lastOf(days: readonly string[]): DayFigures {
  const [last, before] = days;
  if (last === undefined) return { streak: 0, pause: 0 };
  const isNext = (day: string, index: number) => index === 0 || daysBetween(day, days[index - 1] ?? day) === 1;
  const broken = days.findIndex((day, index) => !isNext(day, index));
  return { streak: broken < 0 ? days.length : broken, pause: before === undefined ? 0 : daysBetween(before, last) };
}

/** The most that days of several boards come to, given board by board and in order. */
export function mostOf(days: readonly { board_id: string; day: string }[]): DayFigures {
  const most: DayFigures = { streak: 0, pause: 0 };
  let streak = 0;
  for (const [index, { board_id, day }] of days.entries()) {
    const before = days[index - 1];
    const apart = before?.board_id === board_id ? daysBetween(before.day, day) : 0;
    streak = apart === 1 ? streak + 1 : 1;
    most.streak = Math.max(most.streak, streak);
    most.pause = Math.max(most.pause, apart);
  }
  return most;
}
