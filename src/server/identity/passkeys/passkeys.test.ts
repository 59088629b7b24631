import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { UsedPasskey, UsingOptions } from '#shared/passkeys';
import { addPasskey, Authenticator, passkeyOrigin, proofBy } from '../../../../tests/passkeys.ts';
import { password, resetToken, type Someone, startTestApp, type TestApp } from '../../../../tests/test-app.ts';
import { tamper } from '../../../../tests/database-state.ts';
import { examine } from '../../doctor/doctor.ts';
import { listPasskeys } from './passkey-store.ts';
import { verifyUsed } from './verifying.ts';

afterEach(() => void vi.useRealTimers());

const config = { origin: passkeyOrigin };
let names = 0;
const nextName = () => `Cle${(names += 1)}`;

async function challenge(someone: Someone): Promise<UsingOptions> {
  return await someone.does('POST /api/session/passkey-challenge');
}

async function tryBy(someone: Someone, device: Authenticator, doing: Parameters<Authenticator['uses']>[1] = {}) {
  return await someone.tries('POST /api/session/passkey', { body: device.uses(await challenge(someone), doing) });
}

const firstOf = async (owner: Someone) => (await owner.does('GET /api/passkeys')).passkeys[0]?.id ?? '';

const fields = (name: string) => ({ username: name, email: `${name.toLowerCase()}@example.org`, avatar: '🦄' as const });

async function signUpBy(someone: Someone, device: Authenticator, name = nextName()) {
  const options = await someone.does('POST /api/accounts/passkey-challenge', { body: fields(name) });
  const { user } = await someone.does('POST /api/accounts/passkey', { body: { ...fields(name), passkey: device.makes(options) } });
  someone.id = user.id;
  return user;
}

async function withPasskey(testApp: TestApp, device = new Authenticator()) {
  const owner = await testApp.signUp(nextName());
  await addPasskey(owner, password, device);
  return { owner, device };
}

describe('a passkey (S16)', () => {
  test.each([-7, -8, -257] as const)('of algorithm %i signs its owner in, and only the public key is kept', async (algorithm) => {
    const testApp = await startTestApp({ config });
    const { owner, device } = await withPasskey(testApp, new Authenticator({ algorithm }));
    const elsewhere = testApp.visitor();
    const answer = await tryBy(elsewhere, device);
    expect(answer.status).toBe(201);
    expect(answer.body.user.id).toBe(owner.id);
    // As any session.
    expect((await elsewhere.does('GET /api/sessions')).sessions).toHaveLength(2);
    const { passkeys, hasPassword, userHandle } = await owner.does('GET /api/passkeys');
    expect(passkeys).toMatchObject([{ credentialId: device.credentialId, isOfHere: true, isSynced: false, rpId: 'localhost' }]);
    expect(passkeys[0]?.lastUsedAt).not.toBeNull();
    expect(hasPassword).toBe(true);
    expect(userHandle).toHaveLength(43);
    expect(await examine(testApp.deps)).toEqual([]);
  });

  test('is asked for by the algorithms that every Node verifies, whichever runs', async () => {
    const testApp = await startTestApp({ config });
    const options = await testApp.visitor().does('POST /api/accounts/passkey-challenge', { body: fields(nextName()) });
    expect(options).toMatchObject({
      attestation: 'none',
      rp: { id: 'localhost' },
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: 'public-key', alg })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      timeout: 300_000,
    });
    expect(Buffer.from(options.user.id, 'base64url')).toHaveLength(32);
  });

  test.each([
    ['of a page at another address', { origin: 'https://jeu.example.org' }],
    ['of another port', { origin: 'http://localhost:3001' }],
    ['of another host', { rpId: 'example.org' }],
    ['of a page in a frame', { crossOrigin: true }],
    ['without a finger, a face or a code', { isVerified: false }],
    ['with a challenge of nobody', { challenge: 'A'.repeat(94) }],
    ['with a challenge that is none', { challenge: '' }],
  ])('is refused %s, in the same bytes', async (_, doing) => {
    const testApp = await startTestApp({ config });
    const { device } = await withPasskey(testApp);
    const visitor = testApp.visitor();
    const answer = await tryBy(visitor, device, doing);
    expect(answer).toMatchObject({ status: 403, code: 'passkey_refused' });
    expect(answer.text).toBe(JSON.stringify({ code: 'passkey_refused', message: "Cette clé d'accès n'a pas été reconnue. Réessayez." }));
    expect(visitor.cookie).toBeUndefined();
    expect((await tryBy(visitor, device)).status).toBe(201);
  });

  test('opens once by one challenge, however often and at once it is sent', async () => {
    const testApp = await startTestApp({ config });
    const { device } = await withPasskey(testApp);
    const visitor = testApp.visitor();
    const body = device.uses(await challenge(visitor));
    const answers = await Promise.all(Array.from({ length: 5 }, () => visitor.tries('POST /api/session/passkey', { body })));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 403, 403, 403, 403]);
    expect((await visitor.tries('POST /api/session/passkey', { body })).code).toBe('passkey_refused');
  });

  test('opens nothing in another browser than the one that asked', async () => {
    const testApp = await startTestApp({ config });
    const { device } = await withPasskey(testApp);
    const [asker, thief] = [testApp.visitor(), testApp.visitor()];
    const body = device.uses(await challenge(asker));
    expect((await thief.tries('POST /api/session/passkey', { body })).code).toBe('passkey_refused');
    await challenge(thief);
    expect((await thief.tries('POST /api/session/passkey', { body })).code).toBe('passkey_refused');
    expect((await asker.tries('POST /api/session/passkey', { body })).status).toBe(201);
  });

  test('opens in each of two tabs that ask one after the other', async () => {
    const testApp = await startTestApp({ config });
    const { device } = await withPasskey(testApp);
    const browser = testApp.visitor();
    const first = device.uses(await challenge(browser));
    const second = device.uses(await challenge(browser));
    expect((await browser.tries('POST /api/session/passkey', { body: first })).status).toBe(201);
    expect((await browser.tries('POST /api/session/passkey', { body: second })).status).toBe(201);
  });

  test('opens for five minutes, and not by a challenge from a clock that was ahead', async () => {
    const testApp = await startTestApp({ config });
    const { device } = await withPasskey(testApp);
    const visitor = testApp.visitor();
    const now = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now });
    const late = device.uses(await challenge(visitor));
    vi.setSystemTime(now + 5 * 60_000);
    expect((await visitor.tries('POST /api/session/passkey', { body: late })).code).toBe('passkey_refused');
    const ahead = device.uses(await challenge(visitor));
    vi.setSystemTime(now);
    expect((await visitor.tries('POST /api/session/passkey', { body: ahead })).code).toBe('passkey_refused');
    const inTime = device.uses(await challenge(visitor));
    vi.setSystemTime(now + 5 * 60_000 - 1);
    expect((await visitor.tries('POST /api/session/passkey', { body: inTime })).status).toBe(201);
  });

  test('is refused where its counter falls, and accepted where it counts 0 or stays', async () => {
    const testApp = await startTestApp({ config });
    const { owner, device } = await withPasskey(testApp, new Authenticator({ counter: 5 }));
    const counted = async (counter: number) => (await tryBy(testApp.visitor(), device, { counter })).status;
    expect(await counted(9)).toBe(201);
    expect(await counted(8)).toBe(403);
    expect(await counted(9)).toBe(201);
    expect(await counted(0)).toBe(201);
    // What it has counted is not forgotten by a 0.
    expect(await counted(3)).toBe(403);
    expect(await counted(10)).toBe(201);
    const synced = await addPasskey(owner, password, new Authenticator({ isSynced: true }));
    for (let time = 0; time < 3; time += 1) expect((await tryBy(testApp.visitor(), synced)).status).toBe(201);
    expect((await owner.does('GET /api/passkeys')).passkeys.map(({ isSynced }) => isSynced)).toEqual([false, true]);
  });

  test('is called synced once its device has copied it, not where it only may', async () => {
    const testApp = await startTestApp({ config });
    const owner = await testApp.signUp(nextName());
    const device = new Authenticator({ isSynced: true });
    const options = await owner.does('POST /api/passkeys/challenge', { body: { password } });
    await owner.does('POST /api/passkeys', { body: device.makes(options, { isBackedUp: false }) });
    const isSynced = async () => (await owner.does('GET /api/passkeys')).passkeys.map((one) => one.isSynced);
    expect(await isSynced()).toEqual([false]);
    expect((await tryBy(testApp.visitor(), device, { isBackedUp: true })).status).toBe(201);
    expect(await isSynced()).toEqual([true]);
  });

  test('of nobody is called unknown, so that its device can forget it; one that was removed is of nobody', async () => {
    const testApp = await startTestApp({ config });
    const { owner, device } = await withPasskey(testApp);
    const id = await firstOf(owner);
    const made = new Authenticator();
    made.userHandle = device.userHandle;
    const stranger = await tryBy(testApp.visitor(), made);
    expect(stranger).toMatchObject({ status: 403, code: 'passkey_unknown' });
    await owner.does('DELETE /api/passkeys/:passkeyId', { params: { passkeyId: id } });
    const removed = await tryBy(testApp.visitor(), device);
    expect(removed.text).toBe(stranger.text);
  });

  test('is refused without saying whose it is, or as if it were of another', async () => {
    const testApp = await startTestApp({ config });
    const { device } = await withPasskey(testApp);
    const other = await withPasskey(testApp);
    const visitor = testApp.visitor();
    const { userHandle: _, ...nobodys } = device.uses(await challenge(visitor));
    expect((await visitor.tries('POST /api/session/passkey', { body: nobodys })).code).toBe('passkey_refused');
    const body = { ...device.uses(await challenge(visitor)), userHandle: other.device.userHandle };
    expect((await visitor.tries('POST /api/session/passkey', { body })).code).toBe('passkey_refused');
    const signedByOther = { ...other.device.uses(await challenge(visitor)), id: device.credentialId, userHandle: device.userHandle };
    expect((await visitor.tries('POST /api/session/passkey', { body: signedByOther })).code).toBe('passkey_refused');
  });

  test('is asked for in the same bytes whoever asks, whatever name is known', async () => {
    const testApp = await startTestApp({ config });
    const { owner } = await withPasskey(testApp);
    const shapes = [];
    for (const someone of [testApp.visitor(), owner, await owner.elsewhere()]) {
      const options = await challenge(someone);
      expect(options.challenge).toHaveLength(94);
      shapes.push(JSON.stringify({ ...options, challenge: '' }));
    }
    expect(new Set(shapes)).toEqual(
      new Set([JSON.stringify({ challenge: '', rpId: 'localhost', timeout: 300_000, userVerification: 'required', allowCredentials: [] })]),
    );
  });

  test('is tried at most 200 times in an hour from one address; a right one costs nothing', async () => {
    const testApp = await startTestApp({ config });
    const { device } = await withPasskey(testApp);
    const visitor = testApp.visitor();
    const wrong = device.uses(await challenge(testApp.visitor()));
    for (let guess = 0; guess < 200; guess += 1)
      expect((await visitor.tries('POST /api/session/passkey', { body: wrong })).code).toBe('passkey_refused');
    expect((await tryBy(visitor, device)).code).toBe('too_many_attempts');
  });

  test('does not exist where the app has no https address, whatever a request says of its own', async () => {
    for (const origin of [undefined, 'http://jeu.test', 'https://192.168.1.20', 'https://[::1]:3000']) {
      const testApp = await startTestApp({ config: { origin } });
      const visitor = testApp.visitor();
      const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'localhost', host: 'localhost' };
      const answer = await visitor.sends<'POST /api/session/passkey-challenge'>({
        method: 'POST',
        url: '/api/session/passkey-challenge',
        headers: { ...headers, origin: origin ?? 'http://localhost' },
      });
      expect(answer).toMatchObject({ status: 404, code: 'not_found' });
      expect((await visitor.does('GET /api/configuration')).passkeys).toBe(false);
    }
  });

  test('is asked for by the address of the setting, not by those of the request', async () => {
    const testApp = await startTestApp({ config: { origin: 'https://jeu.example.org', trustProxy: true } });
    const answer = await testApp.visitor().sends<'POST /api/session/passkey-challenge'>({
      method: 'POST',
      url: '/api/session/passkey-challenge',
      headers: { host: 'intern:3000', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http', 'x-forwarded-for': '192.0.2.1' },
    });
    expect(answer.body.rpId).toBe('jeu.example.org');
    expect(answer.headers['set-cookie']).toMatch(
      /^__Host-ou-la-la-passkey=[\w-]{32}; Max-Age=300; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
  });

  test('that was made when the host had another name is shown as such, offered nowhere, and no way in', async () => {
    const testApp = await startTestApp({ config });
    const owner = testApp.visitor();
    const device = new Authenticator();
    await signUpBy(owner, device);
    tamper(testApp.config.dataDir, "update passkey set rp_id = 'ancien.example.org'");
    expect((await owner.does('GET /api/passkeys')).passkeys).toMatchObject([{ rpId: 'ancien.example.org', isOfHere: false }]);
    expect((await owner.does('POST /api/account/passkey-challenge')).allowCredentials).toEqual([]);
    expect((await tryBy(testApp.visitor(), device)).code).toBe('passkey_refused');
    const id = await firstOf(owner);
    await owner.does('DELETE /api/passkeys/:passkeyId', { params: { passkeyId: id } });
  });
});

describe('signing up by a passkey', () => {
  test('makes an account without a password, which a passkey alone opens', async () => {
    const testApp = await startTestApp({ config });
    const owner = testApp.visitor();
    const device = new Authenticator({ isSynced: true, aaguid: 'd548826e-79b4-db40-a3d8-11116f7e8349' });
    const user = await signUpBy(owner, device);
    const { passkeys, hasPassword } = await owner.does('GET /api/passkeys');
    expect(hasPassword).toBe(false);
    expect(passkeys).toMatchObject([{ name: 'Bitwarden', isSynced: true }]);
    const visitor = testApp.visitor();
    expect((await tryBy(visitor, device)).body.user.id).toBe(user.id);
    const wrong = await visitor.tries('POST /api/session', { body: { identifier: user.username, password } });
    const unknown = await visitor.tries('POST /api/session', { body: { identifier: 'Personne', password } });
    expect(wrong.text).toBe(unknown.text);
    expect((await owner.tries('POST /api/account/deletion', { body: { password } })).code).toBe('wrong_password');
    expect(await examine(testApp.deps)).toEqual([]);
  });

  test('refuses a name and an e-mail that are taken before a device makes one in vain', async () => {
    const testApp = await startTestApp({ config });
    const taken = await testApp.signUp(nextName());
    const visitor = testApp.visitor();
    const name = nextName();
    const ask = (body: ReturnType<typeof fields>) => visitor.tries('POST /api/accounts/passkey-challenge', { body });
    expect((await ask({ ...fields(name), username: taken.name })).code).toBe('username_taken');
    expect((await ask({ ...fields(name), email: taken.email })).code).toBe('email_taken');
  });

  test('is refused replayed, of other names, of another browser, and where a certificate comes along, which nobody fetches', async () => {
    const testApp = await startTestApp({ config });
    const visitor = testApp.visitor();
    const fetches = vi.spyOn(globalThis, 'fetch');
    const name = nextName();
    const device = new Authenticator();
    const options = await visitor.does('POST /api/accounts/passkey-challenge', { body: fields(name) });
    const passkey = device.makes(options);
    const send = (someone: Someone, body: Parameters<typeof someone.tries<'POST /api/accounts/passkey'>>[1]) =>
      someone.tries('POST /api/accounts/passkey', body);
    expect((await send(testApp.visitor(), { body: { ...fields(name), passkey } })).code).toBe('passkey_refused');
    expect((await send(visitor, { body: { ...fields(nextName()), passkey } })).code).toBe('passkey_refused');
    const attStmt = new Map<string, Buffer | number>([
      ['alg', -7],
      ['sig', Buffer.alloc(64)],
      ['x5c', Buffer.alloc(8)],
    ]);
    for (const fmt of ['packed', 'tpm', 'apple', 'fido-u2f', 'android-key', 'inconnu']) {
      const certified = device.makes(options, { attestation: { fmt, attStmt } });
      expect((await send(visitor, { body: { ...fields(name), passkey: certified } })).code).toBe('passkey_refused');
    }
    expect((await send(visitor, { body: { ...fields(name), passkey } })).status).toBe(201);
    const other = nextName();
    expect((await send(visitor, { body: { ...fields(other), passkey } })).code).toBe('passkey_refused');
    expect(fetches).not.toHaveBeenCalled();
    fetches.mockRestore();
  });

  test('is for whoever may sign up', async () => {
    const testApp = await startTestApp({ config: { ...config, signUps: 'closed' } });
    await signUpBy(testApp.visitor(), new Authenticator());
    const answer = await testApp.visitor().tries('POST /api/accounts/passkey-challenge', { body: fields(nextName()) });
    expect(answer.code).toBe('sign_ups_closed');
  });
});

describe("a person's passkeys", () => {
  test('are added by who proves who they are, named by what keeps them, and never above twenty', async () => {
    const testApp = await startTestApp({ config });
    const owner = await testApp.signUp(nextName());
    expect((await owner.tries('POST /api/passkeys/challenge', { body: { password: 'pas le bon' } })).code).toBe('wrong_password');
    expect((await owner.tries('POST /api/passkeys/challenge', { body: {} })).code).toBe('password_required');
    const device = await addPasskey(owner, password);
    const second = new Authenticator();
    const options = await owner.does('POST /api/passkeys/challenge', { body: { passkey: await proofBy(owner, device) } });
    expect(options.excludeCredentials).toEqual([{ id: device.credentialId, type: 'public-key', transports: ['internal'] }]);
    expect(options.user.id).toBe(device.userHandle);
    const body = second.makes(options);
    await owner.does('POST /api/passkeys', { body });
    expect((await owner.tries('POST /api/passkeys', { body })).code).toBe('passkey_refused');
    const again = second.makes(await owner.does('POST /api/passkeys/challenge', { body: { password } }));
    expect((await owner.tries('POST /api/passkeys', { body: again })).code).toBe('passkey_known');
    for (let kept = 2; kept < 20; kept += 1) await addPasskey(owner, password);
    expect((await owner.tries('POST /api/passkeys/challenge', { body: { password } })).code).toBe('too_many_passkeys');
  });

  test('are not added by a challenge of another session, of another person, or from before another password', async () => {
    const testApp = await startTestApp({ config });
    const owner = await testApp.signUp(nextName());
    const thief = await testApp.signUp(nextName());
    const options = await owner.does('POST /api/passkeys/challenge', { body: { password } });
    const body = new Authenticator().makes(options);
    thief.passkeyCookie = owner.passkeyCookie;
    expect((await thief.tries('POST /api/passkeys', { body })).code).toBe('passkey_refused');
    const elsewhere = await owner.elsewhere();
    elsewhere.passkeyCookie = owner.passkeyCookie;
    expect((await elsewhere.tries('POST /api/passkeys', { body })).code).toBe('passkey_refused');
    await owner.does('PUT /api/account/password', { body: { currentPassword: password, newPassword: 'orage violet 43' } });
    expect((await owner.tries('POST /api/passkeys', { body })).code).toBe('passkey_refused');
  });

  test('are renamed and removed by their owner alone', async () => {
    const testApp = await startTestApp({ config });
    const { owner } = await withPasskey(testApp);
    const stranger = await testApp.signUp(nextName());
    const id = await firstOf(owner);
    const params = { passkeyId: id };
    const foreign = await stranger.tries('PATCH /api/passkeys/:passkeyId', { params, body: { name: 'à moi' } });
    const missing = await stranger.tries('PATCH /api/passkeys/:passkeyId', { params: { passkeyId: 'aucune' }, body: { name: 'à moi' } });
    expect(foreign).toMatchObject({ status: 404, code: 'passkey_not_found', text: missing.text });
    expect((await stranger.tries('DELETE /api/passkeys/:passkeyId', { params })).text).toBe(missing.text);
    const { passkey } = await owner.does('PATCH /api/passkeys/:passkeyId', { params, body: { name: '  Mon \u200Btéléphone ' } });
    expect(passkey.name).toBe('Mon téléphone');
    for (const name of ['', '   ', '\u200B', 'x'.repeat(41)])
      expect((await owner.tries('PATCH /api/passkeys/:passkeyId', { params, body: { name } })).code).toBe('passkey_name_invalid');
    await owner.does('DELETE /api/passkeys/:passkeyId', { params });
    expect((await owner.does('GET /api/passkeys')).passkeys).toEqual([]);
  });

  test('keep one where there is no password, also when two are removed at once', async () => {
    const testApp = await startTestApp({ config });
    const owner = testApp.visitor();
    const device = new Authenticator();
    await signUpBy(owner, device);
    const [first] = (await owner.does('GET /api/passkeys')).passkeys;
    const remove = (id = '') => owner.tries('DELETE /api/passkeys/:passkeyId', { params: { passkeyId: id } });
    expect((await remove(first?.id)).code).toBe('last_way_in');
    const options = await owner.does('POST /api/passkeys/challenge', { body: { passkey: await proofBy(owner, device) } });
    await owner.does('POST /api/passkeys', { body: new Authenticator().makes(options) });
    const both = (await owner.does('GET /api/passkeys')).passkeys;
    const answers = await Promise.all(both.map(({ id }) => remove(id)));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([204, 409]);
    // With a password, the last one may go.
    const [left] = (await owner.does('GET /api/passkeys')).passkeys;
    expect((await remove(left?.id)).code).toBe('last_way_in');
  });
});

describe('a passkey as proof', () => {
  test('gives an account a password that had none, and another to one that had', async () => {
    const testApp = await startTestApp({ config });
    const owner = testApp.visitor();
    const device = new Authenticator();
    const { username } = await signUpBy(owner, device);
    for (const newPassword of ['orage violet 42', 'orage violet 43']) {
      await owner.does('PUT /api/account/password', { body: { passkey: await proofBy(owner, device), newPassword } });
      const { user } = await testApp.visitor().does('POST /api/session', { body: { identifier: username, password: newPassword } });
      expect(user.id).toBe(owner.id);
    }
    const easy = { passkey: await proofBy(owner, device), newPassword: 'azerty' };
    expect((await owner.tries('PUT /api/account/password', { body: easy })).code).toBe('password_too_easy');
  });

  test('deletes the account, with all passkeys', async () => {
    const testApp = await startTestApp({ config });
    const { owner, device } = await withPasskey(testApp);
    await owner.does('POST /api/account/deletion', { body: { passkey: await proofBy(owner, device) } });
    expect((await tryBy(testApp.visitor(), device)).code).toBe('passkey_unknown');
    expect(await examine(testApp.deps)).toEqual([]);
  });

  test('is refused of somebody else, of another session, replayed, made for signing in, and beside a password', async () => {
    const testApp = await startTestApp({ config });
    const { owner, device } = await withPasskey(testApp);
    const other = await withPasskey(testApp);
    const remove = async (passkey: ReturnType<Authenticator['uses']>) =>
      (await owner.tries('POST /api/account/deletion', { body: { passkey } })).code;
    expect(await remove(other.device.uses(await owner.does('POST /api/account/passkey-challenge')))).toBe('passkey_refused');
    expect(await remove(device.uses(await challenge(owner)))).toBe('passkey_refused');
    const elsewhere = await owner.elsewhere();
    elsewhere.passkeyCookie = owner.passkeyCookie;
    expect(await remove(await proofBy(elsewhere, device))).toBe('passkey_refused');
    const proof = await proofBy(owner, device);
    expect((await owner.tries('POST /api/account/deletion', { body: { passkey: proof, password } })).code).toBe('password_required');
    await owner.does('POST /api/passkeys/challenge', { body: { passkey: proof } });
    expect(await remove(proof)).toBe('passkey_refused');
  });

  test('that is refused counts as a wrong password of the session', async () => {
    const testApp = await startTestApp({ config });
    const { owner, device } = await withPasskey(testApp);
    const wrong = device.uses(await challenge(owner));
    for (let guess = 0; guess < 20; guess += 1) await owner.tries('POST /api/account/deletion', { body: { passkey: wrong } });
    expect((await owner.tries('POST /api/account/deletion', { body: { passkey: await proofBy(owner, device) } })).code).toBe(
      'too_many_attempts',
    );
  });
});

test('a reset by mail gives a password to an account that had none', async () => {
  const testApp = await startTestApp({ config });
  const owner = testApp.visitor();
  const user = await signUpBy(owner, new Authenticator());
  const token = await resetToken(testApp, user);
  await testApp.visitor().does('PUT /api/password', { body: { token, password: 'orage violet 42' } });
  const again = await testApp.visitor().does('POST /api/session', { body: { identifier: user.username, password: 'orage violet 42' } });
  expect(again.user.id).toBe(user.id);
});

test('what is kept of a passkey is its public key as COSE, whichever Node made it', async () => {
  const testApp = await startTestApp({ config });
  const { owner } = await withPasskey(testApp);
  const { passkeys, account } = await owner.does('GET /api/account/export');
  expect(passkeys).toMatchObject([
    { rpId: 'localhost', counter: 0, kind: '00000000-0000-0000-0000-000000000000', transports: ['internal'] },
  ]);
  expect(account.passkeyHandle).toHaveLength(43);
  const [row] = await listPasskeys(testApp.deps.database.read, owner.id);
  // A map of five: kty EC2, alg ES256, crv P-256, x, y.
  expect(
    Buffer.from(row?.public_key ?? '', 'base64url')
      .subarray(0, 10)
      .toString('hex'),
  ).toBe('a5010203262001215820');
  expect(JSON.stringify(passkeys)).not.toContain(row?.public_key);
});

test('a passkey that a server on Node 26 has registered opens on this Node', async () => {
  const made: { public_key: string; used: UsedPasskey }[] = JSON.parse(
    readFileSync(new URL('../../../../tests/passkeys-of-node-26.json', import.meta.url), 'utf8'),
  );
  expect(made).toHaveLength(3);
  for (const { public_key, used } of made) {
    const kept = { credential_id: used.id, public_key, rp_id: 'localhost' };
    expect(await verifyUsed({ id: 'localhost', origin: passkeyOrigin }, used, kept)).toEqual({ counter: 2, backed_up: 0 });
    const altered = { ...used, signature: used.signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')) };
    expect(await verifyUsed({ id: 'localhost', origin: passkeyOrigin }, altered, kept)).toBeUndefined();
  }
});
