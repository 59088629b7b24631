/** What a read asks of the database does not grow with what somebody has: it is one statement for all boards, members or actions, not one for each. */
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { api, type EndpointKey } from '#shared/api';
import { dayIn, daysAfter } from '#shared/calendar';
import { buildApp } from '#server/app';
import { saveDays, withStreaks } from '#server/leaderboard/member-day-store';
import { guestOn } from './guests.ts';
import { chooseLastWeek, lastWeek, madeAt, ownFilm } from './last-week.ts';
import { addPasskey, passkeyOrigin } from './passkeys.ts';
import type { ValidCall } from './valid-calls.ts';
import { agree, contest, contests, pauseOf, playedSeason } from './seasons.ts';
import { deliveredTo } from './hooked-boards.ts';
import { boardOf, endpoints, isChange, isStream, password, requestOf, Someone, startTestApp, type TestBoard } from './test-app.ts';
import { plantCode } from './codes.ts';
import { subscription, told } from './push-subscriptions.ts';
import { wallBy } from './walls.ts';
import { watching } from './watched-queries.ts';

const testApp = await startTestApp({ boundless: true, hasty: true, config: { origin: passkeyOrigin } });
const { deps } = testApp;
const { database, asked } = watching(deps);
// Without the units of work: expired things are deleted at any time.
const { read, snapshot } = database;
const watched = { ...testApp, app: await buildApp({ ...deps, database: { ...deps.database, read, snapshot } }) };
const now = Date.now();
const day = 24 * 60 * 60 * 1000;

/** Nobody waits for these: they read on between the pieces that they send. */
const piecemeal: ReadonlySet<EndpointKey> = new Set(['GET /api/account/export']);
const reads = endpoints.filter((key) => !isChange(key) && !isStream(key) && !piecemeal.has(key));

let ofFew: Record<string, ValidCall>;
let ofMany: Record<string, ValidCall>;
beforeAll(async () => {
  ofFew = await callsWith(2);
  ofMany = await callsWith(5);
});

it.each(reads)('%s asks as much with two of everything as with five', async (key) => {
  const calls = Object.keys(ofFew).filter((name) => name.startsWith(key) && /^(,|$)/.test(name.slice(key.length)));
  expect(calls).not.toEqual([]);
  for (const name of calls) expect(await statementsOf(key, ofMany[name]), name).toEqual(await statementsOf(key, ofFew[name]));
});

async function statementsOf(key: EndpointKey, call: ValidCall | undefined): Promise<string[]> {
  if (!call) throw new Error(`${key} is not called`);
  const { method, url } = requestOf(key, call.input);
  // As after a start.
  for (const boardId of deps.boardKeys.atHand()) deps.boardKeys.forget(boardId);
  asked.length = 0;
  const { status, text } = await call.actor.sends({ method, url });
  expect(status, text).toBe(api[key].reply[0]);
  // Lists are as long as what they ask for; PostgreSQL counts on behind them, and answers some in another order.
  return asked.map(({ sql }) => sql.replaceAll(/\$\d+/g, '?').replaceAll(/in \([?, ]+\)/g, 'in (?)')).toSorted();
}

/** Calls of somebody with so many boards, on each so many other members and actions, and so many of all else. */
async function callsWith(count: number): Promise<Record<string, ValidCall>> {
  const all = Array.from({ length: count }, (_, place) => place);
  const name = (one: string) => `${one}${count}`;
  const [lea, max, stranger, guest] = await testApp.signUpAll(name('Léa'), name('Max'), name('Zoé'), name('Nora'));
  const members = [max, ...(await Promise.all(all.slice(1).map((place) => testApp.signUp(name(`Membre-${place}-`)))))];
  const boards: TestBoard[] = [];
  for (const _ of all)
    boards.push(
      await boardOf(lea, members, { invited: [guest], actions: all.map((place) => ({ title: `Action ${place}`, points: place + 1 })) }),
    );
  const [board] = boards;
  if (!board) throw new Error('no board');
  const params = { boardId: board.id };
  const { actions } = await lea.does('GET /api/boards/:boardId', { params });

  const ids = boards.map(({ id }) => id);
  for (const _ of all) await lea.does('POST /api/tokens', { body: { name: 'Bouton', rights: 'log', boards: ids, lasts: 'year' } });
  for (const { id, dishes } of boards) {
    await stranger.does('POST /api/boards/:boardId/requests', { params: { boardId: id }, body: { type: 'request' } });
    await max.does('PUT /api/boards/:boardId/actions/:actionId/favourite', { params: { boardId: id, actionId: dishes } });
    await lea.does('POST /api/boards/:boardId/single-links', { params });
  }
  const hosted = await boardOf(lea);
  for (const place of all) await guestOn(testApp, lea, hosted, name(`Invité-${place}-`));
  for (const [place, { id: boardId, dishes: actionId }] of boards.entries())
    await members[place]?.does('POST /api/boards/:boardId/owed-losses', {
      params: { boardId },
      body: { id: randomUUID(), actionId, for: lea.id },
    });
  for (const place of all) {
    await addPasskey(lea, password);
    await max.does('POST /api/boards/:boardId/proposals', { params, body: { title: `Idée ${place}`, points: 5 } });
    const { id: actionId = '' } = actions.find(({ title }) => title === `Action ${place}`) ?? {};
    await lea.does('PATCH /api/boards/:boardId/actions/:actionId', { params: { ...params, actionId }, body: { retired: true } });
  }
  for (const one of boards) for (const [place, person] of [lea, ...members].entries()) await play(one, person, place % 2 ? 20 : 45);
  for (const _ of all) await playedSeason(testApp, board, [lea, ...members]);
  for (const one of boards) {
    await agree(testApp, one, [lea, ...members]);
    await agree(testApp, one, [max], pauseOf(3));
    await agree(testApp, one, [lea, ...members], contests);
  }
  const contested: string[] = [];
  for (const member of members) contested.push(await contest(testApp, board, member, lea, { kept: true }));
  await deps.database.unitOfWork(async ({ db }) => {
    await db.updateTable('board').set({ created_at: madeAt }).where('id', '=', board.id).execute();
    for (const { id } of members)
      await db.insertInto('blocked_inviter').values({ user_id: lea.id, blocked_user: id, created_at: now }).execute();
    for (const place of all)
      await db
        .insertInto('session')
        .values({
          id: randomUUID(),
          token_hash: `${place}-${randomUUID()}`,
          user_id: lea.id,
          device: null,
          created_at: now,
          last_active_at: now,
          expires_at: now + 30 * day,
        })
        .execute();
  });

  const { id: lately } = await deps.database.read
    .selectFrom('activity')
    .select('id')
    .where('board_id', '=', board.id)
    .where('user_id', '=', max.id)
    .executeTakeFirstOrThrow();
  for (const [place, member] of members.entries()) {
    await chooseLastWeek(testApp, board, lately, member);
    await chooseLastWeek(testApp, board, lately, member, place + 1);
  }
  const { code } = await plantCode(testApp, { boardId: board.id, madeBy: lea.id, actionId: board.dishes });
  for (const { id: boardId, dishes: actionId } of boards) await plantCode(testApp, { boardId, madeBy: lea.id, actionId });
  await lea.does('PUT /api/notifications/device', { body: { ...subscription(), details: true } });
  for (const _ of all.slice(0, 3))
    await lea.does('POST /api/boards/:boardId/webhooks', { params, body: { url: 'https://crochet.invalid/' } });
  const { webhooks } = await lea.does('GET /api/boards/:boardId/webhooks', { params });
  const hooked = { ...params, webhookId: webhooks[0]?.id ?? '' };
  for (const _ of all) await deliveredTo(deps.database, hooked);
  const notificationId = await told(deps.database, { userId: lea.id, boardId: board.id });
  const wall = await wallBy(lea, board);
  const of = (actor: Someone, input: ValidCall['input'] = {}): ValidCall => ({ actor: onWatched(actor), input });
  return {
    'GET /api/session': of(lea),
    'GET /api/users/:username': of(lea, { params: { username: max.name } }),
    'GET /api/account/deletion': of(lea),
    'GET /api/sessions': of(lea),
    'GET /api/tokens': of(lea),
    'GET /api/passkeys': of(lea),
    'GET /api/configuration': of(lea),
    'GET /api/predefined-actions': of(lea),
    'GET /api/emojis': of(lea),
    'GET /api/actions': of(lea),
    'GET /api/codes': of(lea),
    'GET /api/l/:code': of(lea, { params: { code } }),
    'GET /api/favourites, habits': of(lea),
    'GET /api/favourites, marked': of(max),
    'GET /api/boards': of(lea),
    'GET /api/widget': of(lea),
    'GET /api/boards/:boardId/widget': of(lea, { params }),
    'GET /api/boards/:boardId': of(lea, { params }),
    'GET /api/boards/:boardId/changes': of(lea, { params, query: { after: '0' } }),
    'GET /api/boards/:boardId/scores, of a week': of(lea, { params, query: { period: 'week' } }),
    'GET /api/boards/:boardId/scores, of always': of(lea, { params, query: { period: 'all' } }),
    'GET /api/boards/:boardId/recaps': of(lea, { params }),
    'GET /api/boards/:boardId/recaps/:week': of(lea, { params: { ...params, week: lastWeek() } }),
    'GET /api/boards/:boardId/webhooks': of(lea, { params }),
    'GET /api/boards/:boardId/webhooks/:webhookId/deliveries': of(lea, { params: hooked }),
    'GET /api/boards/:boardId/gesture': of(lea, { params }),
    'GET /api/boards/:boardId/gestures': of(lea, { params }),
    'GET /api/boards/:boardId/films': of(lea, { params }),
    'GET /api/boards/:boardId/films/:period': of(lea, { params: { ...params, period: ownFilm } }),
    'GET /api/recap-mail': of(lea),
    'GET /api/recap-mail/unsubscriptions/:token': of(lea, { params: { token: 'KKKKKKKKKKKKKKKKKKKKKK' } }),
    'GET /api/boards/:boardId/actions/retired': of(lea, { params }),
    'GET /api/boards/:boardId/proposals': of(lea, { params }),
    'GET /api/activities': of(lea),
    'GET /api/boards/:boardId/activities': of(lea, { params }),
    'GET /api/boards/:boardId/seasons': of(lea, { params }),
    'GET /api/boards/:boardId/contests/:contestId/vote': of(lea, { params: { ...params, contestId: contested[0] ?? '' } }),
    'GET /api/owed-losses': of(lea),
    'GET /api/achievements': of(lea),
    'GET /api/boards/:boardId/members/:userId/achievements': of(lea, { params: { ...params, userId: max.id } }),
    'GET /api/requests, received': of(lea),
    'GET /api/requests, sent': of(stranger),
    'GET /api/invitations/:invitation': of(stranger, { params: { invitation: board.id } }),
    'GET /api/boards/:boardId/single-links': of(lea, { params }),
    'GET /api/boards/:boardId/guests': of(lea, { params: { boardId: hosted.id } }),
    'GET /api/blocks': of(lea),
    'GET /api/walls': of(lea),
    'GET /api/wall': of(wall),
    'GET /api/notifications': of(lea),
    'GET /api/notifications/:notificationId': of(lea, { params: { notificationId } }),
  };
}

function onWatched({ name, id, cookie }: Someone): Someone {
  return Object.assign(new Someone(watched, name), { id, cookie });
}

/** As if somebody had logged something on each of so many days, today the last: each time the same, and everybody reacted to it. */
async function play(board: TestBoard, person: Someone, days: number): Promise<void> {
  const today = dayIn('Europe/Paris', now);
  const secrets = await deps.boardKeys.of(deps.database.read, board.id);
  const played = Array.from({ length: days }, (_, back) => back);
  await deps.database.unitOfWork(async ({ db }) => {
    const { revision } = await db
      .updateTable('board')
      .set(({ eb }) => ({ revision: eb('revision', '+', days) }))
      .where('id', '=', board.id)
      .returning('revision')
      .executeTakeFirstOrThrow();
    const activities = played.map((back) => {
      const id = randomUUID();
      return {
        id,
        board_id: board.id,
        user_id: person.id,
        action_id: board.breakfast,
        title_sealed: secrets.seal('Petit-déj au lit', 'activity', 'title', id),
        points: 20,
        emoji: null,
        logged_at: now - back * day,
        board_revision: revision - back,
        total_after: 0,
        score_after: 0,
      };
    });
    await db.insertInto('activity').values(activities).execute();
    await db
      .insertInto('reaction')
      .values(
        activities.map(({ id, board_revision }) => ({
          activity_id: id,
          board_id: board.id,
          user_id: person.id,
          emoji: '❤️',
          board_revision,
          reacted_at: now,
        })),
      )
      .execute();
    await saveDays(
      db,
      withStreaks(
        played.map((back) => ({ board_id: board.id, user_id: person.id, day: daysAfter(today, -back), gained: 20, lost: 0, actions: 1 })),
      ),
    );
  });
}
