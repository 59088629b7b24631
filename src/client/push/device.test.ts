import { beforeEach, expect, test, vi } from 'vitest';
import type { UserId } from '#shared/ids';
import { usualKinds } from '#shared/notifications';
import { keepSubscribed, subscribe } from './device.ts';

const léa = 'user-lea' as UserId;
const endpoint = 'https://push.example.org/1';
const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint)));
const endpointHash = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
let timeZone: string;
let told: unknown[];

beforeEach(() => {
  told = [];
  const subscription = { endpoint, options: {}, toJSON: () => ({ endpoint, keys: { p256dh: 'p256dh', auth: 'auth' } }) };
  const registration = { pushManager: { getSubscription: async () => subscription } };
  const serviceWorker = { ready: Promise.resolve(registration), getRegistration: async () => registration };
  vi.stubGlobal('navigator', { serviceWorker, maxTouchPoints: 0 });
  vi.stubGlobal('PushManager', {});
  vi.stubGlobal('Notification', { permission: 'granted' });
  vi.stubGlobal('localStorage', { getItem: () => léa, setItem: () => undefined, removeItem: () => undefined });
  const answer = async (_: string, { method, body }: { method: string; body?: string }) => {
    const device = { endpointHash, details: false, timeZone, quietFrom: 22, quietTo: 8 };
    if (method === 'PUT') told.push(JSON.parse(body ?? '') as unknown);
    return Response.json(method === 'PUT' ? device : { publicKey: 'key', kinds: usualKinds, mutedBoards: [], device, news: [] });
  };
  vi.stubGlobal('fetch', vi.fn(answer));
});

test('a device that is in another time zone by now tells the server at the next start', async () => {
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  timeZone = here === 'Asia/Tokyo' ? 'Europe/Paris' : 'Asia/Tokyo';
  await keepSubscribed(léa);
  expect(told).toEqual([{ endpoint, p256dh: 'p256dh', auth: 'auth', timeZone: here }]);
});

test('a device that is where it was tells nothing', async () => {
  timeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  await keepSubscribed(léa);
  expect(told).toEqual([]);
});

test.each(['Etc/Unknown', undefined, '+01:00', 'GMT+1', ''])(
  'a device whose browser names %j as its time zone is subscribed without one, and does not tell it again at each start',
  async (named) => {
    timeZone = 'Asia/Tokyo';
    const here = Intl.DateTimeFormat.prototype.resolvedOptions;
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (this: Intl.DateTimeFormat) {
      return { ...here.call(this), timeZone: named as string };
    });
    await keepSubscribed(léa);
    expect(told).toEqual([]);
    vi.stubGlobal('Notification', { permission: 'granted', requestPermission: async () => 'granted' });
    await subscribe(léa, 'key');
    expect(told).toEqual([{ endpoint, p256dh: 'p256dh', auth: 'auth' }]);
  },
);
