import { describe, expect, it } from 'vitest';
import { daysOfFilm, filmsOffered, unseenFilm, yearsAfter, yearsOf } from './film-periods.ts';

const at = (text: string) => Date.parse(text);
const board = (madeAt: string, timeZone = 'Europe/Paris', told: string | null = null) => ({ madeAt: at(madeAt), timeZone, told });

describe('the film of a year', () => {
  const old = '2026-06-10T12:00Z';
  it.each([
    ['Europe/Paris', '2026-12-31T18:00:00+01:00', '2027-02-01T00:00:00+01:00'],
    ['Pacific/Auckland', '2026-12-31T18:00:00+13:00', '2027-02-01T00:00:00+13:00'],
    ['America/Los_Angeles', '2026-12-31T18:00:00-08:00', '2027-02-01T00:00:00-08:00'],
  ])('is offered in %s from 31 December, 18:00, until the end of January, by its own clock', (timeZone, from, until) => {
    const offered = (moment: number) => filmsOffered(board(old, timeZone), moment);
    const [first, last] = [at(from), at(until)];
    expect([first - 1000, first, last - 1000, last].map(offered)).toEqual([[], ['2026'], ['2026'], []]);
  });

  it('is not offered to a board that was made after it', () => {
    const offered = (madeAt: string) => filmsOffered(board(madeAt), at('2027-01-10T12:00Z'));
    expect([offered('2026-12-31T22:59Z'), offered('2026-12-31T23:01Z')]).toEqual([['2026'], []]);
  });

  it('has all days of it', () => {
    expect(daysOfFilm('2026', board(old))).toEqual({ from: '2026-01-01', before: '2027-01-01' });
  });
});

describe('the film of an anniversary', () => {
  const made = '2025-11-12T12:00+01:00';
  const offered = (moment: string, of = board(made)) => filmsOffered(of, at(moment));

  it('is offered for a week, from 8:00 of the day on', () => {
    const moments = ['2026-11-12T07:59:59+01:00', '2026-11-12T08:00:00+01:00', '2026-11-18T23:59:59+01:00', '2026-11-19T00:00:00+01:00'];
    expect(moments.map((moment) => offered(moment))).toEqual([[], ['2026-11-12'], ['2026-11-12'], []]);
    expect(offered('2025-11-13T12:00+01:00')).toEqual([]);
    expect(offered('2035-11-13T12:00+01:00')).toEqual(['2035-11-12']);
  });

  it('has the days of the year before it', () => {
    expect(daysOfFilm('2026-11-12', board(made))).toEqual({ from: '2025-11-12', before: '2026-11-12' });
    expect(yearsOf('2028-11-12', board(made))).toBe(3);
  });

  it('of a board that was made on 29 February is on the 28th in other years, and no day is in two films', () => {
    const leap = board('2024-02-29T12:00+01:00');
    const anniversaries = [1, 2, 3, 4, 5].map((years) => yearsAfter('2024-02-29', years));
    expect(anniversaries).toEqual(['2025-02-28', '2026-02-28', '2027-02-28', '2028-02-29', '2029-02-28']);
    for (const [index, anniversary] of anniversaries.entries()) {
      expect(offered(`${anniversary}T12:00+01:00`, leap)).toEqual([anniversary]);
      expect(daysOfFilm(anniversary, leap)).toEqual({ from: ['2024-02-29', ...anniversaries][index], before: anniversary });
    }
  });

  it('keeps its day where another zone moves the making of the board by one', () => {
    const late = '2025-11-12T23:30+01:00';
    expect(offered('2026-11-14T12:00+01:00', board(late, 'Asia/Tokyo'))).toEqual(['2026-11-13']);
    expect(offered('2026-11-14T12:00+01:00', board(late, 'Asia/Tokyo', '2026-11-12'))).toEqual(['2026-11-12']);
    expect(offered('2027-11-14T12:00+01:00', board(late, 'Asia/Tokyo', '2026-11-12'))).toEqual(['2027-11-13']);
  });

  it('comes before that of the year, which is told for longer', () => {
    const young = board('2026-01-02T12:00+01:00');
    const now = at('2027-01-03T12:00+01:00');
    expect(filmsOffered(young, now)).toEqual(['2027-01-02', '2026']);
    const told = { film_year: '2026', film_anniversary: '2027-01-02', time_zone: 'Europe/Paris' };
    expect(unseenFilm(told, now)).toBe('2027-01-02');
    expect(unseenFilm({ ...told, film_anniversary_seen: '2027-01-02' }, now)).toBe('2026');
    expect(unseenFilm({ ...told, film_anniversary_seen: '2027-01-02', film_year_seen: '2026' }, now)).toBeUndefined();
    expect(unseenFilm(told, at('2027-02-01T12:00+01:00'))).toBeUndefined();
  });
});
