import { expect, test, vi } from 'vitest';
import { createBackButton } from './back-button.ts';

const turn = () => new Promise((resolve) => setTimeout(resolve));

const entriesOf = (...urls: string[]) => urls.map((url): { url: string; state: unknown } => ({ url, state: null }));

/** A tab: its history, and what a router hears of it. Traversals take a while, as in a browser. */
function openTab(entries = entriesOf('/boards')) {
  let at = entries.length - 1;
  let busy: Promise<unknown> = Promise.resolve();
  const listeners: ((event: Event) => void)[] = [];
  const heard: string[] = [];
  const go = async (steps = 0) => {
    await turn();
    await busy;
    if (!entries[at + steps]) return;
    at += steps;
    for (const listener of listeners) listener(new Event('popstate'));
  };
  const history = {
    get state(): unknown {
      return entries[at]?.state;
    },
    pushState(state: unknown, _: string, url?: string | URL | null) {
      entries.splice(at + 1, Infinity, { url: String(url ?? entries[at]?.url), state });
      at += 1;
    },
    replaceState(state: unknown, _: string, url?: string | URL | null) {
      entries[at] = { url: String(url ?? entries[at]?.url), state };
    },
    go: (steps?: number) => void go(steps),
    back: () => void go(-1),
    forward: () => void go(1),
    get length() {
      return entries.length;
    },
  };
  const backButton = createBackButton({
    history,
    location: {} as Location,
    document: {} as Document,
    addEventListener: (_, listener) => listeners.push(listener),
    removeEventListener: () => undefined,
  });
  const { routerWindow } = backButton;
  routerWindow.addEventListener('popstate', () => heard.push(entries[at]?.url ?? ''));
  const settled = async () => {
    for (let turns = 0; turns < 8; turns += 1) await turn();
  };
  return {
    history: routerWindow.history,
    heard,
    backButton,
    settled,
    back: async () => {
      await settled();
      await go(-1);
      await settled();
    },
    forward: async () => {
      await go(1);
      await settled();
    },
    /** Keeps the browser from travelling while the job runs. */
    during: async (job: () => Promise<void>) => {
      let end: (value?: unknown) => void = () => undefined;
      busy = new Promise((resolve) => (end = resolve));
      await job();
      end();
      await settled();
    },
    entry: () => `${entries[at]?.url} ${at}/${entries.length - 1}`,
    entries,
  };
}

/** Something that can be opened, and is closed by Back. */
function openLayer(tab: ReturnType<typeof openTab>) {
  const close = vi.fn(() => forget());
  const forget = tab.backButton.open(close);
  return { close, forget };
}

test('Back closes what is open, and the next one leads to another screen', async () => {
  const tab = openTab();
  tab.history.pushState({}, '', '/board');
  const dialog = openLayer(tab);
  await tab.back();
  expect(dialog.close).toHaveBeenCalledOnce();
  expect(tab.heard).toEqual([]);
  expect(tab.entry()).toMatch(/^\/board 1\//);
  await tab.back();
  expect(tab.heard).toEqual(['/boards']);
});

test('a dialog that goes with its screen has no entry on the next one, however long it takes to go', async () => {
  const tab = openTab();
  const dialog = openLayer(tab);
  await tab.settled();
  tab.history.pushState({}, '', '/login');
  await tab.settled();
  expect(tab.entry()).toBe('/login 1/1');
  dialog.forget();
  await tab.settled();
  expect(tab.entry()).toBe('/login 1/1');
  await tab.back();
  expect(tab.heard).toEqual(['/boards']);
});

test('Back closes only the topmost of several open dialogs', async () => {
  const tab = openTab();
  const [dialog, question] = [openLayer(tab), openLayer(tab)];
  await tab.back();
  expect([dialog.close.mock.calls.length, question.close.mock.calls.length]).toEqual([0, 1]);
  await tab.back();
  expect([dialog.close.mock.calls.length, question.close.mock.calls.length]).toEqual([1, 1]);
});

test('a dialog that was closed otherwise leaves no entry for Back or Forward', async () => {
  const tab = openTab();
  tab.history.pushState({}, '', '/board');
  const dialog = openLayer(tab);
  await tab.settled();
  expect(tab.entry()).toBe('/board 2/2');
  dialog.forget();
  await tab.settled();
  expect(tab.entry()).toBe('/board 1/2');
  await tab.forward();
  expect(tab.entry()).toBe('/board 1/2');
  expect(tab.heard).toEqual([]);
  await tab.back();
  expect(tab.heard).toEqual(['/boards']);
});

test('a dialog that replaces another takes over its entry', async () => {
  const tab = openTab();
  const dialog = openLayer(tab);
  await tab.settled();
  dialog.forget();
  const next = openLayer(tab);
  await tab.settled();
  expect(tab.entry()).toBe('/boards 1/1');
  await tab.back();
  expect(next.close).toHaveBeenCalledOnce();
});

test('a dialog that must not be closed keeps Back from leaving', async () => {
  const tab = openTab();
  const refuse = vi.fn();
  tab.backButton.open(refuse);
  await tab.back();
  await tab.back();
  expect(refuse).toHaveBeenCalledTimes(2);
  expect(tab.entry()).toBe('/boards 1/1');
});

test('Back from a screen that a dialog led to leads to the one under the dialog', async () => {
  const tab = openTab();
  const [dialog, menu] = [openLayer(tab), openLayer(tab)];
  await tab.settled();
  tab.history.pushState({}, '', '/board');
  dialog.forget();
  menu.forget();
  await tab.settled();
  expect(tab.entry()).toBe('/board 1/1');
  await tab.back();
  expect([tab.heard, tab.entry()]).toEqual([['/boards'], '/boards 0/1']);
});

test('replacing an entry under an open dialog replaces its screen', async () => {
  const tab = openTab();
  tab.history.pushState({}, '', '/board');
  openLayer(tab);
  await tab.settled();
  tab.history.replaceState({}, '', '/login');
  await tab.settled();
  await tab.back();
  await tab.back();
  expect(tab.heard).toEqual(['/boards']);
  expect(tab.entries.map(({ url }) => url).slice(0, 2)).toEqual(['/boards', '/login']);
});

test('a page loaded anew with its dialog gone has no entry left for it', async () => {
  const before = openTab();
  before.history.pushState({}, '', '/board');
  openLayer(before);
  await before.settled();
  const tab = openTab(before.entries);
  await tab.settled();
  expect(tab.entry()).toBe('/board 1/2');
  await tab.back();
  expect(tab.heard).toEqual(['/boards']);
});

test('a person who is asked before leaving a screen is still on it, and leaves it the same way', async () => {
  const tab = openTab();
  tab.history.pushState({}, '', '/edit-profile');
  let leave = () => undefined as void;
  const forget = tab.backButton.guard((go) => (leave = go));
  await tab.back();
  expect([tab.heard, tab.entry()]).toEqual([[], '/edit-profile 1/1']);
  const question = openLayer(tab);
  await tab.back();
  expect(question.close).toHaveBeenCalledOnce();
  expect(tab.entry()).toMatch(/^\/edit-profile 1/);
  await tab.back();
  const again = openLayer(tab);
  await tab.settled();
  again.forget();
  forget();
  leave();
  await tab.settled();
  expect([tab.heard, tab.entry()]).toEqual([['/boards'], expect.stringContaining('/boards 0/')]);
});

test('a journey of several steps closes all that is left behind', async () => {
  const tab = openTab();
  tab.history.pushState({}, '', '/board');
  const [dialog, question] = [openLayer(tab), openLayer(tab)];
  await tab.settled();
  tab.history.go(-3);
  await tab.settled();
  expect([dialog.close.mock.calls.length, question.close.mock.calls.length]).toEqual([1, 1]);
  expect(tab.heard).toEqual(['/boards']);
});

test('a way back that a busy browser makes late closes nothing that was opened since, and leaves no screen', async () => {
  const tab = openTab(entriesOf('/dashboard', '/boards'));
  const first = openLayer(tab);
  await tab.settled();
  let second: ReturnType<typeof openLayer> | undefined;
  await tab.during(async () => {
    first.forget();
    await longerThanAnythingWaits();
    second = openLayer(tab);
  });
  expect(second?.close).not.toHaveBeenCalled();
  expect(tab.entry()).toBe('/boards 2/2');

  await tab.back();
  expect(second?.close).toHaveBeenCalledOnce();
  await tab.back();
  expect(tab.heard).toEqual(['/dashboard']);
});

test('a way back that comes late after all leads no further than it should', async () => {
  const tab = openTab(entriesOf('/dashboard', '/boards'));
  const layer = openLayer(tab);
  await tab.settled();
  await tab.during(async () => {
    layer.forget();
    await longerThanAnythingWaits();
  });
  expect(tab.entry()).toBe('/boards 1/2');
  expect(tab.heard).toEqual([]);
});

test('a way back that comes late does not leave the screen that the app went to meanwhile', async () => {
  const tab = openTab();
  openLayer(tab);
  await tab.settled();
  await tab.during(async () => {
    tab.history.pushState({}, '', '/login');
    await longerThanAnythingWaits();
    expect(tab.entry()).toBe('/login 2/2');
  });
  expect([tab.heard, tab.entry()]).toEqual([[], '/login 2/2']);
  const menu = openLayer(tab);
  await tab.back();
  expect([menu.close.mock.calls.length, tab.entry()]).toEqual([1, '/login 2/3']);
});

test('a way back that is late is not gone twice for the screen that the app goes to meanwhile', async () => {
  const tab = openTab(entriesOf('/dashboard', '/boards'));
  const layer = openLayer(tab);
  await tab.settled();
  await tab.during(async () => {
    layer.forget();
    await longerThanAnythingWaits();
    tab.history.pushState({}, '', '/edit-profile');
  });
  expect([tab.heard, tab.entry()]).toEqual([[], '/edit-profile 2/2']);
});

test('a way back that is late closes nothing that was opened above what took its entry', async () => {
  const tab = openTab();
  const menu = openLayer(tab);
  await tab.settled();
  const opened: ReturnType<typeof openLayer>[] = [];
  await tab.during(async () => {
    menu.forget();
    await longerThanAnythingWaits();
    opened.push(openLayer(tab));
    await turn();
    opened.push(openLayer(tab));
    await turn();
  });
  const closed = () => opened.map(({ close }) => close.mock.calls.length);
  expect(closed()).toEqual([0, 0]);
  await tab.back();
  expect(closed()).toEqual([0, 1]);
  await tab.back();
  expect(closed()).toEqual([1, 1]);
  expect([tab.heard, tab.entry()]).toEqual([[], '/boards 0/2']);
});

const longerThanAnythingWaits = () => new Promise((resolve) => setTimeout(resolve, 1200));
