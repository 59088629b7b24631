/** S5: a change comes from our own pages, as JSON, or not at all; and reading changes nothing. */
import { describe, expect, it } from 'vitest';
import { api } from '#shared/api';
import { endpoints, isChange, isStream, json, startTestApp, password, requestOf, boardOf } from '../../../tests/test-app.ts';
import { print } from '../../../tests/database-state.ts';
import { validCalls } from '../../../tests/valid-calls.ts';

const testApp = await startTestApp({ boundless: true });
const calls = await validCalls(testApp);
const { origin = '' } = testApp.config;
const { host, hostname } = new URL(origin);
const changes = endpoints.filter((key) => isChange(key) && !('fromAnywhere' in api[key]));

const foreignHeaders = [
  ['without Origin', { origin: undefined, ...json }],
  ["with Origin 'null'", { origin: 'null', ...json }],
  ['with an empty Origin', { origin: '', ...json }],
  ['from a foreign site', { origin: 'https://mechant.test', ...json }],
  ['from a site that begins like ours', { origin: `${origin}.mechant.test`, ...json }],
  ['from our name on another port', { origin: `http://${hostname}:8080`, ...json }],
  ['from a site that is no address', { origin: host, ...json }],
  ['as a form', { origin, 'content-type': 'application/x-www-form-urlencoded' }],
  ['as a form with files', { origin, 'content-type': 'multipart/form-data; boundary=x' }],
  ['as text', { origin, 'content-type': 'text/plain' }],
  ['as text that says json', { origin, 'content-type': 'text/plain; charset=application/json' }],
] as const;

describe.each(changes)('%s', (key) => {
  it.each(foreignHeaders)('is refused %s and changes nothing', async (_how, headers) => {
    const { actor, input } = calls[key];
    const { method, url, body } = requestOf(key, input);
    const before = print(testApp.config.dataDir);
    const answer = await actor.sends({ method, url, headers, payload: JSON.stringify(body ?? {}) });
    expect(answer).toMatchObject({ status: 403, code: 'foreign_origin' });
    expect(print(testApp.config.dataDir)).toBe(before);
  });
});

it.each(foreignHeaders)('ending mails by the address in one is not refused %s', async (_how, headers) => {
  const { actor, input } = calls['POST /api/recap-mail/unsubscriptions/:token'];
  const { method, url } = requestOf('POST /api/recap-mail/unsubscriptions/:token', input);
  const isKnown = !('content-type' in headers) || !headers['content-type'].startsWith('text/');
  const payload = 'content-type' in headers && headers['content-type'].startsWith('application/json') ? '{}' : 'List-Unsubscribe=One-Click';
  expect((await actor.sends({ method, url, headers, payload })).status).toBe(isKnown ? 204 : 400);
});

describe('reading', () => {
  it.each(endpoints.filter((key) => !isChange(key) && !isStream(key)))('changes nothing: %s', async (key) => {
    const { actor, input } = calls[key];
    const before = print(testApp.config.dataDir);
    const answer = await actor.sends({ method: 'GET', url: requestOf(key, input).url });
    expect(answer.status).toBe(api[key].reply[0]);
    expect(print(testApp.config.dataDir)).toBe(before);
  });

  it.each(changes)('by the address of a change does nothing: GET instead of %s', async (key) => {
    const { actor, input } = calls[key];
    const before = print(testApp.config.dataDir);
    const answer = await actor.sends({ method: 'GET', url: requestOf(key, input).url });
    expect(answer.status).toBeLessThan(500);
    expect(print(testApp.config.dataDir)).toBe(before);
  });
});

/** What a browser sends over TLS, before a proxy that puts its own name for the server into Host. */
const fromPage = { origin: 'https://jeu.lan', 'sec-fetch-site': 'same-origin' };

/** Takes the place of standard output. */
function listening() {
  let logged = '';
  return { stream: { write: (line: string) => void (logged += line) }, text: () => logged };
}

describe('behind a configured address', () => {
  it('only that address is ours, whatever Host says', async () => {
    const fixed = await startTestApp({ config: { origin: 'https://jeu.example.org' } });
    const lea = fixed.visitor();
    const payload = JSON.stringify({ identifier: 'Léa', password });
    const from = (site: string) => lea.sends({ method: 'POST', url: '/api/session', payload, headers: { ...json, origin: site } });
    expect(await from(origin)).toMatchObject({ status: 403, code: 'foreign_origin' });
    expect(await from('http://jeu.example.org')).toMatchObject({ status: 403, code: 'foreign_origin' });
    expect(await from('https://jeu.example.org')).toMatchObject({ status: 401, code: 'wrong_credentials' });
  });

  it('a refusal names it, and the log says once that the app was opened elsewhere, and not where', async () => {
    const log = listening();
    const fixed = await startTestApp({ config: { origin: 'https://jeu.example.org' }, logger: { level: 'warn', stream: log.stream } });
    const lea = fixed.visitor();
    const from = (name: string, site: string) =>
      lea.sends({ method: 'DELETE', url: '/api/session', headers: { host: name, origin: site } });
    const refusal = { status: 403, body: { code: 'foreign_origin', origin: 'https://jeu.example.org' } };
    expect(await from('jeu.example.org', 'https://mechant.test')).toMatchObject(refusal);
    expect(log.text()).toBe('');
    for (let other = 0; other < 20; other += 1) {
      const name = `192.168.1.${other}:3000`;
      expect(await from(name, `http://${name}`)).toMatchObject(refusal);
    }
    const lines = log.text().trim().split('\n');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('https://jeu.example.org');
    expect(lines[0]).not.toContain('192.168');
  });

  it.each([
    ['a proxy takes Origin away', 'https://jeu.example.org', { origin: undefined }, 'without the header Origin'],
    ['a proxy changes Host and ORIGIN is not set', undefined, fromPage, 'ORIGIN is not set'],
    ['a proxy changes Host and ORIGIN is another', 'https://autre.example.org', fromPage, 'another address than ORIGIN'],
  ])('the log says once that %s, and the page that its host is to be told', async (_, configured, headers, line) => {
    const log = listening();
    const { visitor } = await startTestApp({ config: { origin: configured }, logger: { level: 'warn', stream: log.stream } });
    for (const url of ['/api/session', '/wp-login.php', '/api/session']) {
      const sent = { ...json, ...headers, host: 'localhost:3000' };
      const answer = await visitor().sends({ method: 'POST', url, headers: sent, payload: '{}' });
      expect(answer).toMatchObject({ status: 403, code: 'foreign_origin', message: expect.stringContaining('Prévenez la personne') });
    }
    expect(log.text().trim().split('\n')).toEqual([expect.stringContaining(line)]);
    expect(log.text()).not.toContain('jeu.lan');
  });

  it('what looks for holes without an Origin is no line of the log', async () => {
    const log = listening();
    const { visitor } = await startTestApp({ logger: { level: 'warn', stream: log.stream } });
    await visitor().sends({ method: 'POST', url: '/wp-login.php', headers: { origin: undefined } });
    const headers = { origin: 'https://mechant.test', 'sec-fetch-site': 'cross-site' };
    await visitor().sends({ method: 'POST', url: '/api/session', headers });
    expect(log.text()).toBe('');
  });

  it('the session cookie is bound to it, for this site alone and out of reach of scripts', async () => {
    const fixed = await startTestApp({ config: { origin: 'https://jeu.example.org' } });
    const headers = { ...json, origin: 'https://jeu.example.org' };
    const payload = JSON.stringify({ username: 'Léa', email: 'lea@example.org', password });
    const answer = await fixed.visitor().sends({ method: 'POST', url: '/api/accounts', headers, payload });
    expect(answer.status).toBe(201);
    const [cookie] = [answer.headers['set-cookie']].flat();
    expect(cookie).toMatch(/^__Host-ou-la-la=/);
    for (const attribute of ['HttpOnly', 'Secure', 'SameSite=Strict', 'Path=/']) expect(cookie).toContain(attribute);
    expect(cookie).not.toContain('Domain');
  });
});

it('a board of ours still answers after all that', async () => {
  await expect(boardOf(await testApp.signUp('Léonie'))).resolves.toHaveProperty('id');
});
