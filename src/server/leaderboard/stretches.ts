import { daysAfter, daysBetween, firstOfMonth, mondayOf, monthsAfter } from '#shared/calendar';
import type { Period } from '#shared/scores';

/** About as many points as a curve shows apart on a phone. */
const mostStretches = 60;

/**
 * The first days of the stretches that a period is shown in, up to today. A week and a month go day by day; all there is goes by days while
 * these are few, then by weeks, by months and by several months.
 */
export function stretchesOf(period: Period, today: string, firstDay = today): string[] {
  if (period === 'week') return everyDays(mondayOf(today), today, 1);
  if (period === 'month') return everyDays(firstOfMonth(today), today, 1);
  // The clock was put back since.
  const first = firstDay < today ? firstDay : today;
  if (daysBetween(first, today) < mostStretches) return everyDays(first, today, 1);
  const monday = mondayOf(first);
  if (daysBetween(monday, today) < mostStretches * 7) return everyDays(monday, today, 7);
  return everyMonths(firstOfMonth(first), today);
}

function everyDays(first: string, last: string, step: number): string[] {
  const count = Math.floor(daysBetween(first, last) / step) + 1;
  return Array.from({ length: count }, (_, index) => daysAfter(first, index * step));
}

function everyMonths(first: string, last: string): string[] {
  const months = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  const count = months(last) - months(first) + 1;
  const step = Math.ceil(count / mostStretches);
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => monthsAfter(first, index * step));
}
