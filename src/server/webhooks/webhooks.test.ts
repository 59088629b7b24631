/** Webhooks: what is sent, to the letter of Standard Webhooks, what becomes of it, and what is never sent (S15, R15). */
import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { afterFile } from '../../../tests/after-file.ts';
import { dump } from '../../../tests/database-state.ts';
import { agree, playedSeason } from '../../../tests/seasons.ts';
import { boardOf, log, password, remove, type Someone, startTestApp, type TestBoard } from '../../../tests/test-app.ts';
import { newActivityId } from '../../../tests/people.ts';
import { watching } from '../../../tests/watched-queries.ts';
import { type Receiver, startReceiver, thisHouse } from '../../../tests/webhook-receivers.ts';
import { logActivities } from '../activities/activities.ts';
import { examine } from '../doctor/doctor.ts';
import { claimJob, listDueJobs } from '../jobs/job-store.ts';
import { createJobs, type Jobs } from '../jobs/jobs.ts';
import { createTallies } from '../metrics/tallies.ts';
import { createCaller } from '../outgoing/calling.ts';
import { createWebhookDeliverer, webhookWaits } from './delivering.ts';

const testApp = await startTestApp({ boundless: true, hasty: true, config: { outgoingNetworks: thisHouse } });
const { deps, config } = testApp;
const running: Jobs[] = [];
const receivers: Receiver[] = [];
afterFile(async () => {
  for (const receiver of receivers) await receiver.close();
});
afterEach(async () => {
  vi.useRealTimers();
  for (const jobs of running.splice(0)) await jobs.stop();
});

const second = 1000;
const rowsOf = (table: string) => dump(config.dataDir)[table] ?? [];
const jobsOf = (table = rowsOf('job')) => table.filter(({ kind }) => kind === 'webhook');

async function settled(): Promise<void> {
  for (;;) {
    deps.jobs.look('webhook');
    await deps.jobs.idle('webhook');
    if (jobsOf().every(({ due }) => Number(due) > Date.now())) return;
  }
}
const moveClockTo = (now: number) => void vi.useFakeTimers({ toFake: ['Date'], now });

let count = 0;
interface Scene {
  lea: Someone;
  max: Someone;
  board: TestBoard;
  params: { boardId: string };
  receiver: Receiver;
}
async function scene(): Promise<Scene> {
  count += 1;
  const [lea, max] = await testApp.signUpAll(`Léa${count}`, `Max${count}`);
  const board = await boardOf(lea, [max]);
  const receiver = await startReceiver();
  receivers.push(receiver);
  return { lea, max, board, params: { boardId: board.id }, receiver };
}
async function hooked(): Promise<Scene & { webhookId: string; secret: string }> {
  const made = await scene();
  const { webhook, secret } = await made.lea.does('POST /api/boards/:boardId/webhooks', {
    params: made.params,
    body: { url: made.receiver.url },
  });
  return { ...made, webhookId: webhook.id, secret: secret ?? '' };
}
const bodiesOf = ({ received }: Receiver) =>
  received.map(({ body }) => JSON.parse(body) as { type: string; timestamp: string; data: Record<string, unknown> });
const typesOf = (receiver: Receiver) => bodiesOf(receiver).map(({ type }) => type);
const logOf = async ({ lea, params, webhookId }: { lea: Someone; params: { boardId: string }; webhookId: string }) =>
  (await lea.does('GET /api/boards/:boardId/webhooks/:webhookId/deliveries', { params: { ...params, webhookId } })).deliveries;

describe('a signed request', () => {
  it('is what the oracle of Standard Webhooks verifies, and tells who did what', async () => {
    const { max, board, receiver, secret } = await hooked();
    const { activity, totalPoints } = await log(max, board, 'breakfast');
    await settled();
    const [request] = receiver.received;
    const headers = request?.headers as Record<string, string>;
    expect(new Webhook(secret).verify(request?.body ?? '', headers)).toMatchObject({ type: 'activity.logged' });
    expect(() => new Webhook(secret).verify(`${request?.body} `, headers)).toThrow('No matching signature');
    expect(() => new Webhook(secret).verify(request?.body ?? '', { ...headers, 'webhook-id': 'autre' })).toThrow('No matching signature');
    expect(request).toMatchObject({ method: 'POST', path: '/crochet', headers: { 'content-type': 'application/json' } });
    expect(headers).not.toHaveProperty('cookie');
    const [body] = bodiesOf(receiver);
    expect(Object.keys(body ?? {})).toEqual(['type', 'timestamp', 'data']);
    expect(new Date(body?.timestamp ?? '').toISOString()).toBe(body?.timestamp);
    expect(body?.data).toEqual({
      version: 1,
      board: { id: board.id, title: expect.any(String) },
      activity: {
        id: activity.id,
        title: 'Petit-déj au lit',
        emoji: activity.emoji,
        points: 20,
        member: { id: max.id, name: max.name },
        at: new Date(activity.loggedAt).toISOString(),
      },
      total: totalPoints,
      score: 20,
    });
    expect(Buffer.byteLength(request?.body ?? '')).toBeLessThan(20_000);
  });

  it('bears both signatures for a day after the secret changed, and then the new one alone', async () => {
    const { lea, params, webhookId, receiver, secret: old } = await hooked();
    const test = () => lea.does('POST /api/boards/:boardId/webhooks/:webhookId/test', { params: { ...params, webhookId } });
    const { secret } = await lea.does('POST /api/boards/:boardId/webhooks/:webhookId/secret', { params: { ...params, webhookId } });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(secret).not.toBe(old);
    await test();
    await settled();
    const verifies = (by: string) => {
      const { body, headers } = receiver.received.at(-1) ?? { body: '', headers: {} };
      return () => new Webhook(by).verify(body, headers as Record<string, string>);
    };
    expect(verifies(secret)).not.toThrow();
    expect(verifies(old)).not.toThrow();
    moveClockTo(Date.now() + 25 * 60 * 60 * second);
    await test();
    await settled();
    expect(receiver.received).toHaveLength(2);
    expect(verifies(secret)).not.toThrow();
    expect(verifies(old)).toThrow('No matching signature');
  });

  it('bears the signature of every secret that was changed within a day, of the eldest and the last two where there are more', async () => {
    const { lea, params, webhookId, receiver, secret: first } = await hooked();
    const ofIt = { params: { ...params, webhookId } };
    const change = async () => (await lea.does('POST /api/boards/:boardId/webhooks/:webhookId/secret', ofIt)).secret;
    const [begun, hour] = [Date.now(), 60 * 60 * second];
    const secrets = [first, await change()];
    moveClockTo(begun + 6 * hour);
    secrets.push(await change());
    /** The places of the secrets that sign. */
    const signing = async (): Promise<number[]> => {
      await lea.does('POST /api/boards/:boardId/webhooks/:webhookId/test', ofIt);
      await settled();
      const { body, headers } = receiver.received.at(-1) ?? { body: '', headers: {} };
      return secrets.flatMap((secret, place) => {
        try {
          new Webhook(secret).verify(body, headers as Record<string, string>);
          return [place];
        } catch {
          return [];
        }
      });
    };
    expect(await signing()).toEqual([0, 1, 2]);
    moveClockTo(begun + 24 * hour + second);
    expect(await signing()).toEqual([1, 2]);
    for (let more = 0; more < 3; more += 1) secrets.push(await change());
    expect(await signing()).toEqual([1, 3, 4, 5]);
    moveClockTo(begun + 49 * hour);
    expect(await signing()).toEqual([5]);
  });

  it('tells of an undo, of somebody who joins and of a season that is over, and of nothing else', async () => {
    const { lea, max, board, params, receiver } = await hooked();
    const zoe = await testApp.signUp(`Zoé${count}`);
    const { link } = await lea.does('POST /api/boards/:boardId/single-links', { params });
    await zoe.does('POST /api/invitations/:invitation/acceptance', { params: { invitation: link.token } });
    const { activity } = await log(max, board, 'breakfast');
    const ofActivity = { ...params, activityId: activity.id };
    await max.does('PUT /api/boards/:boardId/activities/:activityId/note', { params: ofActivity, body: { note: 'Un mot intime' } });
    await lea.does('PUT /api/boards/:boardId/activities/:activityId/reactions/:emoji', { params: { ...ofActivity, emoji: '❤️' } });
    await max.does('POST /api/boards/:boardId/owed-losses', {
      params,
      body: { id: activity.id.replace(/^./, 'z'), actionId: board.dishes, for: lea.id },
    });
    await max.does('POST /api/boards/:boardId/activities/:activityId/undo', { params: ofActivity });
    await playedSeason(testApp, board, [lea, max, zoe]);
    await settled();
    expect(new Set(typesOf(receiver))).toEqual(new Set(['member.joined', 'activity.logged', 'activity.undone', 'season.over']));
    const said = receiver.received.map(({ body }) => body).join('\n');
    for (const secret of ['Un mot intime', '❤️', 'Vaisselle']) expect(said).not.toContain(secret);
    expect(bodiesOf(receiver).find(({ type }) => type === 'member.joined')?.data).toMatchObject({ member: { id: zoe.id, name: zoe.name } });
    expect(bodiesOf(receiver).find(({ type }) => type === 'season.over')?.data).toMatchObject({ season: { kind: 'season', number: 1 } });
    expect(await examine(deps)).toEqual([]);
  });

  it('tells no score of accomplices', async () => {
    const { lea, max, board, receiver } = await hooked();
    await agree(testApp, board, [lea, max], { kind: 'together' });
    await log(max, board, 'breakfast');
    await settled();
    const body = bodiesOf(receiver).find(({ type }) => type === 'activity.logged');
    expect(body?.data).toHaveProperty('total');
    expect(body?.data).not.toHaveProperty('score');
  });
});

describe('a shaped request', () => {
  const shaped = (
    body: string,
    contentType: 'application/json' | 'application/x-www-form-urlencoded' | 'text/plain',
    method: 'POST' | 'PUT' = 'POST',
  ) => ({
    method,
    contentType,
    headers: [{ name: 'Authorization', value: 'Bearer jeton-secret' }],
    body,
  });

  it('is sent as it was shaped, escaped by its type', async () => {
    const { lea, params, board, max, receiver } = await scene();
    await lea.does('PATCH /api/boards/:boardId', { params, body: { title: 'La "maison" & nous\\' } });
    const bodies = [
      shaped('{"topic":"maison","title":"{{title}}","message":"{{ body }}"}', 'application/json'),
      shaped('title={{title}}&message={{body}}', 'application/x-www-form-urlencoded', 'PUT'),
      shaped('{{title}} / {{body}} / {{autre}}', 'text/plain'),
    ];
    for (const one of bodies) await lea.does('POST /api/boards/:boardId/webhooks', { params, body: { url: receiver.url, shaped: one } });
    await log(max, board, 'breakfast');
    await settled();
    const received = (type: string) => receiver.received.find(({ headers }) => headers['content-type']?.startsWith(type));
    const sentence = `${max.name} : Petit-déj au lit, +20`.replace(' :', '\u00a0:');
    const title = 'LA "MAISON" & NOUS\\';
    expect(JSON.parse(received('application/json')?.body ?? '')).toEqual({ topic: 'maison', title, message: sentence });
    expect(received('application/x-www-form-urlencoded')).toMatchObject({ method: 'PUT' });
    expect(Object.fromEntries(new URLSearchParams(received('application/x-www-form-urlencoded')?.body))).toEqual({
      title,
      message: sentence,
    });
    expect(received('text/plain')?.body).toBe(`${title} / ${sentence} / {{autre}}`);
    for (const { headers } of receiver.received) expect(headers).toMatchObject({ authorization: 'Bearer jeton-secret' });
    expect(receiver.received[0]?.headers).not.toHaveProperty('webhook-signature');
  });

  it.each([
    [
      'a header that breaks the line',
      { ...shaped('{}', 'application/json'), headers: [{ name: 'X-A', value: 'a\r\nX-B: b' }] },
      'webhook_headers_invalid',
    ],
    [
      'a header whose name is none',
      { ...shaped('{}', 'application/json'), headers: [{ name: 'X A', value: 'a' }] },
      'webhook_headers_invalid',
    ],
    [
      'a header that says where it goes',
      { ...shaped('{}', 'application/json'), headers: [{ name: 'Host', value: 'autre' }] },
      'webhook_headers_invalid',
    ],
    [
      'nine headers',
      { ...shaped('{}', 'application/json'), headers: Array.from({ length: 9 }, (_, place) => ({ name: `X-${place}`, value: 'a' })) },
      'webhook_headers_invalid',
    ],
    ['a body that is no JSON', shaped('{"a":{{title}}}', 'application/json'), 'webhook_body_invalid'],
    ['a body that is too long', shaped('a'.repeat(4001), 'text/plain'), 'webhook_body_invalid'],
  ])('with %s is refused', async (_, one, code) => {
    const { lea, params, receiver } = await scene();
    expect(await lea.tries('POST /api/boards/:boardId/webhooks', { params, body: { url: receiver.url, shaped: one } })).toMatchObject({
      status: 400,
      code,
    });
  });
});

describe('an address', () => {
  it.each([
    ['no address', 'bonjour', 'webhook_address_invalid'],
    ['another protocol', 'ftp://example.org/', 'webhook_address_invalid'],
    ['a password in it', 'https://moi:secret@example.org/', 'webhook_address_invalid'],
    ['2,001 signs', `https://example.org/${'a'.repeat(2000)}`, 'webhook_address_invalid'],
    ['the loopback of IPv6', 'https://[::1]/', 'webhook_address_refused'],
    ['a mapped address', 'https://[::ffff:10.0.0.1]/', 'webhook_address_refused'],
    ['the address of metadata', 'http://169.254.169.254/latest', 'webhook_address_refused'],
    ['a house that the host does not let in', 'http://192.168.1.1/', 'webhook_address_refused'],
    ['a number for an address', 'http://2852039166/', 'webhook_address_refused'],
    ['localhost', 'http://localhost/', 'webhook_address_refused'],
  ])('that is %s is refused', async (_, url, code) => {
    const { lea, params } = await scene();
    expect(await lea.tries('POST /api/boards/:boardId/webhooks', { params, body: { url } })).toMatchObject({ status: 400, code });
  });

  it('of the server itself is refused', async () => {
    const { lea, params } = await scene();
    const { code } = await lea.tries('POST /api/boards/:boardId/webhooks', { params, body: { url: `${deps.origin}/api/session` } });
    expect(code).toBe('webhook_address_refused');
  });

  it('without TLS is refused where the host lets in no house', async () => {
    const plain = await startTestApp({ hasty: true });
    const lea = await plain.signUp('Léa');
    const { id: boardId } = await boardOf(lea);
    const { code } = await lea.tries('POST /api/boards/:boardId/webhooks', { params: { boardId }, body: { url: 'http://example.org/' } });
    expect(code).toBe('webhook_address_invalid');
  });

  it('whose name no longer resolves is tried again, and the log says why', async () => {
    const made = await scene();
    const { lea, params } = made;
    const { webhook } = await lea.does('POST /api/boards/:boardId/webhooks', { params, body: { url: 'https://crochet.invalid/' } });
    await log(lea, made.board, 'breakfast');
    await settled();
    expect(await logOf({ ...made, webhookId: webhook.id })).toMatchObject([{ state: 'waiting', answer: 'name_unknown', tries: 1 }]);
  });
});

describe('a receiver', () => {
  it('that fails is told again after 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 h, under the same id, and then no more', async () => {
    const made = await hooked();
    const { max, board, receiver } = made;
    receiver.answers((response) => void response.writeHead(500).end());
    await log(max, board, 'breakfast');
    await settled();
    let before = Date.now();
    const waits: number[] = [];
    for (;;) {
      const job = jobsOf().find(({ subject }) => subject === receiver.received[0]?.headers['webhook-id']);
      if (!job) break;
      waits.push(Number(job['due']) - before);
      before = Number(job['due']);
      moveClockTo(before);
      await settled();
    }
    expect(waits).toHaveLength(webhookWaits.length);
    for (const [place, wait] of webhookWaits.entries()) {
      expect(waits[place]).toBeGreaterThanOrEqual(wait - 2 * second);
      expect(waits[place]).toBeLessThanOrEqual(wait * 1.1 + 2 * second);
    }
    expect(receiver.received).toHaveLength(10);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    expect(await logOf(made)).toMatchObject([{ state: 'failed', answer: '500', tries: 10 }]);
  });

  it.each([
    ['429 with Retry-After', 429, { 'retry-after': '7200' }, 7200 * second],
    ['503 with a Retry-After of no time', 503, { 'retry-after': '0' }, 5 * second],
    ['503 with a Retry-After of a year', 503, { 'retry-after': String(365 * 86_400) }, 27 * 60 * 60 * second],
    ['a redirect', 302, { location: 'http://127.0.0.1/ailleurs' }, 5 * second],
    ['404', 404, {}, 5 * second],
  ])('that answers %s is told again when it says, or soon', async (_, status, headers, wait) => {
    const made = await hooked();
    made.receiver.answers((response) => void response.writeHead(status, headers).end());
    await log(made.max, made.board, 'breakfast');
    await settled();
    expect(made.receiver.received).toHaveLength(1);
    const job = jobsOf().find(({ subject }) => subject === made.receiver.received[0]?.headers['webhook-id']);
    expect(Math.abs(Number(job?.['due']) - Date.now() - wait)).toBeLessThan(30 * second);
    expect(await logOf(made)).toMatchObject([{ state: 'waiting', answer: String(status) }]);
    made.receiver.answers((response) => void response.writeHead(200).end('bien reçu'));
    moveClockTo(Number(job?.['due']));
    await settled();
    expect(await logOf(made)).toMatchObject([{ state: 'delivered', answer: '200', tries: 2 }]);
    expect(jobsOf().filter(({ subject }) => subject === job?.['subject'])).toEqual([]);
  });

  it('that answers 410 is told nothing any more, until its administrator switches it on', async () => {
    const made = await hooked();
    const { lea, max, board, params, webhookId, receiver } = made;
    receiver.answers((response) => void response.writeHead(410).end());
    await log(max, board, 'breakfast');
    await settled();
    expect((await lea.does('GET /api/boards/:boardId/webhooks', { params })).webhooks).toMatchObject([{ off: 'gone' }]);
    expect(rowsOf('board').find(({ id }) => id === board.id)).toMatchObject({ hooked: 0 });
    await log(max, board, 'breakfast');
    await settled();
    expect(receiver.received).toHaveLength(1);
    const ofIt = { params: { ...params, webhookId } };
    expect((await lea.tries('POST /api/boards/:boardId/webhooks/:webhookId/test', ofIt)).code).toBe('webhook_off');
    receiver.answers((response) => void response.writeHead(204).end());
    await lea.does('PATCH /api/boards/:boardId/webhooks/:webhookId', { ...ofIt, body: { isOn: true } });
    await log(max, board, 'breakfast');
    await settled();
    expect(receiver.received).toHaveLength(2);
  });

  it('whose reply never ends is cut, and has been told', async () => {
    const made = await hooked();
    let isCut = false;
    made.receiver.answers((response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write(Buffer.alloc(8192)), 1);
      response.on('close', () => {
        clearInterval(timer);
        isCut = true;
      });
    });
    await log(made.max, made.board, 'breakfast');
    await settled();
    expect(await logOf(made)).toMatchObject([{ state: 'delivered', answer: '200' }]);
    await expect.poll(() => isCut).toBe(true);
  });

  it('that wants to speak another protocol has not answered', async () => {
    const made = await hooked();
    const reply = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: autre\r\n\r\n';
    made.receiver.answers(({ socket }) => void socket?.write(reply));
    await log(made.max, made.board, 'breakfast');
    await settled();
    expect(await logOf(made)).toMatchObject([{ state: 'waiting', answer: 'no_answer', tries: 1 }]);
  });

  it('that hangs keeps no log waiting, and no other receiver', async () => {
    const hanging = await hooked();
    hanging.receiver.answers(() => undefined);
    for (let logs = 0; logs < 20; logs += 1) await log(hanging.max, hanging.board, 'breakfast');
    const other = await hooked();
    await log(other.max, other.board, 'breakfast');
    await expect.poll(() => other.receiver.received.length).toBe(1);
    expect(hanging.receiver.received).toHaveLength(1);
    await hanging.receiver.close();
    await hanging.lea.does('DELETE /api/boards/:boardId/webhooks/:webhookId', {
      params: { ...hanging.params, webhookId: hanging.webhookId },
    });
  });

  it('is sent something again by its administrator, under the same id', async () => {
    const made = await hooked();
    const { lea, max, board, params, webhookId, receiver } = made;
    await log(max, board, 'breakfast');
    await settled();
    const [delivery] = await logOf(made);
    const again = { params: { ...params, webhookId, deliveryId: delivery?.id ?? '' } };
    await lea.does('POST /api/boards/:boardId/webhooks/:webhookId/deliveries/:deliveryId/again', again);
    await settled();
    expect(receiver.received).toHaveLength(2);
    expect(receiver.received[1]).toMatchObject({ body: receiver.received[0]?.body, headers: { 'webhook-id': delivery?.id } });
    expect(await logOf(made)).toMatchObject([{ state: 'delivered', tries: 2 }]);
    const none = { params: { ...again.params, deliveryId: 'personne' } };
    expect((await lea.tries('POST /api/boards/:boardId/webhooks/:webhookId/deliveries/:deliveryId/again', none)).code).toBe(
      'delivery_not_found',
    );
  });
});

describe('what is sent again', () => {
  const againKey = 'POST /api/boards/:boardId/webhooks/:webhookId/deliveries/:deliveryId/again';
  const jobAbout = (id: string | undefined) => jobsOf().find(({ subject }) => subject === id);

  it('after some attempts has all of them before it', async () => {
    const made = await hooked();
    const { lea, max, board, params, webhookId, receiver } = made;
    receiver.answers((response) => void response.writeHead(500).end());
    await log(max, board, 'breakfast');
    await settled();
    const [delivery] = await logOf(made);
    const before = jobAbout(delivery?.id);
    expect(before).toMatchObject({ attempts: 1 });
    const look = vi.spyOn(deps.jobs, 'look').mockImplementation(() => undefined);
    await lea.does(againKey, { params: { ...params, webhookId, deliveryId: delivery?.id ?? '' } });
    look.mockRestore();
    expect(await logOf(made)).toMatchObject([{ state: 'waiting', answer: null, tries: 1 }]);
    const now = jobAbout(delivery?.id);
    expect(now).toMatchObject({ attempts: 0 });
    expect(now?.['id']).not.toBe(before?.['id']);
    await settled();
    expect(receiver.received).toHaveLength(2);
  });

  it('while it is on its way stays delivered, whatever comes of the call before', async () => {
    const made = await hooked();
    const { lea, max, board, params, webhookId, receiver } = made;
    // A host that has answered is called twice at once.
    await log(max, board, 'breakfast');
    await settled();
    let fail: () => void = () => undefined;
    receiver.answers((response) => void (fail = () => void response.writeHead(500).end()));
    await log(max, board, 'breakfast');
    await expect.poll(() => receiver.received.length).toBe(2);
    receiver.answers((response) => void response.writeHead(204).end());
    const [delivery] = await logOf(made);
    await lea.does(againKey, { params: { ...params, webhookId, deliveryId: delivery?.id ?? '' } });
    await expect.poll(async () => (await logOf(made))[0]?.state).toBe('delivered');
    fail();
    await settled();
    expect((await logOf(made))[0]).toMatchObject({ state: 'delivered', answer: '204', tries: 1 });
    expect(jobAbout(delivery?.id)).toBeUndefined();
    expect(receiver.received).toHaveLength(3);
  });
});

describe('a copy of the server', () => {
  /** Another copy on the same database, which does nothing but tell webhooks. */
  function openCopy(): Jobs {
    const { database, boardKeys } = deps;
    const caller = createCaller({ origin: deps.origin, port: 0, networks: thisHouse, within: 5000 });
    const jobs = createJobs({
      database,
      workers: { webhook: createWebhookDeliverer({ database, boardKeys, caller }) },
      tallies: createTallies(),
    });
    // What waits of other tests may be refused meanwhile, which is told as a warning.
    const ignored = () => undefined;
    jobs.start({ info: ignored, warn: ignored, error: (details: object) => expect(details).toBeUndefined() });
    running.push(jobs);
    return jobs;
  }

  it('that was killed between the commit and the call loses nothing: the next one calls, once', async () => {
    const { max, board, receiver } = await hooked();
    // Nobody looks at the queue: as if the process had ended with the commit.
    const look = vi.spyOn(deps.jobs, 'look').mockImplementation(() => undefined);
    await log(max, board, 'breakfast');
    look.mockRestore();
    expect(jobsOf()).not.toEqual([]);
    await openCopy().idle('webhook');
    await settled();
    expect(receiver.received).toHaveLength(1);
  });

  it('that was killed during the call is followed by one that calls once more, under the same id', async () => {
    const { max, board, receiver } = await hooked();
    const look = vi.spyOn(deps.jobs, 'look').mockImplementation(() => undefined);
    await log(max, board, 'breakfast');
    look.mockRestore();
    const mine = jobsOf().at(-1)?.['id'];
    const now = Date.now();
    const job = (await listDueJobs(deps.database.read, { kinds: ['webhook'], now, latest: now + 1e9, limit: 200 })).find(
      ({ id }) => id === mine,
    );
    if (!job) throw new Error('nothing waits');
    expect(await deps.database.unitOfWork(({ db }) => claimJob(db, job, now + 90 * second))).toBe(true);
    await settled();
    expect(receiver.received).toEqual([]);
    moveClockTo(now + 91 * second);
    await openCopy().idle('webhook');
    await settled();
    expect(receiver.received).toHaveLength(1);
    expect(receiver.received[0]?.headers['webhook-id']).toBe(job.subject);
  });
});

describe('a member', () => {
  it('who is left out by their own choice is not told of, nor what others note for them, nor what waited', async () => {
    const made = await hooked();
    const { lea, max, board, params, receiver } = made;
    receiver.answers((response) => void response.writeHead(500).end());
    await log(max, board, 'breakfast');
    await settled();
    receiver.answers((response) => void response.writeHead(204).end());
    await max.does('PUT /api/boards/:boardId/left-out', { params });
    expect((await max.does('GET /api/boards/:boardId/webhooks', { params })).isLeftOut).toBe(true);
    const { activity } = await log(max, board, 'breakfast');
    await max.does('POST /api/boards/:boardId/activities/:activityId/undo', { params: { ...params, activityId: activity.id } });
    await lea.does('POST /api/boards/:boardId/activities', {
      params,
      body: { id: activity.id.replace(/^./, 'y'), actionId: board.breakfast, for: max.id },
    });
    await max.does('POST /api/boards/:boardId/activities', {
      params,
      body: { id: activity.id.replace(/^./, 'x'), actionId: board.breakfast, for: lea.id },
    });
    moveClockTo(Date.now() + 60 * second);
    await settled();
    // The attempt before the choice alone.
    expect(receiver.received).toHaveLength(1);
    expect(await logOf(made)).toEqual([]);
    await log(lea, board, 'breakfast');
    await settled();
    // What Max does would show in it.
    expect(bodiesOf(receiver).at(-1)?.data).not.toHaveProperty('total');
    await max.does('DELETE /api/boards/:boardId/left-out', { params });
    await log(max, board, 'breakfast');
    await settled();
    expect(typesOf(receiver).slice(1)).toEqual(['activity.logged', 'activity.logged']);
    expect(bodiesOf(receiver).at(-1)?.data).toHaveProperty('total');
  });

  it('who is left out is not told of when what they noted for another is undone', async () => {
    const { lea, max, board, params, receiver } = await hooked();
    await lea.does('PUT /api/boards/:boardId/left-out', { params });
    const activityId = newActivityId();
    await lea.does('POST /api/boards/:boardId/activities', { params, body: { id: activityId, actionId: board.breakfast, for: max.id } });
    await max.does('POST /api/boards/:boardId/activities/:activityId/undo', { params: { ...params, activityId } });
    await settled();
    expect(receiver.received).toEqual([]);
  });

  it('sees where the webhooks lead by the name of the host alone, and manages none', async () => {
    const { max, params, webhookId, receiver, secret } = await hooked();
    const { text } = await max.tries('GET /api/boards/:boardId/webhooks', { params });
    expect(JSON.parse(text)).toEqual({
      webhooks: [{ id: webhookId, host: new URL(receiver.url).host, isSigned: true, off: null }],
      isLeftOut: false,
    });
    expect(text).not.toContain('crochet');
    const rows = JSON.stringify(dump(config.dataDir));
    expect(rows).not.toContain(secret);
    expect(rows).not.toContain(receiver.url);
    for (const code of [
      (await max.tries('POST /api/boards/:boardId/webhooks/:webhookId/secret', { params: { ...params, webhookId } })).code,
      (await max.tries('DELETE /api/boards/:boardId/webhooks/:webhookId', { params: { ...params, webhookId } })).code,
      (await max.tries('GET /api/boards/:boardId/webhooks/:webhookId/deliveries', { params: { ...params, webhookId } })).code,
    ])
      expect(code).toBe('administrator_only');
  });

  it('who deletes their account is told of no more, and leaves nothing', async () => {
    const made = await hooked();
    const { lea, max, board, params, receiver } = made;
    const zoe = await testApp.signUp(`Zoé${count}`);
    const { link } = await lea.does('POST /api/boards/:boardId/single-links', { params });
    await zoe.does('POST /api/invitations/:invitation/acceptance', { params: { invitation: link.token } });
    await settled();
    receiver.answers((response) => void response.writeHead(500).end());
    await log(zoe, board, 'breakfast');
    await settled();
    await zoe.does('POST /api/account/deletion', { body: { password } });
    receiver.answers((response) => void response.writeHead(204).end());
    moveClockTo(Date.now() + 60 * second);
    await settled();
    expect(receiver.received).toHaveLength(2);
    expect(JSON.stringify(rowsOf('webhook_delivery'))).not.toContain(zoe.id);
    await remove(lea, board, max);
    await settled();
    expect(receiver.received).toHaveLength(2);
  });
});

describe('a board', () => {
  it('without webhooks asks for none when something is logged on it', async () => {
    const { max, board, receiver, lea, params } = await scene();
    const { database, asked } = watching(deps);
    const logs = async () => {
      asked.length = 0;
      await logActivities({ ...deps, database }, max.id, [{ id: newActivityId(), boardId: board.id, actionId: board.breakfast }]);
      return asked.filter(({ sql }) => sql.includes('webhook')).length;
    };
    expect(await logs()).toBe(0);
    await lea.does('POST /api/boards/:boardId/webhooks', { params, body: { url: receiver.url } });
    expect(await logs()).toBe(2);
    await settled();
    expect(receiver.received).toHaveLength(1);
  });

  it('has three webhooks at most, and another board does not know them', async () => {
    const { lea, params, receiver, webhookId } = await hooked();
    for (let more = 0; more < 2; more += 1) await lea.does('POST /api/boards/:boardId/webhooks', { params, body: { url: receiver.url } });
    expect((await lea.tries('POST /api/boards/:boardId/webhooks', { params, body: { url: receiver.url } })).code).toBe('too_many_webhooks');
    const other = { boardId: (await boardOf(lea)).id, webhookId };
    expect((await lea.tries('DELETE /api/boards/:boardId/webhooks/:webhookId', { params: other })).code).toBe('webhook_not_found');
    await lea.does('DELETE /api/boards/:boardId/webhooks/:webhookId', { params: { ...params, webhookId } });
    expect((await lea.does('GET /api/boards/:boardId/webhooks', { params })).webhooks).toHaveLength(2);
  });

  it('keeps its webhooks under another administrator, who manages them', async () => {
    const { lea, max, params, webhookId } = await hooked();
    await lea.does('PUT /api/boards/:boardId/administrator', { params, body: { userId: max.id } });
    const ofIt = { params: { ...params, webhookId } };
    expect((await lea.tries('POST /api/boards/:boardId/webhooks/:webhookId/test', ofIt)).code).toBe('administrator_only');
    await max.does('POST /api/boards/:boardId/webhooks/:webhookId/test', ofIt);
    await max.does('DELETE /api/boards/:boardId/webhooks/:webhookId', ofIt);
  });

  it('that is deleted is told of no more', async () => {
    const made = await hooked();
    const { lea, max, board, params, receiver } = made;
    receiver.answers((response) => void response.writeHead(500).end());
    await log(max, board, 'breakfast');
    await settled();
    await lea.does('DELETE /api/boards/:boardId', { params });
    moveClockTo(Date.now() + 60 * second);
    await settled();
    expect(receiver.received).toHaveLength(1);
    expect(rowsOf('webhook').filter(({ board_id }) => board_id === board.id)).toEqual([]);
    await deps.jobs.idle('erase_board');
    expect(await examine(deps)).toEqual([]);
  });

  it('tells sixty trials in an hour, and no more', async () => {
    const { lea, params, webhookId } = await hooked();
    await deps.limits.webhookCalls.spend(lea.id, 60);
    const refused = await lea.tries('POST /api/boards/:boardId/webhooks/:webhookId/test', { params: { ...params, webhookId } });
    expect(refused).toMatchObject({ status: 429, code: 'too_many_webhook_calls' });
  });
});
