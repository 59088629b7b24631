import { afterEach, describe, expect, it, vi } from 'vitest';
import { defaultTimeZone, startOfDay } from '#shared/calendar';
import { onceADay } from '#shared/once-a-day';
import { examine } from '../doctor/doctor.ts';
import { afterFile } from '../../../tests/after-file.ts';
import { dump } from '../../../tests/database-state.ts';
import { allTold, startPushService } from '../../../tests/push-service.ts';
import { Stream } from '../../../tests/stream.ts';
import { boardOf, doHourlyJobs, log, remove, type Someone, startTestApp, type TestBoard, waiting } from '../../../tests/test-app.ts';
import { nudgeSentence, sentenceCount } from './nudge-messages.fr.ts';

const service = await startPushService();
afterFile(() => service.close());
const testApp = await startTestApp({ boundless: true, hasty: true, config: { pushServices: [service.origin] } });
const { deps, config } = testApp;

afterEach(() => vi.useRealTimers());

const endpoint = 'POST /api/boards/:boardId/members/:userId/nudge';
const about = (board: TestBoard, to: Pick<Someone, 'id'>) => ({ params: { boardId: board.id, userId: to.id } });
const nudge = (from: Someone, board: TestBoard, to: Pick<Someone, 'id'>) => from.does(endpoint, about(board, to));
const codeOf = async (from: Someone, board: TestBoard, to: Pick<Someone, 'id'>) => (await from.tries(endpoint, about(board, to))).code;
const rows = (board: TestBoard) => (dump(config.dataDir)['nudge'] ?? []).filter(({ board_id }) => board_id === board.id);
const hour = 60 * 60 * 1000;
const setClock = (now: number) => void vi.useFakeTimers({ toFake: ['Date'], now });

async function subscribed(person: Someone) {
  const browser = service.browser();
  // Awake all night.
  await person.does('PUT /api/notifications/device', { body: { ...browser.subscription(), details: true, quietFrom: 0, quietTo: 0 } });
  return browser;
}

async function couple(...names: [string, string]): Promise<[Someone, Someone, TestBoard]> {
  const [lea, max] = await testApp.signUpAll(...names);
  return [lea, max, await boardOf(lea, [max])];
}

describe('a sentence of a nudge', () => {
  it('is one of twelve, no two alike, and an unknown number has one, too', () => {
    const all = Array.from({ length: sentenceCount }, (_, number) => nudgeSentence(number));
    expect(new Set(all).size).toBe(12);
    expect(nudgeSentence(99)).toBe(all[0]);
  });

  it('that one member sends to another says neither tu nor vous', () => {
    const all = Array.from({ length: sentenceCount }, (_, number) => nudgeSentence(number));
    expect(all.filter((sentence) => /(?<!\p{L})(vous|vos|votre|vôtre|tu|toi|ton|ta|tes)(?!\p{L})|ez(?!\p{L})/iu.test(sentence))).toEqual(
      [],
    );
  });

  it('never speaks of losses', () => {
    const all = Array.from({ length: sentenceCount }, (_, number) => nudgeSentence(number)).join(' ');
    expect(all).not.toMatch(/perd|perte|retard|moins|dernier|aveu|faute/i);
  });
});

describe('a nudge (D35)', () => {
  it('goes once a day from one to the other, in a sentence that is kept by its number', async () => {
    const [lea, max, board] = await couple('Léa1', 'Max1');
    const { sentence } = await nudge(lea, board, max);
    const [row] = rows(board);
    expect(nudgeSentence(Number(row?.['sentence']))).toBe(sentence);
    expect(await codeOf(lea, board, max)).toBe('nudged_today');
    // The other direction, and another board, are others.
    await nudge(max, board, lea);
    await nudge(lea, await boardOf(lea, [max]), max);
    expect(rows(board)).toHaveLength(2);
    expect(await examine(deps)).toEqual([]);
  });

  it('is told to open phones and, without a name in it, by push; the words come when asked for', async () => {
    const [lea, max, board] = await couple('Léa2', 'Max2');
    const his = await subscribed(max);
    const stream = await Stream.open(max);
    const { sentence } = await nudge(lea, board, max);
    expect(await stream.next('notice')).toMatchObject({ notice: { kind: 'nudged', boardId: board.id, username: lea.name, sentence } });
    stream.close();
    await allTold(deps);
    expect(his.messages).toMatchObject([
      {
        notification: {
          title: 'Du nouveau sur OU LA LA',
          body: '',
          navigate: `${deps.origin}/board/${board.id}`,
          data: { kind: 'nudges' },
        },
      },
    ]);
    const notificationId = his.messages[0]?.notification.data.id ?? '';
    const words = await max.does('GET /api/notifications/:notificationId', { params: { notificationId } });
    expect(words.body.replaceAll(/[\u00A0\u202F]/g, ' ')).toBe(
      `${lea.name} vous relance : « ${sentence.replaceAll(/[\u00A0\u202F]/g, ' ')} »`,
    );
    // Nothing is left to say once they have played.
    await log(max, board, 'breakfast');
    await expect(max.does('GET /api/notifications/:notificationId', { params: { notificationId } })).rejects.toThrow(
      'notification_not_found',
    );
  });

  it('rings once an hour on a board, with the names of all, however many nudge', async () => {
    const people = await testApp.signUpAll('Max21', 'Léa21', 'Zoé21', 'Ida21', 'Uma21');
    const [max, lea, ...others] = people;
    setClock(startOfDay('Europe/Paris', '2026-12-02') + 12 * hour);
    const his = await subscribed(max);
    const board = await boardOf(max, people.slice(1));
    await allTold(deps);
    const rung = () =>
      his.messages.filter(({ notification }) => notification.data.kind === 'nudges').map(({ notification }) => notification);
    await nudge(lea, board, max);
    await allTold(deps);
    for (const one of others) {
      await nudge(one, board, max);
      await allTold(deps);
    }
    expect(rung()).toHaveLength(1);
    setClock(Date.now() + hour);
    await allTold(deps);
    expect(rung()).toHaveLength(2);
    expect(new Set(rung().map(({ tag }) => tag))).toEqual(new Set([`nudge-${board.id}`]));
    const notificationId = rung().at(-1)?.data.id ?? '';
    const { body } = await max.does('GET /api/notifications/:notificationId', { params: { notificationId } });
    expect(body.replaceAll(/[\u00A0\u202F]/g, ' ')).toBe('Ida21, Léa21 et 2 autres vous relancent');
    setClock(Date.now() + 3 * hour);
    await allTold(deps);
    expect(rung()).toHaveLength(2);
    // Another board has an hour of its own.
    await nudge(lea, await boardOf(lea, [max]), max);
    await allTold(deps);
    expect(rung()).toHaveLength(3);
    expect(await examine(deps)).toEqual([]);
  });

  it('that comes while another one is on its way is told an hour later', async () => {
    const [max, lea, zoe] = await testApp.signUpAll('Max22', 'Léa22', 'Zoé22');
    const board = await boardOf(max, [lea, zoe]);
    setClock(startOfDay('Europe/Paris', '2026-12-02') + 12 * hour);
    const his = await subscribed(max);
    his.answers.push((response) => void nudge(zoe, board, max).then(() => response.writeHead(201).end()));
    await nudge(lea, board, max);
    await allTold(deps);
    expect(his.calls).toBe(1);
    setClock(Date.now() + hour);
    await allTold(deps);
    expect(his.calls).toBe(2);
  });

  it('of the evening is told in the morning to members who have not played by then, and to no others', async () => {
    const [max, lea, zoe] = await testApp.signUpAll('Max23', 'Léa23', 'Zoé23');
    const board = await boardOf(max, [lea, zoe]);
    const asleep = async (person: Someone) => {
      const browser = service.browser();
      await person.does('PUT /api/notifications/device', { body: { ...browser.subscription(), quietFrom: 22, quietTo: 8 } });
      await person.does('PATCH /api/notifications', { body: { kinds: { points: false } } });
      return browser;
    };
    const browsers = [await asleep(lea), await asleep(zoe)];
    const day = startOfDay('Europe/Paris', '2026-12-02');
    setClock(day + 22.5 * hour);
    for (const person of [lea, zoe]) await nudge(max, board, person);
    await allTold(deps);
    setClock(day + 31.5 * hour);
    await log(lea, board, 'breakfast');
    setClock(day + 32 * hour);
    await allTold(deps);
    const kinds = browsers.map(({ messages }) => messages.map(({ notification }) => notification.data.kind));
    expect(kinds).toEqual([[], ['nudges']]);
  });

  it('is written twice at once only once', async () => {
    const [lea, max, board] = await couple('Léa3', 'Max3');
    const codes = await Promise.all([codeOf(lea, board, max), codeOf(lea, board, max)]);
    expect(codes.filter((code) => code === 'nudged_today')).toHaveLength(1);
    expect(rows(board)).toHaveLength(1);
  });

  it('reaches nobody who has switched nudges off or blocked who nudges, and looks the same to that one', async () => {
    const [lea, max, board] = await couple('Léa4', 'Max4');
    const his = await subscribed(max);
    await max.does('PATCH /api/notifications', { body: { kinds: { nudges: false } } });
    const stream = await Stream.open(max);
    expect((await lea.tries(endpoint, about(board, max))).status).toBe(201);
    expect(await codeOf(lea, board, max)).toBe('nudged_today');
    await max.does('PATCH /api/notifications', { body: { kinds: { nudges: true } } });
    const other = await boardOf(lea, [], { invited: [max] });
    const { id } = await waiting(max, other.id);
    await max.does('POST /api/requests/:requestId/block', { params: { requestId: id } });
    const [third] = await testApp.signUpAll('Zoé4');
    const shared = await boardOf(third, [lea, max]);
    expect((await lea.tries(endpoint, about(shared, max))).status).toBe(201);
    await nudge(third, shared, max);
    expect(await stream.next('notice')).toMatchObject({ notice: { kind: 'nudged', username: third.name } });
    stream.close();
    await allTold(deps);
    expect(his.messages.filter(({ notification }) => notification.data.kind === 'nudges')).toHaveLength(1);
  });

  it('is refused for oneself, and finds nobody who is no member', async () => {
    const [lea, max, board] = await couple('Léa5', 'Max5');
    const stranger = await testApp.signUp('Nora5');
    expect(await codeOf(lea, board, lea)).toBe('nudged_yourself');
    expect(await codeOf(lea, board, stranger)).toBe('member_not_found');
    expect(await codeOf(stranger, board, lea)).toBe('board_not_found');
    await nudge(lea, board, max);
    await nudge(max, board, lea);
    await remove(lea, board, max);
    expect(rows(board)).toEqual([]);
    expect(await codeOf(lea, board, max)).toBe('member_not_found');
    expect(await codeOf(max, board, lea)).toBe('board_not_found');
  });

  it('goes with a board and with an account', async () => {
    const [lea, max, board] = await couple('Léa6', 'Max6');
    const kept = await boardOf(lea, [max]);
    for (const one of [board, kept]) await nudge(max, one, lea);
    await lea.does('DELETE /api/boards/:boardId', { params: { boardId: board.id } });
    expect(rows(board)).toEqual([]);
    await max.does('POST /api/account/deletion', { body: { password: 'orage violet 42' } });
    expect(rows(kept)).toEqual([]);
  });

  it('is sent again 20 hours later, on the same day of the board as well', async () => {
    const [lea, max, board] = await couple('Léa7', 'Max7');
    const start = startOfDay(defaultTimeZone, '2026-03-29');
    setClock(start);
    await nudge(lea, board, max);
    setClock(start + onceADay - 1);
    const { status, code, headers } = await lea.tries(endpoint, about(board, max));
    expect([status, code, headers['retry-after']]).toEqual([409, 'nudged_today', '1']);
    setClock(start + onceADay);
    await nudge(lea, board, max);
    expect(rows(board).map((row) => row['day'])).toEqual(['2026-03-29', '2026-03-29']);
    expect(await examine(deps)).toEqual([]);
  });

  it.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
    'is not sent again an hour later because the board is moved to %s',
    async (timeZone) => {
      const [lea, max, board] = await couple(`Léa.${timeZone.slice(8, 12)}`, `Max.${timeZone.slice(8, 12)}`);
      setClock(startOfDay(defaultTimeZone, '2026-12-02') + 12 * hour);
      await nudge(lea, board, max);
      setClock(Date.now() + hour);
      await lea.does('PATCH /api/boards/:boardId', { params: { boardId: board.id }, body: { timeZone } });
      expect(await codeOf(lea, board, max)).toBe('nudged_today');
      setClock(Date.now() + 19 * hour);
      await nudge(lea, board, max);
      expect(await examine(deps)).toEqual([]);
    },
  );

  it('is not sent again through a copy whose clock is behind, but is once a clock that was years ahead is right', async () => {
    const [lea, max, board] = await couple('Léa9', 'Max9');
    const now = Date.now();
    setClock(now);
    await nudge(lea, board, max);
    setClock(now - 30_000);
    expect(await codeOf(lea, board, max)).toBe('nudged_today');
    setClock(now - 2 * 365 * 24 * hour);
    await nudge(lea, board, max);
  });

  it('is forgotten after some days', async () => {
    const [lea, max, board] = await couple('Léa8', 'Max8');
    await nudge(lea, board, max);
    await doHourlyJobs(testApp);
    expect(rows(board)).toHaveLength(1);
    setClock(Date.now() + 6 * 24 * 60 * 60 * 1000);
    await doHourlyJobs(testApp);
    expect(rows(board)).toEqual([]);
  });
});
