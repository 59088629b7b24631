import { beforeEach, describe, expect, test, vi } from 'vitest';
import { thanksEmoji } from '#shared/reaction-choices';
import { keepSubscribed, openPressed, type OpenWindow, type Pushed, type PushScope, showPush } from './service-worker-pushes.ts';

const origin = 'https://oulala.exemple.fr';
const neutral = 'Du nouveau sur OU LA LA';

/** What the server sends for logs of others. */
const sent = {
  web_push: 8030,
  notification: {
    title: neutral,
    body: '',
    navigate: `${origin}/board/b1?riposte=oui`,
    lang: 'fr',
    dir: 'ltr',
    tag: 'b1',
    data: { id: 'n1', kind: 'points', boardId: 'b1' },
  },
  app_badge: 3,
  mutable: true,
};

let reply: () => Promise<{ ok: boolean; json: () => Promise<unknown> }>;
let pages: OpenWindow[];
const showNotification = vi.fn<PushScope['registration']['showNotification']>();
const subscribe = vi.fn<PushScope['registration']['pushManager']['subscribe']>();
const openWindow = vi.fn<PushScope['clients']['openWindow']>();
const setAppBadge = vi.fn<(count: number) => Promise<void>>();
const clearAppBadge = vi.fn<() => Promise<void>>();
const fetched = vi.fn<PushScope['fetch']>();
let scope: PushScope;

beforeEach(() => {
  for (const spy of [showNotification, subscribe, openWindow, setAppBadge, clearAppBadge, fetched]) spy.mockReset();
  showNotification.mockResolvedValue();
  setAppBadge.mockResolvedValue();
  reply = () => Promise.resolve({ ok: false, json: () => Promise.resolve({}) });
  fetched.mockImplementation(() => reply());
  pages = [];
  scope = {
    location: { origin },
    registration: { showNotification, pushManager: { subscribe } },
    clients: { matchAll: () => Promise.resolve(pages), openWindow },
    navigator: { setAppBadge, clearAppBadge },
    fetch: fetched,
  };
});

const pushOf = (message: unknown): Pushed => ({ data: { json: () => message } });
const words = (value: unknown) => () => Promise.resolve({ ok: true, json: () => Promise.resolve(value) });
const shown = () => {
  const [[title, options] = []] = showNotification.mock.calls;
  return { title, ...options };
};

describe('a push', () => {
  test('shows the neutral sentence where the server has no words for this device', async () => {
    await showPush(scope, pushOf(sent));
    expect(fetched.mock.calls.map(([address]) => address)).toEqual(['/api/notifications/n1']);
    expect(shown()).toMatchObject({ title: neutral, tag: 'b1', lang: 'fr', actions: [{ action: 'riposte', title: 'Riposter' }] });
    expect(setAppBadge).toHaveBeenCalledExactlyOnceWith(3);
  });

  test('of several boards offers no Riposter', async () => {
    await showPush(scope, pushOf({ ...sent, notification: { ...sent.notification, data: { id: 'n1', kind: 'points' } } }));
    expect(shown()).not.toHaveProperty('actions');
  });

  test('shows the words where there are some', async () => {
    reply = words({ title: 'Max marque 20 points', body: 'NOUS DEUX' });
    await showPush(scope, pushOf(sent));
    expect(shown()).toMatchObject({ title: 'Max marque 20 points', body: 'NOUS DEUX' });
  });

  test.each([
    ['is there', () => Promise.resolve(true)],
    ['cannot be asked for', () => Promise.reject(new Error('no store'))],
  ])('asks for no words where the lock of the app %s', async (_, has) => {
    reply = words({ title: 'Max marque 20 points', body: 'NOUS DEUX' });
    await showPush({ ...scope, caches: { has } }, pushOf(sent));
    expect(fetched).not.toHaveBeenCalled();
    expect(shown()).toMatchObject({ title: neutral });
    expect(setAppBadge).toHaveBeenCalledExactlyOnceWith(3);
  });

  test.each([
    ['nothing at all', {}],
    ['no data', { data: null }],
    ['no JSON', { data: { json: () => JSON.parse('{') } }],
    ['JSON of another kind', pushOf([1, 2])],
    ['no title', pushOf({ notification: { title: 7, navigate: 3, data: 'x' }, app_badge: -1 })],
  ] as [string, Pushed][])('with %s is shown all the same', async (_, pushed) => {
    await showPush(scope, pushed);
    expect(shown()).toMatchObject({ title: neutral, data: { navigate: '/dashboard' } });
    expect(setAppBadge).not.toHaveBeenCalled();
  });

  test.each([
    ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['answers nonsense', words('nonsense')],
    ['answers an empty title', words({ title: '' })],
    ['breaks off', () => Promise.resolve({ ok: true, json: () => Promise.reject(new Error('broken')) })],
  ])('is shown as it is when the server %s', async (_, answer) => {
    reply = answer;
    await showPush(scope, pushOf(sent));
    expect(shown()).toMatchObject({ title: neutral });
  });

  test('waits three seconds for its words, and no longer', async () => {
    vi.useFakeTimers();
    try {
      reply = () => new Promise(() => undefined);
      const showing = showPush(scope, pushOf(sent));
      await vi.advanceTimersByTimeAsync(2999);
      expect(showNotification).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1);
      await showing;
      expect(shown()).toMatchObject({ title: neutral });
    } finally {
      vi.useRealTimers();
    }
  });

  test('that the browser refuses with its options is shown bare', async () => {
    showNotification.mockRejectedValueOnce(new TypeError('no actions here'));
    await showPush(scope, pushOf(sent));
    expect(showNotification).toHaveBeenLastCalledWith(neutral, {
      data: { ...sent.notification.data, navigate: sent.notification.navigate },
    });
  });

  test('that the browser has read itself is shown with the words', async () => {
    reply = words({ title: 'Max marque 20 points' });
    const { title, body, navigate, tag, data } = sent.notification;
    await showPush(scope, { data: null, notification: { title, body, navigate, tag, silent: false, data }, appBadge: 0 });
    expect(shown()).toMatchObject({ title: 'Max marque 20 points', data: { navigate } });
    expect(clearAppBadge).toHaveBeenCalledOnce();
  });

  test('is shown though the badge cannot be set, or there is none', async () => {
    setAppBadge.mockRejectedValue(new Error('not installed'));
    await showPush(scope, pushOf(sent));
    await showPush({ ...scope, navigator: {} }, pushOf(sent));
    expect(showNotification).toHaveBeenCalledTimes(2);
  });

  test('is heard where it replaces an older one of the same board', async () => {
    await showPush(scope, pushOf(sent));
    expect(shown()).toMatchObject({ tag: 'b1', renotify: true });
  });

  test('is heard once, though it is delivered twice', async () => {
    const inTray = [{ data: { id: 'n1', kind: 'points', boardId: 'b1' } }];
    const getNotifications = vi.fn(async (_: { tag: string }) => inTray);
    scope.registration.getNotifications = getNotifications;
    await showPush(scope, pushOf(sent));
    expect(getNotifications).toHaveBeenCalledExactlyOnceWith({ tag: 'b1' });
    expect(shown()).toMatchObject({ tag: 'b1' });
    expect(shown()).not.toHaveProperty('renotify');
    showNotification.mockClear();
    await showPush(scope, pushOf({ ...sent, notification: { ...sent.notification, data: { ...sent.notification.data, id: 'n2' } } }));
    expect(shown()).toMatchObject({ tag: 'b1', renotify: true });
  });

  test.each([
    ['a silent update', { ...sent.notification, silent: true }],
    // Browsers refuse `renotify` without a tag.
    ['no tag', { ...sent.notification, tag: undefined }],
  ])('of %s makes no sound of its own', async (_, notification) => {
    await showPush(scope, pushOf({ ...sent, notification }));
    expect(showNotification).toHaveBeenCalledOnce();
    expect(shown()).not.toHaveProperty('renotify');
  });

  test('is heard though the tray does not say what it shows', async () => {
    vi.useFakeTimers();
    try {
      for (const silent of [() => new Promise<never>(() => undefined), () => Promise.reject(new Error('no tray'))]) {
        scope.registration.getNotifications = silent;
        const showing = showPush(scope, pushOf(sent));
        await vi.advanceTimersByTimeAsync(3000);
        await showing;
      }
    } finally {
      vi.useRealTimers();
    }
    for (const [, options] of showNotification.mock.calls) expect(options).toMatchObject({ renotify: true });
    expect(showNotification).toHaveBeenCalledTimes(2);
  });

  test('of what the other of two has noticed is thanked for only where its words are shown (D52)', async () => {
    reply = words({ title: 'NOUS DEUX', body: "Max l'a remarqué : Vaisselle · +10", thanksFor: 'a1' });
    await showPush(scope, pushOf(sent));
    expect(shown()).toMatchObject({ actions: [{ title: 'Merci' }, { title: 'Riposter' }], data: { boardId: 'b1', thanksFor: 'a1' } });
    showNotification.mockClear();
    reply = words({});
    await showPush(scope, pushOf(sent));
    expect(shown()).toMatchObject({ actions: [{ title: 'Riposter' }] });
    expect(shown()).not.toHaveProperty('data.thanksFor');
  });

  test('of a request can be accepted from it only where it says who asks', async () => {
    const request = { ...sent, notification: { ...sent.notification, data: { id: 'n2', kind: 'requests' } } };
    reply = words({ title: 'Zoé veut rejoindre NOUS DEUX', requestId: 'r1' });
    await showPush(scope, pushOf(request));
    expect(shown()).toMatchObject({ actions: [{ action: 'accept', title: 'Accepter' }], data: { requestId: 'r1' } });
    showNotification.mockClear();
    reply = words({});
    await showPush(scope, pushOf(request));
    expect(shown()).not.toHaveProperty('actions');
  });
});

describe('a press', () => {
  const close = vi.fn<() => void>();
  const press = (data: unknown, action = '') => openPressed(scope, { notification: { close, data }, action });

  test('opens the address where the app is not open', async () => {
    await press({ navigate: `${origin}/board/b1?riposte=oui` });
    expect(close).toHaveBeenCalled();
    expect(openWindow).toHaveBeenCalledExactlyOnceWith(`${origin}/board/b1?riposte=oui`);
  });

  test('leads the open app there, and opens no second window', async () => {
    const page = openPage((message, [port]) => {
      expect(message).toEqual({ open: '/requests', until: expect.any(Number) as number });
      port?.postMessage('gone');
    });
    await press({ navigate: `${origin}/requests` });
    expect(page.focus).toHaveBeenCalledOnce();
    expect(openWindow).not.toHaveBeenCalled();
  });

  test('opens a window beside a page that sleeps, or may not be focused', async () => {
    const page = openPage(() => undefined);
    page.focus.mockRejectedValue(new Error('not allowed'));
    await press({ navigate: '/requests' });
    expect(openWindow).toHaveBeenCalledExactlyOnceWith(`${origin}/requests`);
  });

  test.each(['/api/docs', '/api/openapi.json', '/apercu.png', '/icon.svg', '/healthz'])(
    'opens a window, and leaves the page of %s where it is: it is not of the app',
    async (path) => {
      const page = openPage(() => expect.unreachable('it cannot answer'), `${origin}${path}`);
      await press({ navigate: '/requests' });
      expect(page.focus).not.toHaveBeenCalled();
      expect(openWindow).toHaveBeenCalledExactlyOnceWith(`${origin}/requests`);
    },
  );

  test('spends the press on a window of the app where the open page does not answer, such as a legal one', async () => {
    const page = openPage(() => undefined, `${origin}/confidentialite`);
    // The system lets a worker focus or open one window for a press.
    let mayShow = true;
    const showsOne = async () => {
      if (!mayShow) throw new DOMException('Not allowed to open a window.', 'InvalidAccessError');
      mayShow = false;
    };
    page.focus.mockImplementation(showsOne);
    openWindow.mockImplementation(showsOne);
    await press({ navigate: '/board/b1' });
    expect(openWindow).toHaveBeenCalledExactlyOnceWith(`${origin}/board/b1`);
    expect(page.focus).not.toHaveBeenCalled();
  });

  test('leads the app that is open behind a page that does not answer, and no other page of the app', async () => {
    const goes = (_: unknown, [port]: MessagePort[]) => port?.postMessage('gone');
    const silent = openPage(() => undefined, `${origin}/mentions-legales`);
    const [first, second] = [vi.fn(goes), vi.fn(goes)];
    const app = { focus: vi.fn(async () => undefined), url: `${origin}/boards`, postMessage: first };
    const other = { focus: vi.fn(async () => undefined), url: `${origin}/board/b1`, postMessage: second };
    pages = [silent, app, other];
    await press({ navigate: '/requests' });
    expect([silent, app, other].map(({ focus }) => focus.mock.calls.length)).toEqual([0, 1, 0]);
    expect([first, second].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
    expect(openWindow).not.toHaveBeenCalled();
  });

  test('opens its window within the second that Firefox grants, whatever is silent', async () => {
    openPage(() => undefined);
    reply = () => new Promise(() => undefined);
    vi.useFakeTimers();
    try {
      void press({ navigate: '/requests', requestId: 'r1' }, 'accept');
      await vi.advanceTimersByTimeAsync(900);
      expect(openWindow).toHaveBeenCalledExactlyOnceWith(`${origin}/requests`);
    } finally {
      vi.useRealTimers();
    }
  });

  test.each([['https://ailleurs.exemple/boards'], ['javascript:alert(1)'], ['https://'], [7], [undefined]])(
    'never leads elsewhere (%s)',
    async (navigate) => {
      await press({ navigate });
      expect(openWindow).toHaveBeenCalledExactlyOnceWith(`${origin}/dashboard`);
    },
  );

  test('on Accepter answers the request and opens Demandes, whatever comes of it', async () => {
    await press({ navigate: '/requests', requestId: 'r/1' }, 'accept');
    expect(fetched).toHaveBeenCalledExactlyOnceWith('/api/requests/r%2F1/acceptance', expect.objectContaining({ method: 'POST' }));
    reply = () => Promise.reject(new TypeError('Failed to fetch'));
    await press({ navigate: '/requests', requestId: 'r/1' }, 'accept');
    expect(openWindow.mock.calls).toEqual([[`${origin}/requests`], [`${origin}/requests`]]);
  });

  test('on Merci gives the thanks and opens nothing; where they do not arrive, it stays and its board opens (D52)', async () => {
    close.mockClear();
    const data = { navigate: '/board/b1?riposte=oui', boardId: 'b1', thanksFor: 'a/1' };
    reply = words({});
    await press(data, 'thank');
    const address = `/api/boards/b1/activities/a%2F1/reactions/${encodeURIComponent(thanksEmoji)}`;
    expect(fetched).toHaveBeenCalledExactlyOnceWith(address, expect.objectContaining({ method: 'PUT' }));
    expect(close).toHaveBeenCalledOnce();
    expect(openWindow).not.toHaveBeenCalled();
    const failures = [
      () => Promise.resolve({ ok: false, json: () => Promise.resolve({}) }),
      () => Promise.reject(new TypeError('Failed to fetch')),
    ];
    for (const failure of failures) {
      reply = failure;
      await press(data, 'thank');
    }
    // The system may have had enough: nothing is reported of it.
    openWindow.mockRejectedValue(new DOMException('Not allowed', 'InvalidAccessError'));
    await press({ navigate: '/board/b1' }, 'thank');
    expect(openWindow).toHaveBeenCalledTimes(3);
    expect(close).toHaveBeenCalledOnce();
  });

  function openPage(hears: OpenWindow['postMessage'], url = `${origin}/dashboard`) {
    const page = { focus: vi.fn<() => Promise<unknown>>().mockResolvedValue(undefined), postMessage: hears, url };
    pages = [page];
    return page;
  }
});

const bodyOf = (request: RequestInit | undefined): unknown => (typeof request?.body === 'string' ? JSON.parse(request.body) : undefined);

describe('a subscription that the browser moves', () => {
  const moved = { toJSON: () => ({ endpoint: 'https://push.exemple/2', keys: { p256dh: 'point', auth: 'secret' } }) };
  const told = () => fetched.mock.calls.map(([address, request]) => [address, request?.method, bodyOf(request)]);
  const expected = [
    '/api/notifications/device',
    'PUT',
    { endpoint: 'https://push.exemple/2', p256dh: 'point', auth: 'secret', timeZone: expect.any(String) },
  ];

  test('is told to the server', async () => {
    await keepSubscribed(scope, { newSubscription: moved });
    expect(told()).toEqual([expected]);
  });

  test('is made anew by the key of the one before', async () => {
    subscribe.mockResolvedValue(moved);
    await keepSubscribed(scope, { oldSubscription: { ...moved, options: { applicationServerKey: 'key' } } });
    expect(subscribe).toHaveBeenCalledExactlyOnceWith({ userVisibleOnly: true, applicationServerKey: 'key' });
    expect(told()).toEqual([expected]);
  });

  test('without a key is left to the next start of the app', async () => {
    await keepSubscribed(scope, {});
    expect(fetched).not.toHaveBeenCalled();
  });
});
