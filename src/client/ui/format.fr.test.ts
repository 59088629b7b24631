import { describe, expect, it } from 'vitest';
import {
  counted,
  fullDate,
  hourOf,
  listed,
  machineDate,
  nearDate,
  pointsWithUnit,
  quoted,
  signedPoints,
  spelledPoints,
} from './format.fr.ts';

const plain = (text: string) => text.replace(/\s/g, ' ');
const at = (month: number, day: number, hours: number, minutes: number, seconds = 0) =>
  new Date(2026, month - 1, day, hours, minutes, seconds).getTime();
const now = at(11, 20, 14, 5);

describe('fullDate', () => {
  it('says day, long month, hour and minute', () => {
    expect(plain(fullDate(now, now))).toBe('20 novembre à 14:05');
    expect(plain(fullDate(at(8, 9, 7, 3), now))).toBe('9 août à 07:03');
  });

  it("writes the first of a month '1er'", () => {
    expect(plain(fullDate(at(11, 1, 0, 0), now))).toBe('1er novembre à 00:00');
    expect(plain(fullDate(at(11, 11, 0, 0), now))).toBe('11 novembre à 00:00');
  });

  it('adds the year of another year', () => {
    expect(plain(fullDate(new Date(2025, 10, 20, 14, 5).getTime(), now))).toBe('20 novembre 2025 à 14:05');
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 8.65e15])("is 'Date inconnue' for %d", (time) => {
    expect(fullDate(time)).toBe('Date inconnue');
    expect(nearDate(time, now)).toBe('Date inconnue');
    expect(hourOf(time)).toBe('Date inconnue');
    expect(machineDate(time)).toBeUndefined();
  });
});

describe('hourOf', () => {
  it('says hour and minute', () => {
    expect(hourOf(now)).toBe('14:05');
    expect(hourOf(at(8, 9, 7, 3))).toBe('07:03');
  });
});

describe('nearDate', () => {
  it.each([
    [at(11, 20, 14, 4, 30), "à l'instant"],
    [at(11, 20, 14, 4), 'il y a 1 min'],
    [at(11, 20, 14, 0), 'il y a 5 min'],
    [at(11, 20, 13, 5, 1), 'il y a 59 min'],
    [at(11, 20, 13, 5), 'il y a 1 h'],
    [at(11, 20, 12, 0), 'il y a 2 h'],
    [at(11, 20, 0, 0), 'il y a 14 h'],
    [at(11, 19, 23, 59), 'hier'],
    [at(11, 19, 0, 0), 'hier'],
    [at(11, 18, 23, 59), '18 novembre'],
    [at(1, 1, 12, 0), '1er janvier'],
  ])('%d is %j', (time, expected) => {
    expect(plain(nearDate(time, now))).toBe(expected);
  });

  it('counts minutes across midnight', () => {
    expect(plain(nearDate(at(11, 19, 23, 50), at(11, 20, 0, 10)))).toBe('il y a 20 min');
  });

  it('takes a clock that is a little late for now, and a wrong one for what it says', () => {
    expect(nearDate(now + 10 * 60_000, now)).toBe("à l'instant");
    expect(plain(nearDate(at(12, 24, 12, 0), now))).toBe('24 décembre');
  });
});

it('machineDate is what the datetime attribute wants', () => {
  expect(machineDate(Date.UTC(2026, 10, 20, 14, 5))).toBe('2026-11-20T14:05:00.000Z');
});

describe('points', () => {
  it.each([
    [20, '+20'],
    [-15, '\u221215'],
    [0, '0'],
    [-0, '0'],
    [1280, '+1 280'],
    [-1280, '\u22121 280'],
  ])('%d has its sign: %s', (points, expected) => {
    expect(plain(signedPoints(points))).toBe(expected);
  });

  it.each([
    [128, '+128 pts'],
    [-1, '\u22121 pts'],
    [0, '0 pts'],
    [-12, '\u221212 pts'],
  ])('%d has its unit: %s', (points, expected) => {
    expect(plain(pointsWithUnit(points))).toBe(expected);
  });

  it.each([
    [128, '+128 points'],
    [-1, '\u22121 point'],
    [0, '0 point'],
  ])('%d is spelled out: %s', (points, expected) => {
    expect(plain(spelledPoints(points))).toBe(expected);
  });
});

describe('counted', () => {
  it.each([
    [0, '0 membre'],
    [1, '1 membre'],
    [2, '2 membres'],
    [1200, '1 200 membres'],
  ])('%d is %j', (count, expected) => {
    expect(plain(counted(count, 'membre'))).toBe(expected);
  });

  it('takes a plural that is not made with s', () => {
    expect(plain(counted(3, 'tableau', 'tableaux'))).toBe('3 tableaux');
  });

  it('never ends a line between the number and the noun', () => {
    expect([counted(6, 'jour'), spelledPoints(20)]).toEqual(['6\u00A0jours', '+20\u00A0points']);
  });
});

it('listed joins names', () => {
  expect(listed(['Léa'])).toBe('Léa');
  expect(listed(['Léa', 'Max', 'Zoé'])).toBe('Léa, Max et Zoé');
});

describe('quoted', () => {
  it('sets a title off, and what it quotes itself', () => {
    expect(plain(quoted('Petit-déj au lit'))).toBe('« Petit-déj au lit »');
    expect(plain(quoted("«\u00A0J'arrive\u00A0» dit il y a une heure"))).toBe("« “J'arrive” dit il y a une heure »");
  });
});
