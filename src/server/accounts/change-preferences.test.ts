/** What a person decides about their privacy is kept, and does what it says (decision D8). */
import { describe, expect, it } from 'vitest';
import { startTestApp, type Someone } from '../../../tests/test-app.ts';
import { Stream } from '../../../tests/stream.ts';

const testApp = await startTestApp();

const preferencesOf = async (someone: Someone) => (await someone.does('GET /api/session')).user?.preferences;
const sessionCookie = ({ headers }: { headers: Record<string, unknown> }) =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map(String)
    .find((line) => line.startsWith('ou-la-la=')) ?? '';

describe('preferences', () => {
  it('are all on at first, save the counting that nobody has agreed to', async () => {
    expect(await preferencesOf(await testApp.signUp('Neuve'))).toEqual({
      dataCollection: false,
      onlineStatus: true,
      essentialCookies: true,
      analytics: false,
      screenshotProtection: true,
      consentAsked: false,
    });
  });

  it('are saved each on its own', async () => {
    const lea = await testApp.signUp('Léa');
    const { user } = await lea.does('PATCH /api/account/preferences', { body: { screenshotProtection: false } });
    expect(user.preferences).toMatchObject({ screenshotProtection: false, onlineStatus: true, consentAsked: false });
    expect(await preferencesOf(lea)).toEqual(user.preferences);
    await lea.does('PATCH /api/account/preferences', { body: { onlineStatus: false } });
    expect(await preferencesOf(lea)).toMatchObject({ screenshotProtection: false, onlineStatus: false });
  });

  it.each([
    ['analytics', { analytics: true }, { analytics: true, dataCollection: false, consentAsked: true }],
    ['dataCollection', { dataCollection: true }, { analytics: false, dataCollection: true, consentAsked: true }],
    ['a single no', { analytics: false }, { analytics: false, dataCollection: false, consentAsked: true }],
    ['both', { analytics: true, dataCollection: true }, { analytics: true, dataCollection: true, consentAsked: true }],
  ])('answer the question of consent with %s', async (name, body, expected) => {
    const someone = await testApp.signUp(`Avis${name.length}`);
    expect((await someone.does('PATCH /api/account/preferences', { body })).user.preferences).toMatchObject(expected);
  });

  it('keep an earlier yes when the other question is answered', async () => {
    const nora = await testApp.signUp('Nora');
    await nora.does('PATCH /api/account/preferences', { body: { analytics: true } });
    const { user } = await nora.does('PATCH /api/account/preferences', { body: { dataCollection: false } });
    expect(user.preferences).toMatchObject({ analytics: true, dataCollection: false });
  });

  it('are told to the other browsers of the person', async () => {
    const max = await testApp.signUp('Max');
    const stream = await Stream.open(await max.elsewhere());
    await stream.next('hello');
    await max.does('PATCH /api/account/preferences', { body: { screenshotProtection: false } });
    expect(await stream.next('account')).toEqual({ type: 'account' });
    stream.close();
  });
});

describe('essential cookies', () => {
  it('off, the session ends with the browser; on, it stays; it is the same session', async () => {
    const zoe = await testApp.signUp('Zoé');
    const { cookie } = zoe;
    const off = await zoe.tries('PATCH /api/account/preferences', { body: { essentialCookies: false } });
    expect(sessionCookie(off)).toContain('HttpOnly');
    expect(sessionCookie(off)).not.toMatch(/Max-Age|Expires/i);
    expect(zoe.cookie).toBe(cookie);
    const on = await zoe.tries('PATCH /api/account/preferences', { body: { essentialCookies: true } });
    expect(sessionCookie(on)).toMatch(/Max-Age=2592000/i);
    expect(await zoe.tries('GET /api/boards')).toMatchObject({ status: 200 });
  });

  it('of which nothing is said leave the cookie alone', async () => {
    const sam = await testApp.signUp('Sam');
    const answer = await sam.tries('PATCH /api/account/preferences', { body: { onlineStatus: true } });
    expect(sessionCookie(answer)).toBe('');
  });
});

it('the configuration says whom to write to, to everybody', async () => {
  expect(await testApp.visitor().does('GET /api/configuration')).toEqual({
    supportEmail: 'support@jeu.test',
    messengerAppId: null,
    passkeys: false,
  });
  const other = await startTestApp({ config: { supportEmail: 'aide@exemple.fr', messengerAppId: '1234567' } });
  expect(await other.visitor().does('GET /api/configuration')).toEqual({
    supportEmail: 'aide@exemple.fr',
    messengerAppId: '1234567',
    passkeys: false,
  });
});
