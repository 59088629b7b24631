/** Changing the own password, and what it ends (S2, S4). */
import { describe, expect, it } from 'vitest';
import { refusals, type RefusalCode } from '#shared/refusals';
import { startTestApp, password, resetToken, Someone } from '../../../../tests/test-app.ts';
import { dump, print } from '../../../../tests/database-state.ts';
import { lasted, machineFactor, tell } from '../../../../tests/figures.ts';
import { Stream, withoutHeartbeats } from '../../../../tests/stream.ts';

const testApp = await startTestApp();
withoutHeartbeats();
const next = 'marée basse 17';

function withCookie(cookie: string | undefined): Someone {
  return Object.assign(new Someone(testApp, 'quelqu’un'), { cookie });
}

const isAuthenticated = async (someone: Someone) => (await someone.tries('GET /api/boards')).status === 200;
const change = (person: Someone, currentPassword: string, newPassword: string) =>
  person.tries('PUT /api/account/password', { body: { currentPassword, newPassword } });
const signIn = (identifier: string, typed: string) =>
  testApp.visitor().tries('POST /api/session', { body: { identifier, password: typed } });

const prudent = await testApp.signUp('Prudente');

describe('changing the password', () => {
  it('makes the new one open the account and the old one not', async () => {
    const lea = await testApp.signUp('Léa');
    expect((await change(lea, password, next)).status).toBe(204);
    expect((await signIn('Léa', password)).status).toBe(401);
    expect((await signIn('Léa', next)).status).toBe(201);
    expect(JSON.stringify(dump(testApp.config.dataDir))).not.toContain(next);
  });

  it.each<[string, string, RefusalCode, string | undefined]>([
    ['too short', 'abcd7', 'password_too_short', 'newPassword'],
    ['too long', 'k'.repeat(129), 'password_too_long', 'newPassword'],
    ['common', 'azerty', 'password_too_easy', 'newPassword'],
    ['of blanks', '          ', 'password_too_easy', 'newPassword'],
    ['with the name in it', 'xxPRUDENTExx', 'password_too_easy', 'newPassword'],
    ['with the address in it', 'prudente@example.org!', 'password_too_easy', 'newPassword'],
  ])('to one that is %s is refused and changes nothing', async (_how, newPassword, code, field) => {
    const before = print(testApp.config.dataDir);
    const answer = await change(prudent, password, newPassword);
    expect(answer).toMatchObject({ status: refusals[code][0], code, body: { field } });
    expect(print(testApp.config.dataDir)).toBe(before);
  });

  it('with a wrong present one is refused, and changes nothing', async () => {
    const max = await testApp.signUp('Max');
    const before = print(testApp.config.dataDir);
    expect(await change(max, 'pas le bon', next)).toMatchObject({ status: 403, code: 'wrong_password', message: 'Mot de passe incorrect' });
    expect(await change(max, '', next)).toMatchObject({ status: 400, code: 'password_required' });
    expect(print(testApp.config.dataDir)).toBe(before);
    expect(await isAuthenticated(max)).toBe(true);
  });

  it('ends all other sessions at once, and their streams (S4)', async (test) => {
    const zoe = await testApp.signUp('Zoé');
    const others = [await zoe.elsewhere(), await zoe.elsewhere()];
    const streams = await Promise.all(others.map((other) => Stream.open(other)));
    await Promise.all(streams.map((stream) => stream.next('hello')));
    expect((await change(zoe, password, next)).status).toBe(204);
    const changed = performance.now();
    await Promise.all(streams.map((stream) => stream.end()));
    const later = performance.now() - changed;
    tell(test, 'S4', `streams of ended sessions closed ${lasted(later)} after the reply`, { met: later <= 1000 * machineFactor() });
    for (const other of others) expect(await isAuthenticated(other)).toBe(false);
    for (const stream of streams) {
      expect(stream.all('bye')).toEqual([{ type: 'bye', reason: 'session_ended' }]);
    }
    expect(await isAuthenticated(zoe)).toBe(true);
  });

  it('gives the present session another cookie, so that a copy of the old one is worth nothing (S4)', async () => {
    const nora = await testApp.signUp('Nora');
    const copy = withCookie(nora.cookie);
    const session = (await nora.does('GET /api/sessions')).sessions[0];
    const streams = await Promise.all([Stream.open(nora), Stream.open(copy)]);
    await Promise.all(streams.map((stream) => stream.next('hello')));
    await change(nora, password, next);
    expect(nora.cookie).not.toBe(copy.cookie);
    expect(await isAuthenticated(copy)).toBe(false);
    expect(await isAuthenticated(nora)).toBe(true);
    expect((await nora.does('GET /api/sessions')).sessions).toEqual([session]);
    // Both were opened with the old cookie: the browser comes back with the new one, the copy does not.
    for (const stream of streams) {
      await stream.end();
      expect(stream.all('bye')).toEqual([{ type: 'bye', reason: 'restarting' }]);
    }
    const back = await Stream.open(nora);
    await back.next('hello');
    await expect(Stream.open(copy)).rejects.toThrow('401');
    back.close();
  });

  it('keeps how long the cookie lasts', async () => {
    const ines = await testApp.signUp('Inès');
    const persistent = await change(ines, password, next);
    expect(String(persistent.headers['set-cookie'])).toMatch(/Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/);
    await testApp.deps.database.unitOfWork(({ db }) =>
      db.updateTable('user').set({ essential_cookies: 0 }).where('id', '=', ines.id).execute(),
    );
    const fleeting = await change(ines, next, 'marée haute 18');
    expect(String(fleeting.headers['set-cookie'])).not.toMatch(/Max-Age|Expires/i);
    expect(await isAuthenticated(ines)).toBe(true);
  });

  it('takes the links away that were mailed before', async () => {
    const ada = await testApp.signUp('Ada');
    const token = await resetToken(testApp, ada);
    await change(ada, password, next);
    expect((await testApp.visitor().tries('PUT /api/password', { body: { token, password: 'autre chose 99' } })).code).toBe(
      'reset_link_invalid',
    );
    expect((await signIn('Ada', next)).status).toBe(201);
  });

  it('in two browsers at once keeps one of them signed in', async () => {
    const omar = await testApp.signUp('Omar');
    const other = await omar.elsewhere();
    const answers = await Promise.all([change(omar, password, 'premier choix 1'), change(other, password, 'second choix 2')]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 401]);
    const winner = answers[0]?.status === 204 ? 'premier choix 1' : 'second choix 2';
    expect((await signIn('Omar', winner)).status).toBe(201);
    expect([await isAuthenticated(omar), await isAuthenticated(other)].filter(Boolean)).toHaveLength(1);
  });

  it('twice at once in one session happens once: whoever has a copy of the cookie and the old password cannot undo it', async () => {
    const nina = await testApp.signUp('Nina');
    const copy = withCookie(nina.cookie);
    const wanted = [next, 'vent de travers 23'];
    const replies = await Promise.all([change(nina, password, wanted[0] ?? ''), change(copy, password, wanted[1] ?? '')]);
    const done = replies.findIndex(({ status }) => status === 204);
    expect(replies[1 - done]).toMatchObject({ status: 403, code: 'wrong_password' });
    expect((await signIn('Nina', wanted[done] ?? '')).status).toBe(201);
    expect((await signIn('Nina', wanted[1 - done] ?? '')).status).toBe(401);
  });

  it('and deleting the account at once, only one of the two happens', async () => {
    const sam = await testApp.signUp('Sam');
    const copy = withCookie(sam.cookie);
    const replies = await Promise.all([
      change(sam, password, next),
      copy.tries('POST /api/account/deletion', { body: { password, handOvers: [] } }),
    ]);
    expect(replies.filter(({ status }) => status === 204)).toHaveLength(1);
    expect((await signIn('Sam', next)).status).toBe(replies[0].status === 204 ? 201 : 401);
  });

  it('counts wrong tries by session: twenty in an hour, also when they come at once, the right one too (S2)', async () => {
    const lise = await testApp.signUp('Lise');
    const guesses = [];
    for (let guess = 0; guess < 30; guess += 2)
      guesses.push(...(await Promise.all([change(lise, `faux ${guess}`, next), change(lise, `faux ${guess + 1}`, next)])));
    expect(guesses.filter(({ code }) => code === 'wrong_password')).toHaveLength(20);
    expect(guesses.filter(({ code }) => code === 'too_many_attempts')).toHaveLength(10);
    expect((await change(lise, password, next)).code).toBe('too_many_attempts');
    expect((await lise.tries('POST /api/account/deletion', { body: { password } })).code).toBe('too_many_attempts');
  }, 60_000);

  it('after wrong guesses in one browser is still possible in another, and so is signing in', async () => {
    const lise = await testApp.signUp('Élise');
    const other = await lise.elsewhere();
    for (let guess = 0; guess < 21; guess += 1) await change(lise, `faux ${guess}`, next);
    expect((await signIn('Élise', password)).status).toBe(201);
    expect((await change(other, password, next)).status).toBe(204);
  }, 60_000);

  it('is still possible while strangers guess at the username and the e-mail', async () => {
    const anna = await testApp.signUp('Anna');
    for (let guess = 0; guess < 11; guess += 1) for (const identifier of ['Anna', anna.email]) await signIn(identifier, `faux ${guess}`);
    for (const identifier of ['Anna', anna.email]) expect((await signIn(identifier, password)).code).toBe('too_many_attempts');
    expect((await change(anna, password, next)).status).toBe(204);
  }, 60_000);

  it('is asked for 60 times in an hour at most, in all browsers together, with the right one too', async () => {
    const tina = await testApp.signUp('Tina');
    const browsers = [tina, await tina.elsewhere()];
    for (let time = 0; time < 30; time += 1)
      for (const browser of browsers) expect((await change(browser, password, 'azerty')).code).toBe('password_too_easy');
    for (const browser of browsers) {
      expect(await change(browser, password, next)).toMatchObject({ status: 429, code: 'too_many_attempts' });
      expect((await browser.tries('POST /api/account/deletion', { body: { password } })).code).toBe('too_many_attempts');
    }
    expect((await signIn('Tina', password)).status).toBe(201);
  }, 60_000);

  it('has two passwords of a person compared at once: more are refused, and cost none of the 60', async () => {
    const carl = await testApp.signUp('Carl');
    const answers = await Promise.all(Array.from({ length: 80 }, () => change(carl, password, 'azerty')));
    const refused = answers.filter(({ code }) => code === 'too_many_requests');
    expect(refused.length).toBeGreaterThan(20);
    for (const { status, message } of refused) expect({ status, message }).toEqual({ status: 429, message: refusals.too_many_requests[1] });
    for (const { code } of answers) expect(['too_many_requests', 'password_too_easy']).toContain(code);
    expect((await change(carl, password, next)).status).toBe(204);
  }, 60_000);

  it('costs no try with the right one', async () => {
    const sam = await testApp.signUp('Samira');
    const typed = (index: number) => `tour de manège ${index}`;
    await change(sam, password, typed(0));
    for (let index = 0; index < 25; index += 1) expect((await change(sam, typed(index), typed(index + 1))).status).toBe(204);
  });
});
