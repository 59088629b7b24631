/** This browser as a receiver of pushes: whether it can be one, and its subscription, which the server knows by the session. */
import { timeZoneNamed } from '#shared/calendar';
import type { SubscribeDevice } from '#shared/notifications';
import type { UserId } from '#shared/ids';
import { api } from '#client/api/api.ts';
import { sessionOver } from '#client/api/session.ts';
import { store, stored } from '#client/ui/browser-storage.ts';
import { inTime, NoAnswer } from '#client/ui/in-time.ts';
import { ownZone } from '#client/ui/own-zone.ts';
import { ExpectedError, reporting } from '#client/ui/unexpected.ts';

/** Why this browser gets none: it has no such thing, only the installed app has it here, or the person has said no to the browser. */
export type Obstacle = 'unsupported' | 'install-first' | 'refused';

/** What is chosen for this device. */
export type DeviceChange = Pick<SubscribeDevice, 'details' | 'quietFrom' | 'quietTo'>;

/** Why there is no subscription: the browser refuses one, the person has not answered its question, or its push service does not answer. */
type NoSubscription = 'refused' | 'unanswered' | 'silent';

/** The browser gives no subscription. */
export class NotSubscribed extends ExpectedError {
  override readonly name = 'NotSubscribed';
  readonly why: NoSubscription;

  constructor(why: NoSubscription, cause?: unknown) {
    super(why, { cause });
    this.why = why;
  }
}

/** In milliseconds: how long each call to the browser may take, since any of them may stay unanswered. The person reads the browser's question. */
const permittedWithin = 30_000;
/** The worker of a first visit reads all files of the app before it can be subscribed. */
const workerWithin = 20_000;
/** The browser asks its push service. */
const subscribedWithin = 15_000;
/** What the browser knows by itself. */
const knownWithin = 5000;

/** The note of whose device this is to be: it is subscribed again by itself when the browser or the server has lost the subscription. */
const noteKey = 'push';

export function obstacle(): Obstacle | null {
  // Only Apple's browsers have the property, and of these only phones and tablets have fingers on them.
  const { standalone, maxTouchPoints } = navigator as Navigator & { standalone?: boolean };
  if (standalone === false && maxTouchPoints > 0) return 'install-first';
  if (!('serviceWorker' in navigator) || !('PushManager' in globalThis) || !('Notification' in globalThis)) return 'unsupported';
  return Notification.permission === 'denied' ? 'refused' : null;
}

/** Tells when the person changes the permission in the browser. Returns what ends it. */
export function onPermission(changed: () => void): () => void {
  let status: PermissionStatus | undefined;
  // Safari tells nothing: it is looked at when the page is seen again.
  document.addEventListener('visibilitychange', changed);
  void navigator.permissions
    ?.query({ name: 'notifications' })
    .then((found) => {
      status = found;
      status.addEventListener('change', changed);
    })
    // Not every browser knows it by that name.
    .catch(() => undefined);
  return () => {
    document.removeEventListener('visibilitychange', changed);
    status?.removeEventListener('change', changed);
  };
}

/**
 * Asks the browser for the permission, if need be, and subscribes. In answer to a press: browsers ask for nothing else. An answer that comes after the
 * limit changes nothing by itself: the next press finds it.
 */
export async function subscribe(userId: UserId, publicKey: string, change: DeviceChange = {}) {
  const permission = await inTime(permittedWithin, Notification.requestPermission()).catch((error: unknown) => {
    throw new NotSubscribed(error instanceof NoAnswer ? 'unanswered' : 'refused', error);
  });
  if (permission !== 'granted') throw new NotSubscribed('refused');
  return await subscribeWith(userId, publicKey, change);
}

async function subscribeWith(userId: UserId, publicKey: string, change: DeviceChange = {}) {
  const { endpoint, keys = {} } = (await subscriptionWith(publicKey)).toJSON();
  const { p256dh, auth } = keys;
  if (endpoint === undefined || p256dh === undefined || auth === undefined) throw new NotSubscribed('refused');
  const timeZone = ownZone();
  const device = await api('PUT /api/notifications/device', {
    body: { endpoint, p256dh, auth, ...(timeZone !== undefined && { timeZone }), ...change },
    as: userId,
  });
  store(noteKey, userId);
  return device;
}

/** How many attempts to get a subscription are under way. */
let attempts = 0;

async function subscriptionWith(publicKey: string): Promise<PushSubscription> {
  attempts += 1;
  try {
    const { pushManager } = await inTime(workerWithin, navigator.serviceWorker.ready);
    const before = await inTime(knownWithin, pushManager.getSubscription());
    if (before && isOf(before, publicKey)) return before;
    await giveBack(before);
    const options = { userVisibleOnly: true, applicationServerKey: publicKey };
    return await inTime(subscribedWithin, pushManager.subscribe(options), dropLate);
  } catch (error) {
    throw new NotSubscribed(error instanceof NoAnswer ? 'silent' : 'refused', error);
  } finally {
    attempts -= 1;
  }
}

/** The person was told that there is no subscription, and the server has none. A later attempt uses it, and so does the next start where it is wanted. */
function dropLate(subscription: PushSubscription): void {
  if (attempts > 0 || stored(noteKey) !== null) return;
  // What stays in the browser is taken out at the next start.
  void giveBack(subscription).catch(reporting('command'));
}

/** The server made new keys: what was subscribed with the old ones hears nothing any more. */
function isOf({ options: { applicationServerKey: key } }: PushSubscription, publicKey: string): boolean {
  if (!key) return true;
  const text = btoa(String.fromCharCode(...new Uint8Array(key)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === publicKey;
}

export async function unsubscribe(): Promise<void> {
  store(noteKey, null);
  await api('DELETE /api/notifications/device');
  // The server sends nothing any more. What the browser does not give back now is taken out at the next start.
  await dropSubscription().catch(reporting('command'));
}

async function present(): Promise<PushSubscription | null> {
  if (!('serviceWorker' in navigator)) return null;
  const registration = await inTime(knownWithin, navigator.serviceWorker.getRegistration());
  return registration?.pushManager ? await inTime(knownWithin, registration.pushManager.getSubscription()) : null;
}

async function dropSubscription(): Promise<void> {
  await giveBack(await present());
}

async function giveBack(subscription: PushSubscription | null): Promise<void> {
  if (subscription) await inTime(knownWithin, subscription.unsubscribe());
}

/**
 * At a start of the app: the subscription of this browser is the one that the server has, with the time zone in which the browser is now, as long
 * as the person wants it and the browser allows it. Safari loses one without a word.
 */
export async function keepSubscribed(userId: UserId): Promise<void> {
  // Undefined where the browser does not say.
  const subscription = await present().catch(reporting('command'));
  const isNoted = isWanted(userId);
  if (!subscription && !isNoted) return;
  const { publicKey, device } = await api('GET /api/notifications', { as: userId });
  if (subscription === undefined) return;
  // The subscription may belong to somebody who was here before.
  if (!isNoted && !device) return await giveBack(subscription);
  if (publicKey === null || obstacle() !== null || Notification.permission !== 'granted') return;
  const isKnown = subscription !== null && device !== null && (await hashOf(subscription.endpoint)) === device.endpointHash;
  const here = ownZone();
  // The server may have another name for the same zone. A browser that names none has not moved.
  const isInPlace = here === undefined || (device !== null && timeZoneNamed(device.timeZone) === here);
  if (isKnown && isOf(subscription, publicKey) && isInPlace) return;
  // The server has forgotten it since its push service does not know it any more.
  if (!device) await giveBack(subscription);
  await subscribeWith(userId, publicKey);
}

/** Whether this person has switched it on here. */
export function isWanted(userId: UserId): boolean {
  return stored(noteKey) === userId;
}

async function hashOf(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** As long as this person is signed in. What the server forgets with the session, the browser does too. */
export function followSession(userId: UserId): () => void {
  // Earlier versions noted here what the person had seen.
  for (const key of ['accueil-news', `seen ${userId}`, `seen ${userId} at`, `seen ${userId} reactions`]) store(key, null);
  void keepSubscribed(userId).catch(reporting('command'));
  return sessionOver.listen(({ reason }) => {
    // A person whose session was ended elsewhere finds the device as it was after signing in again.
    if (reason === 'signed_out') store(noteKey, null);
    void dropSubscription().catch(reporting('command'));
  });
}
