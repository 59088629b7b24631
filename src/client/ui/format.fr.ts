import { counted, isSingular } from '#shared/counted.fr';

export { counted };

const locale = 'fr-FR';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

// Far past what any clock shows, and what `Intl` refuses with an exception.
const furthest = 8.64e15;

const signed = new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' });
const conjunction = new Intl.ListFormat(locale);
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });
const dayAndMonth = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long' });
const dayMonthAndYear = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric' });
const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' });

/** '20 novembre à 14:05', in the person's own time zone; with the year when it is not this one. `time` in milliseconds since 1970, as `now` everywhere. */
export function fullDate(time: number, now = Date.now()): string {
  return isDate(time) ? `${calendarDay(time, now)} à ${clock.format(time)}` : unknownDate;
}

/** '20 novembre', where the hour is not known or does not matter. */
export function fullDay(time: number, now = Date.now()): string {
  return isDate(time) ? calendarDay(time, now) : unknownDate;
}

/** '14:05', where the day is said already. */
export function hourOf(time: number): string {
  return isDate(time) ? clock.format(time) : unknownDate;
}

/** 'à l'instant', 'il y a 5 min', 'il y a 2 h', 'hier', then '18 novembre'. Put `fullDate` in the `title`. `now`: by the clock that dated it. */
export function nearDate(time: number, now: number): string {
  if (!isDate(time)) return unknownDate;
  const age = now - time;
  // A phone's clock may be late: what just happened must not look like tomorrow.
  if (age < minute && age > -day) return "à l'instant";
  if (age >= 0 && age < hour) return relative.format(-Math.floor(age / minute), 'minute');
  const days = midnightsBetween(time, now);
  if (days === 0) return relative.format(-Math.floor(age / hour), 'hour');
  if (days === 1) return relative.format(-1, 'day');
  return calendarDay(time, now);
}

/** 'Aujourd'hui', 'Hier', then '18 novembre'. */
export function dayName(time: number, now: number): string {
  if (!isDate(time)) return unknownDate;
  const days = midnightsBetween(time, now);
  // A phone's clock may be late.
  if (days <= 0) return "Aujourd'hui";
  return days === 1 ? 'Hier' : calendarDay(time, now);
}

/** For the `datetime` attribute; undefined when there is no such date. */
export function machineDate(time: number): string | undefined {
  return isDate(time) ? new Date(time).toISOString() : undefined;
}

/** '+20', '−15' (U+2212), '0'. */
export function signedPoints(points: number): string {
  return signed.format(points).replace('-', '\u2212');
}

/** '+128 pts', '0 pts'. */
export function pointsWithUnit(points: number): string {
  return `${signedPoints(points)}\u00A0${pointsUnit}`;
}

/** The unit after a score: the same for every number, as in the specification. */
export const pointsUnit = 'pts';

/** '+20 points', '−1 point'. */
export function spelledPoints(points: number): string {
  return `${signedPoints(points)}\u00A0${isSingular(points) ? 'point' : 'points'}`;
}

/** '1ʳᵉ', '2ᵉ': a place, with superior letters. */
export function ranked(rank: number): string {
  return rank === 1 ? '1ʳᵉ' : `${rank}ᵉ`;
}

/** 'Léa, Max et Zoé'. */
export function listed(names: readonly string[]): string {
  return conjunction.format(names);
}

const namesShown = 3;

/** 'Léa, Max et 4 autres' of many. */
export function listedBriefly(names: readonly string[]): string {
  if (names.length <= namesShown) return listed(names);
  return `${names.slice(0, namesShown - 1).join(', ')} et ${counted(names.length - namesShown + 1, 'autre')}`;
}

/** '« Petit-déj au lit »'; what the title itself quotes stands in inner quotation marks: '« “J'arrive” dit il y a une heure »'. */
export function quoted(title: string): string {
  return `«\u00A0${title.replace(/«\s*/g, '“').replace(/\s*»/g, '”')}\u00A0»`;
}

const unknownDate = 'Date inconnue';

function isDate(time: number): boolean {
  return Math.abs(time) <= furthest;
}

function calendarDay(time: number, now: number): string {
  const thisYear = new Date(time).getFullYear() === new Date(now).getFullYear();
  // `Intl` writes '1 novembre'; French readers expect '1er novembre'.
  return (thisYear ? dayAndMonth : dayMonthAndYear).format(time).replace(/^1 /, '1er ');
}

/** Rounded, since a day of clock change has 23 or 25 hours. */
function midnightsBetween(earlier: number, later: number): number {
  return Math.round((new Date(later).setHours(0, 0, 0, 0) - new Date(earlier).setHours(0, 0, 0, 0)) / day);
}
