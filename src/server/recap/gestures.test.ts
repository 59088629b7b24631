/** The gesture of the week: chosen in secret from Sunday 18:00 to Monday 8:00, revealed at once (D50, S22). */
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { gestureWindow } from '#shared/gesture-rules';
import { dump } from '../../../tests/database-state.ts';
import { jobContext } from '../../../tests/job-context.ts';
import { agree, contests } from '../../../tests/seasons.ts';
import {
  accept,
  boardOf,
  log,
  password,
  remove,
  requestOf,
  type Someone,
  startTestApp,
  type TestApp,
  type TestBoard,
} from '../../../tests/test-app.ts';
import { Stream } from '../../../tests/stream.ts';
import { examine } from '../doctor/doctor.ts';
import { createAnnouncing } from './announcing.ts';
import { listGestures } from './gesture-store.ts';

let testApp: TestApp;
/** In the zone of the boards, Paris. */
const at = (time: string) => void vi.setSystemTime(new Date(`${time.length === 16 ? `${time}:00` : time}+01:00`));
const week = '2026-11-16';
const [evening, morning] = ['2026-11-22T20:00', '2026-11-23T08:00'];

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-18T12:00:00+01:00') });
  testApp = await startTestApp({ boundless: true, hasty: true });
});
afterEach(() => void vi.useRealTimers());

const of = (board: TestBoard) => ({ boardId: board.id });
const choose = (person: Someone, board: TestBoard, activityId: string, words?: string) =>
  person.tries('PUT /api/boards/:boardId/gesture', { params: of(board), body: { activityId, ...(words !== undefined && { words }) } });
const codeOf = async (tried: ReturnType<typeof choose>) => (await tried).code ?? 'ok';
const openFor = async (person: Someone, board: TestBoard) =>
  (await person.does('GET /api/boards/:boardId/gesture', { params: of(board) })).gesture;
const told = async (person: Someone, board: TestBoard) =>
  (await person.does('GET /api/boards/:boardId/gestures', { params: of(board), query: {} })).gestures.map(
    (one) => `${one.by.username}: ${one.words}`,
  );
const wreaths = async (person: Someone) =>
  (await person.does('GET /api/activities')).activities.filter((one) => one.isGesture).map(({ id }) => id);
const undo = (person: Someone, board: TestBoard, activityId: string) =>
  person.does('POST /api/boards/:boardId/activities/:activityId/undo', { params: { ...of(board), activityId } });
const announce = () =>
  createAnnouncing(testApp.deps.database).run(
    { id: '', kind: 'announce_recaps', subject: '', due: 0, attempts: 0, last_failure: null, created_at: 0 },
    jobContext(),
  );
/** The job sees that it is Monday, 8:00. */
const monday = async () => {
  at(morning);
  await announce();
};

/** Léa, Max and Zoé on a board; each logged a gain and Max a loss on Wednesday, and now it is Sunday evening. */
async function played() {
  const [lea, max, zoe] = await testApp.signUpAll('Léa', 'Max', 'Zoé');
  const board = await boardOf(lea, [max, zoe]);
  const idOf = async (person: Someone, what: 'breakfast' | 'dishes' = 'breakfast') => {
    vi.setSystemTime(Date.now() + 1000);
    return (await log(person, board, what)).activity.id;
  };
  const [hers, his, loss, third] = [await idOf(lea), await idOf(max), await idOf(max, 'dishes'), await idOf(zoe)];
  at(evening);
  return { lea, max, zoe, board, hers, his, loss, third };
}

describe('the gesture of the week', () => {
  it('is chosen among the gains of others, may be changed, and is shown to who chose it', async () => {
    const { lea, board, hers, his, third } = await played();
    const open = await openFor(lea, board);
    expect(open).toMatchObject({ week, mine: null, chosen: 0, closesAt: Date.parse(`${morning}:00+01:00`) });
    expect(open?.candidates.map(({ activityId }) => activityId)).toEqual([third, his]);
    expect(open?.candidates[1]).toMatchObject({ title: 'Petit-déj au lit', username: 'Max', avatar: '🦄' });
    expect((await choose(lea, board, his, 'Les croissants !')).body.gesture).toMatchObject({ mine: { activityId: his }, chosen: 1 });
    await choose(lea, board, third);
    expect(await openFor(lea, board)).toMatchObject({ mine: { activityId: third, words: '' }, chosen: 1 });
    expect(await codeOf(choose(lea, board, hers))).toBe('gesture_of_own');
  });

  it.each([
    ['2026-11-22T17:59:59', 'gesture_closed'],
    ['2026-11-22T18:00', 'ok'],
    ['2026-11-23T07:59:59', 'ok'],
    ['2026-11-23T08:00', 'gesture_closed'],
  ])('at %s a choice is answered by %s', async (time, code) => {
    const { lea, board, his } = await played();
    at(time);
    expect(await codeOf(choose(lea, board, his))).toBe(code);
    expect((await openFor(lea, board)) === null).toBe(code !== 'ok');
    expect((await lea.does('GET /api/boards')).boards[0]?.gesture === undefined).toBe(code !== 'ok');
  });

  it('is none of a loss, of what is undone, contested, of another week or board, and its words have their limit', async () => {
    const { lea, max, zoe, board, his, loss, third } = await played();
    expect(await codeOf(choose(lea, board, loss))).toBe('gesture_of_loss');
    expect(await codeOf(choose(lea, board, 'aucune'))).toBe('activity_not_found');
    at('2026-11-18T13:00');
    const elsewhere = await boardOf(max, [lea]);
    const { activity: foreign } = await log(max, elsewhere, 'breakfast');
    await agree(testApp, board, [lea, max, zoe], contests);
    at('2026-11-15T12:00');
    const { activity: earlier } = await log(max, board, 'breakfast');
    at(evening);
    const { activity: contested } = await log(max, board, 'breakfast');
    await zoe.does('POST /api/boards/:boardId/contests', {
      params: of(board),
      body: { id: `contest-${contested.id}`, activityId: contested.id, emoji: '🤨' },
    });
    await undo(max, board, his);
    for (const [activityId, code] of [
      [foreign.id, 'activity_not_found'],
      [earlier.id, 'gesture_of_other_week'],
      [contested.id, 'gesture_contested'],
      [his, 'activity_undone'],
    ] as const)
      expect([activityId, await codeOf(choose(lea, board, activityId))]).toEqual([activityId, code]);
    expect((await openFor(lea, board))?.candidates.map(({ activityId }) => activityId)).toEqual([third]);
    expect(await codeOf(choose(lea, board, third, 'x'.repeat(81)))).toBe('gesture_words_too_long');
    expect((await choose(lea, board, third, '\u202E  deux\u200B mots  ')).body.gesture?.mine?.words).toBe('deux mots');
    expect((await choose(lea, board, third, '🥐'.repeat(80))).status).toBe(200);
    const stranger = await testApp.signUp('Nora');
    expect(await codeOf(choose(stranger, board, third))).toBe('board_not_found');
  });

  it('is told to nobody else before Monday, by any call, stream or revision, but for how many have chosen (S22)', async () => {
    const { lea, max, board, his, third } = await played();
    const stream = await Stream.open(max);
    onTestFinished(() => stream.close());
    const params = of(board);
    const all = [
      requestOf('GET /api/boards', {}),
      requestOf('GET /api/boards/:boardId', { params }),
      requestOf('GET /api/boards/:boardId/activities', { params }),
      requestOf('GET /api/boards/:boardId/changes', { params, query: { after: '1' } }),
      requestOf('GET /api/boards/:boardId/gesture', { params }),
      requestOf('GET /api/boards/:boardId/gestures', { params }),
      requestOf('GET /api/boards/:boardId/recaps', { params }),
      requestOf('GET /api/activities', {}),
      requestOf('GET /api/session', {}),
      requestOf('GET /api/account/export', {}),
    ];
    const seen = async () => {
      const texts = [];
      for (const { method, url } of all) texts.push((await max.sends({ method, url })).text);
      return texts.join('\n');
    };
    const before = await seen();
    const bytes = stream.text.length;
    await choose(lea, board, his, 'Merci pour les croissants');
    const one = await seen();
    expect(one.replaceAll('"chosen":1', '"chosen":0')).toBe(before);
    await choose(lea, board, third, 'Encore mieux');
    await choose(lea, board, his);
    expect(await seen()).toBe(one);
    // What was chosen is undone: the number stays, so its author learns nothing by it.
    await undo(max, board, his);
    expect(await openFor(max, board)).toMatchObject({ chosen: 1, mine: null });
    expect(await openFor(lea, board)).toMatchObject({ chosen: 1, mine: null });
    expect(stream.text.slice(bytes)).not.toContain('gesture');
  });

  it('is revealed on Monday at 8:00 by the recap, Palmarès and a wreath, of which streams hear', async () => {
    const { lea, max, zoe, board, hers, his } = await played();
    await choose(lea, board, his, 'Les croissants !');
    at('2026-11-22T20:01');
    await choose(max, board, hers);
    at('2026-11-22T20:02');
    await choose(zoe, board, his);
    at('2026-11-23T07:59:59');
    await announce();
    expect([await told(zoe, board), await wreaths(zoe)]).toEqual([[], []]);
    const stream = await Stream.open(zoe);
    onTestFinished(() => stream.close());
    const { revision } = (await zoe.does('GET /api/boards/:boardId', { params: of(board) })).board;
    await monday();
    await announce();
    expect((await wreaths(zoe)).toSorted()).toEqual([his, hers].toSorted());
    expect(await told(zoe, board)).toEqual(['Léa: Les croissants !', 'Max: ', 'Zoé: ']);
    const change = await stream.next('change');
    expect(change).toMatchObject({ revision: revision + 1, complete: true, activities: [] });
    expect(change.changed?.map(({ isGesture }) => isGesture)).toEqual([true, true]);
    const recap = await zoe.does('GET /api/boards/:boardId/recaps/:week', { params: { ...of(board), week } });
    expect(recap.gestures?.map(({ by, of: whose, isThanked }) => [by.username, whose.username, isThanked])).toEqual([
      ['Léa', 'Max', false],
      ['Max', 'Léa', false],
      ['Zoé', 'Max', false],
    ]);
    await max.does('PUT /api/boards/:boardId/activities/:activityId/reactions/:emoji', {
      params: { ...of(board), activityId: his, emoji: '❤️' },
    });
    const after = await zoe.does('GET /api/boards/:boardId/recaps/:week', { params: { ...of(board), week } });
    expect(after.gestures?.map(({ isThanked }) => isThanked)).toEqual([true, false, true]);
    expect(await codeOf(choose(lea, board, his))).toBe('gesture_closed');
    expect(await examine(testApp.deps)).toEqual([]);
  });

  it('is in a recap that is read before the job has looked', async () => {
    const { lea, max, board, his } = await played();
    await choose(lea, board, his);
    at(morning);
    const { gestures } = await max.does('GET /api/boards/:boardId/recaps/:week', { params: { ...of(board), week } });
    expect(gestures?.map(({ activityId }) => activityId)).toEqual([his]);
  });

  it('where nobody chose is none, and nothing changes', async () => {
    const { lea, board } = await played();
    const { revision } = (await lea.does('GET /api/boards/:boardId', { params: of(board) })).board;
    await monday();
    expect(await lea.does('GET /api/boards/:boardId/recaps/:week', { params: { ...of(board), week } })).not.toHaveProperty('gestures');
    expect((await lea.does('GET /api/boards/:boardId', { params: of(board) })).board.revision).toBe(revision);
  });

  it('goes with what is undone, before the reveal and after it', async () => {
    const { lea, max, zoe, board, his, third } = await played();
    await choose(lea, board, his);
    await choose(max, board, third);
    await choose(zoe, board, his);
    await undo(max, board, his);
    await monday();
    expect(await told(lea, board)).toEqual(['Max: ']);
    expect(dump(testApp.config.dataDir)['gesture']).toHaveLength(1);
    await undo(zoe, board, third);
    expect([await told(lea, board), await wreaths(lea)]).toEqual([[], []]);
    expect(await lea.does('GET /api/boards/:boardId/recaps/:week', { params: { ...of(board), week } })).not.toHaveProperty('gestures');
  });

  it('goes with a membership that ends before the reveal, and stays where it ends after it; what others chose of them stays', async () => {
    const { lea, max, zoe, board, his, third } = await played();
    await choose(lea, board, his);
    await choose(max, board, third, 'Parti avant');
    await choose(zoe, board, his);
    await remove(lea, board, max);
    // The number does not tell whether they had chosen.
    expect((await openFor(lea, board))?.chosen).toBe(3);
    await monday();
    expect((await told(lea, board)).toSorted()).toEqual(['Léa: ', 'Zoé: ']);
    await remove(lea, board, zoe);
    expect((await told(lea, board)).toSorted()).toEqual(['Léa: ', 'Zoé: ']);
  });

  it('goes with the accounts of who chose and of whose it is', async () => {
    const { lea, max, zoe, board, his, third } = await played();
    await choose(max, board, third, 'Adieu');
    await choose(lea, board, third);
    await choose(zoe, board, his);
    await max.does('POST /api/account/deletion', { body: { password } });
    await testApp.deps.jobs.idle('erase_account');
    expect(dump(testApp.config.dataDir)['gesture']?.map((row) => row['chosen_by'])).toEqual([lea.id]);
    await monday();
    expect(await told(lea, board)).toEqual(['Léa: ']);
    await zoe.does('POST /api/account/deletion', { body: { password } });
    await testApp.deps.jobs.idle('erase_account');
    expect([await told(lea, board), dump(testApp.config.dataDir)['gesture']]).toEqual([[], []]);
  });

  it('opens once and is not revealed early where the board changes its time zone meanwhile', async () => {
    const { lea, max, board, hers, his } = await played();
    const move = (timeZone: string) => lea.does('PATCH /api/boards/:boardId', { params: of(board), body: { timeZone } });
    await choose(lea, board, his);
    // There it is Monday, 8:00, an hour later.
    await move('Pacific/Auckland');
    at('2026-11-22T21:00');
    await announce();
    expect(await told(max, board)).toEqual([]);
    expect(await codeOf(choose(max, board, hers))).toBe('ok');
    await move('America/New_York');
    await monday();
    expect(await told(max, board)).toEqual([]);
    at('2026-11-23T14:00');
    await announce();
    expect(await told(max, board)).toHaveLength(2);
    await move('Pacific/Honolulu');
    expect(gestureWindow('Pacific/Honolulu', Date.now())?.week).toBe(week);
    expect(await codeOf(choose(max, board, hers))).toBe('gesture_closed');
    expect((await lea.does('GET /api/boards')).boards[0]?.gesture).toBeUndefined();
  });

  it('is not opened anew by another time zone where nobody chose and the recap was told', async () => {
    const { lea, board, his } = await played();
    await monday();
    await lea.does('PATCH /api/boards/:boardId', { params: of(board), body: { timeZone: 'America/New_York' } });
    expect(await codeOf(choose(lea, board, his))).toBe('gesture_closed');
  });

  it('that a clock which was ahead has written is forgotten', async () => {
    const { lea, max, board, his } = await played();
    at('2026-12-13T20:00');
    const { activity } = await log(max, board, 'breakfast');
    expect(await codeOf(choose(lea, board, activity.id))).toBe('ok');
    at(evening);
    await announce();
    expect(dump(testApp.config.dataDir)['gesture']).toEqual([]);
    expect(await codeOf(choose(lea, board, his))).toBe('ok');
    await monday();
    expect(await told(max, board)).toEqual(['Léa: ']);
  });

  it('is listed in Palmarès by week, the newest first, twenty weeks to a page, and for a year', async () => {
    const { lea, max, board, his } = await played();
    await choose(lea, board, his, 'Première');
    await monday();
    at('2026-11-25T12:00');
    const { activity } = await log(lea, board, 'breakfast');
    at('2026-11-29T19:00');
    await choose(max, board, activity.id, 'Deuxième');
    at('2026-11-30T08:00');
    await announce();
    expect(await told(lea, board)).toEqual(['Max: Deuxième', 'Léa: Première']);
    const older = await lea.does('GET /api/boards/:boardId/gestures', { params: of(board), query: { before: '2026-11-23' } });
    expect([older.gestures.map((one) => one.week), older.next]).toEqual([[week], null]);
    const inYear = await listGestures(testApp.deps.database.read, { boardId: board.id, from: '2026-11-17', before: '2027-01-01' });
    expect(inYear.map((one) => one.week)).toEqual(['2026-11-23']);
  });

  it('tells on the card of a board that there is something to choose, and whether one has', async () => {
    const { lea, max, board, his } = await played();
    const alone = await boardOf(lea);
    await log(lea, alone, 'breakfast');
    const cards = async () => Object.fromEntries((await lea.does('GET /api/boards')).boards.map(({ id, gesture }) => [id, gesture]));
    const closesAt = Date.parse(`${morning}:00+01:00`);
    expect(await cards()).toEqual({ [board.id]: { closesAt, isChosen: false, chosen: 0 }, [alone.id]: undefined });
    await choose(lea, board, his);
    expect((await cards())[board.id]).toEqual({ closesAt, isChosen: true, chosen: 1 });
    await undo(max, board, his);
    expect((await cards())[board.id]).toEqual({ closesAt, isChosen: false, chosen: 1 });
  });

  it('words are sealed in the database', async () => {
    const { lea, board, his } = await played();
    await choose(lea, board, his, 'Les croissants');
    expect(JSON.stringify(dump(testApp.config.dataDir))).not.toContain('croissants');
  });

  it('somebody who joins on Sunday night chooses as well', async () => {
    const { lea, board, his } = await played();
    const nora = await testApp.signUp('Nora');
    await lea.does('POST /api/boards/:boardId/requests', { params: of(board), body: { type: 'invitation', username: 'Nora' } });
    await accept(nora, board.id);
    expect(await codeOf(choose(nora, board, his))).toBe('ok');
  });
});

it.each([
  ['Europe/Paris', '2026-03-29T19:00:00Z', '2026-03-29T16:00:00.000Z', '2026-03-30T06:00:00.000Z'],
  ['Europe/Paris', '2026-10-25T19:00:00Z', '2026-10-25T17:00:00.000Z', '2026-10-26T07:00:00.000Z'],
  ['Asia/Kathmandu', '2026-11-22T13:00:00Z', '2026-11-22T12:15:00.000Z', '2026-11-23T02:15:00.000Z'],
  ['Pacific/Auckland', '2026-09-27T06:00:00Z', '2026-09-27T05:00:00.000Z', '2026-09-27T19:00:00.000Z'],
])('in %s the window that is open at %s lasts from %s to %s', (zone, now, opens, closes) => {
  const window = gestureWindow(zone, Date.parse(now));
  expect([window?.opensAt, window?.closesAt].map((time) => new Date(time ?? 0).toISOString())).toEqual([opens, closes]);
  for (const [time, isOpen] of [
    [Date.parse(opens) - 1, false],
    [Date.parse(opens), true],
    [Date.parse(closes) - 1, true],
    [Date.parse(closes), false],
  ] as const)
    expect(gestureWindow(zone, time) !== undefined).toBe(isOpen);
});
