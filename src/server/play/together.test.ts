/** Boards of accomplices (D53): no member's score leaves the server (S21), and how a board is played changes by consent. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EndpointKey } from '#shared/api';
import type { PlayMode } from '#shared/play-modes';
import { dayIn, daysAfter, defaultTimeZone } from '#shared/calendar';
import { yearsAfter } from '#shared/film-periods';
import { firstRepliesId } from '#shared/first-reads';
import type { Terms } from '#shared/play';
import { type Period, periods } from '#shared/scores';
import { examine } from '#server/doctor/doctor';
import { plantCode } from '../../../tests/codes.ts';
import { ask, tamper } from '../../../tests/database-state.ts';
import { subscription, told } from '../../../tests/push-subscriptions.ts';
import { agree, close, contest, contests, day, goal, season } from '../../../tests/seasons.ts';
import { Stream } from '../../../tests/stream.ts';
import { boardOf, endpoints, isChange, isStream, log, remove, requestOf, Someone, startTestApp } from '../../../tests/test-app.ts';
import { wallBy, wallStream } from '../../../tests/walls.ts';
import { startReceiver, thisHouse } from '../../../tests/webhook-receivers.ts';

const testApp = await startTestApp({ boundless: true, config: { outgoingNetworks: thisHouse } });
const { deps } = testApp;
/** A Tuesday noon in Paris. */
const start = Date.parse('2026-03-03T11:00:00Z');
const at = (days: number) => vi.setSystemTime(start + days * day);
const together: Terms = { kind: 'together' };
const scores: Terms = { kind: 'scores' };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: start });
  tamper(testApp.config.dataDir, 'update board set recap_week = null');
});
afterEach(async () => {
  vi.restoreAllMocks();
  const wrong = await examine(deps);
  vi.useRealTimers();
  if (wrong.length > 0) throw new Error(JSON.stringify(wrong));
});

const open = (who: Someone, { id }: { id: string }) => who.does('GET /api/boards/:boardId', { params: { boardId: id } });
const scoresOf = async (who: Someone, board: { id: string }) =>
  (await open(who, board)).members.map(({ score }) => score).toSorted((a, b) => (b ?? 0) - (a ?? 0));
const proposing = async (who: Someone, board: { id: string }, terms: Terms) =>
  (await who.tries('POST /api/boards/:boardId/agreements', { params: { boardId: board.id }, body: { id: randomUUID(), terms } })).code;

interface Heard {
  who: string;
  where: string;
  text: string;
}

/** What Léa and Max log on each of three days: all sums of several of one person differ from all that anybody may read. */
const logged = [
  [0, [313, 409], [557, 101]],
  [2, [727, 89], [251, 433]],
  [7, [619, 173], [139, 359]],
] as const;
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);
/** Of a day, of the days of the goal, of a week, and of always. */
function sumsOf(person: 1 | 2): number[] {
  const [first = 0, second = 0, third = 0] = logged.map((one) => sumOf(one[person]));
  return [first, second, third, first + second, second + third, first + second + third];
}

/** Two people play on a board in every way, and all that the server tells them then and afterwards. */
async function play(playMode: PlayMode): Promise<Heard[]> {
  const [lea, max] = await testApp.signUpAll(`Léa-${playMode}`, `Max-${playMode}`);
  const people = [lea, max];
  const worth = [...logged.flatMap(([, ...own]) => own.flat()), 997];
  const board = await boardOf(lea, [max], {
    playMode,
    actions: worth.map((points) => ({ title: `Geste ${String.fromCharCode(65 + worth.indexOf(points))}`, points })),
  });
  const { actions } = await open(lea, board);
  const params = { boardId: board.id };
  const heard: Heard[] = [];
  const [wall, receiver] = [await wallBy(lea, board), await startReceiver()];
  const {
    webhook: { id: webhookId },
  } = await lea.does('POST /api/boards/:boardId/webhooks', { params, body: { url: receiver.url } });
  const { secret } = await max.does('POST /api/tokens', { body: { name: 'Bouton', rights: 'log', boards: [board.id] } });
  const wallTells = await wallStream(wall);
  const streams = await Promise.all(people.map((one) => Stream.open(one)));
  const sends = Someone.prototype.sends;
  const listening = vi.spyOn(Someone.prototype, 'sends').mockImplementation(async function (this: Someone, options) {
    const answer = await sends.call(this, options);
    heard.push({ who: this.name, where: `${options.method ?? 'GET'} ${JSON.stringify(options.url)}`, text: answer.text });
    return answer;
  });
  const actionOf = (points: number) => actions.find((one) => one.points === points)?.id ?? '';
  const button = testApp.visitor();
  const gain = (who: Someone, points: number, noted?: Someone) =>
    who.does('POST /api/boards/:boardId/activities', {
      params,
      body: { id: randomUUID(), actionId: actionOf(points), ...(noted && { for: noted.id }) },
    });
  await agree(testApp, board, people, goal);
  await agree(testApp, board, people, contests);
  await lea.does('PUT /api/notifications/device', { body: { ...subscription(), details: true } });
  for (const [days, ofLea, ofMax] of logged) {
    at(days);
    // They log by turns, so that no sum of the board is one person's alone.
    await gain(lea, ofLea[0]);
    await gain(max, ofMax[0]);
    await gain(max, ofLea[1], lea);
    const pressed = await button.sends({
      method: 'POST',
      url: `/api/boards/${board.id}/log`,
      payload: { action: actionOf(ofMax[1]) },
      headers: { authorization: `Bearer ${secret}`, origin: undefined },
    });
    expect(pressed.status).toBe(201);
    const { activity } = await gain(max, 997);
    await max.does('POST /api/boards/:boardId/activities/:activityId/undo', { params: { ...params, activityId: activity.id } });
    // What counts no more, at the wall too.
    const mistaken = randomUUID();
    await wall.does('POST /api/wall/activities', { body: { id: mistaken, actionId: actionOf(997), points: 997, memberId: max.id } });
    await wall.does('GET /api/wall');
    await wall.does('POST /api/wall/activities/:activityId/undo', { params: { activityId: mistaken } });
    await wall.does('GET /api/wall');
  }
  const contestId = await contest(testApp, board, lea, max, { kept: true });
  await max.does('POST /api/boards/:boardId/activities/:activityId/undo', {
    params: { ...params, activityId: (await open(max, board)).activities.activities[0]?.id ?? '' },
  });
  const notificationId = await told(deps.database, { userId: lea.id, boardId: board.id });
  const { code } = await plantCode(testApp, { boardId: board.id, madeBy: lea.id, toUser: max.id });
  const { weeks } = await lea.does('GET /api/boards/:boardId/recaps', { params });
  // As if the board were a year old: its film is offered.
  const ownFilm = daysAfter(dayIn(defaultTimeZone, Date.now()), -3);
  tamper(testApp.config.dataDir, 'update board set created_at = ? where id = ?', Date.parse(yearsAfter(ownFilm, -1)) + day / 2, board.id);
  for (const me of people)
    for (const other of people)
      for (const period of periods)
        for (const key of reads)
          await me.sends(
            addressed(key, {
              ...{
                ...params,
                userId: other.id,
                contestId,
                notificationId,
                week: weeks[0]?.week ?? '',
                invitation: board.id,
                code,
                webhookId,
              },
              ...{ username: other.name, token: 'A'.repeat(32), period: key.includes('/films/') ? ownFilm : period, after: '0' },
            }),
          );
  for (const me of people)
    for (const page of ['/dashboard', '/boards', `/board/${board.id}`]) {
      const { payload } = await testApp.app.inject({ url: page, headers: { 'sec-fetch-dest': 'document', cookie: me.cookie ?? '' } });
      const [, text = ''] = new RegExp(`id="${firstRepliesId}">(.*?)</script>`, 's').exec(payload) ?? [];
      expect(text).toContain(board.id);
      heard.push({ who: me.name, where: page, text });
    }
  streams.push(...(await Promise.all(people.map((one) => Stream.open(one)))));
  for (const [index, stream] of streams.entries()) {
    await stream.next('hello');
    stream.close();
    heard.push({ who: people[index % 2]?.name ?? '', where: 'a stream', text: stream.text });
  }
  listening.mockRestore();
  await wallTells.next('changed');
  wallTells.close();
  heard.push({ who: wall.name, where: 'the stream of a wall', text: wallTells.text() });
  const due = () => ask(testApp.config.dataDir, "select 1 from job where kind = 'webhook' and due <= ?", Date.now()).length;
  do {
    deps.jobs.look('webhook');
    await deps.jobs.idle('webhook');
  } while (due() > 0);
  await receiver.close();
  heard.push({ who: 'a receiver', where: 'a webhook', text: receiver.received.map(({ body }) => body).join('\n') });
  expect(heard.at(-1)?.text).toContain('activity.logged');
  for (const where of new Set(heard.map((one) => one.where)))
    if (heard.every((one) => one.where !== where || one.text.includes('"code"'))) throw new Error(`nobody was answered: ${where}`);
  return heard;
}

/** Without an https address there are no passkeys; a wall alone is answered what it shows. */
const unanswered: ReadonlySet<EndpointKey> = new Set<EndpointKey>(['GET /api/passkeys', 'GET /api/wall']);
const reads = endpoints.filter((key) => !isChange(key) && !isStream(key) && !unanswered.has(key));
function addressed(key: EndpointKey, { period = '', after = '', ...params }: Record<string, string>) {
  const query = key.endsWith('/changes') ? { after } : key.endsWith('/scores') ? { period } : {};
  const { method, url } = requestOf(key, { params: key.includes('/films/') ? { ...params, period } : params, query });
  return { method, url };
}

/** Where somebody reads a sum of a member: in their own export alone of their own. */
function hits(heard: readonly Heard[]): string[] {
  const [ofLea, ofMax] = [sumsOf(1), sumsOf(2)];
  const between = ofLea.map((sum, index) => Math.abs(sum - (ofMax[index] ?? 0)));
  return heard.flatMap(({ who, where, text }) => {
    const isExport = where.includes('/account/export');
    const secret = isExport ? (who.startsWith('Léa') ? ofMax : ofLea) : [...ofLea, ...ofMax, ...between];
    return secret.flatMap((sum) =>
      new RegExp(String.raw`(?<![\w-])-?${String(sum).replace(/(?=\d{3}$)/, '[\u202f\u00a0 ]?')}(?![\w-])`).test(text)
        ? [`${where}: ${sum}`]
        : [],
    );
  });
}

describe('the score of a member', () => {
  it('leaves the server of a board of accomplices by no reply, stream or page', async () => {
    expect(hits(await play('together'))).toEqual([]);
  });

  it('is found by the same search in all that tells it on any other board', async () => {
    const places = hits(await play('scores')).map((one) => one.replace(/\/[\w-]{20,}|\?.*|: \d+$/gs, '').replaceAll('"', ''));
    expect([...new Set(places)].toSorted()).toEqual([
      '/board',
      '/boards',
      '/dashboard',
      'GET /api/achievements',
      'GET /api/boards',
      'GET /api/boards/changes',
      'GET /api/boards/recaps/2026-03-02',
      'GET /api/boards/scores',
      'GET /api/boards/widget',
      'GET /api/session',
      'GET /api/wall',
      'GET /api/widget',
      'POST /api/boards/activities',
      'POST /api/boards/activities/undo',
      'POST /api/boards/log',
      'a stream',
      'a webhook',
    ]);
  });
});

describe('how a board is played', () => {
  it('changes once everybody agrees: the scores are told no more, and come back with another yes of all', async () => {
    const [lea, max] = await testApp.signUpAll('Léa', 'Max');
    const board = await boardOf(lea, [max]);
    await log(lea, board, 'breakfast');
    await log(max, board, 'dishes');
    const pointsOf = async () => (await lea.does('GET /api/session')).user?.points;
    const { play: asked } = await lea.does('POST /api/boards/:boardId/agreements', {
      params: { boardId: board.id },
      body: { id: randomUUID(), terms: together },
    });
    const [agreement] = asked?.agreements ?? [];
    expect([await scoresOf(max, board), await pointsOf(), agreement?.terms]).toEqual([[20, -15], 20, together]);
    const stream = await Stream.open(lea);
    await stream.next('hello');
    const change = await max.does('PUT /api/boards/:boardId/agreements/:agreementId/answer', {
      params: { boardId: board.id, agreementId: agreement?.id ?? '' },
      body: { yes: true },
    });
    const { after, revision, ...news } = await stream.next('change');
    expect(news).toMatchObject({ totalPoints: 5, board: { playMode: 'together' }, members: [{ score: null }, { score: null }] });
    expect([news.play?.agreements, after + 1]).toEqual([[], revision]);
    // The reply to an answer has it, too.
    expect(change).toMatchObject({ after: revision, revision });
    stream.close();
    expect([await scoresOf(max, board), await pointsOf()]).toEqual([[null, null], 0]);
    expect([await proposing(lea, board, together), await proposing(lea, board, season)]).toEqual([
      'played_so_already',
      'no_season_together',
    ]);
    await log(lea, board, 'breakfast');
    await agree(testApp, board, [max, lea], scores);
    expect([await scoresOf(lea, board), await pointsOf()]).toEqual([[40, -15], 40]);
  });

  it('stays as it is after a no, and changes at once on a board of one', async () => {
    const [lea, max] = await testApp.signUpAll('Ada', 'Bob');
    const [board, own] = [await boardOf(lea, [max]), await boardOf(lea, [], { playMode: 'together' })];
    const id = randomUUID();
    const params = { boardId: board.id };
    await lea.does('POST /api/boards/:boardId/agreements', { params, body: { id, terms: together } });
    await max.does('PUT /api/boards/:boardId/agreements/:agreementId/answer', {
      params: { ...params, agreementId: id },
      body: { yes: false },
    });
    expect((await open(lea, board)).board.playMode).toBe('scores');
    expect([await proposing(lea, own, season), await proposing(lea, own, scores)]).toEqual(['needs_company', undefined]);
    expect((await open(lea, own)).board.playMode).toBe('scores');
  });

  it('calls a season off when all play together, while a contest and a vote go on', async () => {
    const [lea, max, zoe] = await testApp.signUpAll('Cléo', 'Dan', 'Eva');
    const people = [lea, max, zoe];
    const board = await boardOf(lea, people.slice(1));
    const params = { boardId: board.id };
    await agree(testApp, board, people, contests);
    const id = await agree(testApp, board, people, season);
    at(1);
    const { activity } = await log(max, board, 'breakfast');
    const [voted, waiting] = [await contest(testApp, board, lea, max, { kept: true }), await contest(testApp, board, max, zoe)];
    await agree(testApp, board, people, together);
    const { play: now } = await open(lea, board);
    expect(now).toMatchObject({ seasons: [], past: [], agreements: [] });
    expect(new Map(now?.contests?.list.map((one) => [one.id, one.outcome]))).toEqual(new Map([voted, waiting].map((one) => [one, null])));
    expect((await lea.does('GET /api/boards/:boardId/seasons', { params, query: {} })).seasons).toEqual([]);
    expect(ask(testApp.config.dataDir, 'select outcome from agreement where id = ?', id)).toEqual([{ outcome: 'called_off' }]);
    await max.does('POST /api/boards/:boardId/activities/:activityId/undo', { params: { ...params, activityId: activity.id } });
    await zoe.does('PUT /api/boards/:boardId/contests/:contestId/vote', {
      params: { ...params, contestId: voted },
      body: { isVoid: true },
    });
    await zoe.does('PUT /api/boards/:boardId/contests/:contestId/answer', {
      params: { ...params, contestId: waiting },
      body: { keeps: false },
    });
    // Its day is free for another one.
    await agree(testApp, board, people, scores);
    expect(await proposing(lea, board, season)).toBeUndefined();
  });

  it('lets a proposed season lapse and a goal go on, of which all are told one sum', async () => {
    const [lea, max] = await testApp.signUpAll('Fred', 'Gina');
    const board = await boardOf(lea, [max]);
    expect(await proposing(max, board, season)).toBeUndefined();
    await agree(testApp, board, [lea, max], together);
    expect((await open(lea, board)).play?.agreements).toEqual([]);
    await agree(testApp, board, [lea, max], goal);
    at(1);
    await log(lea, board, 'breakfast');
    await log(max, board, 'breakfast');
    const standings = async () =>
      (await open(lea, board)).play?.seasons[0]?.standings.map(({ userId, points, actions }) => [userId, points, actions]);
    expect(await standings()).toEqual([[null, 40, 2]]);
    await agree(testApp, board, [lea, max], scores);
    expect(new Map((await standings())?.map(([id, ...sums]) => [id, sums]))).toEqual(new Map([lea, max].map(({ id }) => [id, [20, 1]])));
  });

  it('hides the podiums of before among accomplices, until the scores are back', async () => {
    const [lea, max] = await testApp.signUpAll('Hugo', 'Iris');
    const board = await boardOf(lea, [max]);
    await agree(testApp, board, [lea, max], season);
    at(2);
    await log(lea, board, 'breakfast');
    at(9);
    await close(testApp, board);
    const past = async () => [
      (await open(max, board)).play?.past.length,
      (await lea.does('GET /api/boards/:boardId/seasons', { params: { boardId: board.id }, query: {} })).seasons.length,
    ];
    expect(await past()).toEqual([1, 1]);
    await agree(testApp, board, [lea, max], together);
    expect(await past()).toEqual([0, 0]);
    await agree(testApp, board, [lea, max], scores);
    expect(await past()).toEqual([1, 1]);
  });
});

describe('the sum of accomplices', () => {
  it('is told by day, with that of the week before, and with what those made who have left', async () => {
    const [lea, max, zoe] = await testApp.signUpAll('Jade', 'Karl', 'Lila');
    const board = await boardOf(lea, [max, zoe], { playMode: 'together' });
    await log(zoe, board, 'breakfast');
    await log(max, board, 'dishes');
    await remove(lea, board, zoe);
    at(7);
    await log(lea, board, 'breakfast');
    const sums = (period: Period) => lea.does('GET /api/boards/:boardId/scores', { params: { boardId: board.id }, query: { period } });
    expect(await sums('week')).toMatchObject({
      members: [],
      biggestDay: { day: '2026-03-10', points: 20 },
      together: { actions: 1, gained: 20, lost: 0, points: [0, 20], before: 5 },
    });
    expect((await sums('all')).together).toEqual({ actions: 3, gained: 40, lost: 15, points: [5, 0, 0, 0, 0, 0, 0, 20], before: null });
    const {
      board: { totalPoints },
    } = await open(lea, board);
    expect(totalPoints).toBe(25);
  });
});
