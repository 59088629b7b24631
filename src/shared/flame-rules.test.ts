import { expect, it } from 'vitest';
import { daysAfter } from './calendar.ts';
import { flameAfterAll, type FlameOnDay, flameOf, flameOn } from './flame-rules.ts';

const first = '2026-03-01';
/** The lit days of a drawing: '#' is a lit day, '.' one that was missed, 'p' a day of pause, which may be lit ('P') or not. */
const drawn = (drawing: string, marks = '#P') =>
  drawing.split('').flatMap((mark, index) => (marks.includes(mark) ? [daysAfter(first, index)] : []));
/** The flame on the last day of a drawing. */
const at = (drawing: string): FlameOnDay => flameOf(drawn(drawing), daysAfter(first, drawing.length - 1), drawn(drawing, 'pP'));
const day = (index: number) => daysAfter(first, index);

it.each([
  ['nothing', '.', { days: 0, isLitToday: false, jokers: 0, record: 0 }],
  ['one lit day', '#', { days: 1, isLitToday: true, jokers: 0, record: 1 }],
  ['three in a row', '###', { days: 3, isLitToday: true, jokers: 0, record: 3 }],
  ['a today that is not over', '###.', { days: 3, isLitToday: false, jokers: 0, record: 3 }],
  ['a yesterday that was missed', '###..', { days: 0, isLitToday: false, jokers: 0, record: 3 }],
  ['a flame that begins anew', '###..#', { days: 1, isLitToday: true, jokers: 0, record: 3 }],
  ['seven in a row', '#######', { days: 7, isLitToday: true, jokers: 1, record: 7 }],
  ['fourteen in a row', '#'.repeat(14), { days: 14, isLitToday: true, jokers: 2, record: 14 }],
  ['twenty-one in a row: two jokers at most', '#'.repeat(21), { days: 21, isLitToday: true, jokers: 2, record: 21 }],
  ['a joker that fills yesterday', `${'#'.repeat(7)}..`, { days: 7, isLitToday: false, jokers: 0, record: 7, jokerUsedOn: day(7) }],
  ['a joker that filled a day', `${'#'.repeat(7)}.#`, { days: 8, isLitToday: true, jokers: 0, record: 8, jokerUsedOn: day(7) }],
  ['one joker for two missed days', `${'#'.repeat(7)}..#`, { days: 1, isLitToday: true, jokers: 0, record: 7 }],
  ['two jokers for two missed days', `${'#'.repeat(14)}..#`, { days: 15, isLitToday: true, jokers: 0, record: 15, jokerUsedOn: day(15) }],
  ['two jokers for three missed days', `${'#'.repeat(14)}....`, { days: 0, isLitToday: false, jokers: 0, record: 14 }],
  [
    'a used joker that is earned again',
    `${'#'.repeat(7)}.${'#'.repeat(7)}`,
    { days: 14, isLitToday: true, jokers: 1, record: 14, jokerUsedOn: day(7) },
  ],
  ['a pause, which misses nothing', '###ppp#', { days: 4, isLitToday: true, jokers: 0, record: 4 }],
  ['a pause, which lights nothing', '###PPP#', { days: 4, isLitToday: true, jokers: 0, record: 4 }],
  ['a pause around a missed day', `${'#'.repeat(7)}p.p#`, { days: 8, isLitToday: true, jokers: 0, record: 8, jokerUsedOn: day(8) }],
  ['a pause that goes on', '##ppp', { days: 2, isLitToday: false, jokers: 0, record: 2 }],
])('the flame of %s: %s', (_, drawing, expected) => {
  expect(at(drawing)).toEqual(expected);
});

it('the flame of a day later than today, where a clock was set back, is lit', () => {
  expect(flameOf([day(0), day(1)], day(0))).toMatchObject({ days: 2, isLitToday: true });
});

it('the flame in the nights of a clock change and of a leap day counts each day once', () => {
  expect(flameOf(['2024-02-28', '2024-02-29', '2024-03-01'], '2024-03-01').days).toBe(3);
  expect(flameOf(['2026-03-28', '2026-03-29', '2026-03-30'], '2026-03-30').days).toBe(3);
  expect(flameOf(['2026-10-24', '2026-10-25', '2026-10-26'], '2026-10-26').days).toBe(3);
});

/** The rule once more, day by day, as it is told to people. */
function walked(drawing: string): FlameOnDay {
  let [days, jokers, record, used] = [0, 0, 0, undefined as string | undefined];
  for (const [index, mark] of drawing.split('').entries()) {
    const isToday = index === drawing.length - 1;
    if (mark === 'p' || mark === 'P') continue;
    if (mark === '#') {
      days += 1;
      record = Math.max(record, days);
      if (days % 7 === 0) jokers = Math.min(2, jokers + 1);
    } else if (!isToday && days > 0 && jokers > 0) {
      jokers -= 1;
      used = day(index);
    } else if (!isToday) [days, jokers, used] = [0, 0, undefined];
  }
  return { days, isLitToday: drawing.endsWith('#'), jokers, record, ...(used === undefined ? {} : { jokerUsedOn: used }) };
}

it('the flame of any days is what walking them one by one comes to, and goes on from whatever day it was kept at', () => {
  let seed = 1;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let times = 0; times < 3000; times += 1) {
    const [length, missing, pauses] = [1 + random(80), 2 + random(30), random(2)];
    const drawing = Array.from({ length }, () =>
      random(missing) === 0 ? '.' : pauses && random(12) === 0 ? (random(2) ? 'p' : 'P') : '#',
    ).join('');
    // Today is a day of pause: it asks for no log.
    if (/p$/i.test(drawing)) continue;
    expect(at(drawing), drawing).toEqual(walked(drawing));
    const [lit, paused] = [drawn(drawing), drawn(drawing, 'pP')];
    const cut = random(lit.length + 1);
    const kept = flameAfterAll(lit.slice(cut), paused, flameAfterAll(lit.slice(0, cut), paused));
    expect(flameOn(kept, day(length - 1), paused), drawing).toEqual(walked(drawing));
  }
});
