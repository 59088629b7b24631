import { describe, expect, it, onTestFinished, vi } from 'vitest';
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

  it('ends by one look at the calendar, however many weeks are asked for by turns', () => {
    const weeks = ['2026-10-26', '2026-11-02', '2026-11-09', '2026-11-16'];
    const askAll = () => weeks.map((week) => endOfWeek('Europe/Lisbon', week));
    const ends = askAll();
    const asked = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts');
    onTestFinished(() => asked.mockRestore());
    expect(askAll()).toEqual(ends);
    expect(asked).not.toHaveBeenCalled();
  });

  it('can be read from the minute of 8:00, each zone by its own', () => {
    const newest = (time: string) => ['Europe/Paris', 'Pacific/Kiritimati'].map((zone) => readableWeeks(zone, at(time))[0]);
    expect(newest('2026-11-23T07:59:59+01:00')).toEqual(['2026-11-09', '2026-11-16']);
    expect(newest('2026-11-23T08:00:00+01:00')).toEqual(['2026-11-16', '2026-11-16']);
    expect(newest('2026-11-23T07:59:59+01:00')).toEqual(['2026-11-09', '2026-11-16']);
  });
});
