import { beforeEach, expect, test, vi } from 'vitest';
import { keepStorageOnceInstalled } from './kept-storage.ts';

const persist = vi.fn<() => Promise<boolean>>();
let page: EventTarget;
let notes: Map<string, string>;
let isInstalled: boolean;

beforeEach(() => {
  persist.mockReset().mockResolvedValue(true);
  page = new EventTarget();
  notes = new Map();
  isInstalled = false;
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: isInstalled && query === '(display-mode: standalone)' }));
  vi.stubGlobal('navigator', { storage: { persist } });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => notes.get(key) ?? null,
    setItem: (key: string, note: string) => void notes.set(key, note),
  });
});

test('a page in a tab does not ask', () => {
  keepStorageOnceInstalled();
  expect(persist).not.toHaveBeenCalled();
});

test('the app asks when it is installed', () => {
  keepStorageOnceInstalled();
  page.dispatchEvent(new Event('appinstalled'));
  expect(persist).toHaveBeenCalledOnce();
});

test('the installed app asks at its first start, and no more, whatever the answer', () => {
  isInstalled = true;
  persist.mockRejectedValue(new Error('no'));
  keepStorageOnceInstalled();
  keepStorageOnceInstalled();
  expect(persist).toHaveBeenCalledOnce();
});

test('two tabs ask once', () => {
  keepStorageOnceInstalled();
  keepStorageOnceInstalled();
  page.dispatchEvent(new Event('appinstalled'));
  expect(persist).toHaveBeenCalledOnce();
});

test('a browser without lasting storage is left alone', () => {
  vi.stubGlobal('navigator', {});
  isInstalled = true;
  expect(keepStorageOnceInstalled).not.toThrow();
});
