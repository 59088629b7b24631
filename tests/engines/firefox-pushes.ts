/**
 * Pushes in Firefox, by its own side of them, which the browser lets be scripted when it is started so: a push enters where one of its push service
 * would, and what the worker shows comes out where the desktop would show it. All between is Firefox's and real.
 */
import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'puppeteer-core';
import type { Pushes, Shown } from './window.ts';

/** Lets the scripts of a test run in the browser itself, too. */
export const systemAccess = '--remote-allow-system-access';

/** As the worker may open a window only for a second after the press, which is nothing on a machine that others use. */
export const patient = { 'dom.webnotifications.disable_open_click_delay': 30_000 };

/** Runs a function in the browser's own window. It may use nothing from outside; what it returns is awaited and must be JSON. */
export type RunInBrowser = <Args extends readonly unknown[], R>(script: (...args: Args) => R | Promise<R>, ...args: Args) => Promise<R>;

export async function openSystem(browser: Browser): Promise<RunInBrowser> {
  const connection = connectionOf(browser);
  const { contexts } = (await connection.send('browsingContext.getTree', { 'moz:scope': 'chrome' })).result as {
    contexts: { context: string }[];
  };
  const run: RunInBrowser = async (script, ...args) => {
    const expression = `(async () => JSON.stringify((await (${script.toString()})(...${JSON.stringify(args)})) ?? null))()`;
    const call = { expression, target: { context: contexts[0]?.context }, awaitPromise: true };
    const answer = (await connection.send('script.evaluate', call)).result as Evaluated;
    if (answer.type === 'exception') throw new Error(`in Firefox itself: ${answer.exceptionDetails.text}`);
    return JSON.parse(answer.result.value) as never;
  };
  await run(recordNotifications);
  return run;
}

type Evaluated = { type: 'success'; result: { value: string } } | { type: 'exception'; exceptionDetails: { text: string } };

interface Connection {
  send(method: string, params: object): Promise<{ result: unknown }>;
}

/** The library has no word for the browser's own side: what it sends all its own calls by does. */
function connectionOf(browser: Browser): Connection {
  const connection: unknown = Reflect.get(browser, 'connection');
  if (typeof connection !== 'object' || connection === null || !('send' in connection)) throw new Error('no connection to Firefox');
  return connection as Connection;
}

export async function firefoxPushes(page: Page, run: RunInBrowser): Promise<Pushes> {
  // Each person has a container, which Firefox knows by a number.
  const unique = `about:blank#${randomUUID()}`;
  await page.goto(unique);
  const container = await run(containerOf, unique);
  return {
    closeApp: async () => void (await page.goto('about:blank')),
    deliver: (origin, message) => run(deliver, origin, container, message),
    shown: () => run(standing, container),
    press: () => run(press, container),
    async opened() {
      const others = (await page.browserContext().pages()).filter((one) => one !== page);
      // As it was asked for: the app takes out of the address what it has read.
      return await Promise.all(others.map((one) => one.evaluate(() => performance.getEntriesByType('navigation')[0]?.name ?? '')));
    },
  };
}

// What follows runs in the browser itself. Named is the small part of Firefox that is used.

interface Alert {
  id: string;
  title: string;
  text: string;
  lang: string;
  dir: string;
  imageURL: string;
  cookie: string;
  principal: Principal;
  actions: { action: string; title: string }[];
}

interface Principal {
  origin: string;
  originAttributes: { userContextId: number };
}

interface Registration {
  scope: string;
  principal: Principal;
}

interface Stored {
  id: string;
  tag: string;
}

interface Service {
  getAllRegistrations(): { length: number; queryElementAt(index: number, type: unknown): Registration };
  notifyPushWithData(scope: string, principal: Principal, messageId: string, data: number[]): void;
  get(origin: string, scope: string, tag: string, callback: object): void;
}

declare const Cc: Record<string, { getService(type: unknown): Service }>;
declare const Ci: Record<string, unknown>;
declare const ChromeUtils: { generateQI(types: string[]): unknown };
declare const Components: { manager: { QueryInterface(type: unknown): { registerFactory(...args: unknown[]): void } } };
declare const Services: {
  perms: { ALLOW_ACTION: number; addFromPrincipal(principal: Principal, name: string, action: number): void };
  uuid: { generateUUID(): unknown };
  wm: { getEnumerator(type: string): Iterable<{ gBrowser: { tabs: Tab[] } }> };
};
declare const recorded: { alert: Alert; listener: { observe(subject: null, topic: string, data: string): void } }[];

interface Tab {
  userContextId: number;
  linkedBrowser: { currentURI: { spec: string } };
}

/** Nobody sees a browser without windows: in place of the desktop, what it should show is kept. */
function recordNotifications(): void {
  const alerts: unknown[] = [];
  Object.assign(globalThis, { recorded: alerts });
  const service = {
    showAlert(alert: Alert, listener: { observe(subject: null, topic: string, data: string): void }) {
      alerts.push({ alert, listener });
      listener.observe(null, 'alertshow', alert.cookie);
    },
    closeAlert: () => undefined,
    teardown: () => undefined,
    pbmTeardown: () => undefined,
    QueryInterface: ChromeUtils.generateQI(['nsIAlertsService']),
  };
  const factory = { createInstance: () => service, QueryInterface: ChromeUtils.generateQI(['nsIFactory']) };
  const registrar = Components.manager.QueryInterface(Ci['nsIComponentRegistrar']);
  registrar.registerFactory(Services.uuid.generateUUID(), 'recorded notifications', '@mozilla.org/alerts-service;1', factory);
}

function containerOf(address: string): number {
  for (const { gBrowser } of Services.wm.getEnumerator('navigator:browser'))
    for (const { linkedBrowser, userContextId } of gBrowser.tabs) if (linkedBrowser.currentURI.spec === address) return userContextId;
  throw new Error(`no tab has ${address}`);
}

/** Delivers to the worker of the app, whose person has allowed notifications. */
function deliver(origin: string, container: number, message: string): void {
  const all = Cc['@mozilla.org/serviceworkers/manager;1']?.getService(Ci['nsIServiceWorkerManager']).getAllRegistrations();
  for (let index = 0; all && index < all.length; index += 1) {
    const { scope, principal } = all.queryElementAt(index, Ci['nsIServiceWorkerRegistrationInfo']);
    if (scope !== `${origin}/` || principal.originAttributes.userContextId !== container) continue;
    Services.perms.addFromPrincipal(principal, 'desktop-notification', Services.perms.ALLOW_ACTION);
    const notifier = Cc['@mozilla.org/push/Notifier;1']?.getService(Ci['nsIPushNotifier']);
    notifier?.notifyPushWithData(scope, principal, 'test', [...new TextEncoder().encode(message)]);
    return;
  }
  throw new Error(`no worker of ${origin}`);
}

/** What Firefox keeps for the worker's `getNotifications`, in the order in which it was shown. */
async function standing(container: number): Promise<Shown[]> {
  // One with the tag of another has its id, and takes its place.
  const own = new Map<string, Alert>();
  for (const { alert } of recorded) {
    if (alert.principal.originAttributes.userContextId !== container) continue;
    own.delete(alert.id);
    own.set(alert.id, alert);
  }
  const [{ principal } = { principal: null }] = own.values();
  if (!principal) return [];
  const storage = Cc['@mozilla.org/notificationStorage;1']?.getService(Ci['nsINotificationStorage']);
  const scope = `${principal.origin.replace(/\^.*/, '')}/`;
  const kept = await new Promise<Stored[]>((done) => storage?.get(principal.origin, scope, '', { done }));
  return [...own.values()].flatMap(({ id, title, text, lang, dir, imageURL, actions }) => {
    const its = kept.find((one) => one.id === id);
    return its
      ? [
          {
            title,
            body: text,
            tag: its.tag,
            lang,
            dir,
            icon: new URL(imageURL).pathname,
            actions: actions.map((one) => ({ action: one.action, title: one.title })),
          },
        ]
      : [];
  });
}

/** As the desktop tells Firefox of it. */
function press(container: number): void {
  const newest = recorded.findLast(({ alert }) => alert.principal.originAttributes.userContextId === container);
  if (!newest) throw new Error('nothing to press');
  const { alert, listener } = newest;
  listener.observe(null, 'alertclickcallback', alert.cookie);
}
