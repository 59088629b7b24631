import { describe, expect, it } from 'vitest';
import { endOfWeek, readableWeeks } from './recap-weeks.ts';

const at = (text: string) => Date.parse(text);

describe('the week of a recap', () => {
  it('ends at the same moment whatever was asked before', () => {
    const weeks = ['2026-11-16', '2026-11-09', '2026-11-16'];
    const ends = weeks.map((week) => [endOfWeek('Europe/Paris', week), endOfWeek('Pacific/Kiritimati', week)]);
    const [late, early] = [
      [at('2026-11-23T00:00+01:00'), at('2026-11-23T00:00+14:00')],
      [at('2026-11-16T00:00+01:00'), at('2026-11-16T00:00+14:00')],
    ];
    expect(ends).toEqual([late, early, late]);
  });

  it('can be read from the minute of 8:00, each zone by its own', () => {
    const newest = (time: string) => ['Europe/Paris', 'Pacific/Kiritimati'].map((zone) => readableWeeks(zone, at(time))[0]);
    expect(newest('2026-11-23T07:59:59+01:00')).toEqual(['2026-11-09', '2026-11-16']);
    expect(newest('2026-11-23T08:00:00+01:00')).toEqual(['2026-11-16', '2026-11-16']);
    expect(newest('2026-11-23T07:59:59+01:00')).toEqual(['2026-11-09', '2026-11-16']);
  });
});
