import { describe, expect, it } from 'vitest';
import { readsAgainIn } from './reading-again.ts';

const at = (time: string) => Date.parse(time);
const paris = 'Europe/Paris';
/** On a Sunday evening in Paris. */
const read = { today: '2026-11-22', readAt: at('2026-11-22T21:00:00Z'), failedAt: 0, isBehind: false, isAll: false };
const minute = 60_000;

describe('scores that were read', () => {
  it('are read again soon where the board has moved on', () => {
    expect(readsAgainIn({ ...read, isBehind: true }, paris, read.readAt)).toBeLessThan(1000);
  });

  it('are read again less often where they are those of all time', () => {
    expect(readsAgainIn({ ...read, isBehind: true, isAll: true }, paris, read.readAt)).toBe(10_000);
  });

  it('are read again a while after that failed, not at once', () => {
    const failedAt = read.readAt + 5000;
    expect(readsAgainIn({ ...read, isBehind: true, failedAt }, paris, failedAt)).toBe(30_000);
    expect(readsAgainIn({ ...read, isBehind: true, failedAt }, paris, failedAt + minute)).toBe(0);
    // What failed before they were read is over.
    expect(readsAgainIn({ ...read, failedAt: read.readAt - 1 }, paris, read.readAt)).toBe(2 * 60 * minute);
  });

  it('are read again when the day ends in the time zone of the board', () => {
    expect(readsAgainIn(read, paris, at('2026-11-22T22:57:00Z'))).toBe(3 * minute);
    const inTokyo = { ...read, today: '2026-11-23' };
    expect(readsAgainIn(inTokyo, 'Asia/Tokyo', at('2026-11-23T14:57:00Z'))).toBe(3 * minute);
  });

  it('are read again at once when the device slept through that, and a while after that failed', () => {
    const woken = at('2026-11-23T07:00:00Z');
    expect(readsAgainIn(read, paris, woken)).toBe(0);
    expect(readsAgainIn({ ...read, failedAt: woken }, paris, woken)).toBe(30_000);
  });

  it('are read no more than once a minute where the clock is ahead of the server’s', () => {
    const ahead = { ...read, readAt: at('2026-11-23T21:00:00Z') };
    expect(readsAgainIn(ahead, paris, ahead.readAt)).toBe(minute);
  });
});
