/** Requests whose body comes late: what they may do is decided when it is there (S4). */
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { host, startTestApp, origin, password, type Someone } from '../../../../tests/test-app.ts';

const testApp = await startTestApp();

/** Sends the head and a part of the body; `finish` sends the rest and gives the whole answer. */
async function halfSent(person: Someone, line: string, body: string): Promise<{ finish(): Promise<string> }> {
  const port = await testApp.port();
  const cookie = person.cookie ?? '';
  const socket = connect(port, '127.0.0.1');
  const headRead = once(testApp.app.server, 'request');
  const head = [
    `${line} HTTP/1.1`,
    `host: ${host}`,
    `origin: ${origin}`,
    `cookie: ${cookie}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 1)}`, () => resolve());
  });
  await headRead;
  // Longer than it takes a body to count as late.
  await new Promise((resolve) => setTimeout(resolve, 150));
  return {
    finish: () =>
      new Promise((resolve, reject) => {
        let answer = '';
        socket.on('data', (bytes) => (answer += bytes.toString()));
        socket.once('end', () => resolve(answer));
        socket.once('error', reject);
        socket.write(body.slice(1));
      }),
  };
}

describe('a request whose body comes after', () => {
  it('the owner has changed the password tells nobody the new cookie', async () => {
    const lea = await testApp.signUp('Léa');
    const thief = Object.assign(await testApp.signUp('Voleur'), { cookie: lea.cookie });
    const held = await halfSent(thief, 'PATCH /api/account/preferences', JSON.stringify({ essentialCookies: true }));
    await lea.does('PUT /api/account/password', { body: { currentPassword: password, newPassword: 'orage violet 43' } });
    const answer = await held.finish();
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(answer).not.toMatch(/set-cookie/i);
  });

  it('its session has ended changes nothing', async () => {
    const max = await testApp.signUp('Max');
    const copy = Object.assign(await max.elsewhere(), { cookie: max.cookie });
    const held = await halfSent(copy, 'PATCH /api/account', JSON.stringify({ username: 'Maxime' }));
    await max.does('DELETE /api/session');
    expect(await held.finish()).toMatch(/^HTTP\/1\.1 401 /);
    const again = await max.elsewhere();
    expect((await again.does('GET /api/session')).user).toMatchObject({ username: 'Max' });
  });
});

it('the old password opens no session that outlives its change, however the two meet', async () => {
  const zoe = await testApp.signUp('Zoé');
  const tries = Array.from({ length: 12 }, async (_, index) => {
    await new Promise((resolve) => setTimeout(resolve, index * 8));
    const other = Object.assign(testApp.visitor(), { name: 'Zoé' });
    await other.tries('POST /api/session', { body: { identifier: 'Zoé', password } });
    return other;
  });
  await zoe.does('PUT /api/account/password', { body: { currentPassword: password, newPassword: 'orage violet 43' } });
  for (const other of await Promise.all(tries)) expect((await other.does('GET /api/session')).user).toBeNull();
  expect((await zoe.does('GET /api/sessions')).sessions).toHaveLength(1);
});
