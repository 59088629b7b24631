/** At 20:30 whoever has not played is reminded of a flame that waits for them (D64): once, and only while it does. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { dayIn, hourIn } from '#shared/calendar';
import { logActivities } from '#server/activities/activities';
import { jobContext } from '../../../tests/job-context.ts';
import { minute, mute, startPushApp, wants } from '../../../tests/push-people.ts';
import { allTold } from '../../../tests/push-service.ts';
import { agree, pauseOf } from '../../../tests/seasons.ts';
import { log, type Someone, type TestBoard } from '../../../tests/test-app.ts';
import { createFlameReminder, reminderTime } from './flame-reminder.ts';

const { testApp, later, trio, devicesOf, told, wordsOf } = await startPushApp();
const { deps } = testApp;
const [hour, day] = [60 * minute, 24 * 60 * minute];

/** In the zone of the boards, Paris. */
const at = (time: string) => void vi.setSystemTime(new Date(`${time}:00+01:00`));
const look = async () => {
  await createFlameReminder(deps.database).run(
    { id: '', kind: 'remind_of_flames', subject: '', due: 0, attempts: 0, last_failure: null, created_at: 0 },
    jobContext(),
  );
  await allTold(deps);
};
/** Looks at an evening, and a minute later: pushes of one kind are gathered. */
const evening = async (time = '2026-11-18T20:30') => {
  at(time);
  await look();
  await later(minute);
};

const logAt = (person: Someone, board: TestBoard, time: number) =>
  logActivities(deps, person.id, [{ id: randomUUID(), boardId: board.id, actionId: board.breakfast }], time);

/** Léa and Max, and Zoé, with a flame of some days that ends yesterday, on which Max has played today. */
async function burning({ size = 2, days = 3, choices = {} }: { size?: 2 | 3; days?: number; choices?: object } = {}) {
  const people = await trio(size);
  const { lea, max, board } = people;
  const devices = await devicesOf(people, choices);
  for (let ago = days; ago > 0; ago -= 1) for (const person of [lea, max]) await logAt(person, board, Date.now() - ago * day);
  await log(max, board, 'breakfast');
  return { ...people, ...devices };
}

const waits = 'La flamme vacille\u00a0: il ne manque que vous';

describe('the reminder of a flame', () => {
  it('comes once at 20:30, to the member who has not played today, and leads to the board', async () => {
    const { lea, max, board, hers, his } = await burning();
    await evening('2026-11-18T20:29');
    expect(told(hers)).toEqual([]);
    await evening();
    await evening('2026-11-18T20:40');
    expect(told(hers)).toEqual([[waits, 'nudges', `/board/${board.id}`]]);
    expect(await wordsOf(lea, hers)).toEqual({ title: 'MAISON', body: `${max.name} a joué. La flamme n'attend plus que vous.` });
    expect(told(his)).toEqual([]);
  });

  it('comes to each of a group who has not played, and names who has', async () => {
    const { lea, max, hers, his, zoes } = await burning({ size: 3 });
    await evening();
    for (const browser of [hers, zoes]) expect(told(browser)).toHaveLength(1);
    expect((await wordsOf(lea, hers)).body).toBe(`${max.name} a joué. Jouez aussi, et la flamme s'allume.`);
    expect(told(his)).toEqual([]);
  });

  it('comes again on the next evening', async () => {
    const { max, board, hers } = await burning({ days: 7 });
    await evening();
    at('2026-11-19T12:00');
    await log(max, board, 'breakfast');
    await evening('2026-11-19T20:30');
    expect(told(hers)).toHaveLength(2);
  });

  it('comes once where two copies look at the same moment', async () => {
    const { hers } = await burning();
    at('2026-11-18T20:30');
    await Promise.all([look(), look()]);
    await later(minute);
    expect(told(hers)).toHaveLength(1);
  });

  it.each<[string, (people: Awaited<ReturnType<typeof burning>>) => Promise<unknown>]>([
    ['has played by then', ({ lea, board }) => log(lea, board, 'breakfast')],
    ['has muted the board', ({ lea, board }) => mute(lea, board)],
    ['wants no nudges', ({ lea }) => wants(lea, { nudges: false })],
  ])('does not come to a member who %s', async (_, happens) => {
    const people = await burning();
    await happens(people);
    await evening();
    expect(told(people.hers)).toEqual([]);
  });

  it('does not come where no flame burns, or nobody has played', async () => {
    const fresh = await burning({ days: 0 });
    const people = await trio(2);
    const quiet = await devicesOf(people);
    for (const person of [people.lea, people.max]) await logAt(person, people.board, Date.now() - day);
    await evening();
    expect([told(fresh.hers), told(quiet.hers), told(quiet.his)]).toEqual([[], [], []]);
  });

  it('does not come on a day of a pause', async () => {
    const { lea, max, board, hers } = await burning();
    await agree(testApp, board, [lea, max], pauseOf(3));
    await later(minute);
    const before = told(hers).length;
    at('2026-11-19T12:00');
    await log(max, board, 'breakfast');
    await evening('2026-11-19T20:30');
    expect(told(hers)).toHaveLength(before);
  });

  it('waits for the end of quiet hours, and is not said once the day is over', async () => {
    const early = await burning({ choices: { quietFrom: 20, quietTo: 22 } });
    const late = await burning({ choices: { quietFrom: 20, quietTo: 8 } });
    await evening();
    expect([told(early.hers), told(late.hers)]).toEqual([[], []]);
    at('2026-11-18T22:00');
    await later(0);
    expect(told(early.hers)).toHaveLength(1);
    at('2026-11-19T08:00');
    await later(0);
    expect(told(late.hers)).toEqual([]);
  });

  it('is not said to a member who plays before it leaves', async () => {
    const { lea, board, hers } = await burning();
    at('2026-11-18T20:30');
    await look();
    await log(lea, board, 'breakfast');
    await later(minute);
    expect(told(hers)).toEqual([]);
  });
});

it.each([
  ['Europe/Paris', '2026-11-18T12:00:00Z', '2026-11-18T19:30:00.000Z'],
  // Clocks go forward and back on these days.
  ['Europe/Paris', '2026-03-29T12:00:00Z', '2026-03-29T18:30:00.000Z'],
  ['Europe/Paris', '2026-10-25T12:00:00Z', '2026-10-25T19:30:00.000Z'],
  ['Asia/Kathmandu', '2026-11-18T12:00:00Z', '2026-11-18T14:45:00.000Z'],
  ['Pacific/Auckland', '2026-09-26T20:00:00Z', '2026-09-27T07:30:00.000Z'],
  ['America/Sao_Paulo', '2017-10-15T15:00:00Z', '2017-10-15T22:30:00.000Z'],
])('20:30 in %s on the day of %s is %s', (zone, now, expected) => {
  const time = reminderTime(zone, Date.parse(now));
  expect(new Date(time).toISOString()).toBe(expected);
  expect([hourIn(zone, time), dayIn(zone, time)]).toEqual([20, dayIn(zone, Date.parse(now))]);
  expect((time % hour) % (15 * minute)).toBe(0);
});
