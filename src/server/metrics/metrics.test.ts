/** What a copy tells of itself, to whom, and in how many series at most. */
import { once } from 'node:events';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { tamper } from '../../../tests/database-state.ts';
import { freePort } from '../../../tests/built-server.ts';
import { boardOf, log, startTestApp } from '../../../tests/test-app.ts';
import { WrongSetting } from '../config/config.ts';
import { start } from '../start.ts';
import { createMetrics } from './metrics.ts';

const host = '127.0.0.1';
const testApp = await startTestApp();
const [lea, max] = await testApp.signUpAll('Léa', 'Max');
const board = await boardOf(lea, [max], { title: 'CANARI-DU-TABLEAU' });
const [port, metricsPort] = [await freePort(), await freePort()];
const running = await start({ ...testApp.config, port, metricsAddress: { host, port: metricsPort }, backupEvery: 60 * 60 * 1000 });
afterAll(() => running.stop());
const origin = `http://${host}:${port}`;

const call = (path: string, { headers, ...init }: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {}) =>
  fetch(`${origin}${path}`, { ...init, headers: { origin, cookie: lea.cookie ?? '', ...headers } });
const post = (path: string, body: object) =>
  call(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
const sendLog = (id: string) => post(`/api/boards/${board.id}/activities`, { id, actionId: board.breakfast });

async function scrape(): Promise<string> {
  const reply = await fetch(`http://${host}:${metricsPort}/metrics`);
  expect(reply.headers.get('content-type')).toContain('text/plain');
  return await reply.text();
}

/** The value of a series, written as Prometheus does. */
function value(text: string, series: string): number {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return Number(line?.slice(series.length));
}

describe('the metrics', () => {
  it('count replies by route and status, and how long they took', async () => {
    await sendLog('a-log-that-is-measured-1');
    await call('/api/boards/nowhere');
    const text = await scrape();
    const route = '/api/boards/:boardId/activities';
    expect(value(text, `oulala_http_requests_total{method="POST",route="${route}",status="201"}`)).toBe(1);
    expect(value(text, 'oulala_http_requests_total{method="GET",route="/api/boards/:boardId",status="404"}')).toBe(1);
    expect(value(text, `oulala_http_request_duration_seconds_count{method="POST",route="${route}"}`)).toBe(1);
  });

  it('count each log once, however often it is sent', async () => {
    const before = value(await scrape(), 'oulala_logs_total');
    await sendLog('a-log-that-is-measured-2');
    await sendLog('a-log-that-is-measured-2');
    expect(value(await scrape(), 'oulala_logs_total')).toBe(before + 1);
  });

  it('tell the open streams, and do not time them as requests', async () => {
    const leave = new AbortController();
    const stream = await call('/api/live', { signal: leave.signal });
    await stream.body?.getReader().read();
    expect(value(await scrape(), 'oulala_streams')).toBe(1);
    leave.abort();
    await expect.poll(async () => value(await scrape(), 'oulala_streams')).toBe(0);
    expect(await scrape()).not.toContain('/api/live');
  });

  it('tell of the mails that wait and of those handed over', async () => {
    await post('/api/password-resets', { email: lea.email });
    await expect.poll(async () => value(await scrape(), 'oulala_jobs_total{kind="password_reset_mail",outcome="done"}')).toBe(1);
    expect(value(await scrape(), 'oulala_jobs_waiting{kind="password_reset_mail"}')).toBe(0);
  });

  it('tell when a recurring job is due next, and how many failed the last time', async () => {
    await running.deps.jobs.idle('forget_expired');
    const text = await scrape();
    const kind = '{kind="forget_expired"}';
    expect(value(text, `oulala_jobs_waiting${kind}`)).toBe(1);
    expect(value(text, `oulala_jobs_failing${kind}`)).toBe(0);
    expect(value(text, `oulala_jobs_due_timestamp_seconds${kind}`)).toBeGreaterThan(Date.now() / 1000);
    tamper(testApp.config.dataDir, "update job set last_failure = 'SQLITE_FULL' where id = 'forget_expired'");
    expect(value(await scrape(), `oulala_jobs_failing${kind}`)).toBe(1);
  });

  it('tell of the process: its memory, and how late the event loop is', async () => {
    const text = await scrape();
    for (const name of ['process_resident_memory_bytes', 'process_cpu_seconds_total', 'nodejs_eventloop_lag_p99_seconds'])
      expect(value(text, name), name).toBeGreaterThan(0);
  });

  it('tell which version runs, and on which Node', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string };
    expect(value(await scrape(), `oulala_build_info{version="${version}",node="${process.versions.node}"}`)).toBe(1);
  });

  it('tell the room on the disk, and what the database takes of it', async () => {
    const text = await scrape();
    const [size, free] = ['size', 'free'].map((state) => value(text, `oulala_disk_bytes{state="${state}"}`));
    expect(free).toBeGreaterThan(0);
    expect(size).toBeGreaterThan(free ?? 0);
    expect(value(text, 'oulala_database_bytes{file="database"}')).toBe(statSync(join(testApp.config.dataDir, 'ou-la-la.db')).size);
    expect(value(text, 'oulala_database_bytes{file="log"}')).toBeGreaterThan(0);
  });

  it('tell when the last sound backup was made, and how many failed', async () => {
    await running.deps.jobs.idle('back_up');
    const text = await scrape();
    expect(value(text, 'oulala_backup_last_success_timestamp_seconds')).toBeGreaterThan(Date.now() / 1000 - 600);
    expect(value(text, 'oulala_backup_failures_total')).toBe(0);
    expect(value(text, 'oulala_backup_interval_seconds')).toBe(3600);
    rmSync(testApp.config.backupDir, { recursive: true });
    running.deps.tallies.backupFailures += 1;
    expect(value(await scrape(), 'oulala_backup_last_success_timestamp_seconds')).toBe(0);
    expect(value(await scrape(), 'oulala_backup_failures_total')).toBe(1);
  });

  it('have no more series the more addresses there are, and repeat none of them', async () => {
    await call('/first');
    await call('/api/first');
    const series = async () => (await scrape()).split('\n').filter((line) => line.startsWith('oulala_')).length;
    const before = await series();
    for (let one = 0; one < 20; one += 1) {
      await call(`/page-${one}`);
      await call(`/api/unknown-${one}`);
      await call(`/api/boards/board-${one}?q=${one}`);
    }
    expect(await series()).toBe(before);
    for (const told of ['page-1', 'unknown-1', 'board-1', board.id, lea.id, 'CANARI', lea.email])
      expect(await scrape()).not.toContain(told);
  });

  it('are nowhere on the public port, and nothing of the game is at their address', async () => {
    expect((await call('/metrics', { headers: { accept: 'text/plain' } })).headers.get('content-type')).not.toContain('text/plain');
    for (const path of ['/', '/api/boards', '/healthz', '/metrics/x'])
      expect((await fetch(`http://${host}:${metricsPort}${path}`)).status, path).toBe(404);
  });

  it('are refused an address that is taken, in one clear line', async () => {
    const other = createServer().listen(0, host);
    await once(other, 'listening');
    const address = other.address();
    const taken = typeof address === 'object' && address ? address.port : 0;
    const dataDir = join(testApp.config.dataDir, 'of-its-own');
    const outcome = start({ ...testApp.config, dataDir, port: await freePort(), metricsAddress: { host, port: taken } });
    await expect(outcome).rejects.toBeInstanceOf(WrongSetting);
    await expect(outcome).rejects.toThrow(new RegExp(`^Les mesures .* port ${taken} : EADDRINUSE \\(réglage METRICS_ADDRESS\\)\\.$`));
    other.close();
  });
});

describe('metrics of several copies on one database', () => {
  const { liveFeed, tallies, bus, config, database } = testApp.deps;

  it('is absent of a server that is alone', async () => {
    const text = await createMetrics({ liveFeed, tallies, bus, config, database: { ...database, connections: () => undefined } }).text();
    for (const name of ['oulala_bus', 'oulala_database_connections', 'oulala_backup']) expect(text).not.toContain(name);
  });

  it('is whether it hears of the others, and how its connections are used', async () => {
    const connections = () => ({ size: 10, open: 3, idle: 2, waiting: 5 });
    const lost = { ...bus, state: () => 'lost' as const };
    const text = await createMetrics({ liveFeed, tallies, bus: lost, config, database: { ...database, connections } }).text();
    expect(value(text, 'oulala_bus_connected')).toBe(0);
    expect(value(text, 'oulala_database_connections{state="waiting"}')).toBe(5);
    expect(value(text, 'oulala_database_connections{state="size"}')).toBe(10);
  });
});

it('a log is counted where nobody asks for metrics, too: it costs one addition', async () => {
  const { logs } = testApp.deps.tallies;
  await log(lea, board, 'dishes');
  expect(testApp.deps.tallies.logs).toBe(logs + 1);
});
