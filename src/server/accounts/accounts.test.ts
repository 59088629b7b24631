import { beforeAll, describe, expect, it } from 'vitest';
import { refusals, type RefusalCode } from '#shared/refusals';
import { json, startTestApp, password, type Someone } from '../../../tests/test-app.ts';
import { dump, print, refuseInserts, tamper } from '../../../tests/database-state.ts';
import { machineFactor, median, tell } from '../../../tests/figures.ts';

const testApp = await startTestApp();
const visitor = () => testApp.visitor();
let lea: Someone;
beforeAll(async () => {
  lea = await testApp.signUp('Léa');
  await testApp.signUp('Maxime');
});

const signUp = (body: object) => visitor().tries('POST /api/accounts', { body: { ...fields, ...body } });
const signIn = (identifier: string, typed: string) => visitor().tries('POST /api/session', { body: { identifier, password: typed } });
const fields = { username: 'Nouvelle', email: 'nouvelle@example.org', password, avatar: '🦄' } as const;

describe('signing up', () => {
  it('makes an account without points, boards or actions, and opens its session', async () => {
    const browser = visitor();
    const asked = Date.now();
    const { user } = await browser.does('POST /api/accounts', { body: { ...fields, username: 'Zoé', email: 'ZOE@example.org ' } });
    expect(user).toMatchObject({ username: 'Zoé', email: 'zoe@example.org', avatar: '🦄', points: 0, boardsCount: 0, actionsCount: 0 });
    expect(user.createdAt).toBeGreaterThanOrEqual(asked);
    expect(user.createdAt).toBeLessThanOrEqual(Date.now());
    expect((await browser.does('GET /api/session')).user).toEqual(user);
  });

  it('keeps an address with a domain of another script as mail servers know it, and is found by either', async () => {
    for (const [name, email, kept] of [
      ['Umlaut', 'Umlaut@EXÄMPLE.fr', 'umlaut@xn--exmple-cua.fr'],
      ['Cyrille', 'cyrille@почта.рф', 'cyrille@xn--80a1acny.xn--p1ai'],
    ] as const) {
      const { user } = await visitor().does('POST /api/accounts', { body: { ...fields, username: name, email } });
      expect(user.email).toBe(kept);
      for (const identifier of [email, kept, email.normalize('NFD'), kept.toUpperCase()])
        expect((await visitor().does('POST /api/session', { body: { identifier, password } })).user.id).toBe(user.id);
      for (const again of [email, kept]) expect((await signUp({ email: again })).code).toBe('email_taken');
      expect((await visitor().tries('POST /api/password-resets', { body: { email } })).status).toBe(204);
    }
  });

  it('takes the first avatar when none is chosen', async () => {
    const { avatar: _, ...rest } = fields;
    const { user } = await visitor().does('POST /api/accounts', { body: { ...rest, username: 'Sobre', email: 'sobre@example.org' } });
    expect(user.avatar).toBe('🧑');
  });

  it('keeps the password as an argon2id hash alone', async () => {
    const rows = dump(testApp.config.dataDir);
    expect(JSON.stringify(rows)).not.toContain(password);
    expect(rows['password']?.[0]?.['hash']).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it.each<[string, object, RefusalCode]>([
    ['without a username', { username: ' ' }, 'username_required'],
    ['with one letter', { username: 'x' }, 'username_invalid'],
    ['with 31 letters', { username: 'x'.repeat(31) }, 'username_invalid'],
    ['with a space in the name', { username: 'Lé a' }, 'username_invalid'],
    ['with a bidi control in the name', { username: 'Léa\u202E' }, 'username_taken'],
    ['with a zero-width letter in the name', { username: 'L\u200Béa' }, 'username_taken'],
    ['with an invisible selector in the name', { username: 'Léa\uFE0F' }, 'username_taken'],
    ['with an invisible filler in the name', { username: 'Léa\u115F' }, 'username_taken'],
    ['with a filler of another script in the name', { username: 'Léa\u{16FE4}' }, 'username_taken'],
    ['with a mark of hieroglyphs in the name', { username: 'Léa\u{13440}' }, 'username_taken'],
    ['with a soft hyphen in the name', { username: 'Lé\u00ADa' }, 'username_taken'],
    ['with a Khitan filler behind a name that nobody has', { username: 'Nouvelle\u{16FE4}' }, 'username_taken'],
    ['with 27 accents on one letter', { username: `Noe${'\u0301'.repeat(27)}` }, 'username_invalid'],
    ['with three accents on a letter', { username: 'Nox\u0301\u0302\u0303' }, 'username_invalid'],
    ['with an accent on a digit', { username: 'Noé7\u0301' }, 'username_taken'],
    ['with rn for m in a name that is taken', { username: 'Maxirne' }, 'username_taken'],
    ['with a mark before any letter', { username: '\u0301éa' }, 'username_invalid'],
    ['with an emoji for a name', { username: '🦄🦄' }, 'username_invalid'],
    ['with a name that is taken', { username: 'Léa' }, 'username_taken'],
    ['with a name that is taken in other letters', { username: 'LÉA' }, 'username_taken'],
    ['with a name that is taken, decomposed', { username: 'Le\u0301a' }, 'username_taken'],
    ['with a name that is taken, in wide letters', { username: 'ｌéa' }, 'username_taken'],
    ['with an address that is taken', { email: 'lea@example.org' }, 'email_taken'],
    ['with an address that is taken in capitals', { email: 'LEA@EXAMPLE.ORG' }, 'email_taken'],
    ['with accents before @', { email: 'léa@exemple.fr' }, 'email_invalid'],
    ['with a domain of signs', { email: 'nouvelle@ex%C3%A4mple.fr' }, 'email_invalid'],
    ['with a port behind a domain with accents', { email: 'nouvelle@exämple.fr:25' }, 'email_invalid'],
    ['with two addresses with accents', { email: 'nouvelle@exämple.fr,x@exämple.fr' }, 'email_invalid'],
    ['with an address with accents of two lines', { email: 'nouvelle@exämple.fr\r\nBcc: x@example.org' }, 'email_invalid'],
    ['with a line break in a domain with accents', { email: 'nouvelle@exä\nmple.fr' }, 'email_invalid'],
    ['with a domain that cannot be', { email: 'nouvelle@\u0301xämple.fr' }, 'email_invalid'],
    [
      'with the address in the password, as it is written',
      { email: 'nouvelle@exämple.fr', password: 'nouvelle@exämple.fr 1' },
      'password_too_easy',
    ],
    ['without an address', { email: '' }, 'email_invalid'],
    ['with an address without @', { email: 'nouvelle' }, 'email_invalid'],
    ['with an address of two lines', { email: 'nouvelle@example.org\nBcc: x@example.org' }, 'email_invalid'],
    ['with 5 letters as password', { password: 'abcd7' }, 'password_too_short'],
    ['with 129 letters as password', { password: 'k'.repeat(129) }, 'password_too_long'],
    ['with blanks alone as password', { password: '          ' }, 'password_too_easy'],
    ['with a common password', { password: 'azerty' }, 'password_too_easy'],
    ['with a common password in capitals', { password: 'PASSWORD' }, 'password_too_easy'],
    ['with the name in the password', { password: 'xNOUVELLEx' }, 'password_too_easy'],
    ['with an avatar of its own', { avatar: '💩' }, 'invalid_input'],
  ])('%s is refused, and makes nothing', async (_how, wrong, code) => {
    const before = dump(testApp.config.dataDir)['user'];
    expect(await signUp(wrong)).toMatchObject({ status: refusals[code][0], code, message: refusals[code][1] });
    expect(dump(testApp.config.dataDir)['user']).toEqual(before);
  });

  it.each(['Ｌ\u00c9a-2', 'Ольга', '李.雷', 'ñandú_7', 'אבג', 'Nguyễn', 'หญิงน้ำ', 'शक्ति', 'זֶהַב', 'كَريم', 'བཀྲ་ཤིས'.replace('་', '')])(
    'takes names of any script: %s',
    async (username) => {
      const email = `${Buffer.from(username).toString('hex')}@example.org`;
      const { user } = await visitor().does('POST /api/accounts', { body: { ...fields, username, email } });
      expect(user.username).toBe(username.normalize('NFKC'));
    },
  );

  it('of the same name or address at the same time makes one account', async () => {
    for (const [taken, rivals] of [
      ['username_taken', [1, 2, 3, 4].map((n) => ({ username: 'Jumelle', email: `jumelle${n}@example.org` }))],
      ['email_taken', [1, 2, 3].map((n) => ({ username: `Triplée${n}`, email: 'triplee@example.org' }))],
    ] as const) {
      const answers = await Promise.all(rivals.map(signUp));
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(answers.filter(({ status, code }) => status === 409 && code === taken)).toHaveLength(rivals.length - 1);
    }
  });

  it('that fails at its last step leaves nothing: no account, no password, no session', async () => {
    const own = await startTestApp();
    const { dataDir } = own.config;
    const allow = refuseInserts(dataDir, 'known_device');
    const before = print(dataDir);
    expect((await own.visitor().tries('POST /api/accounts', { body: fields })).status).toBe(500);
    expect(print(dataDir)).toBe(before);
    allow();
    expect((await own.visitor().tries('POST /api/accounts', { body: fields })).status).toBe(201);
  });
});

describe('signing up once more after a lost reply', () => {
  const idempotencyKey = 'k'.repeat(22);
  const body = { ...fields, username: 'Répétée', email: 'repetee@example.org', idempotencyKey };

  it('under the same key signs in to the account that was made, and makes no other', async () => {
    const { user } = await visitor().does('POST /api/accounts', { body });
    const users = dump(testApp.config.dataDir)['user'];
    const browser = visitor();
    expect((await browser.does('POST /api/accounts', { body: { ...body, email: 'REPETEE@example.org' } })).user).toEqual(user);
    expect((await browser.does('GET /api/session')).user).toEqual(user);
    expect(dump(testApp.config.dataDir)['user']).toEqual(users);
  });

  it.each<[string, object, RefusalCode]>([
    ['another password', { password: 'vent de travers 23' }, 'username_taken'],
    ['another key', { idempotencyKey: 'a'.repeat(22) }, 'username_taken'],
    ['no key', { idempotencyKey: undefined }, 'username_taken'],
    ['another address', { email: 'autre@example.org' }, 'username_taken'],
    ['another name', { username: 'Autre' }, 'email_taken'],
  ])('with %s is refused as for anybody else', async (_what, other, code) => {
    const before = print(testApp.config.dataDir);
    expect((await signUp({ ...body, ...other })).code).toBe(code);
    expect(print(testApp.config.dataDir)).toBe(before);
  });

  it('under the same key with other names makes another account', async () => {
    const { body: made } = await signUp({ ...body, username: 'Répétée.bis', email: 'repetee.bis@example.org' });
    expect(made.user.username).toBe('Répétée.bis');
  });

  it('while the first call is under way is answered alike', async () => {
    const both = { ...body, username: 'Pressée', email: 'pressee@example.org' };
    const replies = await Promise.all([1, 2, 3].map(() => visitor().does('POST /api/accounts', { body: both })));
    expect(new Set(replies.map(({ user }) => user.id)).size).toBe(1);
  });

  it('is a guess as any other: whoever has the key alone has no more than ten an hour (S2)', async () => {
    const own = await startTestApp();
    await own.visitor().does('POST /api/accounts', { body });
    const repeat = (typed: string) => own.visitor().tries('POST /api/accounts', { body: { ...body, password: typed } });
    for (let index = 0; index < 10; index += 1) expect((await repeat(`vent de travers ${index}`)).code).toBe('username_taken');
    expect((await repeat(password)).code).toBe('too_many_attempts');
  });

  it('more than an hour later is refused as taken', async () => {
    const own = await startTestApp();
    await own.visitor().does('POST /api/accounts', { body });
    tamper(own.config.dataDir, 'update user set created_at = created_at - 3600001');
    expect((await own.visitor().tries('POST /api/accounts', { body })).code).toBe('username_taken');
  });

  it('makes a new account where the first was deleted meanwhile', async () => {
    const own = await startTestApp();
    const browser = own.visitor();
    const { user } = await browser.does('POST /api/accounts', { body });
    await browser.does('POST /api/account/deletion', { body: { password } });
    const { user: next } = await browser.does('POST /api/accounts', { body });
    expect(next).toMatchObject({ username: user.username, points: 0, boardsCount: 0 });
  });
});

describe('signing in', () => {
  it.each(['Léa', 'LÉA', 'lea@example.org', 'Lea@Example.ORG', '  Léa  '])('works by name or address: %s', async (identifier) => {
    const { user } = await visitor().does('POST /api/session', { body: { identifier, password } });
    expect(user.id).toBe(lea.id);
  });

  it('takes both fields', async () => {
    const refused = { status: 400, code: 'fields_required', message: 'Veuillez remplir tous les champs' };
    for (const identifier of ['', '   ']) expect(await signIn(identifier, password)).toMatchObject(refused);
    expect(await signIn('Léa', '')).toMatchObject(refused);
  });

  it('never tells whether an account exists: the same bytes for every wrong pair (D9)', async () => {
    const pairs = ['Léa', 'Personne', 'Éloïse', '.', '..', 'lea@example.org', 'nobody@example.org', 'a@b', '%@nobody.invalid', '\ud800'];
    const answers = await Promise.all(pairs.map((identifier) => signIn(identifier, 'pas le bon')));
    const bytes = answers.map(({ status, text, headers: { date: _, ...headers } }) => ({ status, text, headers }));
    for (const answer of bytes) expect(answer).toEqual(bytes[0]);
    expect(answers[0]).toMatchObject({ status: 401, code: 'wrong_credentials', message: 'Email/pseudo ou mot de passe incorrect' });
  });

  it('is refused for a known and for an unknown name by the same work (S3)', async (test) => {
    const known = await testApp.signUpAll('Connue', 'Notoire', 'Fameuse');
    const times = { known: [] as number[], unknown: [] as number[] };
    const guess = async (kind: keyof typeof times, identifier: string) => {
      const start = performance.now();
      expect((await signIn(identifier, 'pas le bon')).status).toBe(401);
      times[kind].push(performance.now() - start);
    };
    // The two kinds alternate, so that a busy moment of the machine affects both.
    for (let round = 0; round < 7; round += 1)
      for (const { name } of known) {
        await guess('known', name);
        await guess('unknown', `Inconnue ${name}`);
      }
    const [one, other] = [median(times.known), median(times.unknown)];
    const apart = Math.abs(one - other);
    const figure = `medians of ${times.known.length}: ${one.toFixed(1)} and ${other.toFixed(1)} ms, ${apart.toFixed(1)} ms apart`;
    tell(test, 'S3', figure, { met: apart <= 5 * machineFactor() });
  });

  it('is refused after 10 wrong passwords by name and 10 by e-mail, the right one too, and other accounts are not (S2)', async () => {
    const [victim, other] = await testApp.signUpAll('Victime', 'Voisine');
    for (let attempt = 0; attempt < 20; attempt += 1)
      expect((await signIn(attempt % 2 ? 'victime' : victim.email, `faux ${attempt}`)).status).toBe(401);
    for (const identifier of ['Victime', victim.email]) {
      const refused = { status: 429, message: 'Trop de tentatives. Veuillez réessayer plus tard' };
      for (const typed of ['encore faux', password]) expect(await signIn(identifier, typed)).toMatchObject(refused);
    }
    expect((await signIn(other.name, password)).status).toBe(201);
  });

  it('that is locked by name does not reveal its e-mail, by which its owner can still sign in', async () => {
    const [locked, free] = await testApp.signUpAll('Verrouillée', 'Ouverte');
    const guess = (identifier: string) => signIn(identifier, 'pas le bon');
    for (const name of [locked.name, 'Inexistante']) {
      for (let attempt = 0; attempt < 10; attempt += 1) expect((await guess(name)).status).toBe(401);
      expect((await guess(name)).status).toBe(429);
    }
    const answers = await Promise.all([locked.email, free.email, 'personne@example.org'].map((email) => guess(email)));
    for (const { status, text } of answers) expect({ status, text }).toEqual({ status: 401, text: answers[0]?.text });
    expect((await signIn(locked.email, password)).status).toBe(201);
  });

  it.each(['a stranger', 'a device that signed in before'])(
    'of %s by a new name gains no guesses, and is answered as by a name that nobody has (S2, D9)',
    async (whose) => {
      const isStranger = whose === 'a stranger';
      const [before, after] = ['Rebaptisée', 'Renommée'];
      // At the address of the others there are none left.
      const own = await startTestApp();
      const person = await own.signUp(before);
      const device = (await person.elsewhere()).deviceCookie;
      const guess = async (identifier: string, typed: string) => {
        const browser = Object.assign(own.visitor(), { deviceCookie: isStranger ? undefined : device });
        const { status, text } = await browser.tries('POST /api/session', { body: { identifier, password: typed } });
        return { status, text };
      };
      for (let attempt = 0; attempt < 10; attempt += 1) await guess(before, `faux ${attempt}`);
      expect((await guess(before, password)).status).toBe(429);
      await person.does('PATCH /api/account', { body: { username: after } });
      const answersTo = async (name: string) => {
        const answers = [];
        // The right one, which is not looked at.
        for (let attempt = 0; attempt < 11; attempt += 1) answers.push(await guess(name, password));
        return answers;
      };
      const answers = await answersTo(after);
      expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
      expect(answers).toEqual(await answersTo(`${after} de personne`));
    },
  );

  it('that fails at its last step opens no session, and ends none', async () => {
    const own = await startTestApp();
    const { dataDir } = own.config;
    const person = await own.signUp('Lola');
    refuseInserts(dataDir, 'known_device');
    const before = print(dataDir);
    expect((await person.tries('POST /api/session', { body: { identifier: 'Lola', password } })).status).toBe(500);
    expect(print(dataDir)).toBe(before);
    expect((await person.does('GET /api/session')).user?.id).toBe(person.id);
  });

  it('costs nothing when the password is right', async () => {
    const often = await testApp.signUp('Souvent');
    for (let time = 0; time < 25; time += 1) expect((await often.elsewhere()).id).toBe(often.id);
  });
});

it('an address is what the proxy saw, not what the caller wrote', async () => {
  const proxied = await startTestApp({ config: { trustProxy: true, signUpsPerHour: 2 } });
  const signUpFrom = async (name: string, forwarded: string) => {
    const payload = JSON.stringify({ ...fields, username: name, email: `${name}@example.org` });
    const headers = { ...json, 'x-forwarded-for': forwarded };
    return (await proxied.visitor().sends({ method: 'POST', url: '/api/accounts', payload, headers })).status;
  };
  expect(await signUpFrom('Alba', '198.51.100.1, 203.0.113.9')).toBe(201);
  expect(await signUpFrom('Bela', '198.51.100.2, 203.0.113.9')).toBe(201);
  expect(await signUpFrom('Cora', '198.51.100.3, 203.0.113.9')).toBe(429);
  expect(await signUpFrom('Dora', '203.0.113.10')).toBe(201);
});

describe('looking a name up', () => {
  const look = (person: Someone, username: string) => person.tries('GET /api/users/:username', { params: { username } });

  it('tells name and avatar, never the address', async () => {
    expect((await look(lea, 'LÉA')).body).toEqual({ username: 'Léa', avatar: '🦄' });
  });

  it('of nobody says so', async () => {
    for (const username of ['Personne', ' ', '%', 'lea@example.org'])
      expect(await look(lea, username)).toMatchObject({ status: 404, code: 'user_not_found', message: 'Utilisateur non trouvé' });
  });

  it('is limited to 60 in a minute, by person', async () => {
    const [curious, other] = await testApp.signUpAll('Curieuse', 'Discrète');
    const looks = await Promise.all(Array.from({ length: 61 }, () => look(curious, 'Léa')));
    expect(looks.filter(({ status }) => status === 200)).toHaveLength(60);
    expect(looks.find(({ status }) => status !== 200)).toMatchObject({ status: 429, code: 'too_many_requests' });
    expect((await look(other, 'Léa')).status).toBe(200);
  });
});
