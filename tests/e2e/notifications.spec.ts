/**
 * Pushes, as Chromium receives them with the app closed, and what leads to them. No push service can be reached from a test: the browser's
 * subscription is the test's own, and what such a service would deliver comes by the debugging protocol.
 */
import { createECDH, randomBytes } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import type { OpenedBoard } from '#shared/boards';
import type { Notifications, PushMessage } from '#shared/notifications';
import { violationsOn } from './axe.ts';
import { breakfast, createSharedBoard, dishes, logFromElsewhere, openLive, type Player, signUpAbsentee, signUpPlayer } from './players.ts';
import { expect, type RunningServer, test } from './server.ts';

const neutral = 'Du nouveau sur OU LA LA';
const installed = { serviceWorkers: 'allow' } as const;

test('a press leads the open app to the sheet, one more answers, and Back leads to where one was; with the app closed it leads to the board', async ({
  browser,
  server,
}) => {
  const zoe = await signUpPlayer(browser, server, 'Zoé', installed);
  const max = await signUpAbsentee(server, 'Max');
  const { id } = await createSharedBoard([zoe, max], 'Nous deux');
  await logFromElsewhere(max, id, dishes.title);
  const navigate = `${server.origin}/board/${id}?riposte=oui`;
  await installedWorker(zoe);
  const { page, context } = zoe;
  await page.getByRole('link', { name: 'Demandes', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Demandes');
  const worker = await awakeWorker(context, await context.newPage(), server);
  await worker.deliver(messageOf(navigate));
  // The server knows no such notification, and tells this device no names.
  const neutralPush = { title: neutral, lang: 'fr', navigate, actions: ['Riposter'] };
  await expect.poll(() => worker.run(shownNotifications)).toEqual([neutralPush]);
  expect(await worker.run(press)).toBeNull();

  const sheet = page.getByRole('dialog', { name: 'Riposter' });
  await expect(sheet).toContainText(`${max.name} : ${dishes.title}`);
  expect(new URL(page.url()).search).toBe('');
  expect(await violationsOn(page)).toEqual([]);
  await sheet.getByRole('button', { name: breakfast.title }).click();
  await expect(sheet).toBeHidden();
  await expect.poll(async () => (await scoresOf(zoe, id)).get(zoe.name)).toBe(breakfast.points);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Demandes');

  await page.close();
  await worker.deliver(messageOf(navigate));
  await expect.poll(() => worker.run(shownNotifications)).toEqual([neutralPush, neutralPush]);
  expect(await worker.run(shownBadge)).toBe(1);
  expect(await worker.run(press)).toBe(navigate);

  // The worker shows a notification for every push.
  for (const nonsense of ['', '{', '[]', '{"notification":{"title":1}}']) await worker.deliver(nonsense);
  const bare = { title: neutral, lang: 'fr', navigate: '/dashboard', actions: [] };
  await expect.poll(() => worker.run(shownNotifications)).toEqual([neutralPush, neutralPush, bare, bare, bare, bare]);
});

test('a device is notified after two presses and no more after one, or after its person signs out, with what belongs to it', async ({
  browser,
  server,
}) => {
  const zoe = await signUpPlayer(browser, server, 'Zoé', installed);
  const { page } = zoe;
  await ownSubscriptions(zoe);
  await page.goto('/edit-profile');
  const section = page.getByRole('region', { name: 'Notifications', exact: true });
  const here = section.getByRole('switch', { name: 'Sur cet appareil' });
  // The second press answers the browser's question, which no test sees.
  await here.click();
  await expect.poll(async () => (await choicesOf(zoe)).device).toMatchObject({ details: false, quietFrom: 22, quietTo: 8 });
  await section.getByRole('switch', { name: 'Afficher les noms et les actions' }).click();
  await section.getByLabel('De', { exact: true }).selectOption('23 h');
  await section.getByRole('switch', { name: /^Points des autres/ }).click();
  await expect.poll(() => choicesOf(zoe)).toMatchObject({ device: { details: true, quietFrom: 23, quietTo: 8 }, kinds: { points: false } });
  expect(await violationsOn(page)).toEqual([]);

  // What the browser lost is subscribed again at the next start.
  await page.evaluate(() => localStorage.removeItem('test-endpoint'));
  const { device: before } = await choicesOf(zoe);
  await page.reload();
  await expect.poll(async () => (await choicesOf(zoe)).device?.endpointHash).not.toBe(before?.endpointHash);
  expect((await choicesOf(zoe)).device).toMatchObject({ details: true, quietFrom: 23 });

  await expect(here).toBeChecked();
  await here.click();
  await expect.poll(async () => (await choicesOf(zoe)).device).toBeNull();
  // The browser gives its subscription back once the server has answered.
  const endpoint = () => page.evaluate(() => localStorage.getItem('test-endpoint'));
  await expect.poll(endpoint).toBeNull();

  await expect(here).not.toBeChecked();
  await here.click();
  await expect.poll(async () => (await choicesOf(zoe)).device).not.toBeNull();
  await page.getByRole('button', { name: 'Ouvrir le menu du profil' }).click();
  await page.getByRole('button', { name: 'Déconnexion' }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect.poll(endpoint).toBeNull();
});

test('the first log that is seen live offers notifications on Accueil, once', async ({ browser, server }) => {
  const zoe = await signUpPlayer(browser, server, 'Zoé', installed);
  const max = await signUpAbsentee(server, 'Max');
  const { id } = await createSharedBoard([zoe, max], 'Nous deux');
  await zoe.call('PATCH', '/api/account/preferences', { dataCollection: false, analytics: false });
  const { page } = zoe;
  await ownSubscriptions(zoe);
  await openLive(page, '/dashboard');
  const card = page.getByRole('status').filter({ has: page.getByRole('button', { name: 'Oui' }) });
  await expect(card).toHaveCount(0);
  const topOf = async () => (await page.getByRole('heading', { level: 1 }).boundingBox())?.y;
  await logFromElsewhere(max, id, breakfast.title);
  await expect(card).toContainText(`Un petit signe quand ${max.name} marque des points ?`);
  // How a push looks while names are off.
  await expect(card).toContainText('Du nouveau sur OU LA LA');
  const top = await topOf();
  expect(await violationsOn(page)).toEqual([]);
  await card.getByRole('button', { name: 'Oui' }).click();
  await expect(card).toContainText("Montrer les noms sur l'écran verrouillé ?");
  expect((await choicesOf(zoe)).device).toMatchObject({ details: false });
  await card.getByRole('button', { name: 'Oui' }).click();
  await expect(card).toHaveCount(0);
  expect(await topOf()).toBe(top);
  await expect.poll(async () => (await choicesOf(zoe)).device).toMatchObject({ details: true });
});

test('a reaction is one press from the notification, too, and a board is muted in its settings', async ({ browser, server }) => {
  const zoe = await signUpPlayer(browser, server, 'Zoé');
  const max = await signUpAbsentee(server, 'Max');
  const { id } = await createSharedBoard([zoe, max], 'Nous deux');
  await test.step('a reaction is one press from the notification', async () => {
    await logFromElsewhere(max, id, breakfast.title);
    await zoe.page.goto(`/board/${id}?riposte=oui`);
    const sheet = zoe.page.getByRole('dialog', { name: 'Riposter' });
    await sheet.getByRole('group', { name: 'Ou réagissez' }).getByRole('button').first().click();
    await expect(sheet).toBeHidden();
    await expect
      .poll(async () => (await zoe.call<OpenedBoard>('GET', `/api/boards/${id}`)).activities.activities[0]?.reactions?.length)
      .toBe(1);
  });

  await test.step('a board is muted in its settings', async () => {
    const { page } = zoe;
    await page.goto(`/board/${id}`);
    await page.getByRole('button', { name: 'Réglages du tableau' }).click();
    await page.getByRole('switch', { name: 'Mettre ce tableau en sourdine' }).click();
    await expect.poll(async () => (await choicesOf(zoe)).mutedBoards).toEqual([id]);
    await page.goto('/edit-profile');
    await page.getByRole('button', { name: 'Réactiver NOUS DEUX' }).click();
    await expect.poll(async () => (await choicesOf(zoe)).mutedBoards).toEqual([]);
  });
});

const choicesOf = (player: Player) => player.call<Notifications>('GET', '/api/notifications');

async function scoresOf(player: Player, boardId: string): Promise<Map<string, number>> {
  const { members } = await player.call<OpenedBoard>('GET', `/api/boards/${boardId}`);
  return new Map(members.map(({ username, score }) => [username, score ?? 0]));
}

/**
 * The browser without windows says no to notifications and has no push service: instead of both, one that says yes to the person's question, and
 * a subscription of the test's own that outlives the page.
 */
async function ownSubscriptions({ context }: Player): Promise<void> {
  const ecdh = createECDH('prime256v1');
  const keys = { p256dh: ecdh.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') };
  await context.addInitScript((given: { p256dh: string; auth: string }) => {
    const place = 'test-endpoint';
    const subscription = () => {
      const endpoint = localStorage.getItem(place);
      if (endpoint === null) return null;
      const unsubscribe = () => Promise.resolve(localStorage.removeItem(place)).then(() => true);
      return { endpoint, options: {}, toJSON: () => ({ endpoint, keys: given }), unsubscribe };
    };
    Object.assign(PushManager.prototype, {
      getSubscription: () => Promise.resolve(subscription()),
      subscribe: () => {
        localStorage.setItem(place, `https://push.example.org/${crypto.randomUUID()}`);
        return Promise.resolve(subscription());
      },
    });
    let permission = localStorage.getItem('test-permission') ?? 'default';
    Object.defineProperty(Notification, 'permission', { get: () => permission });
    Notification.requestPermission = () => {
      permission = 'granted';
      localStorage.setItem('test-permission', permission);
      return Promise.resolve('granted' as const);
    };
  }, keys);
}

const messageOf = (navigate: string): PushMessage => ({
  web_push: 8030,
  notification: {
    title: neutral,
    body: '',
    navigate,
    lang: 'fr',
    dir: 'ltr',
    tag: 'board',
    data: { id: 'unknown', kind: 'points', boardId: 'board' },
  },
  app_badge: 1,
  mutable: true,
});

/** Until this browser has the worker, with all files of the app. */
async function installedWorker({ page }: Player): Promise<void> {
  await page.goto('/dashboard');
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
}

interface AwakeWorker {
  /** As the push service of the browser does. */
  deliver: (message: unknown) => Promise<void>;
  /** Runs a function in the worker. */
  run: <Result>(script: (given: string) => Result | Promise<Result>, given?: string) => Promise<Result>;
}

async function awakeWorker(context: BrowserContext, page: Page, { origin }: RunningServer): Promise<AwakeWorker> {
  const devtools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL, isDeleted }) => scopeURL === `${origin}/` && !isDeleted);
      if (own) resolve(own.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const registrationId = await registered;
  const run = await attached(context, `${origin}/sw.js`);
  await run(recordNotifications);
  return {
    run,
    deliver: async (message) => {
      const data = typeof message === 'string' ? message : JSON.stringify(message);
      await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
    },
  };
}

/** Playwright loses a worker that the browser ends and starts as it likes, so it is spoken to without it. */
async function attached(context: BrowserContext, address: string): Promise<AwakeWorker['run']> {
  const devtools = await context.browser()?.newBrowserCDPSession();
  if (!devtools) throw new Error('no browser');
  let targetId: string | undefined;
  await expect
    .poll(async () => {
      const { targetInfos } = await devtools.send('Target.getTargets');
      targetId = targetInfos.find(({ type, url }) => type === 'service_worker' && url === address)?.targetId;
      return targetId;
    })
    .toBeDefined();
  const { sessionId } = await devtools.send('Target.attachToTarget', { targetId: targetId ?? '' });
  let calls = 0;
  return async <Result>(script: (given: string) => Result | Promise<Result>, given = '') => {
    const id = (calls += 1);
    const answer = new Promise<Answer<Result>>((resolve) => {
      devtools.on('Target.receivedMessageFromTarget', ({ message }) => {
        const told = JSON.parse(message) as Answer<Result>;
        if (told.id === id) resolve(told);
      });
    });
    const expression = `(${script.toString()})(${JSON.stringify(given)})`;
    const call = { id, method: 'Runtime.evaluate', params: { expression, awaitPromise: true, returnByValue: true } };
    await devtools.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify(call) });
    const { result } = await answer;
    if (result.exceptionDetails) throw new Error(JSON.stringify(result.exceptionDetails));
    return result.result.value;
  };
}

interface Answer<Result> {
  id: number;
  result: { result: { value: Result }; exceptionDetails?: object };
}

// What follows runs in the worker. A browser without windows shows no notification and lets none be pressed: what the worker asks it to show is
// recorded, and the press is the test's own. It has no badge either, and ends a worker that sets one.

interface WorkerScope extends EventTarget {
  registration: { showNotification: (title: string, options: Asked) => Promise<void> };
  clients: { openWindow: (url: string) => Promise<null> };
  ExtendableEvent: new (type: string) => Event;
  badge: number;
  shown: { title: string; options: Asked }[];
}

interface Asked {
  lang: string;
  data: { navigate: string };
  actions?: { title: string }[];
}

function recordNotifications(): void {
  const scope = globalThis as unknown as WorkerScope;
  scope.shown = [];
  scope.registration.showNotification = (title, options) => {
    scope.shown.push({ title, options });
    return Promise.resolve();
  };
  navigator.setAppBadge = (count = 0) => {
    scope.badge = count;
    return Promise.resolve();
  };
}

function shownBadge(): number {
  return (globalThis as unknown as WorkerScope).badge;
}

function shownNotifications() {
  const { shown } = globalThis as unknown as WorkerScope;
  return shown.map(({ title, options: { lang, data, actions = [] } }) => ({
    title,
    lang,
    navigate: data.navigate,
    actions: actions.map((one) => one.title),
  }));
}

/** Presses the newest notification, or a button on it; returns the address of the window that opens, or null when none does. */
function press(action: string): Promise<string | null> {
  const scope = globalThis as unknown as WorkerScope;
  return new Promise((resolve) => {
    scope.clients.openWindow = (url) => {
      resolve(url);
      return Promise.resolve(null);
    };
    const notification = { close: () => undefined, data: scope.shown.at(-1)?.options.data };
    let done = Promise.resolve();
    const waitUntil = (work: Promise<void>) => void (done = work);
    scope.dispatchEvent(Object.assign(new scope.ExtendableEvent('notificationclick'), { notification, action, waitUntil }));
    void done.then(() => resolve(null));
  });
}
