/** S2, D29: guessing is limited, and no stranger locks anybody out. */
import type * as Argon2 from '@node-rs/argon2';
import { hash } from '@node-rs/argon2';
import { describe, expect, it, vi } from 'vitest';
import { doHourlyJobs, json, startTestApp, password, resetToken, Someone, type TestApp } from '../../../../tests/test-app.ts';
import { dump, tamper, print } from '../../../../tests/database-state.ts';
import { savePassword } from './password-store.ts';
import { tell } from '../../../../tests/figures.ts';
import { Stream } from '../../../../tests/stream.ts';

/**
 * `checked`: passwords that were compared with that of an account. `costs`: memory, rounds and lanes of each, which is what it takes of the
 * processor. `fails`: what does no more.
 */
const argon2 = vi.hoisted(() => ({ hashes: 0, checked: 0, costs: [] as string[], fails: undefined as 'hash' | 'verify' | undefined }));
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof Argon2>();
  const count = (...cost: unknown[]) => {
    argon2.hashes += 1;
    argon2.costs.push(cost.join(' '));
  };
  const mayFail = (what: 'hash' | 'verify') => {
    if (argon2.fails === what) throw new Error('no memory for it');
  };
  return {
    ...real,
    hash: (...given: Parameters<typeof real.hash>) => {
      count(given[1]?.memoryCost, given[1]?.timeCost, given[1]?.parallelism);
      mayFail('hash');
      return real.hash(...given);
    },
    verify: (...given: Parameters<typeof real.verify>) => {
      if (!String(given[0]).includes('FCziSzCuNkkI8vVnA6YhuA')) argon2.checked += 1;
      count(...(/\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(String(given[0]))?.slice(1) ?? []));
      mayFail('verify');
      return real.verify(...given);
    },
  };
});

// Hashes by the hundred, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 });

const testApp = await startTestApp({ config: { trustProxy: true } });

/** Signs in from an address, with the cookies of this browser. */
function signInFrom(address: string, browser: Someone, identifier: string, typed: string) {
  const payload = JSON.stringify({ identifier, password: typed });
  const headers = { ...json, 'x-forwarded-for': address };
  return browser.sends<'POST /api/session'>({ method: 'POST', url: '/api/session', payload, headers });
}
const fromAnywhere = (index: number) => `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`;
const guess = (index: number, identifier: string, typed = `faux ${index}`) =>
  signInFrom(fromAnywhere(index), testApp.visitor(), identifier, typed);

async function lockOut(victim: Someone): Promise<void> {
  for (let index = 0; index < 10; index += 1) for (const identifier of [victim.name, victim.email]) await guess(index, identifier);
  for (const identifier of [victim.name, victim.email]) expect((await guess(99, identifier, password)).code).toBe('too_many_attempts');
}

/** The same person in a browser that was signed out: it keeps what else it has. */
async function signedOut(person: Someone): Promise<Someone> {
  const browser = await person.elsewhere();
  await browser.does('DELETE /api/session');
  expect(browser.cookie).toBeUndefined();
  expect(browser.deviceCookie).toBeDefined();
  return browser;
}

/** Somebody signs up in this browser. */
function newcomerOn(browser: Someone, username: string) {
  return browser.does('POST /api/accounts', { body: { username, email: `${username}@example.org`, password, avatar: '🦄' } });
}

const devicesOf = ({ id }: Someone, { config }: TestApp = testApp) =>
  (dump(config.dataDir)['known_device'] ?? []).filter(({ user_id }) => user_id === id);

describe('strangers', () => {
  // Counted in memory, a thousand calls at once each: which database is behind them makes no difference.
  it('check the password of one account at most 20 times in an hour, from however many addresses (S2)', async (test) => {
    const victim = await testApp.signUp('Victime');
    const before = argon2.hashes;
    const answers = await Promise.all(Array.from({ length: 1000 }, (_, index) => guess(index, index % 2 ? victim.name : victim.email)));
    tell(test, 'S2', `${argon2.hashes - before} of 1,000 tries from as many addresses were checked`);
    expect(argon2.hashes - before).toBeGreaterThan(0);
    expect(argon2.hashes - before).toBeLessThanOrEqual(20);
    // On a busy machine some have waited too long for their turn: nothing was checked, and nothing counted.
    expect(answers.filter(({ code }) => code === 'too_many_attempts').length).toBeGreaterThanOrEqual(900);
  });

  it('at one address guess at a thousand accounts 300 times in an hour at most (S2)', async (test) => {
    const before = argon2.hashes;
    let refused = 0;
    for (let round = 0; round < 50; round += 1) {
      const names = Array.from({ length: 20 }, (_, index) => `inconnu.${round * 20 + index}`);
      const answers = await Promise.all(names.map((name) => signInFrom('192.0.2.1', testApp.visitor(), name, 'pas le bon')));
      refused += answers.filter(({ code }) => code === 'too_many_attempts').length;
    }
    tell(test, 'S2', `${argon2.hashes - before} tries of one address at 1,000 accounts were checked`);
    expect(argon2.hashes - before).toBe(300);
    expect(refused).toBe(700);
  });

  it('that exhaust an address lock nobody else there out', async () => {
    const [neighbour, other] = await testApp.signUpAll('Voisin', 'Colocataire');
    for (let index = 0; index < 220; index += 20)
      await Promise.all(
        Array.from({ length: 20 }, (_, n) => signInFrom('192.0.2.2', testApp.visitor(), `personne.${index + n}`, 'pas le bon')),
      );
    expect((await signInFrom('192.0.2.2', testApp.visitor(), neighbour.name, 'pas le bon')).code).toBe('wrong_credentials');
    for (const { name } of [neighbour, other])
      for (let time = 0; time < 5; time += 1) expect((await signInFrom('192.0.2.2', testApp.visitor(), name, password)).status).toBe(201);
    // There an account has three tries left, as has one that is nobody's.
    const codes: unknown[] = [];
    for (const identifier of [other.name, 'Personne'])
      for (let index = 0; index < 4; index += 1)
        codes.push((await signInFrom('192.0.2.2', testApp.visitor(), identifier, `faux ${index}`)).code);
    const three = ['wrong_credentials', 'wrong_credentials', 'wrong_credentials', 'too_many_attempts'];
    expect(codes).toEqual([...three, ...three]);
  });
});

describe('the owner of an account that strangers guess at', () => {
  it('gets in on a device that signed in before, and guesses there by a count of its own', async () => {
    const lea = await testApp.signUp('Léa');
    const browser = await signedOut(lea);
    await lockOut(lea);
    for (let index = 0; index < 9; index += 1)
      expect((await signInFrom('192.0.2.3', browser, 'Léa', `faux ${index}`)).code).toBe('wrong_credentials');
    expect((await signInFrom('192.0.2.3', browser, lea.email, password)).status).toBe(201);
    await browser.does('DELETE /api/session');
    for (let index = 0; index < 10; index += 1) await signInFrom('192.0.2.3', browser, 'Léa', `faux ${index}`);
    expect((await signInFrom('192.0.2.3', browser, 'Léa', password)).code).toBe('too_many_attempts');
  });

  it('gets in after a reset, in the browser that made it, while the guessing goes on', async () => {
    const max = await testApp.signUp('Max');
    await lockOut(max);
    const browser = testApp.visitor();
    const token = await resetToken(testApp, max);
    await browser.does('PUT /api/password', { body: { token, password: 'marée basse 17' } });
    expect((await guess(49, 'Max', 'marée basse 17')).status).toBe(201);
    for (let index = 0; index < 11; index += 1) for (const identifier of ['Max', max.email]) await guess(index, identifier);
    expect((await guess(50, 'Max', 'marée basse 17')).code).toBe('too_many_attempts');
    expect((await signInFrom('192.0.2.4', browser, 'Max', 'marée basse 17')).status).toBe(201);
  });
});

describe('a known device', () => {
  it('is known by a cookie of its own that opens nothing; of its token only the hash is kept', async () => {
    const zoe = await testApp.signUp('Zoé');
    const answer = await signInFrom('192.0.2.5', testApp.visitor(), 'Zoé', password);
    const lines = [answer.headers['set-cookie']].flat().map(String);
    const line = lines.find((one) => one.startsWith('ou-la-la-device=')) ?? '';
    expect(line).toMatch(/^ou-la-la-device=[\w-]{32}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Strict$/);
    const token = line.slice(line.indexOf('=') + 1, line.indexOf(';'));
    expect(JSON.stringify(dump(testApp.config.dataDir))).not.toContain(token);
    const thief = Object.assign(testApp.visitor(), { deviceCookie: `ou-la-la-device=${token}` });
    expect((await thief.tries('GET /api/boards')).status).toBe(401);
    expect(devicesOf(zoe)).toHaveLength(2);
  });

  it('gets another token at each sign-in: one that was planted or copied is worth nothing', async () => {
    const nora = await testApp.signUp('Nora');
    const browser = await signedOut(nora);
    const copy = Object.assign(new Someone(testApp, 'Nora'), { deviceCookie: browser.deviceCookie });
    expect((await signInFrom('192.0.2.6', browser, 'Nora', password)).status).toBe(201);
    expect(browser.deviceCookie).not.toBe(copy.deviceCookie);
    await lockOut(nora);
    expect((await signInFrom('192.0.2.6', copy, 'Nora', password)).code).toBe('too_many_attempts');
    const planted = Object.assign(testApp.visitor(), { deviceCookie: 'ou-la-la-device=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' });
    expect((await signInFrom('192.0.2.6', planted, 'Nora', password)).code).toBe('too_many_attempts');
  });

  it('is known for everybody who signed in on it, and for nobody else', async () => {
    const [ada, bea] = await testApp.signUpAll('Ada', 'Béa');
    const tablet = await signedOut(ada);
    expect((await signInFrom('192.0.2.7', tablet, 'Béa', password)).status).toBe(201);
    await tablet.does('DELETE /api/session');
    const stranger = await testApp.signUp('Étrangère');
    for (const victim of [ada, bea, stranger]) await lockOut(victim);
    for (const name of ['Ada', 'Béa']) expect((await signInFrom('192.0.2.7', tablet, name, password)).status).toBe(201);
    expect((await signInFrom('192.0.2.7', tablet, 'Étrangère', password)).code).toBe('too_many_attempts');
  });

  it('has 20 guesses an hour for each account it is known to, whoever signs in or up on it between them (S2)', async (test) => {
    const [victim] = await testApp.signUpAll('Visée', 'Devineuse');
    const browser = await signedOut(victim);
    let checked = 0;
    for (let index = 0; index < 400; index += 1) {
      if (index % 10 === 0) await signInFrom('192.0.2.10', browser, 'Devineuse', password);
      if (index % 100 === 0) await newcomerOn(browser, `Devineuse.${index}`);
      if (index % 40 === 0) for (const key of ['GET /api/session', 'DELETE /api/session'] as const) await browser.tries(key);
      const before = argon2.checked;
      await signInFrom('192.0.2.10', browser, index % 2 ? 'Visée' : victim.email, `faux ${index}`);
      checked += argon2.checked - before;
    }
    tell(test, 'S2', `${checked} of 400 tries on a device that signed in before were checked`);
    expect(checked).toBe(20);
    expect((await signInFrom('192.0.2.10', browser, 'Devineuse', password)).status).toBe(201);
  });

  it('that is signed in to another account by a reset has no more guesses', async () => {
    const [victim, guesser] = await testApp.signUpAll('Convoitée', 'Oublieuse');
    const browser = await signedOut(victim);
    for (let index = 0; index < 10; index += 1) await signInFrom('192.0.2.11', browser, 'Convoitée', `faux ${index}`);
    await browser.does('PUT /api/password', { body: { token: await resetToken(testApp, guesser), password: 'marée basse 17' } });
    await lockOut(victim);
    expect((await signInFrom('192.0.2.11', browser, 'Convoitée', password)).code).toBe('too_many_attempts');
  });

  it('ends with the browser where essential cookies are off (D8)', async () => {
    const ines = await testApp.signUp('Inès');
    const answer = await ines.tries('PATCH /api/account/preferences', { body: { essentialCookies: false } });
    const deviceLine = ({ headers }: { headers: Record<string, unknown> }) =>
      [headers['set-cookie'] ?? []]
        .flat()
        .map(String)
        .find((line) => line.startsWith('ou-la-la-device='));
    const fleeting = /^ou-la-la-device=[\w-]+; Path=\/; HttpOnly; SameSite=Strict$/;
    expect(deviceLine(answer)).toMatch(fleeting);
    expect(deviceLine(await ines.tries('GET /api/session'))).toMatch(fleeting);
    expect(deviceLine(await signInFrom('192.0.2.8', testApp.visitor(), 'Inès', password))).toMatch(fleeting);
  });

  it('is one of twenty at most, and the one that was silent longest is forgotten', async () => {
    const often = await testApp.signUp('Souvent');
    const first = devicesOf(often)[0];
    tamper(testApp.config.dataDir, 'update known_device set last_used_at = last_used_at - 1000 where user_id = ?', often.id);
    for (let time = 0; time < 21; time += 1) await often.elsewhere();
    expect(devicesOf(often)).toHaveLength(20);
    expect(devicesOf(often)).not.toContainEqual(expect.objectContaining({ token_hash: first?.['token_hash'] }));
  });

  it('is forgotten by a reset, by a change of the password and by signing out all others, but for the one in use, and with the account', async () => {
    const rose = await testApp.signUp('Rose');
    await rose.elsewhere();
    await rose.does('DELETE /api/sessions');
    expect(devicesOf(rose)).toHaveLength(1);
    await rose.elsewhere();
    await rose.does('PUT /api/account/password', { body: { currentPassword: password, newPassword: 'marée basse 17' } });
    expect(devicesOf(rose)).toHaveLength(1);
    const [own] = devicesOf(rose);
    const token = await resetToken(testApp, rose);
    await testApp.visitor().does('PUT /api/password', { body: { token, password } });
    expect(devicesOf(rose)).toHaveLength(1);
    expect(devicesOf(rose)[0]?.['token_hash']).not.toBe(own?.['token_hash']);
    const back = await rose.elsewhere();
    await back.does('POST /api/account/deletion', { body: { password } });
    expect(devicesOf(rose)).toEqual([]);
  });

  it('unused for 400 days is no longer known, and its row is deleted within the hour', async () => {
    const theo = await testApp.signUp('Théo');
    const browser = await signedOut(theo);
    tamper(testApp.config.dataDir, 'update known_device set last_used_at = ? where user_id = ?', Date.now() - 401 * 86_400_000, theo.id);
    await lockOut(theo);
    expect((await signInFrom('192.0.2.9', browser, 'Théo', password)).code).toBe('too_many_attempts');
    await doHourlyJobs(testApp);
    expect(devicesOf(theo)).toEqual([]);
  });
});

describe('right passwords', () => {
  it('open 60 sessions of an account in an hour; beyond, wrong ones are answered as ever', async () => {
    await testApp.signUp('Robot');
    for (let time = 0; time < 60; time += 1) expect((await guess(time, 'Robot', password)).status).toBe(201);
    const before = dump(testApp.config.dataDir)['session'];
    expect(await guess(60, 'Robot', password)).toMatchObject({ status: 429, code: 'too_many_attempts' });
    expect(dump(testApp.config.dataDir)['session']).toEqual(before);
    expect((await guess(61, 'Robot', 'pas le bon')).code).toBe('wrong_credentials');
  });

  it('leave a person 50 sessions: the oldest ends, and its stream within a second', async () => {
    const own = await startTestApp();
    const limits = own.deps.limits;
    const lou = await own.signUp('Lou');
    const stream = await Stream.open(lou);
    await stream.next('hello');
    for (let time = 0; time < 50; time += 1) {
      await lou.elsewhere();
      await limits.signIns.forget(lou.id);
    }
    expect((await lou.tries('GET /api/boards')).code).toBe('no_user_logged_in');
    await stream.end();
    expect(stream.all('bye')).toEqual([{ type: 'bye', reason: 'session_ended' }]);
    expect((dump(own.config.dataDir)['session'] ?? []).length).toBe(50);
  });
});

describe('signing up', () => {
  it('with no sign-up left answers the same bytes for a taken name, a look-alike, a taken address, an easy password and a free name', async () => {
    const narrow = await startTestApp({ config: { signUpsPerHour: 1 } });
    await narrow.signUp('Occupé');
    const fields = { username: 'Libre', email: 'libre@example.org', password, avatar: '🦄' } as const;
    const bodies = [
      fields,
      { ...fields, username: 'Occupé' },
      { ...fields, username: 'OCCUPÉ' },
      { ...fields, username: '0ccupé' },
      { ...fields, email: 'occup@example.org' },
      { ...fields, password: 'azerty' },
    ];
    const before = print(narrow.config.dataDir);
    const answers = await Promise.all(bodies.map((body) => narrow.visitor().tries('POST /api/accounts', { body })));
    const bytes = answers.map(({ status, text, headers: { date: _, ...headers } }) => ({ status, text, headers }));
    expect(answers[0]).toMatchObject({ status: 429, code: 'too_many_attempts' });
    for (const answer of bytes) expect(answer).toEqual(bytes[0]);
    expect(print(narrow.config.dataDir)).toBe(before);
  });

  it('while signed in ends the session of that browser, and its stream', async () => {
    const before = await testApp.signUp('Avant');
    const old = Object.assign(testApp.visitor(), { cookie: before.cookie });
    const stream = await Stream.open(before);
    await stream.next('hello');
    await before.does('POST /api/accounts', { body: { username: 'Après', email: 'apres@example.org', password, avatar: '🦄' } });
    expect((await before.does('GET /api/session')).user?.username).toBe('Après');
    expect((await old.tries('GET /api/boards')).code).toBe('no_user_logged_in');
    await stream.end();
    expect(stream.all('bye')).toEqual([{ type: 'bye', reason: 'session_ended' }]);
  });
});

describe('a password with accents', () => {
  const composed = 'épée brûlée à Noël';
  const decomposed = composed.normalize('NFD').replace(' ', '\u00A0');
  const typed = [composed, decomposed];
  let people = 0;

  /** Somebody whose password was hashed as it is here, as earlier versions did. */
  async function withHashOf(raw: string): Promise<Someone> {
    const person = await testApp.signUp(`Accentuée.${(people += 1)}`);
    const hashed = await hash(raw, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
    await testApp.deps.database.unitOfWork(({ db }) => savePassword(db, person.id, hashed));
    return person;
  }

  it('is the same however the keyboard composes its letters and writes its spaces', async () => {
    for (const [index, chosen] of typed.entries()) {
      const browser = testApp.visitor();
      const name = `Clavier.${index}`;
      await browser.does('POST /api/accounts', { body: { username: name, email: `${name}@example.org`, password: chosen } });
      for (const one of typed) expect((await guess(0, name, one)).status).toBe(201);
      for (const currentPassword of typed)
        expect((await browser.tries('PUT /api/account/password', { body: { currentPassword, newPassword: 'azerty' } })).code).toBe(
          'password_too_easy',
        );
      await browser.does('PUT /api/account/password', { body: { currentPassword: decomposed, newPassword: `${chosen} bis` } });
      for (const one of typed) expect((await guess(0, name, `${one} bis`)).status).toBe(201);
      const token = await resetToken(testApp, { id: (await browser.does('GET /api/session')).user?.id ?? '' });
      await browser.does('PUT /api/password', { body: { token, password: `${chosen} ter` } });
      for (const one of typed) expect((await guess(0, name, `${one} ter`)).status).toBe(201);
    }
  });

  it('that was hashed as it was typed opens the account in that form, and from then on in every form', async () => {
    const old = await withHashOf(decomposed);
    expect((await guess(0, old.name, composed)).code).toBe('wrong_credentials');
    for (const one of [decomposed, composed, decomposed]) expect((await guess(0, old.name, one)).status).toBe(201);
    const other = await withHashOf(decomposed);
    await other.does('POST /api/account/deletion', { body: { password: decomposed } });
  });

  it('that was hashed as it was typed opens the account to several at once, each time', async () => {
    const { name } = await withHashOf(decomposed);
    const answers = await Promise.all(Array.from({ length: 6 }, (_, index) => guess(index, name, decomposed)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201]);
  });

  it('that was hashed as it was typed opens the account where it cannot be hashed anew, which is done the next time', async () => {
    const { name } = await withHashOf(decomposed);
    argon2.fails = 'hash';
    const answer = await guess(0, name, decomposed);
    argon2.fails = undefined;
    expect(answer.status).toBe(201);
    expect((await guess(0, name, composed)).code).toBe('wrong_credentials');
    for (const one of [decomposed, composed]) expect((await guess(0, name, one)).status).toBe(201);
  });

  it('costs a second hash only where its form is another, for a name that nobody has too (S3)', async () => {
    const { name } = await withHashOf(composed);
    argon2.costs = [];
    for (const identifier of [name, 'Accentuée.de.personne'])
      for (const [wrong, hashes] of [
        ['château', 1],
        ['château'.normalize('NFD'), 2],
      ] as const) {
        const before = argon2.hashes;
        expect((await guess(0, identifier, wrong)).code).toBe('wrong_credentials');
        expect([identifier, argon2.hashes - before]).toEqual([identifier, hashes]);
      }
    expect(new Set(argon2.costs)).toEqual(new Set(['19456 2 1']));
  });

  it('counts at most 128 characters and at least 6 as it is composed', async () => {
    const sign = (name: string, chosen: string) =>
      testApp.visitor().tries('POST /api/accounts', { body: { username: name, email: `${name}@example.org`, password: chosen } });
    const long = 'éàçôûïëèù, '.repeat(12).slice(0, 128);
    const [longest, short] = [long.normalize('NFD'), 'éàçôû'.normalize('NFD')];
    expect([longest.length > 200, short.length]).toEqual([true, 10]);
    expect((await sign('Longue', longest)).status).toBe(201);
    expect((await guess(0, 'Longue', longest)).status).toBe(201);
    expect((await sign('Plus.longue', `${longest}é`)).code).toBe('password_too_long');
    expect((await sign('Courte', short)).code).toBe('password_too_short');
    expect((await sign('Facile', 'été2024'.normalize('NFD'))).code).toBe('password_too_easy');
  });
});

it('a reset that is repeated costs no guess where its password could not be compared', async () => {
  const ida = await testApp.signUp('Ida');
  const token = await resetToken(testApp, ida);
  const again = () => testApp.visitor().tries('PUT /api/password', { body: { token, password: 'marée basse 17' } });
  expect((await again()).status).toBe(204);
  argon2.fails = 'verify';
  for (let time = 0; time < 10; time += 1) expect((await again()).code).toBe('server_error');
  argon2.fails = undefined;
  expect((await again()).status).toBe(204);
});

it('signing in computes one hash, as costly, for every wrong pair, whether anybody is called so or not (D9)', async () => {
  await testApp.signUp('Connue');
  argon2.costs = [];
  for (const identifier of ['Connue', 'connue@example.org', 'Inconnue', 'inconnue@example.org', '..ici..', '\ud800']) {
    const before = argon2.hashes;
    expect((await guess(7, identifier, 'pas le bon')).code).toBe('wrong_credentials');
    expect([identifier, argon2.hashes - before]).toEqual([identifier, 1]);
  }
  expect(new Set(argon2.costs)).toEqual(new Set(['19456 2 1']));
});
