/** Playing without an address (decision D56): coming, what is refused, keeping the game, and coming back (S20). */
import { describe, expect, it, vi } from 'vitest';
import { api, type EndpointKey } from '#shared/api';
import { guestLimits } from '#shared/guests';
import { examine } from '../doctor/doctor.ts';
import { dump, print, tamper } from '../../../tests/database-state.ts';
import { guestOn, returnLinkFor, singleLinkOf } from '../../../tests/guests.ts';
import { jobContext } from '../../../tests/job-context.ts';
import { Authenticator, passkeyOrigin } from '../../../tests/passkeys.ts';
import { Stream, withoutHeartbeats } from '../../../tests/stream.ts';
import { boardOf, log, password, remove, resetToken, Someone, startTestApp, type TestBoard } from '../../../tests/test-app.ts';
import { createForgetting } from '../privacy/forget-expired.ts';
import { readRecoveryCode } from '../identity/passwords/recovery-code.ts';

const testApp = await startTestApp({ config: { origin: passkeyOrigin, smtpUrl: 'smtp://127.0.0.1:9' } });
withoutHeartbeats();
const { dataDir } = testApp.config;
const [lea, max] = await testApp.signUpAll('Léa', 'Max');
const [hour, day] = [60 * 60 * 1000, 24 * 60 * 60 * 1000];

const play = (invitation: string, username: string, more: object = {}, from = testApp.visitor()) =>
  from.tries('POST /api/guests', { body: { username, invitation, ...more } });
/** As if so much time had passed, in milliseconds. */
async function at<T>(later: number, act: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + later });
  try {
    return await act();
  } finally {
    vi.useRealTimers();
  }
}
const job = { id: '', kind: 'forget_expired', subject: '', attempts: 0, last_failure: null, created_at: 0 } as const;
const accountOf = async (someone: Someone) => (await someone.does('GET /api/session')).user;
const isSignedIn = async (someone: Someone) => (await accountOf(someone)) !== null;
/** The same cookie in another browser. */
const copyOf = (someone: Someone) => Object.assign(new Someone(testApp, someone.name), { id: someone.id, cookie: someone.cookie });
const look = (token: string) => testApp.visitor().tries('POST /api/re-entry/look', { body: { token } });
const enter = (token: string, more: object = {}, from = testApp.visitor()) =>
  from.tries('POST /api/re-entry', { body: { token, ...more } });

describe('a guest', () => {
  it('comes by a link for one person with a first name alone, and plays on its board', async () => {
    const board = await boardOf(lea);
    const invitation = await singleLinkOf(lea, board);
    const page = { params: { invitation } };
    expect(await testApp.visitor().does('GET /api/invitations/:invitation', page)).toMatchObject({ admits: true, admitsGuest: true });
    // A session belongs to an account.
    expect(await max.does('GET /api/invitations/:invitation', page)).toMatchObject({ admits: true, admitsGuest: false });
    const guest = testApp.visitor();
    const { status, body, headers } = await play(invitation, '  Jean  Paul ', { avatar: '⭐' }, guest);
    expect(status).toBe(201);
    expect(body.user).toMatchObject({ username: 'Jean-Paul', avatar: '⭐', email: null, isGuest: true, boardsCount: 1 });
    expect(body.user.preferences.essentialCookies).toBe(true);
    // As long as the account lasts without a visit.
    expect(String(headers['set-cookie'])).toContain('ou-la-la=');
    expect(String(headers['set-cookie'])).toMatch(/Max-Age=34560000\b/);
    await log(guest, board, 'breakfast');
    expect(await accountOf(guest)).toMatchObject({ actionsCount: 1 });
    expect((await testApp.visitor().tries('GET /api/invitations/:invitation', page)).status).toBe(404);
    expect(await examine(testApp.deps)).toEqual([]);
  });

  it('is one of several who use the same link at once', async () => {
    const board = await boardOf(lea);
    const invitation = await singleLinkOf(lea, board);
    const replies = await Promise.all(['Une', 'Deux', 'Trois'].map((name) => play(invitation, name)));
    expect(replies.map(({ code }) => code ?? 'in').toSorted()).toEqual(['board_not_found', 'board_not_found', 'in']);
    expect((await lea.does('GET /api/boards/:boardId', { params: { boardId: board.id } })).members).toHaveLength(2);
  });

  it('has the smallest free number behind a name that is taken, also when several come at once', async () => {
    const board = await boardOf(lea);
    await testApp.signUp('Camille3');
    const links = await Promise.all([1, 2, 3, 4].map(() => singleLinkOf(lea, board)));
    const replies = await Promise.all(links.map((invitation) => play(invitation, 'Camille')));
    expect(replies.map(({ body }) => body.user.username).toSorted()).toEqual(['Camille', 'Camille2', 'Camille4', 'Camille5']);
    // It looks like another; of the longest name the end makes room.
    const alike = await play(await singleLinkOf(lea, board), 'Саmillе');
    expect(alike.body.user.username).toBe('Саmillе6');
    const longest = 'x'.repeat(30);
    await play(await singleLinkOf(lea, board), longest);
    expect((await play(await singleLinkOf(lea, board), longest)).body.user.username).toBe(`${'x'.repeat(29)}2`);
  });

  it('comes by no other link: that of a board, one that was used or withdrawn, an invented one', async () => {
    const board = await boardOf(lea);
    const [used, withdrawn] = [await singleLinkOf(lea, board), await singleLinkOf(lea, board)];
    await play(used, 'Premier');
    for (const { id } of (await lea.does('GET /api/boards/:boardId/single-links', { params: { boardId: board.id } })).links)
      await lea.does('DELETE /api/boards/:boardId/single-links/:linkId', { params: { boardId: board.id, linkId: id } });
    const before = print(dataDir);
    for (const invitation of [board.id, used, withdrawn, 'AAAAAAAAAAAAAAAAAAAAAA'])
      expect(await play(invitation, 'Second')).toMatchObject({ status: 404, code: 'board_not_found' });
    expect(print(dataDir)).toBe(before);
  });

  it('who had no reply is signed in by the same key and link, in the browser that asked last, for an hour and until the game is kept', async () => {
    const board = await boardOf(lea);
    const invitation = await singleLinkOf(lea, board);
    const key = { idempotencyKey: 'k'.repeat(22) };
    const [first, again] = [testApp.visitor(), testApp.visitor()];
    const { body } = await play(invitation, 'Répète', key, first);
    expect((await play(invitation, 'Autrement', key, again)).body.user.id).toBe(body.user.id);
    expect([await isSignedIn(first), await isSignedIn(again)]).toEqual([false, true]);
    for (const other of [{ idempotencyKey: 'j'.repeat(22) }, {}])
      expect((await play(invitation, 'Répète', other)).code).toBe('board_not_found');
    tamper(dataDir, 'update user set created_at = created_at - ? where id = ?', hour + 1, body.user.id);
    expect((await play(invitation, 'Répète', key)).code).toBe('board_not_found');
    tamper(dataDir, 'update user set created_at = ? where id = ?', Date.now(), body.user.id);
    await again.does('POST /api/guest/email', { body: { email: 'repete@example.org', password } });
    expect((await play(invitation, 'Répète', key)).code).toBe('board_not_found');
  });

  it('who asks twice at once under one key has one account', async () => {
    const invitation = await singleLinkOf(lea, await boardOf(lea));
    const replies = await Promise.all([1, 2, 3].map(() => play(invitation, 'Pressé', { idempotencyKey: 'p'.repeat(22) })));
    expect(new Set(replies.map(({ body }) => body.user.id)).size).toBe(1);
  });

  it('is asked for a name as everybody is', async () => {
    const invitation = await singleLinkOf(lea, await boardOf(lea));
    for (const [name, code] of [
      [' ', 'username_required'],
      ['x', 'username_invalid'],
      ['Lé\u00ADa', 'username_taken'],
      ['🦄🦄', 'username_invalid'],
    ] as const)
      expect((await play(invitation, name)).code).toBe(code);
    expect((await play(invitation, 'Enfin')).status).toBe(201);
  });

  it('counts among the sign-ups of an address', async () => {
    const own = await startTestApp({ config: { signUpsPerHour: 2 } });
    const host = await own.signUp('Hôte');
    const board = await boardOf(host);
    const first = { body: { username: 'Un', invitation: await singleLinkOf(host, board) } };
    expect((await own.visitor().tries('POST /api/guests', first)).status).toBe(201);
    const next = { body: { username: 'Deux', invitation: await singleLinkOf(host, board) } };
    expect((await own.visitor().tries('POST /api/guests', next)).code).toBe('too_many_attempts');
  });

  it('is found by nobody who signs in with the id in place of an address', async () => {
    const guest = await guestOn(testApp, lea, await boardOf(lea), 'Introuvable');
    for (const identifier of [guest.id, guest.name])
      expect((await testApp.visitor().tries('POST /api/session', { body: { identifier, password } })).code).toBe('wrong_credentials');
    expect((await testApp.visitor().tries('POST /api/password-resets', { body: { email: `${guest.name}@example.org` } })).code).toBe(
      'email_unknown',
    );
  });
});

describe('a guest who has not kept the game', () => {
  const refused = (Object.keys(api) as EndpointKey[]).filter((key) => 'notForGuests' in api[key]);

  it('makes no board, token or wall, gets no mail, and has no password to change', () => {
    expect(refused).toEqual([
      'PUT /api/account/password',
      'POST /api/tokens',
      'POST /api/boards',
      'PUT /api/recap-mail',
      'POST /api/boards/:boardId/walls',
    ]);
  });

  it('makes boards and tokens once the game is kept', async () => {
    const guest = await guestOn(testApp, lea, await boardOf(lea), 'Gardienne');
    const body = { title: 'À moi', actions: [{ title: 'Lit', points: 5 }] };
    expect(await guest.tries('POST /api/boards', { body })).toMatchObject({ status: 403, code: 'guest_must_keep' });
    await guest.does('POST /api/guest/email', { body: { email: 'gardienne@example.org', password } });
    expect((await guest.tries('POST /api/boards', { body })).status).toBe(201);
  });

  it('invites nobody, but may ask to join another board', async () => {
    const [board, other] = [await boardOf(lea), await boardOf(max)];
    const guest = await guestOn(testApp, lea, board, 'Timide');
    const invite = { params: { boardId: board.id }, body: { type: 'member_invitation', username: max.name } } as const;
    expect(await guest.tries('POST /api/boards/:boardId/requests', invite)).toMatchObject({ status: 403, code: 'guest_must_keep' });
    const ask = { params: { boardId: other.id }, body: { type: 'request' } } as const;
    expect((await guest.tries('POST /api/boards/:boardId/requests', ask)).status).toBe(201);
  });

  it('is given no board, and stands in no list of heirs', async () => {
    const host = await testApp.signUp('Hôtesse');
    const board = await boardOf(host, [max]);
    const guest = await guestOn(testApp, host, board, 'Héritier');
    const params = { boardId: board.id };
    const before = print(dataDir);
    const gives = await host.tries('PUT /api/boards/:boardId/administrator', { params, body: { userId: guest.id } });
    expect(gives).toMatchObject({ status: 409, code: 'guest_cannot_administer' });
    const [listed] = (await host.does('GET /api/account/deletion')).boards;
    expect(listed?.members.map(({ username }) => username)).toEqual(['Max']);
    const body = { password, handOvers: [{ boardId: board.id, userId: guest.id }] };
    expect((await host.tries('POST /api/account/deletion', { body })).code).toBe('guest_cannot_administer');
    expect(print(dataDir)).toBe(before);
  });
});

describe('a game that is open in a browser', () => {
  it('is not lost there by whoever signs in or up, by a password, a passkey, a first name or a link of re-entry', async () => {
    const board = await boardOf(lea);
    const guest = await guestOn(testApp, lea, board, 'Installée');
    const other = await guestOn(testApp, lea, board, 'Autre-installée');
    const token = await returnLinkFor(lea, board, other);
    const invitation = await singleLinkOf(lea, board);
    const key = { idempotencyKey: 'i'.repeat(22) };
    const [device, visitor] = [new Authenticator(), testApp.visitor()];
    const own = await testApp.signUp('Porteuse');
    await own.does('POST /api/passkeys', {
      body: device.makes(await own.does('POST /api/passkeys/challenge', { body: { password } })),
    });
    const fields = { username: 'Nouvelle', email: 'nouvelle@example.org' };
    const made = {
      ...fields,
      passkey: new Authenticator().makes(await visitor.does('POST /api/accounts/passkey-challenge', { body: fields })),
    };
    const replies = [
      await guest.tries('POST /api/session', { body: { identifier: 'Max', password } }),
      await guest.tries('POST /api/accounts', { body: { ...fields, password } }),
      await guest.tries('POST /api/accounts/passkey-challenge', { body: fields }),
      await guest.tries('POST /api/accounts/passkey', { body: made }),
      await guest.tries('POST /api/session/passkey', { body: device.uses(await guest.does('POST /api/session/passkey-challenge')) }),
      await play(invitation, 'Deuxième', key, guest),
      await enter(token, {}, guest),
    ];
    expect(replies.map(({ code }) => code)).toEqual(replies.map(() => 'guest_must_keep'));
    expect(await accountOf(guest)).toMatchObject({ id: guest.id });
    // The links are there still, elsewhere; where the reply was lost, the same browser asks again.
    const phone = testApp.visitor();
    const { body } = await play(invitation, 'Deuxième', key, phone);
    expect((await play(invitation, 'Deuxième', key, phone)).body.user.id).toBe(body.user.id);
    // One's own link of re-entry ends no game.
    expect((await enter(token, {}, other)).status).toBe(201);
    // Once it is kept, nothing is lost.
    await guest.does('POST /api/guest/email', { body: { email: 'installee@example.org', password } });
    expect((await guest.tries('POST /api/session', { body: { identifier: 'Max', password } })).status).toBe(201);
  });
});

describe('keeping the game', () => {
  async function guestNamed(name: string) {
    const board = await boardOf(lea);
    const guest = await guestOn(testApp, lea, board, name);
    await log(guest, board, 'breakfast');
    return { guest, board };
  }

  it('by an address and a password makes an account like any other, with all that was played', async () => {
    const { guest, board } = await guestNamed('Paulette');
    const stolen = copyOf(guest);
    const { user } = await guest.does('POST /api/guest/email', { body: { email: 'Paulette@Example.org', password } });
    expect(user).toMatchObject({ id: guest.id, email: 'paulette@example.org', isGuest: false, actionsCount: 1, boardsCount: 1 });
    // The session goes on in this browser, under another token, and lasts as long as that of others.
    expect([await isSignedIn(guest), await isSignedIn(stolen)]).toEqual([true, false]);
    const [session] = dump(dataDir)['session']?.filter((row) => row['user_id'] === guest.id) ?? [];
    expect(Number(session?.['expires_at'])).toBeLessThanOrEqual(Date.now() + 30 * day);
    for (const identifier of ['paulette@example.org', 'Paulette'])
      expect((await testApp.visitor().does('POST /api/session', { body: { identifier, password } })).user.id).toBe(guest.id);
    await log(guest, board, 'breakfast');
    expect(await examine(testApp.deps)).toEqual([]);
  });

  it('refuses an address that is taken and an easy password, and keeps the guest a guest', async () => {
    const { guest } = await guestNamed('Hésitante');
    const before = print(dataDir);
    const tries = (email: string, typed: string) => guest.tries('POST /api/guest/email', { body: { email, password: typed } });
    expect((await tries(max.email, password)).code).toBe('email_taken');
    expect((await tries('hesitante@example.org', 'azerty')).code).toBe('password_too_easy');
    expect((await tries('hesitante@example.org', 'xHÉSITANTEx')).code).toBe('password_too_easy');
    expect(print(dataDir)).toBe(before);
    expect(await accountOf(guest)).toMatchObject({ isGuest: true });
  });

  it('gives the address to one of two guests who choose it at once', async () => {
    const [one, other] = [(await guestNamed('Jumelle')).guest, (await guestNamed('Jumeau')).guest];
    const body = { email: 'jumeaux@example.org', password };
    const replies = await Promise.all([one, other].map((guest) => guest.tries('POST /api/guest/email', { body })));
    expect(replies.map(({ code }) => code ?? 'kept').toSorted()).toEqual(['email_taken', 'kept']);
  });

  it('by a code of recovery wants it typed back; then it is a password', async () => {
    const { guest } = await guestNamed('Anatole');
    const { code: forgotten } = await guest.does('POST /api/guest/code');
    const { code } = await guest.does('POST /api/guest/code');
    expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(JSON.stringify(dump(dataDir))).not.toContain(readRecoveryCode(code));
    // It opens nothing before, and another one has replaced the first.
    const opens = async (typed: string) => {
      const reply = await testApp.visitor().tries('POST /api/session', { body: { identifier: guest.name, password: typed } });
      return reply.code ?? 'opened';
    };
    expect(await opens(code)).toBe('wrong_credentials');
    const confirms = (typed: string) => guest.tries('POST /api/guest/code/confirm', { body: { code: typed } });
    expect((await confirms(forgotten)).code).toBe('recovery_code_wrong');
    const stolen = copyOf(guest);
    expect((await confirms(sloppy(code))).body.user).toMatchObject({ email: null, isGuest: false });
    expect([await isSignedIn(guest), await isSignedIn(stolen)]).toEqual([true, false]);
    for (const typed of [code, sloppy(code), ` ${code.replaceAll('-', '–')} `]) expect(await opens(typed)).toBe('opened');
    expect(await opens(code.slice(0, -1))).toBe('wrong_credentials');
    expect(await examine(testApp.deps)).toEqual([]);
    // A password of one's own takes its place, and is read as it is typed.
    await guest.does('PUT /api/account/password', { body: { currentPassword: sloppy(code), newPassword: 'Oh LaLa 1l0 ciel' } });
    expect(await opens('Oh LaLa 1l0 ciel')).toBe('opened');
    expect(await opens('0h 1a1a 110 cie1')).toBe('wrong_credentials');
    // Nobody sends mails to an account without an address.
    expect((await guest.tries('PUT /api/recap-mail')).code).toBe('email_missing');
  });

  it('by a code ends the guesses of it: twenty an hour in the session, and as many as at a password from elsewhere (S2)', async () => {
    const { guest } = await guestNamed('Devinée');
    const { code } = await guest.does('POST /api/guest/code');
    const typed = (index: number) => String(index).padStart(16, '0');
    const codes = [];
    for (let guess = 0; guess < 1000; guess += 1)
      codes.push((await guest.tries('POST /api/guest/code/confirm', { body: { code: typed(guess) } })).code);
    expect(codes.filter((one) => one === 'recovery_code_wrong')).toHaveLength(20);
    expect(new Set(codes.slice(20))).toEqual(new Set(['too_many_attempts']));
    expect((await guest.tries('POST /api/guest/code/confirm', { body: { code } })).code).toBe('too_many_attempts');

    const { guest: kept } = await guestNamed('Gardé');
    const shown = await kept.does('POST /api/guest/code');
    await kept.does('POST /api/guest/code/confirm', { body: shown });
    const signIn = (secret: string) => testApp.visitor().tries('POST /api/session', { body: { identifier: kept.name, password: secret } });
    const wrong = [];
    for (let guess = 0; guess < 1000; guess += 1) wrong.push((await signIn(typed(guess))).code);
    expect(wrong.filter((one) => one === 'wrong_credentials')).toHaveLength(10);
    expect((await signIn(shown.code)).code).toBe('too_many_attempts');
  });

  it('by a passkey asks for no other proof, and only from a guest', async () => {
    const { guest } = await guestNamed('Clément');
    const stolen = copyOf(guest);
    const device = new Authenticator();
    await guest.does('POST /api/passkeys', { body: device.makes(await guest.does('POST /api/passkeys/challenge', { body: {} })) });
    expect(await accountOf(guest)).toMatchObject({ email: null, isGuest: false });
    // The session goes on in this browser, under another token.
    expect(await isSignedIn(stolen)).toBe(false);
    const elsewhere = testApp.visitor();
    const used = device.uses(await elsewhere.does('POST /api/session/passkey-challenge'));
    expect((await elsewhere.does('POST /api/session/passkey', { body: used })).user.id).toBe(guest.id);
    for (const someone of [guest, lea])
      expect((await someone.tries('POST /api/passkeys/challenge', { body: {} })).code).toBe('password_required');
    expect(await examine(testApp.deps)).toEqual([]);
  });

  it('by a passkey that was asked for as a guest makes none once the game is kept otherwise', async () => {
    const { guest } = await guestNamed('Indécis');
    const options = await guest.does('POST /api/passkeys/challenge', { body: {} });
    await guest.does('POST /api/guest/code/confirm', { body: await guest.does('POST /api/guest/code') });
    expect((await guest.tries('POST /api/passkeys', { body: new Authenticator().makes(options) })).code).toBe('passkey_refused');
  });

  const ways: Record<string, (guest: Someone) => Promise<unknown>> = {
    'an address': (guest) => guest.does('POST /api/guest/email', { body: { email: `${guest.id}@example.org`, password } }),
    'a code': async (guest) => await guest.does('POST /api/guest/code/confirm', { body: await guest.does('POST /api/guest/code') }),
    'a passkey': async (guest) => {
      const made = new Authenticator().makes(await guest.does('POST /api/passkeys/challenge', { body: {} }));
      await guest.does('POST /api/passkeys', { body: made });
    },
  };

  it.each(Object.entries(ways))('by %s ends what copies of the cookie opened, and knows no other device any more', async (_, keep) => {
    const { guest } = await guestNamed('Copiée');
    const devices = () => (dump(dataDir)['known_device'] ?? []).filter((row) => row['user_id'] === guest.id).map((row) => row['id']);
    const own = devices();
    const thief = copyOf(guest);
    tamper(
      dataDir,
      'insert into known_device (id, token_hash, user_id, last_used_at) values (?, ?, ?, ?)',
      'x'.repeat(22),
      'f'.repeat(64),
      guest.id,
      Date.now(),
    );
    const stream = await Stream.open(thief);
    await stream.next('hello');
    await keep(guest);
    await stream.end();
    expect(stream.all('bye')).toEqual([{ type: 'bye', reason: 'restarting' }]);
    expect([await isSignedIn(guest), await isSignedIn(thief)]).toEqual([true, false]);
    expect(devices()).toEqual(own);
  });

  it('by a passkey fails where the session ended while the passkey was made', async () => {
    const { guest, board } = await guestNamed('Voleuse');
    const token = await returnLinkFor(lea, board, guest);
    const made = new Authenticator().makes(await guest.does('POST /api/passkeys/challenge', { body: {} }));
    const phone = testApp.visitor();
    const lock = vi.spyOn(testApp.deps.database, 'unitOfWork');
    lock.mockImplementationOnce(async (...work) => {
      await enter(token, {}, phone);
      return await testApp.deps.database.unitOfWork(...work);
    });
    expect((await guest.tries('POST /api/passkeys', { body: made })).code).toBe('no_user_logged_in');
    lock.mockRestore();
    expect(await accountOf(phone)).toMatchObject({ isGuest: true });
    expect(dump(dataDir)['passkey']?.filter((row) => row['user_id'] === guest.id)).toEqual([]);
  });

  it('is done once: whoever has kept it, or never was a guest, is told so', async () => {
    const { guest } = await guestNamed('Deux-fois');
    await guest.does('POST /api/guest/email', { body: { email: 'deux@example.org', password } });
    for (const someone of [guest, max]) {
      const before = print(dataDir);
      expect((await someone.tries('POST /api/guest/email', { body: { email: 'trois@example.org', password } })).code).toBe('already_kept');
      expect((await someone.tries('POST /api/guest/code')).code).toBe('already_kept');
      expect((await someone.tries('POST /api/guest/code/confirm', { body: { code: '0' } })).code).toBe('already_kept');
      expect(print(dataDir)).toBe(before);
    }
  });

  it('is what a link does that the host makes for a password', async () => {
    const { guest } = await guestNamed('Dépannée');
    const token = await resetToken(testApp, guest);
    await testApp.visitor().does('PUT /api/password', { body: { token, password } });
    const { user } = await testApp.visitor().does('POST /api/session', { body: { identifier: guest.name, password } });
    expect(user).toMatchObject({ id: guest.id, email: null, isGuest: false });
    expect(await examine(testApp.deps)).toEqual([]);
  });
});

/** As somebody types it who reads letters for digits. */
function sloppy(code: string): string {
  return code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l');
}

describe('a link of re-entry', () => {
  async function lostGuest(name: string): Promise<{ host: Someone; guest: Someone; board: TestBoard }> {
    const host = await testApp.signUp(`Hôte.${name}`);
    const board = await boardOf(host, [max]);
    return { host, board, guest: await guestOn(testApp, host, board, name) };
  }

  const makes = (someone: Someone, { id: boardId }: { id: string }, { id: userId }: Someone) =>
    someone.tries('POST /api/boards/:boardId/members/:userId/re-entry', { params: { boardId, userId } });

  it('shows whose game it opens, opens it on a press, and ends every session that was there before', async () => {
    const { host, guest, board } = await lostGuest('Margot');
    const token = await returnLinkFor(host, board, guest);
    const listed = await host.does('GET /api/boards/:boardId/guests', { params: { boardId: board.id } });
    expect(listed.guests).toEqual([{ userId: guest.id, returnLinkUntil: expect.any(Number) as number }]);
    const before = print(dataDir);
    expect((await look(token)).body).toEqual({ username: 'Margot', avatar: '🧑' });
    expect(print(dataDir)).toBe(before);
    expect(JSON.stringify(dump(dataDir))).not.toContain(token);
    const phone = testApp.visitor();
    const { status, body, headers } = await enter(token, {}, phone);
    expect(status).toBe(201);
    expect(body.user).toMatchObject({ id: guest.id, isGuest: true });
    expect(String(headers['set-cookie'])).toMatch(/Max-Age=34560000\b/);
    expect([await isSignedIn(guest), await isSignedIn(phone)]).toEqual([false, true]);
    await log(phone, board, 'breakfast');
    expect((await host.does('GET /api/boards/:boardId/guests', { params: { boardId: board.id } })).guests).toEqual([
      { userId: guest.id, returnLinkUntil: null },
    ]);
    expect(await examine(testApp.deps)).toEqual([]);
  });

  it('that is unknown, used, replaced, expired or of a clock that was ahead opens nothing, byte for byte alike', async () => {
    const { host, guest, board } = await lostGuest('Firmin');
    const fresh = () => returnLinkFor(host, board, guest);
    const expectOver = async (token: string) => {
      for (const ask of [look, enter]) {
        const [answer, invented] = [await ask(token), await ask('AAAAAAAAAAAAAAAAAAAAAA')];
        const bytes = ({ status, text, headers: { date: _, ...others } }: typeof answer) => ({ status, text, headers: others });
        expect(bytes(answer)).toEqual(bytes(invented));
        expect(answer).toMatchObject({ status: 410, code: 'return_link_invalid' });
      }
    };
    const used = await fresh();
    await enter(used);
    await expectOver(used);
    const replaced = await fresh();
    const next = await fresh();
    await expectOver(replaced);
    expect((await look(next)).status).toBe(200);
    tamper(dataDir, 'update guest set re_entry_expires_at = ? where user_id = ?', Date.now() - 1, guest.id);
    await expectOver(next);
    tamper(dataDir, 'update guest set re_entry_expires_at = ? where user_id = ?', Date.now() + 2 * day, guest.id);
    await expectOver(next);
    const kept = await fresh();
    const { body } = await enter(await fresh(), {}, guest);
    await guest.does('POST /api/guest/email', { body: { email: 'firmin@example.org', password } });
    await expectOver(kept);
    expect(body.user.id).toBe(guest.id);
    expect(await makes(host, board, guest)).toMatchObject({ status: 409, code: 'not_a_guest' });
  });

  it('lets one of several in who press at once', async () => {
    const { host, guest, board } = await lostGuest('Disputée');
    const token = await returnLinkFor(host, board, guest);
    const replies = await Promise.all([1, 2, 3, 4].map(() => enter(token)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(replies.filter(({ code }) => code === 'return_link_invalid')).toHaveLength(3);
  });

  it('whose reply was lost opens the game once more under the same key, for ten minutes', async () => {
    const { host, guest, board } = await lostGuest('Perdue');
    const token = await returnLinkFor(host, board, guest);
    const key = { idempotencyKey: 'r'.repeat(22) };
    const [first, again] = [testApp.visitor(), testApp.visitor()];
    await enter(token, key, first);
    expect((await enter(token, key, again)).body.user.id).toBe(guest.id);
    expect([await isSignedIn(first), await isSignedIn(again)]).toEqual([false, true]);
    expect((await enter(token, { idempotencyKey: 's'.repeat(22) })).code).toBe('return_link_invalid');
    expect((await look(token)).code).toBe('return_link_invalid');
    tamper(dataDir, 'update guest set re_entry_expires_at = ? where user_id = ?', Date.now() - 1, guest.id);
    expect((await enter(token, key)).code).toBe('return_link_invalid');
    expect(await isSignedIn(again)).toBe(true);
  });

  it('is made by the administrator alone, for a guest on the board, who plays and has played nowhere else', async () => {
    const { host, guest, board } = await lostGuest('Surveillée');
    const other = await boardOf(max);
    for (const [someone, code] of [
      [max, 'administrator_only'],
      [guest, 'administrator_only'],
      [lea, 'board_not_found'],
    ] as const)
      expect((await makes(someone, board, guest)).code).toBe(code);
    expect((await makes(host, board, max)).code).toBe('not_a_guest');
    expect((await makes(host, board, lea)).code).toBe('member_not_found');
    const params = { boardId: other.id };
    const { request } = await max.does('POST /api/boards/:boardId/requests', {
      params,
      body: { type: 'invitation', username: guest.name },
    });
    expect((await makes(host, board, guest)).status).toBe(201);
    await guest.does('POST /api/requests/:requestId/acceptance', { params: { requestId: request.id } });
    for (const [someone, where] of [
      [host, board],
      [max, other],
    ] as const)
      expect(await makes(someone, where, guest)).toMatchObject({ status: 409, code: 'guest_elsewhere' });
    // What they did there is in their export still.
    await log(guest, other, 'breakfast');
    await remove(max, other, guest);
    expect((await makes(host, board, guest)).code).toBe('guest_elsewhere');
  });

  it('takes back what would bring whoever comes in onto boards of others, and nothing of the boards of its maker', async () => {
    const { host, guest, board } = await lostGuest('Attendue');
    const [own, others, asked] = [
      await boardOf(host, [], { invited: [guest] }),
      await boardOf(max, [], { invited: [guest] }),
      await boardOf(lea),
    ];
    const { request } = await guest.does('POST /api/boards/:boardId/requests', {
      params: { boardId: asked.id },
      body: { type: 'request' },
    });
    const phone = testApp.visitor();
    await enter(await returnLinkFor(host, board, guest), {}, phone);
    const { received, sent } = await phone.does('GET /api/requests');
    expect(received.map(({ boardId }) => boardId)).toEqual([own.id]);
    expect(sent).toEqual([]);
    expect((await max.does('GET /api/requests')).sent.filter(({ boardId }) => boardId === others.id)).toEqual([]);
    expect((await lea.tries('POST /api/requests/:requestId/acceptance', { params: { requestId: request.id } })).code).toBe(
      'request_not_found',
    );
    expect(await examine(testApp.deps)).toEqual([]);
  });

  it('shows whoever comes in nothing of boards of others that the guest declined', async () => {
    const { host, guest, board } = await lostGuest('Discrète');
    const [own, secret] = [await boardOf(host, [], { invited: [guest] }), await boardOf(max, [], { invited: [guest], title: 'Secret' })];
    for (const { id: requestId } of (await guest.does('GET /api/requests')).received)
      await guest.does('POST /api/requests/:requestId/rejection', { params: { requestId } });
    const phone = testApp.visitor();
    await enter(await returnLinkFor(host, board, guest), {}, phone);
    expect((await phone.does('GET /api/requests')).received.map(({ boardId }) => boardId)).toEqual([own.id]);
    const { text } = await phone.tries('GET /api/account/export');
    expect(text).toContain(own.id);
    for (const trace of [secret.id, 'Secret']) expect(text).not.toContain(trace);
  });

  it('ends when its maker no longer administers all boards of the guest, or the guest joins another', async () => {
    const { host, guest, board } = await lostGuest('Confiée');
    const handed = await returnLinkFor(host, board, guest);
    await host.does('PUT /api/boards/:boardId/administrator', { params: { boardId: board.id }, body: { userId: max.id } });
    for (const ask of [look, enter]) expect((await ask(handed)).code).toBe('return_link_invalid');
    expect((await look(await returnLinkFor(max, board, guest))).status).toBe(200);
    const made = await returnLinkFor(max, board, guest);
    const elsewhere = await boardOf(lea);
    await guest.does('POST /api/invitations/:invitation/acceptance', { params: { invitation: await singleLinkOf(lea, elsewhere) } });
    for (const ask of [look, enter]) expect((await ask(made)).code).toBe('return_link_invalid');
  });

  it('ends with a hand-over, also once the board comes back, and a used one can still be repeated', async () => {
    const { host, guest, board } = await lostGuest('Repassée');
    const other = await guestOn(testApp, host, board, 'Repassée.Autre');
    const left = await guestOn(testApp, host, board, 'Repassée.Partie');
    const params = { boardId: board.id };
    await log(left, board, 'breakfast');
    const links = [await returnLinkFor(host, board, guest), await returnLinkFor(host, board, left)];
    await remove(host, board, left);
    const [used, key] = [await returnLinkFor(host, board, other), { idempotencyKey: 'u'.repeat(22) }];
    await enter(used, key);
    await host.does('PUT /api/boards/:boardId/administrator', { params, body: { userId: max.id } });
    await max.does('PUT /api/boards/:boardId/administrator', { params, body: { userId: host.id } });
    for (const link of links) expect((await look(link)).code).toBe('return_link_invalid');
    expect((await enter(used, key)).status).toBe(201);
    expect(await examine(testApp.deps)).toEqual([]);
  });

  it("ends with its maker's account, and leaves no trace of it", async () => {
    const { host, guest, board } = await lostGuest('Orpheline');
    const token = await returnLinkFor(host, board, guest);
    await host.does('POST /api/account/deletion', { body: { password, handOvers: [{ boardId: board.id, userId: max.id }] } });
    for (const ask of [look, enter]) expect((await ask(token)).code).toBe('return_link_invalid');
    expect(JSON.stringify(dump(dataDir)['guest'])).not.toContain(host.id);
    expect(await isSignedIn(guest)).toBe(true);
    expect((await enter(await returnLinkFor(max, board, guest))).status).toBe(201);
  });

  it('is not found by trying', async () => {
    const own = await startTestApp();
    const host = await own.signUp('Hôte');
    const board = await boardOf(host);
    const guest = await guestOn(own, host, board, 'Cible');
    const token = await returnLinkFor(host, board, guest);
    const tries = (typed: string) => own.visitor().tries('POST /api/re-entry/look', { body: { token: typed } });
    for (let guess = 0; guess < 120; guess += 1) expect((await tries(`invente${guess}`)).code).toBe('return_link_invalid');
    expect((await tries(token)).code).toBe('too_many_requests');
    expect((await own.visitor().tries('POST /api/re-entry', { body: { token } })).code).toBe('too_many_requests');
  });

  it('ends the code that a thief of the session was shown', async () => {
    const { host, guest, board } = await lostGuest('Volée');
    await guest.does('POST /api/guest/code');
    const phone = testApp.visitor();
    await enter(await returnLinkFor(host, board, guest), {}, phone);
    expect((await guest.tries('POST /api/guest/code')).code).toBe('no_user_logged_in');
    expect(dump(dataDir)['guest']?.find((row) => row['user_id'] === guest.id)).toMatchObject({ code_hash: null });
  });
});

describe('a visit', () => {
  it('of a guest moves the end of session and account, at most once a day, and takes a warning back', async () => {
    const guest = await guestOn(testApp, lea, await boardOf(lea), 'Fidèle');
    const row = () => dump(dataDir)['guest']?.find((one) => one['user_id'] === guest.id);
    const visit = () => guest.tries('GET /api/session');
    tamper(dataDir, 'update guest set seen_at = 5, warned_at = 6 where user_id = ?', guest.id);
    await visit();
    expect(row()).toMatchObject({ seen_at: 5, warned_at: 6 });
    tamper(dataDir, 'update session set expires_at = expires_at - ? where user_id = ?', 399 * day, guest.id);
    const seen = Date.now();
    const { headers } = await visit();
    expect(String(headers['set-cookie'])).toMatch(/ou-la-la=[^;]*; Max-Age=34560000\b/);
    expect(row()).toMatchObject({ warned_at: null });
    expect(Number(row()?.['seen_at'])).toBeGreaterThanOrEqual(seen);
    const [session] = dump(dataDir)['session']?.filter((one) => one['user_id'] === guest.id) ?? [];
    expect(Number(session?.['expires_at'])).toBeGreaterThanOrEqual(seen + guestLimits.sessionLasts);
  });

  it('long after 90 days finds the session, as long as the guest is not erased', async () => {
    const guest = await guestOn(testApp, lea, await boardOf(lea), 'Tardive');
    expect(await at(300 * day, () => isSignedIn(guest))).toBe(true);
  });

  it('finds the session after a clock was a year ahead for some hours', async () => {
    const own = await startTestApp();
    const host = await own.signUp('Hôte');
    const guest = await guestOn(own, host, await boardOf(host), 'Horlogère');
    await at(410 * day, () => createForgetting(own.deps.database).run({ ...job, due: Date.now() }, jobContext()));
    expect([await isSignedIn(guest), await isSignedIn(host)]).toEqual([true, false]);
  });
});
