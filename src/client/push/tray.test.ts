import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { closeNotifications } from '#client/ui/shown-notifications.ts';
import { tidyTray } from './tray.ts';

const origin = 'https://oulala.exemple.fr';
let tray: { data: unknown; close: () => void }[];
let visibility: DocumentVisibilityState;
const page = new EventTarget();

const shown = (data: unknown) => tray.push({ data, close: () => (tray = tray.filter((one) => one.data !== data)) });
const left = () => tray.map(({ data }) => (data as { id: string } | null)?.id);

beforeEach(() => {
  [tray, visibility] = [[], 'visible'];
  const registration = { getNotifications: async () => [...tray] };
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } });
  vi.stubGlobal('location', { origin });
  vi.stubGlobal('scrollY', 0);
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
  vi.stubGlobal('document', Object.defineProperty(page, 'visibilityState', { get: () => visibility, configurable: true }));
  for (const data of [
    { id: 'points of b1', kind: 'points', boardId: 'b1', navigate: `${origin}/board/b1?riposte=oui` },
    // The system shows this one by itself, so its data do not say where it leads.
    { id: 'season of b1', kind: 'seasons', boardId: 'b1' },
    { id: 'recap of b2', kind: 'recap', boardId: 'b2', navigate: `${origin}/board/b2?recap=2026-11-16` },
    { id: 'request', kind: 'requests', navigate: `${origin}/requests` },
    { id: 'several', kind: 'points', navigate: `${origin}/dashboard` },
  ])
    shown(data);
});

/** Shows a screen, until the test ends. */
function show(pathname: string, hasNews = false): void {
  onTestFinished(tidyTray(pathname, hasNews));
}

test.each([
  ['/board/b1', ['recap of b2', 'request', 'several']],
  ['/board/b2', ['points of b1', 'season of b1', 'request', 'several']],
  ['/requests', ['points of b1', 'season of b1', 'recap of b2', 'several']],
  ['/dashboard', ['season of b1', 'recap of b2', 'request']],
  ['/edit-profile', ['points of b1', 'season of b1', 'recap of b2', 'request', 'several']],
])('the notifications that %s shows are closed when it is opened, and no others', async (pathname, expected) => {
  show(pathname);
  await vi.waitFor(() => expect(left()).toEqual(expected));
});

test('a notification stays while the page of its board is hidden, and is closed once it is seen again', async () => {
  visibility = 'hidden';
  show('/board/b1');
  await closeNotifications(() => false);
  expect(left()).toContain('points of b1');
  visibility = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  await vi.waitFor(() => expect(left()).not.toContain('points of b1'));
});

test('a notification of points stays as long as there is news that was not seen', async () => {
  show('/dashboard', true);
  await vi.waitFor(() => expect(left()).not.toContain('several'));
  expect(left()).toContain('points of b1');
});

test('a tray that does not answer, or is none, troubles nobody', async () => {
  for (const serviceWorker of [
    { getRegistration: () => Promise.reject(new Error('no')) },
    { getRegistration: async () => undefined },
    { getRegistration: async () => ({}) },
  ]) {
    vi.stubGlobal('navigator', { serviceWorker });
    await closeNotifications(() => true);
  }
  vi.stubGlobal('navigator', {});
  await closeNotifications(() => true);
  expect(tray).toHaveLength(5);
});
