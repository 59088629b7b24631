/** When a balancer is told that people can be sent here, and when not. */
import { describe, expect, it } from 'vitest';
import { refusals } from '#shared/refusals';
import { freePort } from '../../../tests/built-server.ts';
import { boardOf, log, startTestApp } from '../../../tests/test-app.ts';
import { holdForWriting } from '../../../tests/database-state.ts';
import { start } from '../start.ts';

const [status, message] = refusals.unavailable;
const unavailable = { status, body: { code: 'unavailable', message } };
const ready = { status: 200, body: { status: 'ready' } };
const alive = { status: 200, body: { status: 'ok' } };

async function look(port: number, path: string): Promise<{ status: number; body: unknown } | undefined> {
  const reply = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined);
  return reply && { status: reply.status, body: await reply.json() };
}

it('a copy that starts is alive and not ready until its database lets it in', async () => {
  const { config } = await startTestApp();
  const port = await freePort();
  const letGo = holdForWriting(config.dataDir);
  const starting = start({ ...config, port });
  // At once: it does not wait for ever.
  const looks = () => Promise.all(['/readyz', '/healthz', '/api/boards'].map((path) => look(port, path)));
  await expect.poll(looks).toEqual([unavailable, alive, unavailable]);
  letGo();
  const running = await starting;
  expect(await look(port, '/readyz')).toEqual(ready);
  await running.stop();
});

describe('a copy that is asked to stop', () => {
  it('first says that it is not ready, and serves on as long as it was given', async () => {
    const testApp = await startTestApp();
    const [lea] = await testApp.signUpAll('Léa');
    const board = await boardOf(lea);
    const port = await freePort();
    const running = await start({ ...testApp.config, port });
    const origin = `http://127.0.0.1:${port}`;
    const { breakfast: actionId } = board;
    const send = (id: string) =>
      fetch(`${origin}/api/boards/${board.id}/activities`, {
        method: 'POST',
        headers: { origin, cookie: lea.cookie ?? '', 'content-type': 'application/json' },
        body: JSON.stringify({ id, actionId }),
      });
    const stopped = running.stop(300_000);
    expect(await look(port, '/readyz')).toEqual(unavailable);
    expect(await look(port, '/healthz')).toEqual(alive);
    expect((await send('logged-in-the-grace-of-a-stop')).status).toBe(201);
    // Asked again, it waits no longer.
    void running.stop();
    await stopped;
    expect(await look(port, '/healthz')).toBeUndefined();
  });

  it('is not ready while it closes, either', async () => {
    const { app, deps } = await startTestApp();
    await app.close();
    expect(deps.readiness.turnsAway()).toBe(true);
  });
});

it('a copy whose database does not answer is not ready, says so in time, and asks it once for all who want to know', async () => {
  const testApp = await startTestApp();
  const [lea] = await testApp.signUpAll('Léa');
  const { database } = testApp.deps;
  let asked = 0;
  let answer: () => void = () => undefined;
  const ping = database.ping;
  database.ping = () => {
    asked += 1;
    return new Promise((resolve) => (answer = resolve));
  };
  const looks = await Promise.all(['/readyz', '/readyz', '/readyz'].map((url) => lea.sends({ method: 'GET', url })));
  expect(looks.map((reply) => reply.status)).toEqual([status, status, status]);
  expect(asked).toBe(1);
  expect((await log(lea, await boardOf(lea), 'breakfast')).activity.points).toBe(20);
  database.ping = ping;
  answer();
  expect((await lea.sends({ method: 'GET', url: '/readyz' })).status).toBe(200);
});
