import { describe, expect, it } from 'vitest';
import { dayIn, daysAfter, daysBetween, firstOfMonth, mondayOf, monthsAfter, startOfDay, timeZoneNamed } from './calendar.ts';

const paris = 'Europe/Paris';
const at = (text: string) => Date.parse(text);

describe('a day', () => {
  it.each([
    // The clocks go forward on 2026-03-29 and back on 2026-10-25.
    ['the last second of a Sunday', '2026-11-22T22:59:59.999Z', '2026-11-22'],
    ['Monday at midnight', '2026-11-22T23:00:00Z', '2026-11-23'],
    ['the first second of the day that lacks an hour', '2026-03-28T23:00:00Z', '2026-03-29'],
    ['its last one', '2026-03-29T21:59:59.999Z', '2026-03-29'],
    ['the midnight after it', '2026-03-29T22:00:00Z', '2026-03-30'],
    ['the first second of the day that has an hour twice', '2026-10-24T22:00:00Z', '2026-10-25'],
    ['its hour that comes twice, the second time', '2026-10-25T01:30:00Z', '2026-10-25'],
    ['its last second', '2026-10-25T22:59:59.999Z', '2026-10-25'],
    ['the midnight after that', '2026-10-25T23:00:00Z', '2026-10-26'],
    ['the turn of a year', '2026-12-31T23:00:00Z', '2027-01-01'],
  ])('in Paris: %s', (_, instant, day) => {
    expect(dayIn(paris, at(instant))).toBe(day);
  });

  it('is another one elsewhere at the same moment', () => {
    const instant = at('2026-11-21T12:00:00Z');
    expect(dayIn('Pacific/Kiritimati', instant)).toBe('2026-11-22');
    expect(dayIn('Asia/Kathmandu', instant)).toBe('2026-11-21');
    expect(dayIn('Pacific/Pago_Pago', instant)).toBe('2026-11-21');
    expect(dayIn('Pacific/Pago_Pago', at('2026-11-21T10:59:59Z'))).toBe('2026-11-20');
  });

  it('is that of Paris where the time zone is not known here', () => {
    for (const instant of ['2026-11-21T22:59:59.999Z', '2026-11-21T23:00:00Z'].map(at))
      expect(dayIn('Mars/Olympus', instant)).toBe(dayIn(paris, instant));
    expect(startOfDay('Mars/Olympus', '2026-11-22')).toBe(at('2026-11-21T23:00:00Z'));
  });

  it('is the same whatever was asked before', () => {
    const instants = ['2026-11-21T22:59:59.999Z', '2026-11-21T23:00:00Z', '2026-11-21T22:59:59.999Z', '2026-11-21T22:59:00Z'].map(at);
    expect(instants.map((instant) => dayIn(paris, instant))).toEqual(['2026-11-21', '2026-11-22', '2026-11-21', '2026-11-21']);
  });

  it.each([
    [paris, '2026-11-23', '2026-11-22T23:00:00Z'],
    [paris, '2026-03-29', '2026-03-28T23:00:00Z'],
    [paris, '2026-03-30', '2026-03-29T22:00:00Z'],
    [paris, '2026-10-26', '2026-10-25T23:00:00Z'],
    ['Asia/Kathmandu', '2026-11-21', '2026-11-20T18:15:00Z'],
    ['Pacific/Kiritimati', '2026-11-21', '2026-11-20T10:00:00Z'],
    ['Pacific/Pago_Pago', '2026-11-21', '2026-11-21T11:00:00Z'],
    // There the clock goes from midnight to one.
    ['America/Asuncion', '2023-10-01', '2023-10-01T04:00:00Z'],
    // There it was midnight twice, an hour apart.
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00Z'],
    // There that day was left out: the next one began in its place.
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00Z'],
  ])('in %s begins: %s', (zone, day, instant) => {
    expect(new Date(startOfDay(zone, day)).toISOString()).toBe(new Date(instant).toISOString());
  });
});

describe('days are counted', () => {
  it('over clock changes, months and leap years', () => {
    expect(daysAfter('2026-03-28', 2)).toBe('2026-03-30');
    expect(daysAfter('2026-10-26', -2)).toBe('2026-10-24');
    expect(daysAfter('2028-02-28', 1)).toBe('2028-02-29');
    expect(daysBetween('2026-10-24', '2026-10-26')).toBe(2);
    expect(monthsAfter('2026-11-01', 3)).toBe('2027-02-01');
  });

  it('in weeks from Monday, and in months', () => {
    expect(mondayOf('2026-11-23')).toBe('2026-11-23');
    expect(mondayOf('2026-11-22')).toBe('2026-11-16');
    expect(mondayOf('2027-01-01')).toBe('2026-12-28');
    expect(firstOfMonth('2026-11-22')).toBe('2026-11-01');
  });
});

describe('a time zone', () => {
  it('is known by its name, however that is written', () => {
    expect(timeZoneNamed('Europe/Paris')).toBe('Europe/Paris');
    expect(timeZoneNamed('europe/paris')).toBe('Europe/Paris');
    expect(timeZoneNamed('UTC')).toBe('UTC');
  });

  it.each(['', 'Mars/Olympus', '+02:00', 'Europe', 'Etc/Unknown', '../etc/passwd'])('is not %j', (name) => {
    expect(timeZoneNamed(name)).toBeUndefined();
  });
});
