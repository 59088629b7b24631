import { daysBetween } from '#shared/calendar';
import type { DayOnBoard } from './active-day-store.ts';

export interface DayFigures {
  /** Days in a row. */
  streak: number;
  /** Days from one to the next. */
  pause: number;
}

/** The most that days of several boards come to, given board by board and in order. */
export function mostOf(days: readonly DayOnBoard[]): DayFigures {
  const walk = createWalk();
  for (const one of days) walk.add(one);
  return walk.most;
}

/** Measures days that are added one by one; `most` holds the result so far. */
export function createWalk() {
  const most: DayFigures = { streak: 0, pause: 0 };
  let streak = 0;
  let before: DayOnBoard | undefined;
  return {
    most: most as Readonly<DayFigures>,
    add(one: DayOnBoard): void {
      const apart = before?.board_id === one.board_id ? daysBetween(before.day, one.day) : 0;
      streak = apart === 1 ? streak + 1 : 1;
      before = one;
      most.streak = Math.max(most.streak, streak);
      most.pause = Math.max(most.pause, apart);
    },
  };
}
