/** What is told beside news and requests (decision D31), in a sentence that tells nothing (D32). */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { afterFile } from '../../../tests/after-file.ts';
import { jobContext } from '../../../tests/job-context.ts';
import { allTold, startPushService, type TestBrowser } from '../../../tests/push-service.ts';
import { tamper } from '../../../tests/database-state.ts';
import { boardOf, log, type Someone, startTestApp, type TestBoard, waiting } from '../../../tests/test-app.ts';
import { createAnnouncing } from '../recap/announcing.ts';

const service = await startPushService();
afterFile(() => service.close());
const testApp = await startTestApp({ boundless: true, hasty: true, config: { pushServices: [service.origin] } });
const { deps } = testApp;

/** In the zone of the boards, Paris. */
const at = (time: string) => void vi.setSystemTime(new Date(`${time}:00+01:00`));
const week = '2026-11-16';
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-18T12:00:00+01:00') }));
afterEach(() => void vi.useRealTimers());

const settled = () => allTold(deps);
const minute = 60_000;
const later = async (milliseconds: number) => {
  vi.setSystemTime(Date.now() + milliseconds);
  await settled();
};

const browsers: TestBrowser[] = [];
async function subscribed(person: Someone, choices: object = {}): Promise<TestBrowser> {
  const browser = service.browser();
  browsers.push(browser);
  await person.does('PUT /api/notifications/device', { body: { ...browser.subscription(), ...choices } });
  return browser;
}

const told = ({ messages }: TestBrowser) =>
  messages.map(({ notification: { navigate, data } }) => [data.kind, navigate.slice(deps.origin.length)]);
const wordsOf = (person: Someone, { messages }: TestBrowser) =>
  person.does('GET /api/notifications/:notificationId', {
    params: { notificationId: messages.at(-1)?.notification.data.id ?? '' },
  });

async function announce(): Promise<void> {
  await createAnnouncing(deps.database).run(
    { id: '', kind: 'announce_recaps', subject: '', due: 0, attempts: 0, last_failure: null, created_at: 0 },
    jobContext(),
  );
  await settled();
}

let count = 0;
async function couple(choices: object = { details: true }): Promise<{ lea: Someone; max: Someone; board: TestBoard; hers: TestBrowser }> {
  count += 1;
  const [lea, max] = await testApp.signUpAll(`Léa${count}`, `Max${count}`);
  const board = await boardOf(lea, [max]);
  return { lea, max, board, hers: await subscribed(lea, choices) };
}

describe('a recap', () => {
  const read = (person: Someone, board: TestBoard) =>
    person.does('PUT /api/boards/:boardId/recaps/:week/read', { params: { boardId: board.id, week } });

  it('is told on Monday, 8:00, to all members, once, and leads to it', async () => {
    const { lea, max, board, hers } = await couple();
    await log(lea, board, 'breakfast');
    const his = await subscribed(max);
    await later(minute);
    const before = told(his).length;
    at('2026-11-23T08:00');
    await announce();
    await later(minute);
    await announce();
    expect(told(hers)).toEqual([['recap', `/board/${board.id}?recap=${week}`]]);
    expect(told(his).slice(before)).toEqual(told(hers));
    expect(hers.messages[0]).toMatchObject({ notification: { title: 'Votre récap est prêt', body: '' }, app_badge: 0 });
    expect(await wordsOf(lea, hers)).toEqual({ title: 'MAISON', body: 'Le récap de la semaine est là' });
    await read(lea, board);
    await expect(wordsOf(lea, hers)).rejects.toThrow('notification_not_found');
  });

  it('of several boards is one push, which leads to where they are', async () => {
    const { lea, board, hers } = await couple();
    const other = await boardOf(lea);
    for (const one of [board, other]) await log(lea, one, 'breakfast');
    at('2026-11-23T08:00');
    await announce();
    await later(minute);
    expect(told(hers)).toEqual([['recap', '/dashboard']]);
    expect((await wordsOf(lea, hers)).body.split('\n')).toHaveLength(2);
  });

  it('waits for the end of quiet hours', async () => {
    const { lea, board, hers } = await couple({ quietFrom: 22, quietTo: 10 });
    await log(lea, board, 'breakfast');
    at('2026-11-23T08:00');
    await announce();
    await later(119 * minute);
    expect(told(hers)).toEqual([]);
    await later(minute);
    expect(told(hers)).toHaveLength(1);
  });

  it.each([
    ['is muted', (lea: Someone, board: TestBoard) => lea.does('PUT /api/boards/:boardId/mute', { params: { boardId: board.id } })],
    ['has been read', read],
    ['is not wanted', (lea: Someone) => lea.does('PATCH /api/notifications', { body: { kinds: { recap: false } } })],
    ['is gone', (lea: Someone, board: TestBoard) => lea.does('DELETE /api/boards/:boardId', { params: { boardId: board.id } })],
  ])('of a board that %s is not told', async (_, happens) => {
    const { lea, board, hers } = await couple();
    await log(lea, board, 'breakfast');
    at('2026-11-23T08:00');
    await announce();
    await happens(lea, board);
    await later(minute);
    expect(told(hers)).toEqual([]);
  });
});

describe('a film', () => {
  const play = async (times: number) => {
    const { lea, board, hers } = await couple();
    await Promise.all(Array.from({ length: times }, () => log(lea, board, 'breakfast')));
    return { lea, board, hers };
  };

  it('of the year is told at 18:00 of 31 December, once, and leads to it', async () => {
    at('2026-12-30T12:00');
    const { lea, board, hers } = await play(20);
    at('2026-12-31T18:00');
    await announce();
    await later(minute);
    await announce();
    await later(minute);
    expect(told(hers)).toEqual([['recap', `/board/${board.id}?film=2026`]]);
    expect(hers.messages[0]).toMatchObject({ notification: { title: "Le film de l'année est prêt", body: '' } });
    expect(await wordsOf(lea, hers)).toEqual({ title: 'MAISON', body: "Le film de l'année est prêt" });
  });

  it('of an anniversary is told in words of its own, and one with too little to tell not at all', async () => {
    at('2026-12-30T12:00');
    const [{ board, hers }, few] = [await play(20), await play(19)];
    for (const one of [board, few.board]) tamper(testApp.config.dataDir, 'update board set created_at = ? where id = ?', madeAt, one.id);
    at('2026-12-31T08:00');
    await announce();
    await later(minute);
    expect(told(hers)).toEqual([['recap', `/board/${board.id}?film=2026-12-31`]]);
    expect(hers.messages[0]).toMatchObject({ notification: { title: 'Un an de plus\u00A0: le film est prêt' } });
    expect(told(few.hers)).toEqual([]);
  });

  const madeAt = Date.parse('2025-12-31T12:00:00+01:00');
});

describe('a proposal', () => {
  const propose = async (person: Someone, board: TestBoard, title: string) =>
    (
      await person.does('POST /api/boards/:boardId/proposals', {
        params: { boardId: board.id },
        body: { title, points: 5, category: 'household' },
      })
    ).proposal.id;

  it('is told to who can answer it, several in one push, and its answer to who made it', async () => {
    const { lea, max, board, hers } = await couple();
    const his = await subscribed(max, { details: true });
    const first = await propose(max, board, 'Ranger la cave');
    await propose(max, board, 'Balayer le hall');
    await later(minute);
    expect(told(hers)).toEqual([['requests', `/board/${board.id}`]]);
    expect(told(his)).toEqual([]);
    expect(await wordsOf(lea, hers)).toEqual({ title: 'MAISON', body: `${max.name}\u00a0: 2\u00a0actions proposées` });
    await lea.does('POST /api/boards/:boardId/proposals/:proposalId/acceptance', { params: { boardId: board.id, proposalId: first } });
    await later(minute);
    expect(told(his)).toEqual([['requests', `/board/${board.id}`]]);
    expect(await wordsOf(max, his)).toEqual({ title: 'MAISON', body: "On a répondu à votre idée d'action" });
    expect(told(hers)).toHaveLength(1);
  });

  it('that is made while another is handed over is told, and so is an answer', async () => {
    const { lea, max, board, hers } = await couple();
    const [his, answering] = [await subscribed(max), { params: { boardId: board.id } }];
    const accept = (proposalId: string) =>
      lea.does('POST /api/boards/:boardId/proposals/:proposalId/acceptance', { params: { ...answering.params, proposalId } });
    let second = Promise.resolve('');
    hers.answers.push((response) => {
      second = propose(max, board, 'Balayer le hall');
      void second.then(() => response.writeHead(201).end());
    });
    const first = await propose(max, board, 'Ranger la cave');
    await later(minute);
    expect([hers.calls, told(hers)]).toEqual([1, []]);
    await later(minute);
    expect(told(hers)).toEqual([['requests', `/board/${board.id}`]]);
    his.answers.push((response) => void second.then(accept).then(() => response.writeHead(201).end()));
    await accept(first);
    await later(minute);
    expect([his.calls, told(his)]).toEqual([1, []]);
    await later(minute);
    await later(minute);
    expect(told(his)).toEqual([['requests', `/board/${board.id}`]]);
    expect(told(hers)).toHaveLength(1);
  });

  it('that is withdrawn before it is told, or of a muted board, is not told', async () => {
    const { lea, max, board, hers } = await couple();
    const proposalId = await propose(max, board, 'Ranger la cave');
    await max.does('DELETE /api/boards/:boardId/proposals/:proposalId', { params: { boardId: board.id, proposalId } });
    await later(minute);
    await lea.does('PUT /api/boards/:boardId/mute', { params: { boardId: board.id } });
    await propose(max, board, 'Balayer le hall');
    await later(minute);
    expect(told(hers)).toEqual([]);
  });
});

describe('a board that is handed over', () => {
  it('is told to its new administrator', async () => {
    const { lea, max, board, hers } = await couple();
    const his = await subscribed(max, { details: true });
    await lea.does('PUT /api/boards/:boardId/administrator', { params: { boardId: board.id }, body: { userId: max.id } });
    await settled();
    expect(told(his)).toEqual([['requests', `/board/${board.id}`]]);
    expect(await wordsOf(max, his)).toEqual({ title: 'MAISON', body: "C'est vous qui tenez le tableau, désormais" });
    expect(told(hers)).toEqual([]);
  });

  it('is not told to who looks at it', async () => {
    const { lea, max, board } = await couple();
    const his = await subscribed(max);
    const { revision } = (await max.does('GET /api/boards/:boardId', { params: { boardId: board.id } })).board;
    await max.does('PUT /api/notifications/seen', { body: { boards: [{ boardId: board.id, revision, looking: true }] } });
    await lea.does('PUT /api/boards/:boardId/administrator', { params: { boardId: board.id }, body: { userId: max.id } });
    await settled();
    vi.setSystemTime(Date.now() + 0.75 * minute);
    await max.does('PUT /api/notifications/seen', { body: { boards: [{ boardId: board.id, revision, looking: true }] } });
    await later(3 * minute);
    expect(told(his)).toEqual([]);
  });
});

describe('what a toast alone tells, a nudge, an answer or a hand-over,', () => {
  const says = (person: Someone, board: TestBoard, looking: boolean) =>
    person.does('PUT /api/notifications/seen', { body: { boards: [{ boardId: board.id, revision: 0, looking }] } });
  const happenings: [string, kind: string, (lea: Someone, max: Someone, board: TestBoard) => Promise<unknown>][] = [
    [
      'a nudge',
      'nudges',
      (lea, max, { id }) => lea.does(`POST /api/boards/:boardId/members/:userId/nudge`, { params: { boardId: id, userId: max.id } }),
    ],
    [
      'an answer',
      'requests',
      async (lea, max, { id }) => {
        const body = { title: 'Chanter', points: 5, category: 'household' } as const;
        const { proposal } = await max.does('POST /api/boards/:boardId/proposals', { params: { boardId: id }, body });
        await lea.does('POST /api/boards/:boardId/proposals/:proposalId/acceptance', { params: { boardId: id, proposalId: proposal.id } });
      },
    ],
    [
      'a hand-over',
      'requests',
      (lea, max, { id }) => lea.does('PUT /api/boards/:boardId/administrator', { params: { boardId: id }, body: { userId: max.id } }),
    ],
  ];

  it.each(happenings)('%s is told to who does not look any more, though the page did not say so', async (_, kind, happens) => {
    const { lea, max, board } = await couple();
    const his = await subscribed(max);
    await says(max, board, true);
    vi.setSystemTime(Date.now() + 30_000);
    await happens(lea, max, board);
    await settled();
    expect(told(his)).toEqual([]);
    await later(2 * minute);
    expect(told(his)).toEqual([[kind, `/board/${board.id}`]]);
  });

  it.each(happenings)('%s is told to who comes to the board only later', async (_, kind, happens) => {
    const { lea, max, board } = await couple();
    const his = await subscribed(max);
    await says(max, board, true);
    await happens(lea, max, board);
    await settled();
    vi.setSystemTime(Date.now() + 2 * minute);
    await says(max, board, true);
    await settled();
    expect(told(his)).toEqual([]);
    await later(2 * minute);
    expect(told(his)).toEqual([[kind, `/board/${board.id}`]]);
  });

  it.each(happenings)('%s is not told to who goes on looking, or looks away after it', async (_, _kind, happens) => {
    for (const goesOn of [true, false]) {
      const { lea, max, board } = await couple();
      const his = await subscribed(max);
      await says(max, board, true);
      await happens(lea, max, board);
      await settled();
      vi.setSystemTime(Date.now() + 45_000);
      await says(max, board, goesOn);
      await later(10 * minute);
      expect(told(his)).toEqual([]);
    }
  });
});

describe('achievements of others', () => {
  const wanting = (person: Someone, kinds: object) => person.does('PATCH /api/notifications', { body: { kinds } });

  it('are not told unless wanted', async () => {
    const { lea, max, board, hers } = await couple();
    await wanting(lea, { points: false });
    await log(max, board, 'breakfast');
    await settled();
    expect(told(hers)).toEqual([]);
  });

  it('that a log on a common board earned are told with the news of the board, without a title', async () => {
    const { lea, max, board, hers } = await couple();
    await wanting(lea, { points: false, achievements: true });
    await log(max, board, 'breakfast');
    await settled();
    expect(told(hers)).toEqual([['achievements', `/board/${board.id}`]]);
    const { title, body } = await wordsOf(lea, hers);
    expect(title).toBe('MAISON');
    expect(body).toMatch(/^Max\d+\s: \d\ssuccès débloqués?$/);
    // Nothing is unlocked by it.
    await log(max, board, 'breakfast');
    await later(61 * minute);
    expect(told(hers)).toHaveLength(1);
  });

  it('that a reaction, a new member or a hand-over earned on a common board are told, too', async () => {
    const { lea, max, board, hers } = await couple();
    await wanting(lea, { points: false, reactions: false, achievements: true });
    const { activity } = await log(lea, board, 'breakfast');
    await max.does('PUT /api/boards/:boardId/activities/:activityId/reactions/:emoji', {
      params: { boardId: board.id, activityId: activity.id, emoji: '❤️' },
    });
    await settled();
    expect(told(hers)).toEqual([['achievements', `/board/${board.id}`]]);
    expect((await wordsOf(lea, hers)).body).toMatch(/^Max\d+\s: 1\ssuccès débloqué$/);
    await lea.does('PUT /api/boards/:boardId/administrator', { params: { boardId: board.id }, body: { userId: max.id } });
    const zoe = await testApp.signUp(`Zoé${max.name}`);
    await zoe.does('POST /api/boards/:boardId/requests', { params: { boardId: board.id }, body: { type: 'request' } });
    await max.does('POST /api/requests/:requestId/acceptance', { params: { requestId: (await waiting(max, board.id)).id } });
    await settled();
    await later(61 * minute);
    expect(told(hers)).toHaveLength(2);
    expect((await wordsOf(lea, hers)).body).toMatch(/^(Max|Zoé)\S+(, | et )/);
    // Nobody hears that they passed on their own crown.
    await later(121 * minute);
    expect(told(hers)).toHaveLength(2);
  });

  it('that were earned by something else than a log on another board are not told', async () => {
    const { lea, max, hers } = await couple();
    await wanting(lea, { points: false, achievements: true });
    const elsewhere = await boardOf(max);
    const { activity } = await log(max, elsewhere, 'breakfast');
    await max.does('PUT /api/boards/:boardId/activities/:activityId/reactions/:emoji', {
      params: { boardId: elsewhere.id, activityId: activity.id, emoji: '❤️' },
    });
    await settled();
    await later(3 * minute);
    expect(told(hers)).toEqual([]);
  });

  it('that were earned elsewhere, or taken back, are not told', async () => {
    const { lea, max, board, hers } = await couple();
    const elsewhere = await boardOf(max);
    await wanting(lea, { points: false, achievements: true });
    await lea.does('PUT /api/notifications/seen', { body: { boards: [{ boardId: board.id, revision: 0, looking: true }] } });
    await log(max, elsewhere, 'breakfast');
    const { activity } = await log(max, board, 'dishes');
    await settled();
    await max.does('POST /api/boards/:boardId/activities/:activityId/undo', { params: { boardId: board.id, activityId: activity.id } });
    await later(3 * minute);
    expect(told(hers)).toEqual([]);
  });
});

it('each push of these kinds says its kind alone (D64)', () => {
  const all = browsers.flatMap(({ messages }) => messages);
  const films = ["Le film de l'année est prêt", 'Un an de plus\u00A0: le film est prêt'];
  const said = ['Du nouveau sur OU LA LA', ...films, 'Une réponse à donner', 'Votre récap est prêt'];
  expect([...new Set(all.map(({ notification }) => notification.title))].toSorted()).toEqual(said);
  expect(new Set(all.map(({ notification }) => notification.data.kind))).toEqual(new Set(['requests', 'recap', 'achievements', 'nudges']));
  for (const { notification } of all) {
    expect(notification.body).toBe('');
    expect(JSON.stringify(notification)).not.toMatch(/Léa|Max\d|MAISON|Petit|cave|hall/);
  }
});
