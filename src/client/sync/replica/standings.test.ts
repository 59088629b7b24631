import { describe, expect, it } from 'vitest';
import type { Activity } from '#shared/activities';
import type { BoardChange, OpenedBoard } from '#shared/boards';
import { onClock } from '#shared/agreed-days';
import type { Play, Season } from '#shared/play';
import { openedBoard } from '#client/app/testing/samples.ts';
import { activityOf, changeOf } from '#client/sync/testing/samples.ts';
import { openedAfter } from './views.ts';

const inDecember = Date.parse('2026-12-03T12:00:00Z');
const undoneAt = (revision: number) => ({ at: 9, revision, userId: 'max', username: 'Max' });
/** What a server says that does not tell the revision. */
const undone = { at: 9, userId: 'max', username: 'Max' };

function person(userId: string, points: number) {
  return { userId, username: userId, avatar: '🧑', points, actions: 1, joinedLate: false, left: false };
}

function seasonOf(more: Partial<Season> = {}): Season {
  const what = { id: 's', number: 1, kind: 'season', stake: 'Un massage', ties: 'void', goal: null } as const;
  const days = onClock({ startsOn: '2026-12-01', lastDay: '2026-12-07', ...more }, 'Europe/Paris');
  return { ...what, ...days, standings: [person('lea', 10), person('max', 20)], ...more };
}

const opened = (play: Play | undefined, activities: Activity[] = []) =>
  openedBoard({ id: 'b', revision: 7 }, { members: [], activities: { activities, next: null }, ...(play && { play }) });

const activity: typeof activityOf = (id, more) => activityOf(id, { loggedAt: inDecember, ...more });
const change: typeof changeOf = (more) => changeOf({ revision: 9, ...more });

const playing = (...seasons: Season[]): Play => ({ agreements: [], seasons, past: [] });
const pointsAfter = (before: OpenedBoard, told: BoardChange) =>
  openedAfter(before, told).play?.seasons.map(({ standings }) => standings.map(({ points }) => points).join(' '));

describe('the standing of a season', () => {
  const before = opened(playing(seasonOf()));

  it('counts what is logged on its days, gains and losses', () => {
    const activities = [activity('8'), activity('9', { userId: 'max', points: -3 })];
    expect(pointsAfter(before, change({ activities }))).toEqual(['15 17']);
  });

  it.each([
    ['the evening before it', '2026-11-30T22:59:00Z', '10 20'],
    ['its first minute on the clock of the board', '2026-11-30T23:00:00Z', '15 20'],
    ['its last minute', '2026-12-07T22:59:00Z', '15 20'],
    ['the midnight after it', '2026-12-07T23:00:00Z', '10 20'],
  ])('counts by the day of the board: %s', (_, time, points) => {
    expect(pointsAfter(before, change({ activities: [activity('8', { loggedAt: Date.parse(time) })] }))).toEqual([points]);
  });

  it('loses what is undone, and never had what was undone before it was told', () => {
    const gone = activity('5', { undone: undoneAt(8), changedRevision: 8 });
    expect(pointsAfter(before, change({ changed: [gone] }))).toEqual(['5 20']);
    const both = activity('8', { undone: undoneAt(9), changedRevision: 9 });
    expect(pointsAfter(before, change({ activities: [both], changed: [both] }))).toEqual(['10 20']);
  });

  it('counts nothing twice of a change that begins before what is known', () => {
    const [known, fresh] = [activity('7'), activity('8')];
    expect(pointsAfter(before, change({ after: 5, activities: [fresh, known] }))).toEqual(['15 20']);
    const undoneThen = activity('5', { undone: undoneAt(7), changedRevision: 7 });
    expect(pointsAfter(before, change({ after: 5, changed: [undoneThen] }))).toEqual(['10 20']);
  });

  it('loses nothing by a reaction that is taken back under what was undone already, known here or not', () => {
    const again = activity('5', { undone: undoneAt(6), changedRevision: 8 });
    const had = opened(playing(seasonOf()), [activity('5', { undone: undoneAt(6), changedRevision: 6 })]);
    for (const known of [had, before]) expect(pointsAfter(known, change({ changed: [again] }))).toEqual(['10 20']);
  });

  it('tells two undone activities of one author apart, one counted until now and one not, whatever the scores say', () => {
    const [earlier, now] = [undoneAt(7), undoneAt(8)];
    const changed = [
      activity('2', { points: 4, undone: earlier, changedRevision: 9 }),
      activity('3', { points: -1, undone: now, changedRevision: 8 }),
    ];
    for (const scores of [undefined, [{ userId: 'lea', score: 11 }], [{ userId: 'lea', score: 30 }]])
      expect(pointsAfter(before, change({ changed, ...(scores && { scores }) }))).toEqual(['11 20']);
    expect(pointsAfter(before, change({ changed: changed.map((one) => ({ ...one, undone: earlier })) }))).toEqual(['10 20']);
    expect(pointsAfter(before, change({ changed: changed.map((one) => ({ ...one, undone: now })) }))).toEqual(['7 20']);
  });

  it('counts what is undone by a server that does not tell since when as undone when it last changed', () => {
    expect(pointsAfter(before, change({ changed: [activity('5', { undone, changedRevision: 8 })] }))).toEqual(['5 20']);
    expect(pointsAfter(before, change({ changed: [activity('5', { undone, changedRevision: 7 })] }))).toEqual(['10 20']);
  });

  it('keeps what reactions and notes change nothing of', () => {
    const after = openedAfter(before, change({ changed: [activity('5', { note: 'Bof', changedRevision: 8 })] }));
    expect(after.play).toBe(before.play);
  });

  it('moves beside that of a common goal of other days', () => {
    const two = opened(playing(seasonOf(), seasonOf({ id: 'g', kind: 'goal', goal: 100, startsOn: '2026-12-04', lastDay: '2026-12-20' })));
    expect(pointsAfter(two, change({ activities: [activity('8')] }))).toEqual(['15 20', '10 20']);
  });

  it('is what the change tells, where it tells all of it', () => {
    const told = playing(seasonOf({ standings: [person('lea', 1)] }));
    expect(openedAfter(before, change({ activities: [activity('8')], play: told })).play).toBe(told);
    expect(openedAfter(opened(undefined), change({ play: told })).play).toBe(told);
    expect(openedAfter(opened(undefined), change({ activities: [activity('8')] }))).not.toHaveProperty('play');
  });
});
