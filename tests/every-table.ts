import { randomUUID } from 'node:crypto';
/** A database with something in every column of every table: what a move, a backup and a new key must bring along whole. */
import { expect, vi } from 'vitest';
import type { FilmId } from '#shared/ids';
import { dayIn, daysAfter, defaultTimeZone, mondayOf, startOfDay } from '#shared/calendar';
import type { MakeToken } from '#shared/tokens';
import { afterFile } from './after-file.ts';
import { columnsIn, dump, tamper } from './database-state.ts';
import { guestOn, returnLinkFor } from './guests.ts';
import { lastWeek } from './last-week.ts';
import { wallBy } from './walls.ts';
import { announceFilm, keepFilm, saveFilmSeen } from '#server/recap/film-store';
import { addPasskey, passkeyOrigin } from './passkeys.ts';
import { agree, contest, contests, goal, pauseOf, playedSeason, season } from './seasons.ts';
import { allTold, startPushService } from './push-service.ts';
import {
  boardOf,
  log,
  payloadOf,
  password,
  remove,
  resetToken,
  type Someone,
  startTestApp,
  type TestApp,
  type TestBoard,
  waiting,
} from './test-app.ts';

export interface Filled {
  testApp: TestApp;
  lea: Someone;
  board: TestBoard;
}

/**
 * People who have used all there is for ten days; its queue is at rest. Fails where a column is null throughout: what a migration adds has its
 * place here.
 */
export async function fillEveryTable(config: Partial<TestApp['config']> = {}): Promise<Filled> {
  const service = await startPushService();
  afterFile(() => service.close());
  const today = dayIn(defaultTimeZone, Date.now());
  const setClock = (day: number, hour: number) =>
    void vi.useFakeTimers({ toFake: ['Date'], now: startOfDay(defaultTimeZone, daysAfter(today, day)) + hour * 60 * 60 * 1000 });
  setClock(-10, 12);
  // No mail gets through.
  const testApp = await startTestApp({
    config: { pushServices: [service.origin], smtpUrl: 'smtp://127.0.0.1:9', origin: passkeyOrigin, ...config },
  });
  const { deps } = testApp;
  const { dataDir } = testApp.config;
  const [lea, max, nora, zoe, sam] = await testApp.signUpAll('Léa', 'Max', 'Nora', 'Zoé', 'Sam');
  const board = await boardOf(lea, [max, sam], { invited: [nora], actions: [{ title: 'Tour du lac', points: 15 }] });
  const params = { boardId: board.id };
  const device = { ...service.browser().subscription(), details: true };
  await lea.does('PUT /api/notifications/device', { body: device });
  await lea.does('PATCH /api/notifications', { body: { kinds: { achievements: true } } });
  await lea.does('PUT /api/recap-mail');
  await play();
  vi.useRealTimers();
  await doTheRest();
  await deps.counts.save();
  await deps.jobs.idle('tell_board', 'push', 'recap_mail', 'erase_board');
  await deps.jobs.stop();
  expect(emptyIn(dataDir)).toEqual([]);
  return { testApp, lea, board };

  /** A flame of eight days, the first of them with somebody who goes; a gap that a joker fills, and a recap that is told with the news of its day. */
  async function play(): Promise<void> {
    for (const person of [lea, sam]) await log(person, board, 'breakfast');
    for (const day of [-9, -8, -7, -6, -5, -4, -3, -1]) {
      setClock(day, 9);
      if (day === -1) await wakeWithNews();
      if (day === -3) await noteLate(daysAfter(today, day - 1));
      const { activity } = await log(lea, board, 'breakfast');
      setClock(day, 12);
      const { activity: his } = await log(max, board, 'breakfast');
      await max.does('PUT /api/boards/:boardId/activities/:activityId/reactions/:emoji', {
        params: { ...params, activityId: activity.id, emoji: '❤️' },
      });
      await allTold(deps);
      await deps.jobs.idle('recap_mail');
      setClock(day, 20);
      if (day < -2 && isSunday(day)) await chooseGesture(his.id);
      const { revision } = (await lea.does('GET /api/boards/:boardId', { params })).board;
      await lea.does('PUT /api/notifications/seen', { body: { boards: [{ boardId: board.id, revision }] } });
    }
  }

  async function noteLate(day: string): Promise<void> {
    await max.does('POST /api/boards/:boardId/activities', { params, body: { id: randomUUID(), actionId: board.breakfast, day } });
  }

  /** In quiet hours the recap and a log wait: in the morning one push tells both. */
  async function wakeWithNews(): Promise<void> {
    await lea.does('PUT /api/notifications/device', { body: { ...device, quietFrom: 2, quietTo: 8 } });
    setClock(-1, 3);
    await runNow('announce_recaps');
    await log(max, board, 'breakfast');
    await allTold(deps);
    // Both are due when the night ends, in any order. The turn of what waits already is put off until the news waits, too: then one push tells both.
    tamper(dataDir, "update job set due = due + ? where kind = 'push'", 2 * 60 * 60 * 1000);
    setClock(-1, 9);
    await allTold(deps);
    await lea.does('PUT /api/notifications/device', { body: device });
  }

  function isSunday(day: number): boolean {
    return mondayOf(daysAfter(today, day + 1)) === daysAfter(today, day + 1);
  }

  async function chooseGesture(activityId: string): Promise<void> {
    await runNow('remind_of_gestures');
    await lea.does('PUT /api/boards/:boardId/gesture', { params, body: { activityId, words: 'Avec le sourire' } });
  }

  async function runNow(kind: 'announce_recaps' | 'remind_of_gestures'): Promise<void> {
    tamper(dataDir, 'update job set due = 0 where id = ?', kind);
    deps.jobs.look(kind);
    await deps.jobs.idle(kind);
  }

  async function doTheRest(): Promise<void> {
    await sam.does('POST /api/account/deletion', { body: { password } });
    await deps.jobs.idle('erase_account');
    await lea.does('PUT /api/boards/:boardId/recaps/:week/read', { params: { ...params, week: lastWeek() } });
    await letGuestPlay();
    const [passkey, elsewhere] = [await addPasskey(lea, password), testApp.visitor()];
    const options = await elsewhere.does('POST /api/session/passkey-challenge');
    await elsewhere.does('POST /api/session/passkey', { body: passkey.uses(options) });
    await playFilms();
    await wallBy(lea, board);
    await tellElsewhere();
    const { activity: undone } = await log(max, board, 'breakfast');
    await max.does('PUT /api/boards/:boardId/activities/:activityId/note', {
      params: { ...params, activityId: undone.id },
      body: { note: 'Avec des fraises' },
    });
    await max.does('POST /api/boards/:boardId/activities/:activityId/undo', { params: { ...params, activityId: undone.id } });
    await max.does('POST /api/boards/:boardId/activities', { params, body: { id: randomUUID(), actionId: board.breakfast, for: lea.id } });
    await max.does('POST /api/boards/:boardId/owed-losses', { params, body: { id: randomUUID(), actionId: board.dishes, for: lea.id } });
    await useToken();
    await max.does('POST /api/boards/:boardId/members/:userId/nudge', { params: { ...params, userId: lea.id } });
    await lea.does('POST /api/codes', { body: { name: 'Frigo', boardId: board.id, userId: max.id } });
    const { code } = await lea.does('POST /api/codes', { body: { name: 'Cuisine', boardId: board.id, actionId: board.breakfast } });
    await max.does('POST /api/boards/:boardId/activities', { params, body: { id: randomUUID(), actionId: board.breakfast, code } });
    await lea.does('PUT /api/boards/:boardId/mute', { params });
    await max.does('PATCH /api/account/preferences', { body: { dataCollection: true, analytics: true } });
    await max.does('PUT /api/boards/:boardId/actions/:actionId/favourite', { params: { ...params, actionId: board.breakfast } });
    const idea = { title: 'Tour du parc', points: 10, category: 'positive', emoji: '🌳' } as const;
    await max.does('POST /api/boards/:boardId/proposals', { params, body: idea });
    await nora.does('POST /api/requests/:requestId/block', { params: { requestId: (await waiting(nora, board.id)).id } });
    await lea.does('DELETE /api/boards/:boardId', { params: { boardId: (await boardOf(lea)).id } });
    await playSeasons();
    await comeAndGo();
    const { revision } = (await lea.does('GET /api/boards/:boardId', { params })).board;
    await lea.does('PUT /api/notifications/seen', { body: { boards: [{ boardId: board.id, revision, looking: true }] } });
    await lea.does('PATCH /api/boards/:boardId/actions/:actionId', {
      params: { ...params, actionId: board.dishes },
      body: { retired: true },
    });
    await resetToken(testApp, zoe);
    await testApp.visitor().does('POST /api/counts', { body: { counts: [{ name: 'visit', count: 1 }] } });
    const body = payloadOf({ identifier: zoe.name, password });
    const headers = { ...body.headers, 'user-agent': 'Mozilla/5.0 (Android 16; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0' };
    await testApp.visitor().sends({ method: 'POST', url: '/api/session', ...body, headers });
  }

  async function useToken(): Promise<void> {
    const body = { name: 'Bouton', rights: 'log', boards: [board.id], lasts: 'year' } satisfies MakeToken;
    const { secret } = await max.does('POST /api/tokens', { body });
    const headers = { cookie: undefined, authorization: `Bearer ${secret}` };
    const call = { method: 'POST', url: `/api/boards/${board.id}/log`, ...payloadOf({ action: board.breakfast }) } as const;
    await testApp.visitor().sends({ ...call, headers: { ...call.headers, ...headers } });
  }

  /** Told, kept and seen as at the end of a year and at an anniversary, which no ten days have both. */
  async function playFilms(): Promise<void> {
    const secrets = await deps.boardKeys.of(deps.database.read, board.id);
    await deps.database.unitOfWork(async ({ db }) => {
      for (const period of [today.slice(0, 4), today]) {
        const [id, of] = [randomUUID() as FilmId, { boardId: board.id, period }];
        await announceFilm(db, of);
        await keepFilm(db, of, { id, sealed: secrets.seal('{}', 'film', 'facts', id) });
        await saveFilmSeen(db, { boardId: board.id, userId: lea.id }, period);
      }
    });
  }

  /** A webhook that nobody answers, with two secrets, and one that is switched off. */
  async function tellElsewhere(): Promise<void> {
    const url = 'https://crochet.invalid/ici';
    const { webhook } = await lea.does('POST /api/boards/:boardId/webhooks', { params, body: { url } });
    const shaped = { method: 'POST' as const, contentType: 'text/plain' as const, headers: [], body: '{{title}}' };
    const { webhook: off } = await lea.does('POST /api/boards/:boardId/webhooks', { params, body: { url, shaped } });
    await lea.does('POST /api/boards/:boardId/webhooks/:webhookId/secret', { params: { ...params, webhookId: webhook.id } });
    await lea.does('POST /api/boards/:boardId/webhooks/:webhookId/test', { params: { ...params, webhookId: webhook.id } });
    await deps.jobs.idle('webhook');
    for (const { id: webhookId } of [webhook, off])
      await lea.does('PATCH /api/boards/:boardId/webhooks/:webhookId', { params: { ...params, webhookId }, body: { isOn: false } });
  }

  /** Somebody without an address, who was shown a code, told of the end, and waits for a link to come back by. */
  async function letGuestPlay(): Promise<void> {
    const hosted = await boardOf(lea);
    const guest = await guestOn(testApp, lea, hosted, 'Basile');
    await guest.does('POST /api/guest/code');
    await returnLinkFor(lea, hosted, guest);
    tamper(dataDir, 'update guest set warned_at = ?', Date.now());
    testApp.config.demo = true;
    await testApp.visitor().does('POST /api/demos', { body: {} });
  }

  /** One that is over and paid, one that runs, a proposal that waits elsewhere, a pause, and that they may contest. */
  async function playSeasons(): Promise<void> {
    const won = await playedSeason(testApp, board, [lea, max], { ...season, ties: 'shared' });
    for (const winner of [lea, max])
      await winner.tries('PUT /api/boards/:boardId/seasons/:seasonId/paid', { params: { ...params, seasonId: won } });
    await agree(testApp, board, [max, lea], goal);
    await agree(testApp, await boardOf(lea, [max]), [lea]);
    await agree(testApp, board, [max, lea], contests);
    await agree(testApp, board, [lea, max], pauseOf(7));
  }

  /** Somebody comes by a link, rises from below zero by way of exactly 0, votes on a contest, and leaves. */
  async function comeAndGo(): Promise<void> {
    const { link } = await lea.does('POST /api/boards/:boardId/single-links', { params });
    await zoe.does('POST /api/invitations/:invitation/acceptance', { params: { invitation: link.token } });
    const { actions } = await zoe.does('GET /api/boards/:boardId', { params });
    const walk = actions.find(({ points }) => points === 15)?.id ?? '';
    await log(zoe, board, 'dishes');
    await log(zoe, { ...board, breakfast: walk }, 'breakfast');
    await log(zoe, board, 'breakfast');
    const contested = await contest(testApp, board, lea, max, { kept: true });
    await zoe.does('PUT /api/boards/:boardId/contests/:contestId/vote', {
      params: { ...params, contestId: contested },
      body: { isVoid: false },
    });
    await remove(zoe, board, zoe);
  }
}

/** The columns that have nothing but null; all of a table without a row. */
function emptyIn(dataDir: string): string[] {
  const tables = dump(dataDir);
  return columnsIn(dataDir)
    .filter((column) => !/^(kysely|sqlite)_/.test(column))
    .filter((column) => {
      const [table = '', name = ''] = column.split('.');
      return !tables[table]?.some((row) => row[name] !== null);
    });
}
