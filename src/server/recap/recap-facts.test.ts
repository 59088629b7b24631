import { describe, expect, it } from 'vitest';
import { daysAfter } from '#shared/calendar';
import { onClock } from '#shared/agreed-days';
import type { PastSeason } from '#shared/play';
import { leadersOf, seasonOf, winkOf } from './recap-facts.ts';

const week = '2026-11-16';
const timeZone = 'Europe/Paris';
const instant = (time: string) => Date.parse(`2026-11-18T${time}:00+01:00`);
const day = (index: number, user = 'lea') => ({ user_id: user, day: daysAfter(week, index), gained: 20, lost: 0, actions: 1 });
const winks = (facts: Partial<Parameters<typeof winkOf>[0]>) =>
  Array.from({ length: 4 }, (_, later) => {
    const weekThen = daysAfter(week, 7 * later);
    const days = facts.days?.map((one) => ({ ...one, day: daysAfter(one.day, 7 * later) })) ?? [];
    return winkOf({ timeZone, moments: [], reaction: undefined, ...facts, week: weekThen, days });
  });

describe('a wink', () => {
  it.each([
    ['the reaction given most', { reaction: { emoji: '😂', times: 3 } }, { kind: 'reaction', emoji: '😂', times: 3 }],
    ['what was logged by night', { moments: [instant('00:00'), instant('04:59'), instant('05:00')] }, { kind: 'night', times: 2 }],
    ['what was logged before 7', { moments: [instant('05:00'), instant('06:59'), instant('07:00')] }, { kind: 'dawn', times: 2 }],
    ['the busiest hour', { moments: ['18:00', '18:30', '18:59', '19:00'].map(instant) }, { kind: 'hour', hour: 18, times: 3 }],
    ['a week without a day off', { days: [0, 1, 2, 3, 4, 5, 6].map((index) => day(index)) }, { kind: 'every-day' }],
  ])('tells %s', (_what, facts, wink) => {
    expect(winks(facts)[0]).toEqual(wink);
  });

  it('is another one each week where a week allows several', () => {
    const kinds = winks({ reaction: { emoji: '😂', times: 9 }, moments: [instant('01:00'), instant('06:00')] }).map((wink) => wink?.kind);
    expect(new Set(kinds.slice(0, 3))).toEqual(new Set(['reaction', 'night', 'dawn']));
    expect(kinds[3]).toBe(kinds[0]);
  });

  it('is left out where there is nothing to wink at', () => {
    expect(winks({ reaction: { emoji: '😂', times: 2 }, moments: [instant('12:00'), instant('12:01')], days: [day(0)] })).toEqual(
      Array.from({ length: 4 }, () => null),
    );
  });
});

describe('the lead', () => {
  it('is nobody where more than three share it', () => {
    const members = ['lea', 'max', 'zoe', 'nora'].map((userId) => ({ userId, username: userId, avatar: '🦄', score: 0, joinedAt: 0 }));
    const days = members.map(({ userId }) => day(0, userId));
    expect(leadersOf(days, week, members)).toBeNull();
    expect(leadersOf(days.slice(0, 3), week, members)?.members).toHaveLength(3);
  });
});

describe('what is told of the seasons of a week', () => {
  const base = { kind: 'season', number: 1, lastDay: '2026-11-18', stake: 'Un massage' } as const;
  const past = (one: Partial<PastSeason>): PastSeason => ({
    ...{
      ...onClock({ startsOn: '2026-11-01', lastDay: base.lastDay }, 'Europe/Paris'),
      ...base,
      id: 'one',
      stake: null,
      ties: 'shared',
      goal: null,
      closedAt: 1,
      places: [],
    },
    ...{ isReached: null, isOwed: false, winners: [], paidAt: null, changedSince: false },
    ...one,
  });

  it('is what ended in it before what went on, and a season before a goal', () => {
    const running = { ...base, number: 4, lastDay: '2026-11-23', stake: 'Le resto' };
    const told = (...pasts: PastSeason[]) => seasonOf({ past: pasts, all: [...pasts, running] }, week);
    const [one, goal] = [past({ lastDay: '2026-11-16' }), past({ kind: 'goal', number: 3, lastDay: '2026-11-22', isReached: false })];
    expect(told(one, goal)).toMatchObject({ state: 'over', kind: 'season', number: 1 });
    expect(told(goal)).toMatchObject({ state: 'over', kind: 'goal', number: 3, isReached: false, winners: [] });
    for (const lastDay of ['2026-11-15', '2026-11-23'])
      expect(told(past({ lastDay }))).toEqual({ state: 'running', kind: 'season', number: 4, stake: 'Le resto', daysLeft: 1 });
  });

  it('names nobody where a tie makes the stake void, and nothing where all was over before or is not closed yet', () => {
    const level = [1, 1].map((rank, index) => ({
      ...{ userId: `p${index}`, username: 'P', avatar: '🧑', points: 5 },
      ...{ rank, joinedLate: false, left: false },
    }));
    const one = (ties: 'void' | 'shared') => seasonOf({ past: [past({ places: level, ties })], all: [] }, week);
    expect(one('void')).toMatchObject({ winners: [] });
    expect(one('shared')).toMatchObject({ winners: [{ userId: 'p0' }, { userId: 'p1' }] });
    expect(seasonOf({ past: [], all: [base] }, week)).toBeNull();
  });
});
