/** The flame of a board, as logs, undos and people who come and go make it. Only the server's clock counts. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { daysAfter, startOfDay } from '#shared/calendar';
import { flameOn } from '#shared/flame-rules';
import { logActivities } from '#server/activities/activities';
import { undoActivity } from '#server/activities/undo';
import { examine } from '#server/doctor/doctor';
import { readChanges } from '#server/whole-boards/boards';
import { dump, tamper } from '../../../tests/database-state.ts';
import { accept, boardOf, password, remove, type Someone, startTestApp, type TestBoard } from '../../../tests/test-app.ts';
import { watching } from '../../../tests/watched-queries.ts';

const testApp = await startTestApp({ boundless: true, hasty: true });
const { deps, config } = testApp;
const [lea, max, zoe] = await testApp.signUpAll('Léa', 'Max', 'Zoé');
const first = '2026-10-20';
/** Noon of a day in Paris, so many days after the first. */
const noon = (index: number) => startOfDay('Europe/Paris', daysAfter(first, index)) + 12 * 60 * 60 * 1000;
const day = (index: number) => daysAfter(first, index);

let board: TestBoard;
beforeEach(async () => {
  board = await boardOf(lea, [max, zoe]);
});
afterEach(async () => {
  const wrong = await examine(deps);
  if (wrong.length > 0) throw new Error(JSON.stringify(wrong));
});

async function logAt(person: Someone, time: number, id: string = randomUUID()) {
  const [logged] = await logActivities(deps, person.id, [{ id, boardId: board.id, actionId: board.breakfast }], time);
  if (!logged) throw new Error('not logged');
  return logged;
}

async function lightBoth(from: number, to: number): Promise<void> {
  for (let index = from; index <= to; index += 1) for (const person of [lea, max]) await logAt(person, noon(index));
}

/** Somebody who becomes a member. */
async function joining(name: string): Promise<Someone> {
  const person = await testApp.signUp(name);
  await person.does('POST /api/boards/:boardId/requests', { params: { boardId: board.id }, body: { type: 'request' } });
  await accept(lea, board.id);
  return person;
}

/** Three days with Léa, which are no more. */
async function lightThenDelete(person: Someone): Promise<void> {
  for (const one of [0, 1, 2]) for (const each of [lea, person]) await logAt(each, noon(one));
  await person.does('POST /api/account/deletion', { body: { password } });
}

const changeZone = (timeZone: string) => lea.does('PATCH /api/boards/:boardId', { params: { boardId: board.id }, body: { timeZone } });
const undo = (person: Someone, activityId: string) => undoActivity(deps, { actorId: person.id, boardId: board.id, activityId }, noon(20));

async function flame(person = lea) {
  return (await person.does('GET /api/boards/:boardId', { params: { boardId: board.id } })).board.flame;
}

describe('the flame of a board', () => {
  it('is lit by the second person of a day, whose log tells it, and by nobody alone', async () => {
    expect((await logAt(lea, noon(0))).flame).toBeUndefined();
    expect((await logAt(lea, noon(0))).flame).toBeUndefined();
    expect(await flame()).toBeUndefined();
    const lit = { litOn: day(0), days: 1, jokers: 0, record: 1, jokerUsedOn: null };
    expect((await logAt(max, noon(0))).flame).toEqual(lit);
    expect(await flame()).toEqual(lit);
    // A third person, or a second log, changes nothing.
    expect((await logAt(zoe, noon(0))).flame).toBeUndefined();
    expect((await logAt(max, noon(0))).flame).toBeUndefined();
    await logAt(lea, noon(1));
    expect((await logAt(zoe, noon(1))).flame).toMatchObject({ litOn: day(1), days: 2 });
  });

  it('is on the cards, and in the changes after each revision before it', async () => {
    await lightBoth(0, 1);
    const { boards } = await lea.does('GET /api/boards');
    const { revision } = (await lea.does('GET /api/boards/:boardId', { params: { boardId: board.id } })).board;
    expect(boards.find(({ id }) => id === board.id)?.flame).toMatchObject({ days: 2 });
    const after = async (one: number) => (await readChanges(deps, { userId: zoe.id, boardId: board.id }, one)).flame?.days;
    expect([await after(revision - 2), await after(revision - 1), await after(revision)]).toEqual([2, 2, undefined]);
  });

  it('that was lit by a log whose reply was lost comes with the reply to its repetition', async () => {
    await logAt(lea, noon(0));
    const id = randomUUID();
    const { flame: lit } = await logAt(max, noon(0), id);
    expect(lit).toMatchObject({ days: 1 });
    expect((await logAt(max, noon(1), id)).flame).toEqual(lit);
  });

  it('earns a joker in seven days, which fills a missed one by itself', async () => {
    await lightBoth(0, 6);
    expect(await flame()).toMatchObject({ days: 7, jokers: 1 });
    await lightBoth(8, 8);
    expect(await flame()).toEqual({ litOn: day(8), days: 8, jokers: 0, record: 8, jokerUsedOn: day(7) });
    await lightBoth(10, 10);
    expect(await flame()).toEqual({ litOn: day(10), days: 1, jokers: 0, record: 8, jokerUsedOn: null });
  });

  it('is counted anew by the undo of today, of an old day, and by none that leaves the day lit', async () => {
    await lightBoth(0, 3);
    const { activity } = await logAt(zoe, noon(1));
    const again = await logAt(lea, noon(3));
    const today = await logAt(zoe, noon(4));
    const lit = await logAt(lea, noon(4));
    expect(await flame()).toMatchObject({ days: 5, record: 5 });
    expect((await undo(zoe, activity.id)).flame).toBeUndefined();
    expect((await undo(lea, again.activity.id)).flame).toBeUndefined();
    expect((await undo(lea, lit.activity.id)).flame).toEqual({ litOn: day(3), days: 4, jokers: 0, record: 4, jokerUsedOn: null });
    expect((await undo(zoe, today.activity.id)).flame).toBeUndefined();
    const { activities } = await lea.does('GET /api/boards/:boardId/activities', { params: { boardId: board.id } });
    const old = activities.find(({ userId, loggedAt }) => userId === max.id && loggedAt === noon(1));
    expect((await undo(max, old?.id ?? '')).flame).toEqual({ litOn: day(3), days: 2, jokers: 0, record: 2, jokerUsedOn: null });
    // Lit again, on a day that is long over.
    expect((await logAt(zoe, noon(1))).flame).toMatchObject({ days: 4, record: 4 });
  });

  it('that was lit once and is no more says so in its change', async () => {
    await logAt(lea, noon(0));
    const { activity } = await logAt(max, noon(0));
    const { after, flame: gone } = await undo(max, activity.id);
    expect(gone).toEqual({ litOn: null, days: 0, jokers: 0, record: 0, jokerUsedOn: null });
    expect((await readChanges(deps, { userId: lea.id, boardId: board.id }, after)).flame).toEqual(gone);
    expect(await flame()).toEqual(gone);
  });

  it('stays when somebody leaves, and when somebody joins', async () => {
    await lightBoth(0, 2);
    const before = await flame();
    await remove(lea, board, max);
    expect(await flame()).toEqual(before);
    const nora = await joining('Nora');
    expect(await flame(nora)).toEqual(before);
    await logAt(nora, noon(3));
    expect((await logAt(lea, noon(3))).flame).toMatchObject({ days: 4 });
    // A day that a former member lit half is lit by one more.
    await remove(lea, board, nora);
    expect(await flame()).toMatchObject({ days: 4 });
  });

  it('loses the days of a deleted account, and tells the others', async () => {
    const nora = await joining('Nora-qui-part');
    await lightBoth(0, 1);
    for (const person of [lea, nora]) await logAt(person, noon(2));
    const { board: before } = await lea.does('GET /api/boards/:boardId', { params: { boardId: board.id } });
    expect(before.flame).toMatchObject({ days: 3 });
    await nora.does('POST /api/account/deletion', { body: { password, handOvers: [] } });
    expect(await flame()).toEqual({ litOn: day(1), days: 2, jokers: 0, record: 3, jokerUsedOn: null });
    expect((await readChanges(deps, { userId: lea.id, boardId: board.id }, before.revision)).flame).toMatchObject({ days: 2 });
  });

  it('keeps its record when days of it go with an account, and an undo takes back only what is still counted', async () => {
    const nora = await joining('Nora-au-record');
    await lightThenDelete(nora);
    expect(await flame()).toEqual({ litOn: null, days: 0, jokers: 0, record: 3, jokerUsedOn: null });
    await lightBoth(4, 7);
    await logAt(max, noon(8));
    const { activity } = await logAt(lea, noon(8));
    expect(await flame()).toMatchObject({ days: 5, record: 5 });
    expect((await undo(lea, activity.id)).flame).toMatchObject({ days: 4, record: 4 });
    for (const { id } of (await lea.does('GET /api/boards/:boardId/activities', { params: { boardId: board.id } })).activities.slice(0, 6))
      await undo(lea, id);
    expect(await flame()).toMatchObject({ record: 3 });
  });

  it('is named by doctor where its record, kept or not, was altered', async () => {
    const nora = await joining('Nora-altérée');
    await lightThenDelete(nora);
    const seal = (dump(config.dataDir)['board'] ?? []).find(({ id }) => id === board.id)?.['kept_record_seal'];
    for (const altered of [
      'flame_record = 2',
      'flame_record = 4',
      'kept_record = 4',
      'kept_record = 4, flame_record = 4',
      'kept_record = 0',
      'kept_record = 0, flame_record = 0',
      'kept_record_seal = null',
      "kept_record_seal = 'x'",
      'kept_record = 0, kept_record_seal = null',
    ]) {
      tamper(config.dataDir, `update board set ${altered} where id = ?`, board.id);
      expect.soft(await examine(deps), altered).not.toEqual([]);
      tamper(config.dataDir, 'update board set flame_record = 3, kept_record = 3, kept_record_seal = ? where id = ?', seal, board.id);
    }
  });

  it('follows the time zone of its board, whose change brings it', async () => {
    // Half past eleven in the evening, in Paris; in Lisbon an hour earlier, in Tokyo the next morning.
    const late = noon(0) + 11.5 * 60 * 60 * 1000;
    await logAt(lea, noon(0));
    await logAt(max, late);
    await lightBoth(1, 1);
    expect(await flame()).toMatchObject({ litOn: day(1), days: 2 });
    const { flame: inTokyo } = await changeZone('Asia/Tokyo');
    expect(inTokyo).toEqual({ litOn: day(1), days: 1, jokers: 0, record: 1, jokerUsedOn: null });
    expect(await flame()).toEqual(inTokyo);
    expect((await changeZone('Europe/Lisbon')).flame).toMatchObject({ days: 2 });
  });

  it('counts the nights in which clocks change as nights', async () => {
    // The clocks go back in the night to the 25th.
    const at = (text: string) => Date.parse(text);
    await logAt(lea, at('2026-10-24T21:59:00Z'));
    await logAt(max, at('2026-10-24T21:59:30Z'));
    await logAt(lea, at('2026-10-25T00:30:00Z'));
    await logAt(max, at('2026-10-25T22:59:00Z'));
    await logAt(lea, at('2026-10-25T23:01:00Z'));
    const { flame: lit } = await logAt(max, at('2026-10-26T22:59:00Z'));
    expect(lit).toMatchObject({ litOn: '2026-10-26', days: 3 });
  });

  it('is lit once by people who log at the same moment', async () => {
    for (let index = 0; index < 5; index += 1) {
      const logged = await Promise.all([lea, max, zoe, max, lea].map((person) => logAt(person, noon(index))));
      expect(logged.flatMap(({ flame: lit }) => lit?.days ?? [])).toEqual([index + 1]);
    }
  });

  it('is the same whatever is logged and undone, in whatever order, as counted from the days', async () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    const people = [lea, max, zoe];
    const counting: { person: Someone; id: string }[] = [];
    for (let times = 0; times < 150; times += 1) {
      const person = people[random(3)] ?? lea;
      if (counting.length > 0 && random(3) === 0) {
        const [one] = counting.splice(random(counting.length), 1);
        if (one) await undo(one.person, one.id);
      } else {
        const { activity } = await logAt(person, noon(random(14)));
        counting.push({ person, id: activity.id });
      }
      if (times % 15 === 0) expect(await examine(deps)).toEqual([]);
    }
    expect(await examine(deps)).toEqual([]);
  });
});

it('the flame costs a log three statements where it lights the day, and otherwise none', async () => {
  const { database, asked } = watching(deps);
  const cost = async (person: Someone, index: number) => {
    asked.length = 0;
    const one = { id: randomUUID(), boardId: board.id, actionId: board.breakfast };
    await logActivities({ ...deps, database }, person.id, [one], noon(index));
    return asked.filter(({ sql }) => /^select "lit_on"|set "lit_on"|group by "member_day"."day"/.test(sql)).length;
  };
  await lightBoth(0, 0);
  expect(await cost(zoe, 0)).toBe(0);
  expect(await cost(lea, 0)).toBe(0);
  expect(await cost(lea, 1)).toBe(0);
  expect(await cost(max, 1)).toBe(3);
});

it('the flame of a board says what it is on a later day', async () => {
  await lightBoth(0, 6);
  const kept = await flame();
  expect(kept && flameOn(kept, day(8))).toEqual({ days: 7, isLitToday: false, jokers: 0, record: 7, jokerUsedOn: day(7) });
  expect(kept && flameOn(kept, day(9))).toEqual({ days: 0, isLitToday: false, jokers: 0, record: 7 });
});
