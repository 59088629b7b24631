import { describe, expect, it, test } from 'vitest';
import { canBegin, daysOfSeason, isDay, placesOf, winnersOf } from './season-rules.ts';

test.each([
  ['week', '2026-03-31', '2026-04-01', '2026-04-07'],
  ['month', '2026-03-31', '2026-04-01', '2026-04-30'],
  ['month', '2026-01-30', '2026-01-31', '2026-02-27'],
  ['month', '2026-02-14', '2026-02-15', '2026-03-14'],
  [{ lastDay: '2026-12-24' }, '2026-11-26', '2026-11-27', '2026-12-24'],
] as const)('a season of %j agreed on %s lasts from %s to %s', (length, agreedOn, startsOn, lastDay) => {
  expect(daysOfSeason(length, agreedOn)).toEqual({ startsOn, lastDay });
});

test.each([
  ['2026-11-27', true],
  ['2026-11-26', false],
  ['2027-11-27', true],
  ['2027-11-28', false],
])('a season to %s can begin after 2026-11-26: %s', (lastDay, can) => {
  expect(canBegin({ lastDay }, '2026-11-26')).toBe(can);
});

test('only what the calendar has is a day', () => {
  expect(['2026-02-28', '2028-02-29', '2026-02-29', '2026-13-01', '2026-1-1', 'bientôt'].filter(isDay)).toEqual([
    '2026-02-28',
    '2028-02-29',
  ]);
});

describe('the podium', () => {
  const played = { actions: 1, left: false };
  const standings = [
    { ...played, userId: 'a', points: 10 },
    { ...played, userId: 'b', points: 30 },
    { ...played, userId: 'c', points: 30 },
    { ...played, userId: 'd', points: -5 },
  ];

  it('has the most points first; equals share a rank, and the next one is left out', () => {
    expect(placesOf(standings).map(({ userId, rank }) => [userId, rank])).toEqual([
      ['b', 1],
      ['c', 1],
      ['a', 3],
      ['d', 4],
    ]);
  });

  it('gives no rank to somebody who logged nothing, or has left, and lists them last', () => {
    const others = [
      { ...played, userId: 'left', points: 90, left: true },
      { ...played, userId: 'idle', points: 0, actions: 0 },
    ];
    const places = placesOf([...others, ...standings]);
    expect(places.map(({ userId, rank }) => [userId, rank])).toEqual([
      ...[
        ['b', 1],
        ['c', 1],
        ['a', 3],
        ['d', 4],
      ],
      ...[
        ['left', null],
        ['idle', null],
      ],
    ]);
    expect(winnersOf(placesOf(others), 'shared')).toEqual([]);
    expect(winnersOf(placesOf([...others, ...standings.slice(3)]), 'void')).toEqual(['d']);
  });

  it('with a tie at its top has all of them as winners, or nobody', () => {
    expect(winnersOf(placesOf(standings), 'shared')).toEqual(['b', 'c']);
    expect(winnersOf(placesOf(standings), 'void')).toEqual([]);
    expect(winnersOf(placesOf(standings.slice(0, 2)), 'void')).toEqual(['b']);
  });
});
