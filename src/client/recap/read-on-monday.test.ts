import { expect, it } from 'vitest';
import { hasComeSince } from './read-on-monday.ts';

const at = (time: string) => Date.parse(`${time}:00+01:00`);
const zones = new Set(['Europe/Paris']);

it('a film of the year has come once it is past 31 December, 18:00, and not again until the next', () => {
  for (const [before, now, hasCome] of [
    ['2026-12-31T12:00', '2026-12-31T18:05', false],
    ['2026-12-31T12:00', '2026-12-31T18:06', true],
    ['2026-12-31T12:00', '2027-01-02T09:00', true],
    ['2026-12-31T18:06', '2027-01-03T09:00', false],
  ] as const)
    expect(hasComeSince(at(before), at(now), zones), now).toBe(hasCome);
});

it('a recap has come once it is past Monday, 8:00, and not again until the next', () => {
  for (const [before, now, hasCome] of [
    ['2026-11-22T20:00', '2026-11-23T08:05', false],
    ['2026-11-22T20:00', '2026-11-23T08:06', true],
    ['2026-11-23T08:06', '2026-11-29T23:00', false],
    ['2026-11-20T20:00', '2026-12-02T08:00', true],
  ] as const)
    expect(hasComeSince(at(before), at(now), zones), now).toBe(hasCome);
  expect(hasComeSince(at('2026-11-22T20:00'), at('2026-11-23T12:00'), new Set(['Pacific/Honolulu']))).toBe(false);
  expect(hasComeSince(0, at('2026-11-23T12:00'), new Set())).toBe(false);
});
