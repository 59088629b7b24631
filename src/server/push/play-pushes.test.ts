/** What a board plays for (decisions D39 to D41), as pushes tell it (D31 to D33). */
import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import type { Terms } from '#shared/play';
import { minute, mute, sees, startPushApp, wants } from '../../../tests/push-people.ts';
import type { TestBrowser } from '../../../tests/push-service.ts';
import { agree, close, day, goal, pauseOf, season } from '../../../tests/seasons.ts';
import { log, remove, type Someone, type TestBoard } from '../../../tests/test-app.ts';

const pushApp = await startPushApp();
const { testApp, browsers, later, wordsOf } = pushApp;

const at = (time: string) => void vi.setSystemTime(new Date(`${time}:00+01:00`));
/** The title is the same for all: see the last test. */
const told = (browser: TestBrowser) => pushApp.told(browser).map(([_, kind, page]) => [kind, page]);

async function trio() {
  const people = await pushApp.trio();
  return { ...people, ...(await pushApp.devicesOf(people, { quietFrom: 22, quietTo: 8 })) };
}

async function propose(person: Someone, board: TestBoard, terms: Terms = season): Promise<string> {
  const id = randomUUID();
  await person.does('POST /api/boards/:boardId/agreements', { params: { boardId: board.id }, body: { id, terms } });
  return id;
}
const answer = (person: Someone, board: TestBoard, agreementId: string, yes: boolean) =>
  person.does('PUT /api/boards/:boardId/agreements/:agreementId/answer', { params: { boardId: board.id, agreementId }, body: { yes } });

describe('a proposal of what to play for', () => {
  it('is told to each member who has to answer, and leads to the answer', async () => {
    const { lea, max, board, hers, his, zoes } = await trio();
    const id = await propose(lea, board);
    await later(minute);
    for (const browser of [his, zoes]) expect(told(browser)).toEqual([['seasons', `/board/${board.id}?tab=scores&reponse=${id}`]]);
    expect(told(hers)).toEqual([]);
    expect(await wordsOf(max, his)).toEqual({ title: 'MAISON', body: `${lea.name} propose une saison : « Le petit-déj au lit »` });
  });

  it('of two kinds at once is one push, which leads to both', async () => {
    const { lea, max, board, his } = await trio();
    await propose(lea, board);
    await propose(lea, board, pauseOf(3));
    await later(minute);
    expect(told(his)).toEqual([['seasons', `/board/${board.id}?tab=scores`]]);
    const { body } = await wordsOf(max, his);
    for (const said of ['propose une saison : « Le petit-déj au lit »', 'propose une pause'])
      expect(body).toContain(`MAISON — ${lea.name} ${said}`);
  });

  it.each<[string, (people: Awaited<ReturnType<typeof trio>>, id: string) => Promise<unknown>]>([
    [
      'is withdrawn',
      ({ lea, board }, agreementId) =>
        lea.does('DELETE /api/boards/:boardId/agreements/:agreementId', { params: { boardId: board.id, agreementId } }),
    ],
    ['somebody declines', ({ zoe, board }, id) => answer(zoe, board, id, false)],
    ['the person answers', ({ max, board }, id) => answer(max, board, id, true)],
    ['is on a muted board', ({ max, board }) => mute(max, board)],
    ['is not wanted', ({ max }) => wants(max, { seasons: false })],
    ['goes with its board', ({ lea, board }) => lea.does('DELETE /api/boards/:boardId', { params: { boardId: board.id } })],
    ['the person has seen', ({ max, board }) => sees(max, board)],
    ['the person is removed from', ({ lea, max, board }) => remove(lea, board, max)],
  ])('that %s before it is told is not told', async (_, happens) => {
    const people = await trio();
    await happens(people, await propose(people.lea, people.board));
    await later(10 * minute);
    expect(told(people.his)).toEqual([]);
  });

  it('that lapses in quiet hours is not told, and a no is told to nobody', async () => {
    const { lea, zoe, board, hers, his, zoes } = await trio();
    await answer(zoe, board, await propose(lea, board), false);
    await later(10 * minute);
    at('2026-11-18T23:00');
    await propose(lea, board);
    await later(7 * day + 2 * 60 * minute);
    at('2026-11-26T09:00');
    await later(minute);
    for (const browser of [hers, his, zoes]) expect(told(browser)).toEqual([]);
  });
});

describe('the last yes', () => {
  it('is told to all but to who gave it, as the evening before', async () => {
    const { lea, max, zoe, board, hers, his, zoes } = await trio();
    const before = [hers, his, zoes].map(({ messages }) => messages.length);
    await agree(testApp, board, [lea, max, zoe]);
    await later(minute);
    expect(before).toEqual([0, 0, 0]);
    for (const browser of [hers, his]) expect(told(browser)).toEqual([['seasons', `/board/${board.id}?tab=scores`]]);
    expect(told(zoes)).toEqual([]);
    expect((await wordsOf(lea, hers)).body).toBe('Tout le monde en est : la saison commence à minuit !');
  });

  it('that comes in quiet hours is told in the morning, when the season has begun', async () => {
    const { lea, max, zoe, board, hers } = await trio();
    at('2026-11-18T22:30');
    await agree(testApp, board, [lea, max, zoe], goal);
    await later(10 * minute);
    expect(told(hers)).toEqual([]);
    at('2026-11-19T08:00');
    await later(minute);
    expect(told(hers)).toHaveLength(1);
    expect((await wordsOf(lea, hers)).body).toBe("Tout le monde en est : l'objectif commun a commencé !");
  });

  it('that is there once somebody has left is told to all who stay', async () => {
    const { lea, max, zoe, board, hers, his } = await trio();
    const id = await propose(lea, board);
    await answer(max, board, id, true);
    await remove(zoe, board, zoe);
    await later(minute);
    for (const browser of [hers, his]) expect(told(browser)).toEqual([['seasons', `/board/${board.id}?tab=scores`]]);
    expect((await wordsOf(lea, hers)).body).toMatch(/^C'est oui\s! La saison commence à minuit\.$/);
  });
});

describe('a season that is over', () => {
  async function played(terms: Terms, logs: (people: Awaited<ReturnType<typeof trio>>) => Promise<unknown>) {
    const people = await trio();
    const { lea, max, zoe, board } = people;
    await agree(testApp, board, [lea, max, zoe], terms);
    await later(minute);
    for (const browser of [people.hers, people.his, people.zoes]) browser.received.length = 0;
    await later(day);
    await logs(people);
    await later(9 * day);
    at('2026-11-29T07:00');
    await close(testApp, board);
    await later(2 * minute);
    return people;
  }

  it('is told in the morning to all members with its podium, once', async () => {
    const { lea, max, zoe, board, hers, his, zoes } = await played(season, async ({ max: he, board: where }) =>
      log(he, where, 'breakfast'),
    );
    expect(told(his)).toEqual([]);
    at('2026-11-29T08:00');
    await later(minute);
    for (const browser of [hers, his, zoes]) expect(told(browser)).toEqual([['seasons', `/board/${board.id}?tab=scores`]]);
    expect(await wordsOf(max, his)).toEqual({ title: 'MAISON', body: 'Vous gagnez la saison : « Le petit-déj au lit »' });
    for (const [one, browser] of [
      [lea, hers],
      [zoe, zoes],
    ] as const)
      expect((await wordsOf(one, browser)).body).toBe(`${max.name} gagne la saison : « Le petit-déj au lit »`);
    await close(testApp, board);
    await later(day);
    expect(told(his)).toHaveLength(1);
  });

  it('tells of a tie and of a goal without naming anybody who lost', async () => {
    const tied = await played({ ...season, ties: 'void' }, async ({ lea, max, board }) => {
      for (const one of [lea, max]) await log(one, board, 'breakfast');
    });
    at('2026-11-29T08:00');
    await later(minute);
    expect((await wordsOf(tied.zoe, tied.zoes)).body).toBe("La saison est finie : égalité en tête, l'enjeu tombe à l'eau");
    at('2026-11-18T12:00');
    const missed = await played({ ...goal, length: 'week' }, async ({ max, board }) => log(max, board, 'breakfast'));
    at('2026-11-29T08:00');
    await later(minute);
    expect((await wordsOf(missed.max, missed.his)).body).toBe('Objectif commun : pas cette fois, mais quelle équipe !');
  });
});

it('each push of what a board plays for says its kind alone (D64)', () => {
  const all = browsers.flatMap(({ messages }) => messages);
  expect(all.length).toBeGreaterThan(10);
  const said = ["C'est la fin de la saison", 'Du nouveau sur OU LA LA', 'Une réponse à donner'];
  expect([...new Set(all.map(({ notification }) => notification.title))].toSorted()).toEqual(said);
  for (const { notification } of all) {
    expect(notification.body).toBe('');
    expect(JSON.stringify(notification)).not.toMatch(/Léa|Max\d|Zoé|MAISON|petit|saison \d/i);
  }
});
