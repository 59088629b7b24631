/** A forgotten password, and who may not use that (S2, S4). */
import { describe, expect, it } from 'vitest';
import { refusals, type RefusalCode } from '#shared/refusals';
import { json, startTestApp, password, resetToken, type Someone } from '../../../../tests/test-app.ts';
import { tokenHash } from '../../ids/tokens.ts';
import { dump, tamper, print } from '../../../../tests/database-state.ts';
import { outbox, tokenIn } from '../../../../tests/mailbox.ts';
import { Stream, withoutHeartbeats } from '../../../../tests/stream.ts';

// So that each call can come from an address of its own.
const testApp = await startTestApp({ config: { trustProxy: true } });
withoutHeartbeats();
const next = 'marée basse 17';

let addresses = 0;
const newAddress = () => `2001:db8:0:${((addresses += 1)).toString(16)}::1`;

const call = (method: 'POST' | 'PUT', url: string, body: unknown, address = newAddress()) =>
  testApp.visitor().sends({ method, url, payload: JSON.stringify(body), headers: { ...json, 'x-forwarded-for': address } });
const ask = (email: string, address?: string) => call('POST', '/api/password-resets', { email }, address);
const reset = (token: string, typed: string, address?: string) => call('PUT', '/api/password', { token, password: typed }, address);
const signIn = (identifier: string, typed: string, address?: string) =>
  call('POST', '/api/session', { identifier, password: typed }, address);
const isAuthenticated = async (someone: Someone) => (await someone.tries('GET /api/boards')).status === 200;

/** The tokens that were mailed to a person. */
async function mailed({ email }: Someone, count = 1): Promise<string[]> {
  const own = async () => (await outbox(testApp.config.dataDir)).filter(({ to }) => to?.[0]?.address === email);
  await expect.poll(async () => (await own()).length).toBe(count);
  return (await own()).map(tokenIn);
}

describe('asking for a reset', () => {
  it('mails the owner a link that works, whatever the case of the address', async () => {
    const lea = await testApp.signUp('Léa');
    expect((await ask(' LEA@Example.org ')).status).toBe(204);
    const [token = ''] = await mailed(lea);
    expect((await reset(token, next)).status).toBe(204);
    expect((await signIn('Léa', password)).status).toBe(401);
    expect((await signIn('Léa', next)).status).toBe(201);
  });

  it('says that nobody has an address (D9), and changes nothing', async () => {
    const before = print(testApp.config.dataDir);
    expect(await ask('personne@example.org')).toMatchObject({
      status: 404,
      code: 'email_unknown',
      message: 'Aucun compte associé à cet email',
    });
    expect(print(testApp.config.dataDir)).toBe(before);
  });

  it.each<[string, string, RefusalCode]>([
    ['no address', '  ', 'email_required'],
    ['an address without @', 'lea', 'email_invalid'],
    ['two addresses', 'lea@example.org, max@example.org', 'email_invalid'],
    ['an address of two lines', 'lea@example.org\r\nBcc: max@example.org', 'email_invalid'],
    ['an address in brackets', 'Max <lea@example.org>', 'email_invalid'],
  ])('is refused with %s', async (_what, email, code) => {
    expect(await ask(email)).toMatchObject({ status: refusals[code][0], code, message: refusals[code][1] });
  });

  it('keeps of the link only a hash', async () => {
    const ada = await testApp.signUp('Ada');
    await ask(ada.email);
    const asked = Date.now();
    const [token = ''] = await mailed(ada);
    expect(token).toMatch(/^[\w-]{43}$/);
    const rows = dump(testApp.config.dataDir);
    expect(JSON.stringify(rows)).not.toContain(token);
    const own = rows['password_reset']?.find(({ user_id }) => user_id === ada.id);
    expect(own?.['token_hash']).toMatch(/^[0-9a-f]{64}$/);
    const opened = Number(own?.['expires_at']) - 60 * 60 * 1000;
    expect(opened).toBeGreaterThanOrEqual(asked);
    expect(opened).toBeLessThanOrEqual(Date.now());
  });

  it('is limited to 5 in an hour for an address that is written to, known or not', async () => {
    const nora = await testApp.signUp('Nora');
    for (const email of [nora.email, 'inconnue@example.org']) {
      for (let time = 0; time < 5; time += 1) expect((await ask(email)).status).not.toBe(429);
      expect(await ask(email.toUpperCase())).toMatchObject({ status: 429, code: 'too_many_attempts' });
    }
    await mailed(nora, 5);
  });

  it('is limited to 20 in an hour from one address, and takes none from the accounts then', async () => {
    const from = newAddress();
    for (let time = 0; time < 20; time += 1) expect((await ask(`nul${time}@example.org`, from)).status).toBe(404);
    const ines = await testApp.signUp('Inès');
    for (let time = 0; time < 10; time += 1) expect((await ask(ines.email, from)).code).toBe('too_many_attempts');
    expect((await ask(ines.email)).status).toBe(204);
  });
});

const hesitant = await testApp.signUp('Hésitante');

describe('a link', () => {
  it('that is used, expired, forged, cut short or of nobody is refused alike, and nothing changes', async () => {
    const [max, gone] = await testApp.signUpAll('Max', 'Partie');
    const used = await resetToken(testApp, max);
    await reset(used, next);
    const expired = await resetToken(testApp, max);
    tamper(testApp.config.dataDir, 'update password_reset set expires_at = ?', Date.now() - 1);
    const foreign = await resetToken(testApp, gone);
    tamper(testApp.config.dataDir, 'delete from user where id = ?', gone.id);
    const valid = await resetToken(testApp, max);
    const hashes = (dump(testApp.config.dataDir)['password_reset'] ?? []).map(({ token_hash }) => String(token_hash));
    const misspelt = [valid.slice(0, -1), `${valid}A`, valid.toUpperCase(), ` ${valid}`];
    const forged = [used, expired, foreign, '', 'A', ...misspelt, ...hashes, '%', "' or 1=1 --"];
    const before = print(testApp.config.dataDir);
    // Nor are the rules for passwords told without a valid link.
    const answers = await Promise.all(['encore autre 5', 'azerty'].flatMap((typed) => forged.map((token) => reset(token, typed))));
    const bytes = answers.map(({ status, text, headers: { date: _, ...headers } }) => ({ status, text, headers }));
    for (const answer of bytes) expect(answer).toEqual(bytes[0]);
    expect(answers[0]).toMatchObject({ status: 410, code: 'reset_link_invalid', message: refusals.reset_link_invalid[1] });
    expect(print(testApp.config.dataDir)).toBe(before);
    expect((await reset(valid, 'encore autre 5')).status).toBe(204);
  });

  it('opens the account from a page of an earlier version, which sends the name after it as part of it', async () => {
    const name = '李'.repeat(30);
    const browser = testApp.visitor();
    await browser.does('POST /api/accounts', { body: { username: name, email: 'li@example.org', password, avatar: '🦄' } });
    const token = await resetToken(testApp, { id: (await browser.does('GET /api/session')).user?.id ?? '' });
    expect((await reset(`${token}&pseudo=${encodeURIComponent(name)}`, next)).status).toBe(204);
    expect((await signIn(name, next)).status).toBe(201);
  });

  it("opens the account of the person it was mailed to, and nobody else's", async () => {
    const [zoe, sam] = await testApp.signUpAll('Zoé', 'Sam');
    await reset(await resetToken(testApp, zoe), next);
    expect((await signIn('Sam', next)).status).toBe(401);
    expect((await signIn('Sam', password)).status).toBe(201);
    expect(await isAuthenticated(sam)).toBe(true);
  });

  it.each<[string, string, RefusalCode]>([
    ['too short', 'abcd7', 'password_too_short'],
    ['too long', 'k'.repeat(129), 'password_too_long'],
    ['common', 'azerty', 'password_too_easy'],
    ['with the name in it', 'xxHÉSITANTExx', 'password_too_easy'],
    ['with the address in it', `${hesitant.email}!`, 'password_too_easy'],
  ])('is not used up by a password that is %s', async (how, typed, code) => {
    const token = await resetToken(testApp, hesitant);
    expect(await reset(token, typed)).toMatchObject({ status: refusals[code][0], code, body: { field: 'password' } });
    expect((await reset(token, `calme plat ${how}`)).status).toBe(204);
  });

  it('used by two at once changes the password once', async () => {
    const rose = await testApp.signUp('Rose');
    const token = await resetToken(testApp, rose);
    const typed = Array.from({ length: 6 }, (_, index) => `vague numéro ${index}`);
    const answers = await Promise.all(typed.map((one) => reset(token, one)));
    const winner = answers.findIndex(({ status }) => status === 204);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 410, 410, 410, 410, 410]);
    expect((await signIn('Rose', typed[winner] ?? '')).status).toBe(201);
  });

  it('is as good as another of the same person until one is used; then all end', async () => {
    const lou = await testApp.signUp('Lou');
    const tokens = [await resetToken(testApp, lou), await resetToken(testApp, lou), await resetToken(testApp, lou)];
    expect((await reset(tokens[1] ?? '', next)).status).toBe(204);
    for (const token of tokens) expect((await reset(token, 'autre chose 99')).code).toBe('reset_link_invalid');
    const left = (dump(testApp.config.dataDir)['password_reset'] ?? []).filter(({ user_id }) => user_id === lou.id);
    expect(left.map(({ token_hash }) => token_hash)).toEqual([`used ${tokenHash(tokens[1] ?? '')}`]);
  });

  it('that is used once more with the same password, after a lost reply, is answered again for ten minutes', async () => {
    const nour = await testApp.signUp('Nour');
    const token = await resetToken(testApp, nour);
    expect((await reset(token, next)).status).toBe(204);
    const session = await testApp.visitor().tries('POST /api/session', { body: { identifier: 'Nour', password: next } });
    const before = dump(testApp.config.dataDir);
    const again = await reset(token, next);
    expect(again.status).toBe(204);
    expect(again.headers['set-cookie']).toMatch(/^ou-la-la-device=/);
    // Nobody is signed out by it, and nothing else changes.
    expect(session.status).toBe(201);
    const { known_device: _, ...after } = dump(testApp.config.dataDir);
    expect(after).toEqual(Object.fromEntries(Object.entries(before).filter(([table]) => table !== 'known_device')));
    expect((await reset(token, 'autre chose 99')).code).toBe('reset_link_invalid');
    tamper(testApp.config.dataDir, 'update password_reset set expires_at = ? where user_id = ?', Date.now() - 1, nour.id);
    expect((await reset(token, next)).code).toBe('reset_link_invalid');
  });

  it('that is used by two with the same password at once is answered to both, and changes it once', async () => {
    const ana = await testApp.signUp('Ana');
    const token = await resetToken(testApp, ana);
    const answers = await Promise.all([reset(token, next), reset(token, next), reset(token, next)]);
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
    expect((await signIn('Ana', next)).status).toBe(201);
  });

  it('that was used opens nothing once the password was changed again, and gives no guesses', async () => {
    const iris = await testApp.signUp('Iris');
    const token = await resetToken(testApp, iris);
    await reset(token, next);
    for (let index = 0; index < 10; index += 1) expect((await reset(token, `vague numéro ${index}`)).code).toBe('reset_link_invalid');
    expect((await reset(token, next)).code).toBe('too_many_attempts');
    const other = await testApp.signUp('Irma');
    const used = await resetToken(testApp, other);
    await reset(used, next);
    await reset(await resetToken(testApp, other), 'vent de travers 23');
    for (const typed of [next, 'vent de travers 23']) expect((await reset(used, typed)).code).toBe('reset_link_invalid');
  });

  it('ends all sessions of the person at once, with their streams (S4)', async () => {
    const paul = await testApp.signUp('Paul');
    const sessions = [paul, await paul.elsewhere()];
    const streams = await Promise.all(sessions.map((one) => Stream.open(one)));
    await Promise.all(streams.map((stream) => stream.next('hello')));
    expect((await reset(await resetToken(testApp, paul), next)).status).toBe(204);
    for (const one of sessions) expect(await isAuthenticated(one)).toBe(false);
    for (const stream of streams) {
      await stream.end();
      expect(stream.all('bye')).toEqual([{ type: 'bye', reason: 'session_ended' }]);
    }
  });

  it('opens no session by itself, but knows the device from now on', async () => {
    const ella = await testApp.signUp('Ella');
    const answer = await reset(await resetToken(testApp, ella), next);
    expect(answer.headers['set-cookie']).toMatch(/^ou-la-la-device=[^;]+; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Strict$/);
  });

  it('can be tried 60 times in an hour from one address', async () => {
    const from = newAddress();
    const tries = await Promise.all(Array.from({ length: 61 }, (_, index) => reset(`faux-${index}`, next, from)));
    expect(tries.filter(({ status }) => status === 410)).toHaveLength(60);
    expect(tries.filter(({ code }) => code === 'too_many_attempts')).toHaveLength(1);
  });
});

it('nothing of it stands in the log: neither address nor link nor password', async () => {
  const lines: string[] = [];
  const logged = await startTestApp({ logger: { level: 'trace', stream: { write: (line: string) => void lines.push(line) } } });
  const lea = await logged.signUp('Léonie');
  await lea.does('POST /api/password-resets', { body: { email: lea.email } });
  await expect.poll(async () => (await outbox(logged.config.dataDir)).length).toBe(1);
  const [mail] = await outbox(logged.config.dataDir);
  const token = mail ? tokenIn(mail) : '';
  await lea.does('PUT /api/password', { body: { token, password: next } });
  await expect.poll(() => lines.join('')).toMatch(/"file":"[\w-]{22}\.eml"/);
  for (const secret of [token, lea.email, 'Léonie', next, 'login#']) expect(lines.join('')).not.toContain(secret);
});
