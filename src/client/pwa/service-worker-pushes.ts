/**
 * What the worker does with a push, while the app may be closed. Every push is shown, whatever fails: some systems end the subscription of an
 * app that was silent three times. It imports nothing of the page's, or a file of the page would come into the worker.
 */

/** What the server sends. Browsers that know declarative pushes show the same, if none of this runs. */
interface Message {
  title: string;
  body: string | undefined;
  /** The address that a press opens. */
  navigate: string | undefined;
  tag: string | undefined;
  silent: boolean | undefined;
  badge: number | undefined;
  data: Data;
}

/** Opaque ids. `id`: of the notification, by which this device may ask for its words. */
interface Data {
  id?: string;
  kind?: string;
  boardId?: string;
}

/** What a press on the notification needs to know. */
interface Kept extends Data {
  navigate: string;
  requestId?: string;
  thanksFor?: string;
}

interface Words {
  title: string;
  body: string | undefined;
  /** The request that it tells of and that waits for an answer. */
  requestId: string | undefined;
  /** The activity on the board that the person may thank for (decision D52). */
  thanksFor: string | undefined;
}

export interface Pushed {
  data?: { json(): unknown } | null;
  /** In browsers that have read the message themselves: it is not in `data` there. */
  notification?: { title: string; body?: string; navigate?: string; tag?: string; silent?: boolean | null; data?: unknown } | null;
  appBadge?: number | null;
}

export interface Pressed {
  notification: { close(): void; data?: unknown };
  action?: string;
}

export interface OpenWindow {
  url?: string;
  focus(): Promise<unknown>;
  postMessage(message: unknown, transfer: MessagePort[]): void;
}

export interface Subscription {
  toJSON(): { endpoint?: string; keys?: Record<string, string> };
  options?: { applicationServerKey?: unknown };
}

export interface Changed {
  oldSubscription?: Subscription | null;
  newSubscription?: Subscription | null;
}

/** The part of a worker's global scope that is used here. */
export interface PushScope {
  location: { origin: string };
  registration: {
    showNotification(title: string, options?: object): Promise<void>;
    getNotifications?(filter: { tag: string }): Promise<readonly { data?: unknown }[]>;
    pushManager: { subscribe(options: object): Promise<Subscription> };
  };
  clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly OpenWindow[]>;
    openWindow(url: string): Promise<unknown>;
  };
  caches?: { has(name: string): Promise<boolean> };
  navigator: { setAppBadge?(count: number): Promise<void>; clearAppBadge?(): Promise<void> };
  fetch(address: string, request?: RequestInit): Promise<Pick<Response, 'ok' | 'json'>>;
}

const neutral = 'Du nouveau sur OU LA LA';
/** As `workerMark` in `lock/lock-record.ts`. */
const lockMark = 'lock';
const labels = { thank: 'Merci', riposte: 'Riposter', accept: 'Accepter' };
/** As `thanksEmoji` in `shared/reaction-choices.ts`. */
const thanks = '❤️';
const home = '/dashboard';
const requests = '/requests';
/** In milliseconds: for the words, for what the tray shows already, and for a new subscription. */
const wordsWithin = 3000;
const trayReadWithin = 500;
const subscribedWithin = 15_000;
/** For an acceptance, until a page that is there has taken over an address, until the next one is asked as well, and for the focus. */
// Together less than a second: so long after the press Firefox lets a worker open a window.
const acceptedWithin = 250;
const pageAnswersWithin = 600;
const nextAskedAfter = 150;
const focusedWithin = 1000;

export async function showPush(scope: PushScope, pushed: Pushed): Promise<void> {
  const message = readMessage(pushed);
  void setBadge(scope, message.badge);
  // Without words, or too late, the neutral sentence stands for all of them.
  const words = await within(wordsWithin, wordsOf(scope, message.data)).catch(() => null);
  const shown = optionsOf(message, words);
  // What replaces another notification is silent by itself, and nobody would hear of it.
  const renotify = message.tag !== undefined && message.silent !== true && !(await isShownAlready(scope, message));
  try {
    await scope.registration.showNotification(words?.title ?? message.title, { ...shown, ...(renotify && { renotify }) });
  } catch {
    // This browser may refuse an option: the notification is then shown without it.
    await scope.registration.showNotification(neutral, { data: shown.data });
  }
}

/** The push service may deliver a push twice: the second time only updates what is there. */
async function isShownAlready({ registration }: PushScope, { tag, data }: Message): Promise<boolean> {
  if (tag === undefined || data.id === undefined || !registration.getNotifications) return false;
  // A tray that does not say what it shows is taken for empty.
  const shown = await within(trayReadWithin, registration.getNotifications({ tag })).catch(() => []);
  return shown.some((one) => isRecord(one.data) && one.data['id'] === data.id);
}

export async function openPressed(scope: PushScope, { notification, action }: Pressed): Promise<void> {
  const kept = isRecord(notification.data) ? notification.data : {};
  if (action === 'thank') {
    // Until the thanks have arrived the notification stays, for another press.
    if (await thank(scope, kept)) return notification.close();
    // So long after the press the system may open nothing.
    return open(scope, addressOf(scope, kept['navigate'])).catch(() => undefined);
  }
  notification.close();
  const requestId = action === 'accept' ? kept['requestId'] : undefined;
  const accepting = typeof requestId === 'string' ? accept(scope, requestId) : Promise.resolve();
  // What takes longer shows in Demandes once it is done.
  await within(acceptedWithin, accepting).catch(() => undefined);
  await Promise.all([open(scope, addressOf(scope, action === 'accept' ? requests : kept['navigate'])), accepting]);
}

/** The browser has given the subscription another address: without the server's knowing, nothing would arrive any more. */
export async function keepSubscribed(scope: PushScope, { oldSubscription, newSubscription }: Changed): Promise<void> {
  const applicationServerKey = oldSubscription?.options?.applicationServerKey;
  // Without the key the next start of the app does it.
  if (!newSubscription && !applicationServerKey) return;
  const { pushManager } = scope.registration;
  const options = { userVisibleOnly: true, applicationServerKey };
  // Without an answer, too, the next start of the app does it.
  const subscription = newSubscription ?? (await within(subscribedWithin, pushManager.subscribe(options)));
  const { endpoint, keys } = subscription.toJSON();
  // The server passes over a zone that it does not know.
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  await send(scope, 'PUT', '/api/notifications/device', { endpoint, p256dh: keys?.['p256dh'], auth: keys?.['auth'], timeZone });
}

function readMessage({ data, notification, appBadge }: Pushed): Message {
  const sent = notification ? { notification, app_badge: appBadge } : parsed(data);
  const inside = isRecord(sent) && isRecord(sent['notification']) ? sent['notification'] : {};
  const text = textIn(inside);
  const badge = isRecord(sent) ? Number(sent['app_badge'] ?? Number.NaN) : Number.NaN;
  return {
    title: text('title') ?? neutral,
    body: text('body'),
    navigate: text('navigate'),
    tag: text('tag'),
    silent: inside['silent'] === true ? true : undefined,
    badge: Number.isInteger(badge) && badge >= 0 ? badge : undefined,
    data: readData(inside['data']),
  };
}

function parsed(data: Pushed['data']): unknown {
  try {
    return data?.json();
  } catch {
    // Nothing of ours; something is shown all the same.
    return undefined;
  }
}

function readData(data: unknown): Data {
  if (!isRecord(data)) return {};
  return Object.fromEntries(['id', 'kind', 'boardId'].flatMap((name) => (typeof data[name] === 'string' ? [[name, data[name]]] : [])));
}

function textIn(record: Record<string, unknown>): (name: string) => string | undefined {
  return (name) => (typeof record[name] === 'string' && record[name] !== '' ? record[name] : undefined);
}

/** Null on a device that shows no names or whose app has a lock, and when there are none to be had. */
async function wordsOf(scope: PushScope, { id }: Data): Promise<Words | null> {
  if (id === undefined || (await scope.caches?.has(lockMark))) return null;
  const reply = await scope.fetch(`/api/notifications/${encodeURIComponent(id)}`, {
    headers: { accept: 'application/json' },
    cache: 'no-store',
  });
  const words: unknown = reply.ok ? await reply.json() : null;
  const text = isRecord(words) ? textIn(words) : () => undefined;
  const title = text('title');
  return title === undefined ? null : { title, body: text('body'), requestId: text('requestId'), thanksFor: text('thanksFor') };
}

function optionsOf({ body, navigate, tag, silent, data }: Message, words: Words | null) {
  // Nobody is let in unseen: what the sentence does not name cannot be accepted from it.
  const requestId = words?.requestId;
  // Several boards have no one answer.
  const isOnBoard = data.kind === 'points' && data.boardId !== undefined;
  const thanksFor = isOnBoard ? words?.thanksFor : undefined;
  const actions: (keyof typeof labels)[] = isOnBoard ? ['riposte'] : requestId === undefined ? [] : ['accept'];
  if (thanksFor !== undefined) actions.unshift('thank');
  const kept: Kept = {
    ...data,
    navigate: navigate ?? home,
    ...(requestId !== undefined && { requestId }),
    ...(thanksFor !== undefined && { thanksFor }),
  };
  return {
    body: words ? words.body : body,
    tag,
    silent,
    lang: 'fr',
    dir: 'ltr',
    icon: '/icon-192.png',
    badge: '/icon-monochrome-512.png',
    data: kept,
    ...(actions.length > 0 && { actions: actions.map((action) => ({ action, title: labels[action] })) }),
  };
}

async function setBadge({ navigator }: PushScope, count: number | undefined): Promise<void> {
  if (count === undefined) return;
  try {
    await (count === 0 ? navigator.clearAppBadge?.() : navigator.setAppBadge?.(count));
  } catch {
    // It is not installed, or the system shows none.
  }
}

/** Whether it was done shows where the requests are. */
async function accept(scope: PushScope, requestId: string): Promise<void> {
  // Refused or not sent, it still waits there.
  await send(scope, 'POST', `/api/requests/${encodeURIComponent(requestId)}/acceptance`).catch(() => undefined);
}

/** Whether the thanks are there now. Giving them twice is as giving them once. */
async function thank(scope: PushScope, { boardId, thanksFor }: Record<string, unknown>): Promise<boolean> {
  if (typeof boardId !== 'string' || typeof thanksFor !== 'string') return false;
  const path = ['boards', boardId, 'activities', thanksFor, 'reactions', thanks].map(encodeURIComponent).join('/');
  // Without an answer they are given by another press.
  const reply = await send(scope, 'PUT', `/api/${path}`).catch(() => undefined);
  return reply?.ok === true;
}

function send(scope: PushScope, method: 'POST' | 'PUT', address: string, body?: object) {
  return scope.fetch(address, {
    method,
    headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
}

/** An address of this site, whatever the message says. */
function addressOf({ location: { origin } }: PushScope, navigate: unknown): string {
  try {
    const url = new URL(typeof navigate === 'string' ? navigate : home, origin);
    if (url.origin === origin) return `${url.pathname}${url.search}${url.hash}`;
  } catch {
    // No address.
  }
  return home;
}

/**
 * In the app where it is open, so that Back leads to what was there. A press lets the worker focus or open one window, once: so no page is focused before
 * it has taken over the address. One that sleeps, has not started yet or is not of the app, such as a legal page, gets company.
 */
async function open({ clients, location }: PushScope, address: string): Promise<void> {
  // Without an answer no page is open, as far as this worker knows.
  const pages = await within(pageAnswersWithin, clients.matchAll({ type: 'window', includeUncontrolled: true })).catch(() => []);
  const page = await firstGoneTo(pages.filter(mayBeOfApp), address);
  if (!page) return void (await clients.openWindow(new URL(address, location.origin).href));
  // The page has gone there. A system that does not bring it to the front lets no other window there either.
  await within(focusedWithin, page.focus()).catch(() => undefined);
}

/** As on the server: every path is a page of the app, except paths for operators and paths with a file extension. */
export const notPages = [/^\/(api|healthz|readyz|metrics)([/?]|$)/, /^[^?]*\.\w+(\?|$)/];

function mayBeOfApp({ url }: OpenWindow): boolean {
  if (url === undefined || !URL.canParse(url)) return true;
  const { pathname } = new URL(url);
  return !notPages.some((path) => path.test(pathname));
}

/** The page that took over the address. They are asked one after the other, the last that was used first: only one is to leave what it shows. */
async function firstGoneTo(pages: readonly OpenWindow[], address: string): Promise<OpenWindow | undefined> {
  let isOver = false;
  const until = Date.now() + pageAnswersWithin;
  const asked = pages.map(async (page, place) => {
    if (place > 0) await new Promise((resolve) => setTimeout(resolve, place * nextAskedAfter));
    if (isOver) throw new Error('another page has answered');
    await goneTo(page, address, until);
    return page;
  });
  // Silent pages sleep, or are not of the app.
  const first = await within(pageAnswersWithin, Promise.any(asked)).catch(() => undefined);
  isOver = true;
  return first;
}

/**
 * Settles once the page has gone there. A page that comes to it after `until`, in milliseconds since 1970, stays where it is: another one has
 * gone there, or was opened.
 */
function goneTo(page: OpenWindow, address: string, until: number): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => resolve(), { once: true });
    port1.start();
    page.postMessage({ open: address, until }, [port2]);
  });
}

function within<Value>(ms: number, work: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('late')), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
