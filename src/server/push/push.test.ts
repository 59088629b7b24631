import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { dayIn, daysAfter, startOfDay } from '#shared/calendar';
import { thanksEmoji } from '#shared/reaction-choices';
import { examine } from '../doctor/doctor.ts';
import { afterFile } from '../../../tests/after-file.ts';
import { dump, tamper } from '../../../tests/database-state.ts';
import { allTold, claimsOf, startPushService, type TestBrowser } from '../../../tests/push-service.ts';
import { boardOf, doHourlyJobs, log, remove, type Someone, startTestApp, type TestBoard, waiting } from '../../../tests/test-app.ts';

const service = await startPushService();
afterFile(() => service.close());
const testApp = await startTestApp({ boundless: true, hasty: true, config: { pushServices: [service.origin] } });
const { deps, config } = testApp;

afterEach(() => vi.useRealTimers());

const settled = () => allTold(deps);

async function subscribed(person: Someone, choices: object = {}): Promise<TestBrowser> {
  const browser = service.browser();
  await person.does('PUT /api/notifications/device', { body: { ...browser.subscription(), ...choices } });
  return browser;
}

const pushRows = () => dump(config.dataDir)['push'] ?? [];
const jobRows = () => (dump(config.dataDir)['job'] ?? []).filter(({ kind }) => kind === 'push' || kind === 'tell_board');
const seen = (person: Someone, board: TestBoard, looking?: boolean) =>
  person.does('GET /api/boards/:boardId', { params: { boardId: board.id } }).then(({ board: { revision } }) =>
    person.does('PUT /api/notifications/seen', {
      body: { boards: [{ boardId: board.id, revision, ...(looking === undefined ? {} : { looking }) }] },
    }),
  );
/** The clock of the server. */
const setClock = (now: number) => void vi.useFakeTimers({ toFake: ['Date'], now });
const minute = 60_000;
const later = async (milliseconds: number) => {
  setClock(Date.now() + milliseconds);
  await settled();
};

async function couple(...names: [string, string]): Promise<[Someone, Someone, TestBoard]> {
  const [lea, max] = await testApp.signUpAll(...names);
  return [lea, max, await boardOf(lea, [max])];
}

describe('a browser whose session ends with it (D8)', () => {
  const day = 24 * 60 * minute;

  it('is told no more a day after it was seen last, and is subscribed no more', async () => {
    const [lea, max, board] = await couple('LéaFugace', 'MaxFugace');
    const hers = await subscribed(lea);
    setClock(Date.now());
    await lea.does('PATCH /api/account/preferences', { body: { essentialCookies: false } });
    await log(max, board, 'breakfast');
    await settled();
    expect(hers.messages).toHaveLength(1);
    await later(day + minute);
    await log(max, board, 'breakfast');
    await settled();
    expect(hers.messages).toHaveLength(1);
    expect((await lea.does('GET /api/notifications')).device).toBeNull();
    expect(jobRows()).toEqual([]);
    expect(await examine(deps)).toEqual([]);
  });

  it('that subscribes without essential cookies is told for a day, and as long as it is seen', async () => {
    const [lea, max, board] = await couple('LéaRevient', 'MaxRevient');
    await lea.does('PATCH /api/account/preferences', { body: { essentialCookies: false } });
    const hers = await subscribed(lea, { quietFrom: 0, quietTo: 0 });
    setClock(Date.now());
    // The server notes a visit when an open page marks its feed as seen, and when the app starts.
    for (const sees of [() => seen(lea, board), () => lea.does('GET /api/session')]) {
      const before = hers.messages.length;
      await later(day - 2 * 60 * minute);
      await sees();
      await later(day - 2 * 60 * minute);
      await log(max, board, 'breakfast');
      await settled();
      expect(hers.messages.length).toBe(before + 1);
      await seen(lea, board);
    }
  });

  it('keeps its subscription while the cookies of the person last, however long nobody is there', async () => {
    const [lea, max, board] = await couple('LéaDurable', 'MaxDurable');
    const hers = await subscribed(lea, { quietFrom: 0, quietTo: 0 });
    setClock(Date.now());
    await later(5 * day);
    await log(max, board, 'breakfast');
    await settled();
    expect(hers.messages).toHaveLength(1);
  });

  it('leaves no subscription behind when what has expired is forgotten', async () => {
    const [lea] = await testApp.signUpAll('LéaOubliée');
    await subscribed(lea);
    await lea.does('PATCH /api/account/preferences', { body: { essentialCookies: false } });
    const left = () => (dump(config.dataDir)['push_device'] ?? []).filter(({ user_id }) => user_id === lea.id);
    await doHourlyJobs(testApp);
    expect(left()).toHaveLength(1);
    tamper(config.dataDir, 'update session set last_active_at = ? where user_id = ?', Date.now() - day, lea.id);
    await doHourlyJobs(testApp);
    expect(left()).toEqual([]);
  });
});

describe('a log', () => {
  it('is told to the others on the board, in a sentence that tells nothing', async () => {
    const [lea, max, board] = await couple('Léa1', 'Max1');
    const [hers, his] = [await subscribed(lea), await subscribed(max)];
    await log(max, board, 'breakfast');
    await settled();
    expect(hers.messages).toEqual([
      {
        web_push: 8030,
        notification: {
          title: 'Du nouveau sur OU LA LA',
          body: '',
          navigate: `${deps.origin}/board/${board.id}?riposte=oui`,
          lang: 'fr',
          dir: 'ltr',
          tag: board.id,
          data: { id: expect.stringMatching(/^[\w-]{22}$/), kind: 'points', boardId: board.id },
        },
        app_badge: 1,
        mutable: true,
      },
    ]);
    expect(his.messages).toEqual([]);
    const headers = hers.received[0]?.headers ?? {};
    expect(headers).toMatchObject({ ttl: '86400', urgency: 'normal', 'content-encoding': 'aes128gcm' });
    expect(headers['topic']).toMatch(/^[\w-]{32}$/);
    const { aud, exp, sub, publicKey } = claimsOf(headers.authorization ?? '');
    expect({ aud, sub }).toEqual({ aud: service.origin, sub: 'mailto:support@jeu.test' });
    expect(exp * 1000 - Date.now()).toBeLessThan(24 * 60 * minute);
    expect(publicKey).toBe((await lea.does('GET /api/notifications')).publicKey);
    expect(jobRows()).toEqual([]);
  });

  it('has its words for the device that was told, and for no other', async () => {
    const [lea, max, board] = await couple('Léa2', 'Max2');
    const hers = await subscribed(lea, { details: true });
    await log(max, board, 'breakfast');
    await settled();
    const notificationId = hers.messages[0]?.notification.data.id ?? '';
    const params = { notificationId };
    const words = await lea.does('GET /api/notifications/:notificationId', { params });
    expect(words.body).toContain('Max2');
    expect(words.body).toMatch(/, \+20\. À vous\s\?$/);
    const elsewhere = await lea.elsewhere();
    for (const other of [max, elsewhere])
      await expect(other.does('GET /api/notifications/:notificationId', { params })).rejects.toThrow('notification_not_found');
    await seen(lea, board);
    await expect(lea.does('GET /api/notifications/:notificationId', { params })).rejects.toThrow('notification_not_found');
  });

  it('that is noted for another member is told to them and to third ones, and not to who noted it (D38)', async () => {
    const [lea, max, zoe] = await testApp.signUpAll('Léa90', 'Max90', 'Zoé90');
    const board = await boardOf(lea, [max, zoe]);
    const browsers = [await subscribed(lea, { details: true }), await subscribed(max), await subscribed(zoe, { details: true })];
    await max.does('POST /api/boards/:boardId/activities', {
      params: { boardId: board.id },
      body: { id: randomUUID(), actionId: board.breakfast, for: lea.id },
    });
    await settled();
    expect(browsers.map(({ messages }) => messages.length)).toEqual([1, 0, 1]);
    const [hers, , others] = browsers.map(({ messages }) => ({ notificationId: messages[0]?.notification.data.id ?? '' }));
    const words = await lea.does('GET /api/notifications/:notificationId', { params: hers ?? { notificationId: '' } });
    expect(words.body).toMatch(/^Max90 a noté pour vous\s: Petit-déj au lit, \+20$/);
    const seenBy = await zoe.does('GET /api/notifications/:notificationId', { params: others ?? { notificationId: '' } });
    expect(seenBy.body).toMatch(/^Max90 a noté pour Léa90\s: Petit-déj au lit, \+20$/);
  });

  it('that is noted for the other of two says what was seen, with what to thank for; the thanks reach who noted it, once (D52)', async () => {
    const [lea, max, board] = await couple('Léa97', 'Max97');
    const [hers, his] = [await subscribed(lea, { details: true }), await subscribed(max, { details: true })];
    const { activity } = await max.does('POST /api/boards/:boardId/activities', {
      params: { boardId: board.id },
      body: { id: randomUUID(), actionId: board.breakfast, for: lea.id },
    });
    await settled();
    expect(hers.messages).toMatchObject([{ notification: { title: 'Du nouveau sur OU LA LA', body: '', data: { boardId: board.id } } }]);
    const wordsOf = (who: Someone, { messages }: typeof hers) =>
      who.does('GET /api/notifications/:notificationId', { params: { notificationId: messages[0]?.notification.data.id ?? '' } });
    expect(await wordsOf(lea, hers)).toMatchObject({
      body: expect.stringMatching(/^Max97 l'a remarqué\s: Petit-déj au lit · \+20$/) as string,
      thanksFor: activity.id,
    });
    const params = { boardId: board.id, activityId: activity.id, emoji: thanksEmoji };
    const first = await lea.does('PUT /api/boards/:boardId/activities/:activityId/reactions/:emoji', { params });
    const again = await lea.does('PUT /api/boards/:boardId/activities/:activityId/reactions/:emoji', { params });
    expect(again.revision).toBe(first.revision);
    await settled();
    expect(his.messages).toHaveLength(1);
    expect((await wordsOf(max, his)).body).toMatch(/^Léa97 a mis ❤️ à «\sPetit-déj au lit\s»$/);
    expect((await max.does('GET /api/notifications')).news).toEqual([board.id]);
    await later(61 * minute);
    expect([hers, his].map(({ messages }) => messages.length)).toEqual([1, 1]);
  });

  it('is told once an hour, with all that came meanwhile', async () => {
    const [lea, max, board] = await couple('Léa3', 'Max3');
    const hers = await subscribed(lea);
    for (const _ of [1, 2, 3]) {
      await log(max, board, 'breakfast');
      await settled();
    }
    expect(hers.messages).toHaveLength(1);
    expect(jobRows()).toHaveLength(1);
    await later(61 * minute);
    expect(hers.messages).toHaveLength(2);
    expect(jobRows()).toEqual([]);
    await later(61 * minute);
    expect(hers.messages).toHaveLength(2);
  });

  it('that is undone, or seen, before it is told is not told', async () => {
    const [lea, max, board] = await couple('Léa4', 'Max4');
    const hers = await subscribed(lea);
    await log(max, board, 'breakfast');
    await settled();
    const { activity } = await log(max, board, 'breakfast');
    await settled();
    await max.does('POST /api/boards/:boardId/activities/:activityId/undo', { params: { boardId: board.id, activityId: activity.id } });
    await later(61 * minute);
    expect(hers.messages).toHaveLength(1);
    await log(max, board, 'breakfast');
    await settled();
    expect(hers.messages).toHaveLength(2);
    await log(max, board, 'breakfast');
    await settled();
    await seen(lea, board);
    await later(121 * minute);
    expect(hers.messages).toHaveLength(2);
    expect([...pushRows().filter(({ sent_at }) => sent_at === null), ...jobRows()]).toEqual([]);
  });

  it('is not told to who looks at the board, until they look away', async () => {
    const [lea, max, board] = await couple('Léa5', 'Max5');
    const hers = await subscribed(lea);
    await seen(lea, board, true);
    await log(max, board, 'breakfast');
    await settled();
    expect(hers.messages).toEqual([]);
    // The tab was closed without a word.
    await later(2 * minute);
    expect(hers.messages).toHaveLength(1);
  });

  it('is not told to who looks at the board on a device without notifications (D33), until none shows it', async () => {
    const [lea, max, board] = await couple('Léa51', 'Max51');
    const hers = await subscribed(lea);
    const [laptop, tablet] = [await lea.elsewhere(), await lea.elsewhere()];
    for (const device of [laptop, tablet]) expect(await seen(device, board, true)).toEqual({ notified: true });
    await log(max, board, 'breakfast');
    await seen(tablet, board, false);
    await log(max, board, 'breakfast');
    await later(minute);
    expect(hers.messages).toEqual([]);
    await seen(laptop, board, false);
    await log(max, board, 'breakfast');
    await later(minute);
    expect(hers.messages).toHaveLength(1);
  });

  it('leaves no trace of who looks where none of their devices is notified', async () => {
    const [lea, max, board] = await couple('Léa52', 'Max52');
    await subscribed(max);
    expect(await seen(lea, board, true)).toEqual({ notified: false });
    const kept = ['board_look', 'member_news'].flatMap((table) => dump(config.dataDir)[table] ?? []);
    expect(kept.filter(({ user_id }) => user_id === lea.id)).toEqual([]);
  });

  it('is told again to who looked on a device whose session has ended', async () => {
    const [lea, max, board] = await couple('Léa53', 'Max53');
    const hers = await subscribed(lea);
    const laptop = await lea.elsewhere();
    await seen(laptop, board, true);
    await laptop.does('DELETE /api/session');
    await log(max, board, 'breakfast');
    await settled();
    expect(hers.messages).toHaveLength(1);
  });

  it('is not told where the board is muted or the kind is off', async () => {
    const [lea, max, board] = await couple('Léa6', 'Max6');
    const hers = await subscribed(lea);
    await lea.does('PUT /api/boards/:boardId/mute', { params: { boardId: board.id } });
    await log(max, board, 'breakfast');
    await settled();
    await lea.does('DELETE /api/boards/:boardId/mute', { params: { boardId: board.id } });
    await lea.does('PATCH /api/notifications', { body: { kinds: { points: false } } });
    await log(max, board, 'breakfast');
    await settled();
    expect(hers.messages).toEqual([]);
  });

  it('of before the subscription is not told', async () => {
    const [lea, max, board] = await couple('Léa7', 'Max7');
    await log(max, board, 'breakfast');
    const hers = await subscribed(lea);
    await log(lea, board, 'breakfast');
    await settled();
    expect(hers.messages).toEqual([]);
  });
});

describe('a reaction', () => {
  it('is told to the author, gathered with the logs of the board', async () => {
    const [lea, max, board] = await couple('Léa8', 'Max8');
    const hers = await subscribed(lea, { details: true });
    const his = await subscribed(max);
    const { activity } = await log(lea, board, 'breakfast');
    await settled();
    expect(his.messages).toHaveLength(1);
    for (const emoji of ['❤️', '😂'] as const) {
      await max.does('PUT /api/boards/:boardId/activities/:activityId/reactions/:emoji', {
        params: { boardId: board.id, activityId: activity.id, emoji },
      });
      await settled();
    }
    expect(hers.messages.map(({ notification }) => notification.data.kind)).toEqual(['reactions']);
    await later(61 * minute);
    expect(hers.messages).toHaveLength(2);
    expect(his.messages).toHaveLength(1);
    const { id: notificationId } = hers.messages[0]?.notification.data ?? { id: '' };
    expect((await lea.does('GET /api/notifications/:notificationId', { params: { notificationId } })).body).toContain('Max8');
  });
});

describe('a request', () => {
  it('is told at once to whom it is made, and the answer to whom it came from', async () => {
    const [lea, max] = await testApp.signUpAll('Léa9', 'Max9');
    const [hers, his] = [await subscribed(lea), await subscribed(max, { details: true })];
    const board = await boardOf(lea, [], { invited: [max] });
    await settled();
    expect(his.messages).toMatchObject([{ notification: { title: 'Une réponse à donner', data: { kind: 'requests' } }, app_badge: 1 }]);
    expect(his.received[0]?.headers['urgency']).toBe('high');
    const { id: notificationId } = his.messages[0]?.notification.data ?? { id: '' };
    const { body } = await max.does('GET /api/notifications/:notificationId', { params: { notificationId } });
    expect(body).toContain('Léa9 vous invite sur');
    await max.does('POST /api/requests/:requestId/acceptance', { params: { requestId: (await waiting(max, board.id)).id } });
    await settled();
    expect(hers.messages).toMatchObject([{ notification: { title: 'Du nouveau sur OU LA LA', data: { kind: 'requests' } } }]);
    expect(his.messages).toHaveLength(1);
  });
});

describe('a request to join', () => {
  it('is told to who looks at the board once they look away, unless they have answered', async () => {
    const [lea, , board] = await couple('Léa91', 'Max91');
    const [nora, ugo] = await testApp.signUpAll('Nora91', 'Ugo91');
    const hers = await subscribed(lea);
    await seen(lea, board, true);
    const ask = (person: Someone) =>
      person.does('POST /api/boards/:boardId/requests', { params: { boardId: board.id }, body: { type: 'request' } });
    await ask(nora);
    await settled();
    expect(hers.messages).toEqual([]);
    await lea.does('POST /api/requests/:requestId/acceptance', { params: { requestId: (await waiting(lea, board.id)).id } });
    await ask(ugo);
    await settled();
    await later(2 * minute);
    expect(hers.messages).toMatchObject([{ notification: { title: 'On frappe à la porte', body: '' } }]);
  });
});

describe('quiet hours', () => {
  it('keep what comes in them for the morning of the device, as one push', async () => {
    const [lea, max, board] = await couple('Léa10', 'Max10');
    const other = await boardOf(lea, [max], { invited: [] });
    // 23:00 in Paris, and the afternoon in New York; tomorrow, since it may be later than that today.
    setClock(startOfDay('Europe/Paris', daysAfter(dayIn('Europe/Paris', Date.now()), 2)) - 60 * minute);
    const hers = await subscribed(lea, { quietFrom: 22, quietTo: 8 });
    const abroad = await lea.elsewhere();
    const hersAbroad = await subscribed(abroad, { timeZone: 'America/New_York', quietFrom: 22, quietTo: 8 });
    for (const one of [board, other, board]) {
      await log(max, one, 'breakfast');
      await settled();
    }
    await boardOf(max, [], { invited: [lea] });
    await settled();
    expect(hers.messages).toEqual([]);
    expect(hersAbroad.messages).toHaveLength(3);
    await later(9 * 60 * minute - 1);
    expect(hers.messages).toEqual([]);
    await later(1);
    expect(hers.messages).toHaveLength(1);
    expect(hers.messages[0]?.notification.data.boardId).toBeUndefined();
    expect(hersAbroad.messages).toHaveLength(3);
    await later(6 * 60 * minute);
    expect(hersAbroad.messages).toHaveLength(4);
    expect(hers.messages).toHaveLength(1);
    expect(jobRows()).toEqual([]);
  });
});

it('a gathered push replaces an undelivered one that says the same, and none that says more', async () => {
  const [lea, max, board] = await couple('Léa11', 'Max11');
  const other = await boardOf(lea, [max]);
  const hers = await subscribed(lea, { quietFrom: 22, quietTo: 8 });
  const midnight = startOfDay('Europe/Paris', daysAfter(dayIn('Europe/Paris', Date.now()), 1));
  for (const night of [0, 1, 2]) {
    setClock(midnight + night * 24 * 60 * minute);
    for (const one of [board, other]) {
      await log(max, one, 'breakfast');
      await settled();
    }
    if (night === 0) {
      await boardOf(max, [], { invited: [lea] });
      await settled();
    }
    await later(9 * 60 * minute);
  }
  const [first, ...others] = hers.received.map(({ headers }) => headers['topic']);
  expect(others).toHaveLength(2);
  expect(new Set(others).size).toBe(1);
  expect(others).not.toContain(first);
});

describe('nothing is sent', () => {
  it.each([
    ['whose session has ended', (lea: Someone) => lea.does('DELETE /api/session')],
    [
      'whose session was ended elsewhere',
      async (lea: Someone) => {
        const elsewhere = await lea.elsewhere();
        await elsewhere.does('DELETE /api/sessions');
      },
    ],
    [
      'whose account was deleted',
      (lea: Someone) => lea.does('POST /api/account/deletion', { body: { password: 'orage violet 42', handOvers: [] } }),
    ],
    ['who was removed', (lea: Someone, max: Someone, board: TestBoard) => remove(max, board, lea)],
  ])('to a person %s between log and push', async (what, end) => {
    const [max, lea, board] = await couple(`M${what.slice(-12, -1)}`.replaceAll(' ', '.'), `L${what.slice(-12, -1)}`.replaceAll(' ', '.'));
    const hers = await subscribed(lea);
    await log(max, board, 'breakfast');
    await settled();
    await log(max, board, 'breakfast');
    await settled();
    await end(lea, max, board);
    await later(61 * minute);
    expect(hers.messages).toHaveLength(1);
    expect([...pushRows().filter(({ sent_at }) => sent_at === null), ...jobRows()]).toEqual([]);
  });
});

it('what was told leaves nothing that doctor finds', async () => {
  expect(await examine(deps)).toEqual([]);
});
