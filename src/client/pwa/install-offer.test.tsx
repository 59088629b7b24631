import { renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';

let isPending: boolean;
let wasGiven: boolean;
let listeners: (() => void)[];
let page: EventTarget;

beforeEach(() => {
  [isPending, wasGiven] = [false, false];
  localStorage.clear();
  vi.doMock('#client/sync/outbox/outbox.ts', () => ({
    outbox: {
      wasGiven: () => wasGiven,
      shown: () => ({ pending: isPending ? [{ kind: 'log' }] : [] }),
      subscribe: (listener: () => void) => listeners.push(listener),
    },
  }));
});

/** In a page of its own the code that makes the offer comes; what it offers then. */
async function offered(): Promise<() => string | null> {
  vi.resetModules();
  listeners = [];
  page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  const { useInstallOffer } = await import('./install-offer.ts');
  return () => renderHook(useInstallOffer).result.current;
}

function log(): void {
  for (const now of [true, false]) {
    isPending = now;
    for (const listener of listeners) listener();
  }
}

const browserOffers = () => void page.dispatchEvent(new Event('beforeinstallprompt', { cancelable: true }));

test('the app is offered to be installed once in a browser, after the first log and not before', async () => {
  const offer = await offered();
  browserOffers();
  expect(offer()).toBeNull();
  log();
  expect(offer()).toBe('prompt');

  const again = await offered();
  browserOffers();
  log();
  expect(again()).toBeNull();
});

test('the app is offered after a log that came before the code that offers it', async () => {
  wasGiven = true;
  const offer = await offered();
  browserOffers();
  expect(offer()).toBe('prompt');
});

test('the app is offered later where the browser did not allow it at once', async () => {
  const before = await offered();
  log();
  expect(before()).toBeNull();
  const offer = await offered();
  expect(offer()).toBeNull();
  browserOffers();
  expect(offer()).toBe('prompt');
});

test('the installed app is never offered', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('standalone') }));
  const offer = await offered();
  browserOffers();
  log();
  expect(offer()).toBeNull();
});
