import { beforeEach, expect, test, vi } from 'vitest';
import { followLaunches } from './launches.ts';

type Launch = (launch: { targetURL?: string }) => void;

const here = 'https://oulala.exemple.fr';
const go = vi.fn<(href: string) => void>();
let worker: EventTarget;
let page: { name: string; type: string };

class FakePage {
  name = page.name;
  type = page.type;
}

beforeEach(() => {
  go.mockReset();
  page = { name: `${here}/dashboard`, type: 'navigate' };
  vi.stubGlobal('location', { origin: here });
  worker = new EventTarget();
  vi.stubGlobal('navigator', { serviceWorker: worker });
  vi.stubGlobal('PerformanceNavigationTiming', FakePage);
  vi.spyOn(performance, 'getEntriesByType').mockImplementation(() => [new FakePage() as unknown as PerformanceEntry]);
  vi.spyOn(performance, 'now').mockReturnValue(60_000);
});

test('a shortcut or something shared is gone to, with all that it says', () => {
  const launch = followed();
  launch({ targetURL: `${here}/dashboard?add=1` });
  launch({ targetURL: `${here}/boards?title=Soir%C3%A9e&text=Bonjour&url=https%3A%2F%2Fexemple.com` });
  expect(go.mock.calls).toEqual([['/dashboard?add=1'], ['/boards?title=Soir%C3%A9e&text=Bonjour&url=https%3A%2F%2Fexemple.com']]);
});

test('the icon itself shows the app where it was left', () => {
  const launch = followed();
  launch({ targetURL: `${here}/dashboard` });
  launch({});
  expect(go).not.toHaveBeenCalled();
});

test('no other site is gone to', () => {
  followed()({ targetURL: 'https://ailleurs.exemple/boards' });
  expect(go).not.toHaveBeenCalled();
});

test('the launch that opened this page is not followed a second time', () => {
  vi.spyOn(performance, 'now').mockReturnValue(900);
  page.name = `${here}/dashboard?add=1`;
  const launch = followed();
  launch({ targetURL: page.name });
  expect(go).not.toHaveBeenCalled();
  launch({ targetURL: page.name });
  expect(go).toHaveBeenCalledExactlyOnceWith('/dashboard?add=1');
});

test('a page that is loaded anew does not follow its launch once more', () => {
  vi.spyOn(performance, 'now').mockReturnValue(900);
  page.type = 'reload';
  followed()({ targetURL: `${here}/dashboard?add=1` });
  expect(go).not.toHaveBeenCalled();
});

test('what a notification leads to is gone to, and the worker hears that it is', () => {
  followed();
  const answer = { postMessage: vi.fn<(message: string) => void>() };
  worker.dispatchEvent(Object.assign(new Event('message'), { data: { open: '/board/b1?riposte=oui' }, ports: [answer] }));
  expect(go).toHaveBeenCalledExactlyOnceWith('/board/b1?riposte=oui');
  expect(answer.postMessage).toHaveBeenCalledOnce();
  for (const data of [null, 'take-over', { open: 7 }]) worker.dispatchEvent(Object.assign(new Event('message'), { data, ports: [] }));
  expect(go).toHaveBeenCalledOnce();
});

test('what a notification leads to is not gone to once another page has gone there', () => {
  followed();
  const answer = { postMessage: vi.fn<(message: string) => void>() };
  const send = (until: number) =>
    worker.dispatchEvent(Object.assign(new Event('message'), { data: { open: '/requests', until }, ports: [answer] }));
  send(Date.now() - 1);
  expect([go.mock.calls, answer.postMessage.mock.calls]).toEqual([[], []]);
  send(Date.now() + 60_000);
  expect(go).toHaveBeenCalledExactlyOnceWith('/requests');
});

test('a browser without launches and workers is left alone', () => {
  vi.stubGlobal('navigator', {});
  expect(() => followLaunches(go)).not.toThrow();
});

/** What a browser calls at each launch. */
function followed(): Launch {
  const setConsumer = vi.fn<(consumer: Launch) => void>();
  vi.stubGlobal('launchQueue', { setConsumer });
  followLaunches(go);
  const [consumer] = setConsumer.mock.lastCall ?? [];
  if (!consumer) throw new Error('nobody follows launches');
  return consumer;
}
