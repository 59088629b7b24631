import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Notifications, usualKinds } from '#shared/notifications';
import { cardOf, léa, openedBoard } from '#client/app/testing/samples.ts';
import { openScreen } from '#client/app/testing/screen.tsx';
import { refused } from '#client/app/testing/server.ts';

const subscribe = vi.fn<() => Promise<unknown>>();
const device = { endpointHash: 'hash', details: false, timeZone: 'Europe/Paris', quietFrom: 22, quietTo: 8 };
const off: Notifications = { publicKey: 'key', kinds: usualKinds, mutedBoards: [], device: null, news: [] };
let permission: string;

const never = () => new Promise<never>(() => undefined);
const section = () => screen.findByRole('region', { name: 'Notifications' });
const here = () => screen.findByRole('switch', { name: 'Sur cet appareil' });

const subscription = () => ({
  endpoint: 'https://push.exemple.fr/1',
  toJSON: () => ({ endpoint: 'https://push.exemple.fr/1', keys: { p256dh: 'point', auth: 'secret' } }),
});

interface Browser {
  ready: Promise<unknown>;
  registration: { pushManager: { getSubscription: () => Promise<unknown> } };
}

const browserOf = () => navigator.serviceWorker as unknown as Browser;

beforeEach(() => {
  permission = 'default';
  subscribe.mockReset().mockResolvedValue(subscription());
  const registration = { pushManager: { subscribe, getSubscription: () => Promise.resolve(null) } };
  const serviceWorker = Object.assign(new EventTarget(), {
    registration,
    ready: Promise.resolve(registration),
    getRegistration: () => Promise.resolve(registration),
  });
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
  vi.stubGlobal('PushManager', {});
  vi.stubGlobal('Notification', {
    get permission() {
      return permission;
    },
    requestPermission: () => Promise.resolve((permission = permission === 'default' ? 'granted' : permission)),
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

describe('the profile', () => {
  test('turns notifications on by one press here, and off by another', async () => {
    const { user, server } = await openScreen('/edit-profile', {
      me: léa,
      replies: { 'GET /api/notifications': off, 'PUT /api/notifications/device': device },
    });
    await user.click(await here());
    await screen.findByRole('switch', { name: 'Afficher les noms et les actions' });
    // The start of the app may compare the new subscription at this very moment, and send it too.
    expect(server.received('PUT /api/notifications/device')[0]).toEqual({
      endpoint: 'https://push.exemple.fr/1',
      p256dh: 'point',
      auth: 'secret',
      timeZone: expect.any(String),
    });
    await user.click(await here());
    await waitFor(() => expect(screen.queryByRole('switch', { name: 'Afficher les noms et les actions' })).toBeNull());
    expect(server.received('DELETE /api/notifications/device')).toHaveLength(1);
  });

  test('says that the browser blocks them, and how to allow them again', async () => {
    permission = 'denied';
    await openScreen('/edit-profile', { me: léa, replies: { 'GET /api/notifications': { ...off, device } } });
    const shown = await section();
    expect(await here()).toBeDisabled();
    expect(await here()).not.toBeChecked();
    expect(shown).toHaveTextContent('Coupées sur cet appareil');
    expect(shown).toHaveTextContent(/Autorisez-les dans ses réglages/);
  });

  test.each([
    [true, 0],
    [false, 1],
  ])('says where the session ends with the browser that notifications end, too (cookies %s)', async (essentialCookies, times) => {
    const me = { ...léa, preferences: { ...léa.preferences, essentialCookies } };
    await openScreen('/edit-profile', { me, replies: { 'GET /api/notifications': { ...off, device } } });
    expect(await here()).toBeVisible();
    expect(screen.queryAllByText(/elles s'arrêtent ici un jour après votre dernière visite/)).toHaveLength(times);
  });

  test('says so when the browser gives no subscription', async () => {
    subscribe.mockRejectedValue(new DOMException('push service not available', 'AbortError'));
    const { user } = await openScreen('/edit-profile', { me: léa, replies: { 'GET /api/notifications': off } });
    await user.click(await here());
    expect(await screen.findByText(/^L'activation n'a pas abouti\. Réessayez/)).toBeVisible();
    expect(await here()).not.toBeChecked();
  });

  test.each<[string, RegExp, (browser: Browser) => void]>([
    ['push service', /service de notifications de ce navigateur ne répond pas/, () => void subscribe.mockImplementation(never)],
    ['worker', /service de notifications de ce navigateur ne répond pas/, (browser) => void (browser.ready = never())],
    [
      'subscription',
      /service de notifications de ce navigateur ne répond pas/,
      ({ registration }) => void (registration.pushManager.getSubscription = never),
    ],
    ['question', /attend votre accord/, () => vi.stubGlobal('Notification', { permission: 'default', requestPermission: never })],
  ])('shows the switch off again, and offers another try, where the %s of the browser never answers', async (_, sentence, silence) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const { user, server } = await openScreen('/edit-profile', {
      me: léa,
      replies: { 'GET /api/notifications': off, 'PUT /api/notifications/device': device },
    });
    const shown = await here();
    const browser = browserOf();
    const { ready } = browser;
    const { getSubscription } = browser.registration.pushManager;
    silence(browser);
    await user.click(shown);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
    expect(await here()).not.toBeChecked();
    expect(server.received('PUT /api/notifications/device')).toEqual([]);

    Object.assign(browser, { ready });
    Object.assign(browser.registration.pushManager, { getSubscription });
    subscribe.mockReset().mockResolvedValue(subscription());
    vi.stubGlobal('Notification', { permission: 'granted', requestPermission: () => Promise.resolve('granted') });
    await user.click(screen.getByRole('button', { name: 'Réessayer' }));
    await screen.findByRole('switch', { name: 'Afficher les noms et les actions' });
    expect(await here()).toBeChecked();
  });

  test('leaves the subscription to nobody that the browser makes after the switch is off again', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const { user, server } = await openScreen('/edit-profile', { me: léa, replies: { 'GET /api/notifications': off } });
    const late = { ...subscription(), unsubscribe: vi.fn<() => Promise<boolean>>().mockResolvedValue(true) };
    let answer: (made: unknown) => void = () => undefined;
    subscribe.mockReturnValue(new Promise((resolve) => (answer = resolve)));
    await user.click(await here());
    await vi.advanceTimersByTimeAsync(60_000);
    await screen.findByRole('alert');
    expect(late.unsubscribe).not.toHaveBeenCalled();
    answer(late);
    await waitFor(() => expect(late.unsubscribe).toHaveBeenCalledOnce());
    expect(server.received('PUT /api/notifications/device')).toEqual([]);
  });

  test('turns them off though the browser never gives its subscription back', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const { user, server } = await openScreen('/edit-profile', { me: léa, replies: { 'GET /api/notifications': { ...off, device } } });
    const shown = await here();
    expect(shown).toBeChecked();
    Object.assign(browserOf().registration.pushManager, { getSubscription: never });
    await user.click(shown);
    await vi.advanceTimersByTimeAsync(60_000);
    await waitFor(() => expect(screen.queryByRole('switch', { name: 'Afficher les noms et les actions' })).toBeNull());
    expect(await here()).not.toBeChecked();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(server.received('DELETE /api/notifications/device')).toHaveLength(1);
  });

  test.each([
    ['a server without https', { ...off, publicKey: null }, /son adresse n'est pas en https/],
    ['a browser without pushes', off, /Ce navigateur ne reçoit pas de notifications/],
  ])('says why there are none with %s', async (_, reply, sentence) => {
    if (reply.publicKey !== null) Reflect.deleteProperty(globalThis, 'PushManager');
    await openScreen('/edit-profile', { me: léa, replies: { 'GET /api/notifications': reply } });
    await section();
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(screen.queryByRole('switch', { name: 'Sur cet appareil' })).toBeNull();
  });

  const safari = (version: string) =>
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${version} Mobile/15E148 Safari/604.1`;

  async function openOnIPhone(userAgent: string): Promise<void> {
    const phone = { standalone: false, maxTouchPoints: 5, userAgent };
    for (const [name, value] of Object.entries(phone)) Object.defineProperty(navigator, name, { value, configurable: true });
    await openScreen('/edit-profile', { me: léa, replies: { 'GET /api/notifications': off } });
    await section();
    for (const name of Object.keys(phone)) Reflect.deleteProperty(navigator, name);
  }

  test.each([
    ['18.6', /^Touchez «.Partager.»\.$/, /^Choisissez «.Sur l'écran d'accueil.»\.$/],
    ['26.0', /^Touchez «.….», puis «.Partager.»\.$/, /^Choisissez «.Sur l'écran d'accueil.», parfois derrière «.Voir.plus.»\.$/],
  ])('explains on an iPhone with Safari %s how to install first, in three pictures', async (version, share, add) => {
    await openOnIPhone(safari(version));
    const steps = within(await section()).getAllByRole('listitem');
    expect(steps.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(share),
      expect.stringMatching(add),
      expect.stringMatching(/par son icône/),
    ]);
    expect(steps.every((step) => step.querySelector('svg'))).toBe(true);
  });

  test('leads out of another app on an iPhone, where nothing can be installed', async () => {
    await openOnIPhone('Mozilla/5.0 (iPhone; CPU iPhone OS 26_5 like Mac OS X) AppleWebKit/605.1.15 Instagram 300.0');
    expect(within(await section()).getByText(/Ouvrez d'abord cette page dans Safari/)).toBeVisible();
    expect(within(await section()).queryAllByRole('listitem')).toEqual([]);
  });

  test('has a switch for each kind, which shows what is stored after a failure', async () => {
    const { user, server } = await openScreen('/edit-profile', {
      me: léa,
      replies: { 'GET /api/notifications': off, 'PATCH /api/notifications': { ...off, kinds: { ...usualKinds, points: false } } },
    });
    const points = await screen.findByRole('switch', { name: 'Points des autres' });
    const choices = screen.getByRole('region', { name: 'De quoi me prévenir' });
    expect(within(choices).getAllByRole('switch', { checked: true })).toHaveLength(6);
    expect(screen.getByRole('switch', { name: 'Succès des autres' })).not.toBeChecked();
    await user.click(points);
    await waitFor(() => expect(points).not.toBeChecked());
    expect(server.received('PATCH /api/notifications')).toEqual([{ kinds: { points: false } }]);
    server.replies({ 'PATCH /api/notifications': refused('invalid_input') });
    await user.click(points);
    expect(await screen.findByText("Ce réglage n'a pas été enregistré. Réessayez.")).toBeVisible();
    expect(points).not.toBeChecked();
  });

  test('gives the focus on when a muted board is heard again', async () => {
    const opened = openedBoard();
    const { user } = await openScreen('/edit-profile', {
      me: léa,
      replies: { 'GET /api/notifications': { ...off, mutedBoards: ['board'] }, 'GET /api/boards': { boards: [cardOf(opened)] } },
    });
    await user.click(await screen.findByRole('button', { name: 'Réactiver NOUS DEUX' }));
    await waitFor(() => expect(screen.queryByText('Tableaux en sourdine')).toBeNull());
    expect(document.activeElement).not.toBe(document.body);
  });
});
