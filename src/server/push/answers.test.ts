/** Whatever a push service answers (R15), and whatever becomes of a copy of the server meanwhile. */
import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { afterFile } from '../../../tests/after-file.ts';
import { dump, tamper } from '../../../tests/database-state.ts';
import { allTold, startPushService, type TestBrowser } from '../../../tests/push-service.ts';
import { boardOf, log, type Someone, startTestApp, type TestBoard } from '../../../tests/test-app.ts';
import { examine } from '../doctor/doctor.ts';
import { claimJob, listDueJobs } from '../jobs/job-store.ts';
import { createJobs, type Jobs } from '../jobs/jobs.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { createTallies } from '../metrics/tallies.ts';
import { createDeliverer } from './delivering.ts';
import { createPushService } from './push-service.ts';
import { createTeller } from './telling.ts';
import { createSignature } from './vapid.ts';

const service = await startPushService();
afterFile(() => service.close());
const testApp = await startTestApp({ boundless: true, hasty: true, config: { pushServices: [service.origin] } });
const { deps, config } = testApp;
const running: Jobs[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const jobs of running.splice(0)) await jobs.stop();
});

const minute = 60_000;
const settled = () => allTold(deps);
const rowsOf = (table: string) => dump(config.dataDir)[table] ?? [];
const waitingJobs = () => rowsOf('job').filter(({ kind }) => kind === 'push' || kind === 'tell_board');
const later = async (milliseconds: number) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds });
  await settled();
};

let count = 0;
async function couple(): Promise<{ lea: Someone; max: Someone; board: TestBoard; hers: TestBrowser }> {
  count += 1;
  const [lea, max] = await testApp.signUpAll(`Léa${count}`, `Max${count}`);
  const board = await boardOf(lea, [max]);
  const hers = service.browser();
  await lea.does('PUT /api/notifications/device', { body: hers.subscription() });
  return { lea, max, board, hers };
}

describe('a push service that answers', () => {
  it.each([404, 410])('%i knows no such device: it is forgotten', async (status) => {
    const { lea, max, board, hers } = await couple();
    hers.status = status;
    await log(max, board, 'breakfast');
    await settled();
    expect(hers.calls).toBe(1);
    expect((await lea.does('GET /api/notifications')).device).toBeNull();
    expect(waitingJobs()).toEqual([]);
    await log(max, board, 'breakfast');
    await settled();
    expect(rowsOf('board').find(({ id }) => id === board.id)).toMatchObject({ heard: 0 });
  });

  it.each([404, 410])('%i while the device subscribes anew is asked again there', async (status) => {
    const { lea, max, board, hers } = await couple();
    const anew = service.browser();
    hers.answers.push((response) => {
      void lea.does('PUT /api/notifications/device', { body: anew.subscription() }).then(() => response.writeHead(status).end());
    });
    await log(max, board, 'breakfast');
    await settled();
    expect(waitingJobs()).toMatchObject([{ attempts: 1, last_failure: `HTTP_${status}` }]);
    await later(minute);
    expect(hers.calls).toBe(1);
    expect(anew.messages).toHaveLength(1);
    expect(waitingJobs()).toEqual([]);
  });

  it('413 gets it no more, but later news', async () => {
    const { max, board, hers } = await couple();
    hers.status = 413;
    await log(max, board, 'breakfast');
    await settled();
    expect(hers.calls).toBe(1);
    expect(waitingJobs()).toEqual([]);
    hers.status = 201;
    await log(max, board, 'breakfast');
    await settled();
    expect(hers.messages).toHaveLength(1);
  });

  it.each([
    ['429 with Retry-After', 429, { 'retry-after': '7200' }, 7200_000],
    ['503 with a date', 503, { 'retry-after': new Date(Date.now() + 20 * minute).toUTCString() }, 20 * minute],
    ['503 with a Retry-After of no time', 503, { 'retry-after': '0' }, 5000],
    ['500', 500, {}, 5000],
    ['a redirect', 302, { location: 'https://push.example.org/' }, 5000],
    ['401', 401, {}, 5000],
  ])('%s gets it again when it says, or soon', async (_, status, headers, wait) => {
    const { max, board, hers } = await couple();
    hers.answers.push((response) => void response.writeHead(status, headers).end());
    await log(max, board, 'breakfast');
    await settled();
    expect(hers.messages).toEqual([]);
    const [job] = waitingJobs();
    expect(job).toMatchObject({ attempts: 1, last_failure: `HTTP_${status}` });
    expect(Math.abs(Number(job?.['due']) - Date.now() - wait)).toBeLessThan(minute);
    await later(wait + minute);
    expect(hers.messages).toHaveLength(1);
    expect(waitingJobs()).toEqual([]);
  });

  it.each([
    ['nonsense', (response: ServerResponse) => void response.socket?.end('bonjour\r\n\r\n')],
    ['nothing, and hangs up', (response: ServerResponse) => void response.socket?.destroy()],
  ])('%s gets it again', async (_, answer) => {
    const { max, board, hers } = await couple();
    hers.answers.push(answer);
    await log(max, board, 'breakfast');
    await settled();
    expect(waitingJobs()).toMatchObject([{ attempts: 1 }]);
    await later(minute);
    expect(hers.messages).toHaveLength(1);
  });

  it('anything is counted by its status alone, and the metrics tell since when the oldest waits', async () => {
    const { lea, max, board, hers } = await couple();
    const before = { ...deps.tallies.pushAnswers };
    const since = Date.now() - 1000;
    for (const status of [429, 403, 503, 302]) hers.answers.push((response) => void response.writeHead(status).end());
    hers.answers.push((response) => void response.socket?.destroy());
    await log(max, board, 'breakfast');
    await settled();
    const text = await createMetrics(deps).text();
    const oldest = Number(/^oulala_jobs_oldest_timestamp_seconds\{kind="push"\} (.+)$/m.exec(text)?.[1]) * 1000;
    expect(oldest).toBeGreaterThanOrEqual(since);
    expect(oldest).toBeLessThanOrEqual(Date.now());
    for (let tries = 0; waitingJobs().length > 0 && tries < 10; tries += 1) await later(60 * minute);
    expect(hers.messages).toHaveLength(1);
    const more = Object.entries(deps.tallies.pushAnswers).map(([answer, now]) => [answer, now - before[answer as keyof typeof before]]);
    const counted = { '2xx': 1, '429': 1, '4xx': 1, '5xx': 1, other: 1, none: 1 };
    expect(Object.fromEntries(more.filter(([, times]) => times !== 0))).toEqual(counted);
    const told = await createMetrics(deps).text();
    expect(told).toContain(`oulala_push_answers_total{answer="429"} ${deps.tallies.pushAnswers['429']}`);
    for (const secret of [new URL(hers.endpoint).pathname.slice(1), service.origin, board.id, lea.id, lea.name])
      expect(told).not.toContain(secret);
  });

  it.each([undefined, '1', '7200', '999999'])('503 for a day with Retry-After: %s has lost it, and gets later news', async (retryAfter) => {
    const { max, board, hers } = await couple();
    const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
    const refuse = (response: ServerResponse) => void response.writeHead(503, headers).end();
    for (let times = 0; times < 100; times += 1) hers.answers.push(refuse);
    await log(max, board, 'breakfast');
    await settled();
    const start = Date.now();
    for (let tries = 0; waitingJobs().length > 0 && tries < 100; tries += 1) await later(Number(waitingJobs()[0]?.['due']) - Date.now());
    expect(Date.now() - start).toBeGreaterThan(20 * 60 * minute);
    expect(Date.now() - start).toBeLessThanOrEqual(24 * 60 * minute);
    expect(hers.messages).toEqual([]);
    expect(hers.calls).toBeLessThan(40);
    hers.answers.length = 0;
    await log(max, board, 'breakfast');
    await settled();
    expect(hers.messages).toHaveLength(1);
  });
});

describe('what was gathered in a push that failed', () => {
  /** News of a board, tried in vain, in which a proposal on another one was gathered. */
  async function gathered() {
    const { lea, max, board: news, hers } = await couple();
    const [zoe] = await testApp.signUpAll(`Zoé${count}`);
    const board = await boardOf(lea, [zoe]);
    await settled();
    hers.received.length = 0;
    const propose = (title: string) =>
      zoe.does('POST /api/boards/:boardId/proposals', {
        params: { boardId: board.id },
        body: { title, points: 5, category: 'household' },
      });
    const see = async (one: TestBoard, looking: boolean) => {
      const { revision } = (await lea.does('GET /api/boards/:boardId', { params: { boardId: one.id } })).board;
      await lea.does('PUT /api/notifications/seen', { body: { boards: [{ boardId: one.id, revision, looking }] } });
    };
    for (let times = 0; times < 4; times += 1) hers.answers.push((response) => void response.writeHead(503).end());
    await log(max, news, 'breakfast');
    await settled();
    await propose('Chanter');
    for (let times = 0; times < 3; times += 1) await later(61_000);
    expect(rowsOf('push').find(({ topic, about }) => topic === 'proposal' && about === board.id)?.['gathered_in']).not.toBeNull();
    hers.answers.length = 0;
    const due = Number(waitingJobs()[0]?.['due']);
    vi.useFakeTimers({ toFake: ['Date'], now: due - 1000 });
    return { news, board, hers, see, propose };
  }
  const toldOf = ({ messages }: TestBrowser) => messages.map(({ notification }) => notification.data.kind);

  it('is told on its own where the rest was seen meanwhile, once nobody looks at its board', async () => {
    const { news, board, hers, see, propose } = await gathered();
    await see(news, false);
    await see(board, true);
    await later(2000);
    expect(hers.messages).toEqual([]);
    expect(await examine(deps)).toEqual([]);
    await later(2 * minute);
    expect(toldOf(hers)).toEqual(['requests']);
    await propose('Danser');
    await later(2 * minute);
    expect(toldOf(hers)).toEqual(['requests', 'requests']);
    expect(waitingJobs()).toEqual([]);
  });

  it('does not count as told with the rest while the person looks at its board', async () => {
    const { board, hers, see } = await gathered();
    await see(board, true);
    await later(2000);
    expect(toldOf(hers)).toEqual(['points']);
    await later(2 * minute);
    expect(toldOf(hers)).toEqual(['points', 'requests']);
    expect(waitingJobs()).toEqual([]);
  });

  it('does not wait for the rest while the person looks at the board of that', async () => {
    const { news, hers, see } = await gathered();
    await see(news, true);
    await later(2000);
    expect(toldOf(hers)).toEqual(['requests']);
    expect(await examine(deps)).toEqual([]);
  });
});

describe('a device', () => {
  it('that subscribed twice is told once, and ten devices each once', async () => {
    const { lea, max, board, hers } = await couple();
    await lea.does('PUT /api/notifications/device', { body: hers.subscription() });
    const others: TestBrowser[] = [];
    for (let more = 0; more < 9; more += 1) {
      const browser = service.browser();
      await (await lea.elsewhere()).does('PUT /api/notifications/device', { body: browser.subscription() });
      others.push(browser);
    }
    await log(max, board, 'breakfast');
    await settled();
    expect([hers, ...others].map(({ messages }) => messages.length)).toEqual(Array.from({ length: 10 }, () => 1));
  });

  it.each(['https://10.0.0.1/a', 'https://[::1]/a', 'https://localhost/a', 'http://push.example.org/a', 'https://a@push.example.org/a'])(
    'at %s is refused',
    async (endpoint) => {
      const { lea, hers } = await couple();
      const answer = await lea.tries('PUT /api/notifications/device', { body: { ...hers.subscription(), endpoint } });
      expect(answer.code).toBe('push_address_refused');
    },
  );

  it('whose address leads into the house by the time of a push is forgotten, and not called', async () => {
    const { lea, max, board } = await couple();
    tamper(config.dataDir, 'update push_device set endpoint = ? where user_id = ?', 'https://127.0.0.1/a', lea.id);
    await log(max, board, 'breakfast');
    await settled();
    expect((await lea.does('GET /api/notifications')).device).toBeNull();
    expect(deps.tallies.pushes.refused).toBe(1);
  });
});

/** Another copy of the server, on the same database. */
function startCopy(): Jobs {
  const sign = createSignature(deps.vapid, 'mailto:support@jeu.test');
  const tallies = createTallies();
  const { database, origin } = deps;
  const pushService = createPushService({ sign, inHouse: [service.origin] });
  afterFile(() => pushService.close());
  const workers = { tell_board: createTeller(database), push: createDeliverer({ database, service: pushService, origin, tallies }) };
  const jobs = createJobs({ database, workers, tallies });
  const silent = () => undefined;
  jobs.start({ info: silent, warn: silent, error: silent });
  running.push(jobs);
  return jobs;
}

describe('several copies', () => {
  it('tell each device once', async () => {
    const { max, board, hers, lea } = await couple();
    const others: TestBrowser[] = [];
    for (let more = 0; more < 9; more += 1) {
      const browser = service.browser();
      await (await lea.elsewhere()).does('PUT /api/notifications/device', { body: browser.subscription() });
      others.push(browser);
    }
    const copies = [startCopy(), startCopy()];
    await log(max, board, 'breakfast');
    for (const jobs of copies) for (const kind of ['tell_board', 'push'] as const) jobs.look(kind);
    await expect.poll(() => others.every(({ messages }) => messages.length > 0) && waitingJobs().length === 0).toBe(true);
    expect([hers, ...others].map(({ messages }) => messages.length)).toEqual(Array.from({ length: 10 }, () => 1));
  });

  it.each([-30, 30])('whose clocks differ by %i s tell a device of a board once an hour, and of its nudges, too', async (seconds) => {
    const { lea, max, board, hers } = await couple();
    const [zoe] = await testApp.signUpAll(`Zoé${count}`);
    const other = await boardOf(lea, [max, zoe]);
    await settled();
    hers.received.length = 0;
    const nudge = (from: Someone) =>
      from.does('POST /api/boards/:boardId/members/:userId/nudge', { params: { boardId: other.id, userId: lea.id } });
    await log(max, board, 'breakfast');
    await settled();
    await nudge(max);
    await settled();
    expect(hers.messages).toHaveLength(2);
    await later(5000 + seconds * 1000);
    await log(max, board, 'breakfast');
    await settled();
    await nudge(zoe);
    await settled();
    expect(hers.messages).toHaveLength(2);
    await later(61 * minute);
    expect(hers.messages).toHaveLength(3);
    expect(waitingJobs()).toEqual([]);
  });

  it('finish what a killed one had claimed', async () => {
    const { max, board, hers } = await couple();
    hers.answers.push((response) => void response.writeHead(500).end());
    await log(max, board, 'breakfast');
    await settled();
    const { database } = deps;
    const due = { kinds: ['push'] as const, now: Date.now() + minute, latest: Number.MAX_SAFE_INTEGER, limit: 1 };
    const [job] = await listDueJobs(database.read, due);
    // As a copy does that is killed before it hands the push over.
    await database.unitOfWork(async ({ db }) => job && claimJob(db, job, Date.now() + 2 * minute));
    await later(minute);
    expect(hers.messages).toEqual([]);
    await later(minute);
    expect(hers.messages).toHaveLength(1);
    expect(waitingJobs()).toEqual([]);
  });

  it('repeat once at most what a killed one handed over without saying so', async () => {
    const { max, board, hers } = await couple();
    await log(max, board, 'breakfast');
    await settled();
    const push = rowsOf('push').find(({ about }) => about === board.id);
    // As it was a moment before.
    tamper(config.dataDir, 'update push set sent_at = null where id = ?', push?.['id']);
    tamper(config.dataDir, 'delete from told_board where board_id = ?', board.id);
    tamper(
      config.dataDir,
      "insert into job (id, kind, subject, due, attempts, created_at) values ('again', 'push', ?, 0, 1, 0)",
      push?.['id'],
    );
    await later(minute);
    expect(hers.messages).toHaveLength(2);
    await later(61 * minute);
    expect(hers.messages).toHaveLength(2);
    expect(waitingJobs()).toEqual([]);
  });
});
