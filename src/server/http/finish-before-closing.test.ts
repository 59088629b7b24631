/** R10: what a stopping server still does. */
import { once } from 'node:events';
import { get } from 'node:http';
import { expect, it } from 'vitest';
import { refusals } from '#shared/refusals';
import { boardOf, startTestApp } from '../../../tests/test-app.ts';
import { Stream } from '../../../tests/stream.ts';

/** A listening app, and a request that has come and waits behind a unit of work until the gate is opened. */
async function withRequestUnderWay() {
  const testApp = await startTestApp();
  const lea = await testApp.signUp('Léa');
  const board = await boardOf(lea);
  const origin = `http://127.0.0.1:${await testApp.port()}`;
  const stream = await Stream.open(lea);
  await stream.next('hello');

  let openGate = () => {};
  const gate = new Promise<void>((resolve) => (openGate = resolve));
  const held = testApp.deps.database.unitOfWork(() => gate);
  const send = (id: string) =>
    fetch(`${origin}/api/boards/${board.id}/activities`, {
      method: 'POST',
      headers: { origin, cookie: lea.cookie ?? '', 'content-type': 'application/json' },
      body: JSON.stringify({ id, actionId: board.breakfast }),
    });
  const come = once(testApp.app.server, 'request');
  const reply = send('under-way-when-it-stops');
  await come;
  return { testApp, origin, stream, send, reply, openGate, held };
}

it('a request under way is answered before the server closes; streams do not hold it up', async () => {
  const { testApp, origin, stream, reply, openGate, held } = await withRequestUnderWay();
  const closed = testApp.app.close();
  await stream.next('bye');
  setTimeout(openGate, 200);
  expect((await reply).status).toBe(201);
  await Promise.all([held, closed]);
  await expect(new Promise((_, reject) => get(origin, { agent: false }).on('error', reject))).rejects.toThrow('ECONNREFUSED');
});

it('what comes while a request holds up the closing is put off, in our words', async () => {
  const { testApp, origin, send, reply, openGate, held } = await withRequestUnderWay();
  const closed = testApp.app.close();
  await expect.poll(async () => (await fetch(`${origin}/healthz`)).status).toBe(503);
  const late = await send('come-while-it-stopped');
  const [status, message] = refusals.unavailable;
  expect({ status: late.status, body: await late.json() }).toEqual({ status, body: { code: 'unavailable', message } });
  openGate();
  expect((await reply).status).toBe(201);
  await Promise.all([held, closed]);
});
