import { signedPoints } from './format.fr.ts';

/** '+99 999' as it is, '+1,2 Md' beyond five digits: for places with little room, which have the whole number in their tooltip. */
export function shortPoints(points: number): string {
  return isLong(points) ? compact.format(points).replace('-', '\u2212') : signedPoints(points);
}

/** The same of a number that is no score: '25', '1,2 Md'. */
export function shortCount(count: number): string {
  return shortPoints(count).replace('+', '');
}

/** Whether a number has more than five digits: `shortPoints` leaves some out, and other places write it smaller. */
export function isLong(points: number): boolean {
  return Math.abs(points) >= 100_000;
}

const compact = new Intl.NumberFormat('fr-FR', { notation: 'compact', signDisplay: 'exceptZero' });
