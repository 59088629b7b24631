import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Notifications, usualKinds } from '#shared/notifications';
import { seenLogger } from '#client/notices/ripostes.ts';
import { offerPushes, pushOffer, pushOfferShown } from './push-offer.ts';

const day = 24 * 60 * 60 * 1000;
let stored: Map<string, string>;
let reply: Notifications;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  stored = new Map();
  reply = { publicKey: 'key', kinds: usualKinds, mutedBoards: [], device: null, news: [] };
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, note: string) => void stored.set(key, note),
  });
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('navigator', { serviceWorker: {}, maxTouchPoints: 0 });
  vi.stubGlobal('PushManager', {});
  vi.stubGlobal('Notification', { permission: 'default' });
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(reply)));
  stop = offerPushes('léa');
});

afterEach(() => {
  stop();
  seenLogger.set(null);
  vi.useRealTimers();
});

/** Somebody logs while the person looks; what is offered then, and seen. */
async function offered(name = 'Max') {
  pushOffer.set(null);
  seenLogger.set(null);
  seenLogger.set({ name, avatar: '🦊' });
  await vi.advanceTimersByTimeAsync(0);
  await vi.waitFor(() => undefined);
  const offer = pushOffer.get();
  if (offer) pushOfferShown();
  return offer;
}

test('the offer of notifications comes after the first log that is seen live, and not on arrival', async () => {
  await vi.advanceTimersByTimeAsync(1000);
  expect(pushOffer.get()).toBeNull();
  expect(await offered()).toEqual({ name: 'Max', avatar: '🦊', publicKey: 'key', needsInstalling: false });
});

test('the offer of notifications comes once more two weeks later, and then no more', async () => {
  expect(await offered()).not.toBeNull();
  expect(await offered()).toBeNull();
  vi.setSystemTime(Date.now() + 13 * day);
  expect(await offered()).toBeNull();
  vi.setSystemTime(Date.now() + day);
  expect(await offered('Zoé')).toMatchObject({ name: 'Zoé' });
  vi.setSystemTime(Date.now() + 100 * day);
  expect(await offered()).toBeNull();
});

test.each<[string, () => void]>([
  [
    'this device has them',
    () => (reply.device = { endpointHash: '', details: false, timeZone: 'Europe/Paris', quietFrom: 22, quietTo: 8 }),
  ],
  ['the server cannot send any', () => (reply.publicKey = null)],
  ['the browser blocks them', () => vi.stubGlobal('Notification', { permission: 'denied' })],
  ['the browser has none', () => vi.stubGlobal('navigator', {})],
  ['the address is not safe', () => vi.stubGlobal('isSecureContext', false)],
])('no offer of notifications comes where %s', async (_, make) => {
  make();
  expect(await offered()).toBeNull();
});

test('on an iPhone the offer leads to installing first', async () => {
  vi.stubGlobal('navigator', { standalone: false, maxTouchPoints: 5 });
  expect(await offered()).toMatchObject({ needsInstalling: true });
});
