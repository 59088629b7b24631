/** On Sunday at 18:00 whoever has something to choose is reminded of the gesture of the week, once (D50). */
import { describe, expect, it, vi } from 'vitest';
import { jobContext } from '../../../tests/job-context.ts';
import { minute, mute, startPushApp, wants } from '../../../tests/push-people.ts';
import { allTold } from '../../../tests/push-service.ts';
import { log, type Someone, type TestBoard } from '../../../tests/test-app.ts';
import { createGestureReminder } from './gesture-reminder.ts';

const { testApp, later, trio, devicesOf, told, wordsOf } = await startPushApp();
const { deps } = testApp;

/** In the zone of the boards, Paris. */
const at = (time: string) => void vi.setSystemTime(new Date(`${time}:00+01:00`));
const look = async () => {
  await createGestureReminder(deps.database).run(
    { id: '', kind: 'remind_of_gestures', subject: '', due: 0, attempts: 0, last_failure: null, created_at: 0 },
    jobContext(),
  );
  await allTold(deps);
};
/** Looks at a moment, and a minute later: pushes of one kind are gathered. */
const evening = async (time = '2026-11-22T18:00') => {
  at(time);
  await look();
  await later(minute);
};
const looks = async (person: Someone, board: TestBoard, looking: boolean) => {
  const { revision } = (await person.does('GET /api/boards/:boardId', { params: { boardId: board.id } })).board;
  await person.does('PUT /api/notifications/seen', { body: { boards: [{ boardId: board.id, revision, looking }] } });
};
const choose = async (person: Someone, board: TestBoard) => {
  const { gesture } = await person.does('GET /api/boards/:boardId/gesture', { params: { boardId: board.id } });
  const [first] = gesture?.candidates ?? [];
  const body = { activityId: first?.activityId ?? '' };
  await person.does('PUT /api/boards/:boardId/gesture', { params: { boardId: board.id }, body });
};

/** Léa and Max, who wants no news of reactions, on a board on which Max alone has logged a gain on Wednesday. */
async function played({ choices = {} } = {}) {
  const people = await trio(2);
  const devices = await devicesOf(people, choices);
  await log(people.max, people.board, 'breakfast');
  return { ...people, ...devices };
}

const asks = 'Le geste de la semaine est à choisir';

describe('the reminder of the gesture of the week', () => {
  it('comes once on Sunday at 18:00, to the member with something to choose, and leads to the sheet', async () => {
    const { lea, board, hers, his } = await played();
    await evening('2026-11-22T17:59');
    expect(told(hers)).toEqual([]);
    await evening();
    await evening('2026-11-22T18:10');
    expect(told(hers)).toEqual([[asks, 'recap', `/board/${board.id}?geste=oui`]]);
    expect((await wordsOf(lea, hers)).title).toBe('MAISON');
    expect(told(his)).toEqual([]);
  });

  it('comes again a week later', async () => {
    const { max, board, hers } = await played();
    await evening();
    at('2026-11-25T12:00');
    await log(max, board, 'breakfast');
    await evening('2026-11-29T18:00');
    expect(told(hers)).toHaveLength(2);
  });

  it('comes once where two copies look at the same moment, and where the time zone changes meanwhile', async () => {
    const { lea, board, hers } = await played();
    at('2026-11-22T18:00');
    await Promise.all([look(), look()]);
    await later(minute);
    await lea.does('PATCH /api/boards/:boardId', { params: { boardId: board.id }, body: { timeZone: 'Europe/London' } });
    await evening('2026-11-22T19:00');
    expect(told(hers)).toHaveLength(1);
  });

  it.each<[string, (people: Awaited<ReturnType<typeof played>>) => Promise<unknown>]>([
    ['has muted the board', ({ lea, board }) => mute(lea, board)],
    ['wants no recaps', ({ lea }) => wants(lea, { recap: false })],
    ['looks at the board', ({ lea, board }) => looks(lea, board, true)],
    ['has chosen before it leaves', ({ lea, board }) => choose(lea, board)],
  ])('does not come to a member who %s', async (_, happens) => {
    const people = await played();
    at('2026-11-22T18:00');
    await happens(people);
    await evening();
    expect(told(people.hers)).toEqual([]);
  });

  it('waits for the end of quiet hours, but not for a member who has opened the board since, nor until Monday at 8:00', async () => {
    const early = await played({ choices: { quietFrom: 17, quietTo: 20 } });
    const opened = await played({ choices: { quietFrom: 17, quietTo: 20 } });
    const late = await played({ choices: { quietFrom: 17, quietTo: 8 } });
    await evening();
    await looks(opened.lea, opened.board, true);
    await looks(opened.lea, opened.board, false);
    await look();
    at('2026-11-22T20:00');
    await later(0);
    expect([told(early.hers).length, told(opened.hers).length]).toEqual([1, 0]);
    at('2026-11-23T08:00');
    await later(0);
    expect(told(late.hers)).toEqual([]);
  });
});
