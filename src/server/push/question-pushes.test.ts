/** A contest or a loss that waits a day for a person's answer is told while the app is closed, and so is its end (D31, D64). */
import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import type { Notice } from '#shared/notices';
import { minute, mute, sees, startPushApp, wants } from '../../../tests/push-people.ts';
import { allTold } from '../../../tests/push-service.ts';
import { agree, close, contest, contests, day } from '../../../tests/seasons.ts';
import { Stream } from '../../../tests/stream.ts';
import { log, remove, type Someone, type TestBoard } from '../../../tests/test-app.ts';
import { tossCoin } from '../contests/contests.ts';

const { testApp, browsers, later, trio, devicesOf, told, wordsOf } = await startPushApp();
const { deps } = testApp;

/** People of a board on which contests are agreed to, each with a device. */
async function together(size: 2 | 3) {
  const people = await trio(size);
  const { lea, max, zoe, board } = people;
  await agree(testApp, board, [lea, max, zoe].slice(0, size), contests);
  const devices = await devicesOf(people);
  return { ...people, ...devices, all: Object.values(devices) };
}
type Together = Awaited<ReturnType<typeof together>>;

const answer = (person: Someone, board: TestBoard, contestId: string, keeps: boolean) =>
  person.does('PUT /api/boards/:boardId/contests/:contestId/answer', { params: { boardId: board.id, contestId }, body: { keeps } });
const vote = (person: Someone, board: TestBoard, contestId: string, isVoid: boolean) =>
  person.does('PUT /api/boards/:boardId/contests/:contestId/vote', { params: { boardId: board.id, contestId }, body: { isVoid } });
const undo = async (person: Someone, board: TestBoard) => {
  const { activities } = (await person.does('GET /api/boards/:boardId', { params: { boardId: board.id } })).activities;
  await person.does('POST /api/boards/:boardId/activities/:activityId/undo', {
    params: { boardId: board.id, activityId: activities[0]?.id ?? '' },
  });
};
const scores = (board: TestBoard) => `/board/${board.id}?tab=scores`;

/** A day without an answer, at whose end the job of the board looks. */
async function silence(): Promise<void> {
  vi.setSystemTime(Date.now() + day);
  deps.jobs.look('settle_due');
  await deps.jobs.idle('settle_due');
}

describe('a contest', () => {
  it('is told only to the person whose activity it contests, and leads to the answer', async () => {
    const { lea, max, board, hers, his, zoes } = await together(3);
    await contest(testApp, board, lea, max);
    await allTold(deps);
    expect(told(his)).toEqual([['On crie à la mauvaise foi…', 'seasons', scores(board)]]);
    expect([told(hers), told(zoes)]).toEqual([[], []]);
    expect(await wordsOf(max, his)).toEqual({ title: 'MAISON', body: `${lea.name} crie « Mauvaise foi ! » (« Petit-déj au lit »)` });
  });

  it('that is maintained asks the others for their vote, each until they have voted', async () => {
    const { lea, max, zoe, board, hers, his, zoes } = await together(3);
    const id = await contest(testApp, board, lea, max);
    await allTold(deps);
    his.received.length = 0;
    await answer(max, board, id, true);
    await allTold(deps);
    expect(told(zoes)).toEqual([['Une réponse à donner', 'seasons', scores(board)]]);
    expect(await wordsOf(zoe, zoes)).toEqual({ title: 'MAISON', body: `${max.name} maintient : à vous de voter (« Petit-déj au lit »)` });
    expect([told(hers), told(his)]).toEqual([[], []]);
    await vote(zoe, board, id, true);
    await later(minute);
    // Zoé has voted, and is not told how it ended.
    expect(told(zoes)).toHaveLength(1);
    for (const [person, browser] of [
      [lea, hers],
      [max, his],
    ] as const) {
      expect(told(browser)).toEqual([['Du nouveau sur OU LA LA', 'seasons', scores(board)]]);
      expect(await wordsOf(person, browser)).toMatchObject({ body: 'Le vote a parlé : on efface. (« Petit-déj au lit »)' });
    }
  });

  it.each([
    ['pile', false],
    ['face', true],
  ])('of two, maintained, asks the other one to toss, and the coin (%s) is told to the one who did not', async (_, isHeads) => {
    const { lea, max, board, hers, his } = await together(2);
    const id = await contest(testApp, board, lea, max);
    await allTold(deps);
    his.received.length = 0;
    await answer(max, board, id, true);
    await allTold(deps);
    expect(told(his)).toEqual([]);
    expect(told(hers)).toEqual([['Une réponse à donner', 'seasons', scores(board)]]);
    expect((await wordsOf(lea, hers)).body).toContain('pile ou face ?');
    await tossCoin(deps, { userId: lea.id, boardId: board.id, contestId: id }, { toss: () => isHeads });
    await later(minute);
    expect(told(hers)).toHaveLength(1);
    expect(told(his)).toEqual([['Du nouveau sur OU LA LA', 'seasons', scores(board)]]);
    expect((await wordsOf(max, his)).body).toContain(isHeads ? 'Face : on efface.' : "Pile : l'action reste.");
  });

  it.each<[string, (people: Together, id: string) => Promise<unknown>, toldTo: ('lea' | 'max')[]]>([
    ["by 'Je retire' is told to the member who contested", ({ max, board }, id) => answer(max, board, id, false), ['lea']],
    ['by an undo is told to the other one', ({ max, board }) => undo(max, board), ['lea']],
    ['in silence is told to both', () => silence(), ['lea', 'max']],
    ['when the person it is about leaves is told to the one who stays', ({ max, board }) => remove(max, board, max), ['lea']],
    [
      'for all, by a third member, is told to both',
      ({ zoe, board }) => zoe.does('DELETE /api/boards/:boardId/contests', { params: { boardId: board.id } }),
      ['lea', 'max'],
    ],
  ])('that ends %s, once', async (_, ends, toldTo) => {
    const people = await together(3);
    const { lea, max, board, hers, his, zoes, all } = people;
    const id = await contest(testApp, board, lea, max);
    await allTold(deps);
    for (const one of all) one.received.length = 0;
    await ends(people, id);
    await later(minute);
    await later(10 * minute);
    expect([told(hers).length, told(his).length]).toEqual([toldTo.includes('lea') ? 1 : 0, toldTo.includes('max') ? 1 : 0]);
    expect(told(zoes)).toEqual([]);
  });

  it('that the end of a season settles is told to the two people it is about', async () => {
    const { lea, max, zoe, board, hers, his, zoes } = await together(3);
    await agree(testApp, board, [lea, max, zoe]);
    await later(7.4 * day);
    await contest(testApp, board, lea, max);
    await later(12 * 60 * minute);
    await close(testApp, board);
    await later(minute);
    // What ends with a season is another kind.
    expect(told(zoes).at(-1)).toEqual(["C'est la fin de la saison", 'seasons', scores(board)]);
    for (const browser of [hers, his]) expect(told(browser).at(-1)).toEqual(['Du nouveau sur OU LA LA', 'seasons', scores(board)]);
    expect((await wordsOf(lea, hers)).body).toContain("Affaire classée : l'action reste.");
    expect((await wordsOf(zoe, zoes)).body).not.toContain('Affaire classée');
  });

  it.each<[string, (people: Together, id: string) => Promise<unknown>]>([
    ['is answered', ({ max, board }, id) => answer(max, board, id, true)],
    ['is called off', ({ lea, board }) => lea.does('DELETE /api/boards/:boardId/contests', { params: { boardId: board.id } })],
    ['has no object any more', ({ max, board }) => undo(max, board)],
    ['lapses', () => Promise.resolve(void vi.setSystemTime(Date.now() + day))],
    ['the person has seen', ({ max, board }) => sees(max, board)],
    ['is on a muted board', ({ max, board }) => mute(max, board)],
    ['is not wanted', ({ max }) => wants(max, { seasons: false })],
    ['goes with its board', ({ lea, board }) => lea.does('DELETE /api/boards/:boardId', { params: { boardId: board.id } })],
    ['the person is removed from', ({ lea, max, board }) => remove(lea, board, max)],
  ])('that %s before it is told is not told', async (_, happens) => {
    const people = await together(3);
    const { lea, max, board, his } = people;
    // Max's device has quiet hours until all of it has happened.
    await max.does('PUT /api/notifications/device', { body: { ...his.subscription(), quietFrom: 11, quietTo: 14 } });
    const id = await contest(testApp, board, lea, max);
    await allTold(deps);
    await happens(people, id);
    await later(3 * 60 * minute);
    expect(told(his).map(([title]) => title)).not.toContain('On crie à la mauvaise foi…');
  });

  it('is told in the app, too, to the people it is about', async () => {
    const { lea, max, zoe, board } = await together(3);
    const isOfContest = ({ notice }: { notice: Notice }) => notice.kind.startsWith('contest_');
    const streams = { lea: await Stream.open(lea), max: await Stream.open(max), zoe: await Stream.open(zoe) };
    const id = await contest(testApp, board, lea, max, { kept: true });
    expect(await streams.max.next('notice', isOfContest)).toMatchObject({
      notice: { kind: 'contest_made', boardId: board.id, username: lea.name },
    });
    expect(await streams.zoe.next('notice', isOfContest)).toMatchObject({
      notice: { kind: 'contest_kept', boardId: board.id, username: max.name },
    });
    await vote(zoe, board, id, false);
    const over = { notice: { kind: 'contest_settled', boardId: board.id, result: { outcome: 'stands', how: 'vote' } } };
    for (const stream of [streams.lea, streams.max]) expect(await stream.next('notice', isOfContest)).toMatchObject(over);
    for (const stream of Object.values(streams)) stream.close();
  });
});

describe('a loss noted for somebody', () => {
  const owe = (person: Someone, board: TestBoard, to: Someone) =>
    person
      .does('POST /api/boards/:boardId/owed-losses', {
        params: { boardId: board.id },
        body: { id: randomUUID(), actionId: board.dishes, for: to.id },
      })
      .then(({ id }) => id);
  const avow = (person: Someone, board: TestBoard, activityId: string, confess: boolean) =>
    person.does('PUT /api/boards/:boardId/owed-losses/:activityId/answer', {
      params: { boardId: board.id, activityId },
      body: { confess },
    });

  it('is told to them alone, several in one push, and leads to the answer', async () => {
    const { lea, max, board, hers, his, zoes } = await together(3);
    await owe(lea, board, max);
    await later(15_000);
    expect(told(his)).toEqual([['Une réponse à donner', 'requests', `/board/${board.id}`]]);
    expect(await wordsOf(max, his)).toEqual({ title: 'MAISON', body: `${lea.name} demande : « Vaisselle oubliée », c'est vous ?` });
    expect([told(hers), told(zoes)]).toEqual([[], []]);
    for (let more = 0; more < 2; more += 1) await owe(lea, board, max);
    await later(15_000);
    expect(told(his)).toHaveLength(2);
    expect(told(his)[1]).toEqual(told(his)[0]);
    expect((await wordsOf(max, his)).body.split('MAISON')).toHaveLength(3);
  });

  it.each([
    ['avoue : « Vaisselle oubliée »', true],
    ['répond « Pas moi » : « Vaisselle oubliée »', false],
  ])('and its answer (%s) are told once, the answer to the person who noted it', async (said, confess) => {
    const { lea, max, board, hers, his } = await together(3);
    await wants(lea, { points: true });
    const id = await owe(lea, board, max);
    await later(15_000);
    await avow(max, board, id, confess);
    await later(15_000);
    expect(told(hers)).toEqual([['Du nouveau sur OU LA LA', 'requests', `/board/${board.id}`]]);
    expect(await wordsOf(lea, hers)).toEqual({ title: 'MAISON', body: `${max.name} ${said}` });
    await later(61 * minute);
    expect(told(hers)).toHaveLength(1);
    expect(told(his)).toHaveLength(1);
  });

  it('is told once avowed as points of others where the person who noted it wants no answers', async () => {
    const { lea, max, board, hers } = await together(3);
    await wants(lea, { points: true, requests: false });
    await avow(max, board, await owe(lea, board, max), true);
    await later(minute);
    expect(told(hers)).toEqual([['Du nouveau sur OU LA LA', 'points', `/board/${board.id}?riposte=oui`]]);
  });

  it.each<[string, (people: Together, id: string) => Promise<unknown>]>([
    ['is answered', ({ max, board }, id) => avow(max, board, id, false)],
    ['is avowed', ({ max, board }, id) => avow(max, board, id, true)],
    ['lapses', () => Promise.resolve(void vi.setSystemTime(Date.now() + day))],
    ['is on a muted board', ({ max, board }) => mute(max, board)],
    ['is not wanted', ({ max }) => wants(max, { requests: false })],
    ['goes with the person who noted it', ({ lea, board }) => remove(lea, board, lea)],
  ])('that %s before it is told is not told', async (_, happens) => {
    const people = await together(3);
    const { zoe, max, lea, board, his } = people;
    await lea.does('PUT /api/boards/:boardId/administrator', { params: { boardId: board.id }, body: { userId: zoe.id } });
    await max.does('PUT /api/notifications/device', { body: { ...his.subscription(), quietFrom: 11, quietTo: 14 } });
    await happens(people, await owe(lea, board, max));
    await later(3 * 60 * minute);
    expect(told(his)).toEqual([]);
  });

  it('lapses without an answer, which is told to nobody', async () => {
    const { lea, max, board, hers } = await together(3);
    await owe(lea, board, max);
    await later(day + minute);
    await later(minute);
    expect(told(hers)).toEqual([]);
  });

  it('is told once denied in the app to the person who noted it, and not by push while they look', async () => {
    const { lea, max, board, hers } = await together(3);
    const looks = () => lea.does('PUT /api/notifications/seen', { body: { boards: [{ boardId: board.id, revision: 0, looking: true }] } });
    await looks();
    const stream = await Stream.open(lea);
    await avow(max, board, await owe(lea, board, max), false);
    expect(await stream.next('notice')).toMatchObject({
      notice: { kind: 'loss_denied', boardId: board.id, username: max.name, title: 'Vaisselle oubliée' },
    });
    stream.close();
    await later(30_000);
    await looks();
    await later(10 * minute);
    expect(told(hers)).toEqual([]);
  });
});

it('no push of these kinds says a name, a title or points', async () => {
  const { lea, max, board, his } = await together(3);
  await log(lea, board, 'breakfast');
  await contest(testApp, board, lea, max);
  await allTold(deps);
  expect(told(his)).toHaveLength(1);
  const sentences = new Set(browsers.flatMap(({ messages }) => messages.map(({ notification: { title } }) => title)));
  expect([...sentences].toSorted()).toEqual([
    "C'est la fin de la saison",
    'Du nouveau sur OU LA LA',
    'On crie à la mauvaise foi…',
    'Une réponse à donner',
  ]);
  for (const { messages } of browsers)
    for (const { notification } of messages) {
      expect(notification.body).toBe('');
      expect(JSON.stringify(notification)).not.toMatch(/Léa|Max\d|Zoé|MAISON|Petit|Vaisselle|\d points/);
    }
});
