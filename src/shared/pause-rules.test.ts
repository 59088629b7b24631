import { describe, expect, it } from 'vitest';
import { daysAfter, daysBetween } from './calendar.ts';
import { flameAfterAll, flameOn } from './flame-rules.ts';
import { type Pause, pausedDays, pauseOn } from './pause-rules.ts';
import { canPause, countedDays, daysAround, pauseFrom } from './pause-terms.ts';

const span = (startsOn: string, lastDay: string): Pause => ({ startsOn, lastDay });
const august = span('2026-08-03', '2026-08-12');

describe('a pause', () => {
  it.each([
    ['no day', '2026-08-02', false],
    ['one day', '2026-08-03', true],
    ['twenty-one days', '2026-08-23', true],
    ['twenty-two days', '2026-08-24', false],
    ['no day at all', 'soon', false],
  ])('of %s can be agreed to or not', (_, lastDay, can) => {
    expect(canPause({ ...august, lastDay })).toBe(can);
  });

  it('has each of its days once, also across the nights of a clock change', () => {
    expect(pausedDays([span('2026-10-24', '2026-10-26'), span('2028-02-28', '2028-03-01')])).toEqual([
      ...['2026-10-24', '2026-10-25', '2026-10-26'],
      ...['2028-02-28', '2028-02-29', '2028-03-01'],
    ]);
    expect(pausedDays(undefined)).toEqual([]);
  });

  it.each([
    ['2026-08-02', undefined, august],
    ['2026-08-03', august, august],
    ['2026-08-12', august, august],
    ['2026-08-13', undefined, undefined],
  ])('on %s is on, and stands before the board, or is not', (day, on, ahead) => {
    expect(pauseOn([august], day)).toBe(on);
    const agreed = { ...august, startsAt: Date.parse(august.startsOn), endsAt: Date.parse(daysAfter(august.lastDay, 1)) };
    expect(pauseFrom([agreed], Date.parse(day))?.lastDay).toBe(ahead?.lastDay);
  });
});

describe('the days of a season', () => {
  it.each([
    ['that ends before it stay', span('2026-07-27', '2026-08-02'), span('2026-07-27', '2026-08-02')],
    ['that ends with its first are as many later', span('2026-07-28', '2026-08-03'), span('2026-07-28', '2026-08-13')],
    ['around it are as many more', span('2026-07-30', '2026-09-15'), span('2026-07-30', '2026-09-25')],
    ['that begins with it come after it', span('2026-08-03', '2026-08-09'), span('2026-08-13', '2026-08-19')],
    ['that begins after it stay', span('2026-08-13', '2026-08-20'), span('2026-08-13', '2026-08-20')],
  ])('%s', (_, before, after) => {
    expect(daysAround(before, august)).toEqual(after);
  });
});

function randomly(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

it('a season around any pause keeps as many days to play on, none of them paused', () => {
  const random = randomly(7);
  for (let times = 0; times < 2000; times += 1) {
    const [from, length, before] = [random(40), 1 + random(21), random(60)];
    const pause = span(daysAfter('2026-03-01', from), daysAfter('2026-03-01', from + length - 1));
    const season = span(daysAfter(pause.startsOn, -before), daysAfter(pause.startsOn, random(60) - before));
    const after = daysAround(season, pause);
    expect(countedDays(after, [pause])).toBe(daysBetween(season.startsOn, season.lastDay) + 1);
    expect([pauseOn([pause], after.startsOn), pauseOn([pause], after.lastDay)]).toEqual([undefined, undefined]);
  }
});

it('the flame over any days with pauses is that of the days without them, joined', () => {
  const random = randomly(3);
  for (let times = 0; times < 2000; times += 1) {
    const missing = 2 + random(12);
    let day = '2026-03-01';
    const [lit, joined, pauses]: [string[], string[], Pause[]] = [[], [], []];
    let counted = 0;
    for (let index = 0; index < 60; index += 1) {
      if (random(15) === 0) {
        const pause = span(day, daysAfter(day, random(21)));
        pauses.push(pause);
        // Whatever is logged then.
        for (const paused of pausedDays([pause])) if (random(2)) lit.push(paused);
        day = daysAfter(pause.lastDay, 1);
      }
      if (random(missing) > 0) {
        lit.push(day);
        joined.push(daysAfter('2026-03-01', counted));
      }
      counted += 1;
      day = daysAfter(day, 1);
    }
    const around = flameOn(flameAfterAll(lit, pausedDays(pauses)), day, pausedDays(pauses));
    const without = flameOn(flameAfterAll(joined), daysAfter('2026-03-01', counted));
    const { days, jokers, record, isLitToday } = without;
    expect(around).toMatchObject({ days, jokers, record, isLitToday });
    expect(around.jokerUsedOn === undefined).toBe(without.jokerUsedOn === undefined);
  }
});
