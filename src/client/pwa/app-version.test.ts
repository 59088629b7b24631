import { beforeEach, expect, test, vi } from 'vitest';

/** A registration as a browser shows it, and the worker that is being installed. */
interface Shown {
  installing?: FakeWorker;
  waiting?: FakeWorker;
  active?: FakeWorker;
}

class FakeWorker extends EventTarget {
  state = 'installing';
  readonly postMessage = vi.fn();

  becomes(state: string): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

beforeEach(() => {
  vi.resetModules();
  vi.stubEnv('PROD', true);
  vi.useFakeTimers();
  vi.stubGlobal('document', new EventTarget());
});

test('the first worker of a browser, seen waiting for a moment, is no new version', async () => {
  const { newerVersions } = await started({ waiting: new FakeWorker() });
  expect(newerVersions()).toBe(0);
});

test('the first worker of a browser is no new version when it has been installed', async () => {
  const [worker, shown] = installing({});
  const { newerVersions } = await started(shown);
  shown.waiting = worker;
  worker.becomes('installed');
  expect(newerVersions()).toBe(0);
});

test('a worker that waits behind another one is a new version', async () => {
  const { newerVersions } = await started({ waiting: new FakeWorker(), active: new FakeWorker() });
  expect(newerVersions()).toBe(1);
});

test('a worker that is installed behind another one is a new version from then on', async () => {
  const [worker, shown] = installing({ active: new FakeWorker() });
  const { newerVersions } = await started(shown);
  expect(newerVersions()).toBe(0);
  shown.waiting = worker;
  worker.becomes('installed');
  expect(newerVersions()).toBe(1);
});

test('a first worker that cannot be installed, or not even be asked for, is tried again', async () => {
  const [worker, shown] = installing({});
  const { register } = await started(shown);
  worker.becomes('redundant');
  register.mockRejectedValueOnce(new Error('no network'));
  await vi.advanceTimersByTimeAsync(4000);
  expect(register).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(8000);
  expect(register).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(register).toHaveBeenCalledTimes(3);
});

test('a newer worker that cannot be installed is left to the next look', async () => {
  const [worker, shown] = installing({ active: new FakeWorker() });
  const { register } = await started(shown);
  worker.becomes('redundant');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(register).toHaveBeenCalledTimes(1);
});

test('a page without the worker that is there asks for it, a few times', async () => {
  const active = new FakeWorker();
  await started({ active });
  expect(active.postMessage).toHaveBeenCalledWith('claim');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(active.postMessage).toHaveBeenCalledTimes(5);
});

test('a newer worker that never takes over does not keep the page: it is loaded anew after ten seconds', async () => {
  const reload = vi.fn();
  vi.stubGlobal('location', { reload });
  const waiting = new FakeWorker();
  const { applyUpdate } = await started({ waiting, active: new FakeWorker() });
  applyUpdate();
  await vi.advanceTimersByTimeAsync(9_000);
  expect(waiting.postMessage).toHaveBeenCalledTimes(5);
  expect(reload).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(reload).toHaveBeenCalled();
});

function installing(shown: Shown): [FakeWorker, Shown] {
  const worker = new FakeWorker();
  return [worker, { ...shown, installing: worker }];
}

async function started(shown: Shown) {
  const registration = Object.assign(new EventTarget(), shown);
  // What is set later must show.
  for (const name of ['installing', 'waiting', 'active'] as const) Object.defineProperty(registration, name, { get: () => shown[name] });
  const register = vi.fn(async () => registration);
  vi.stubGlobal('navigator', { serviceWorker: Object.assign(new EventTarget(), { controller: null, register }) });
  const version = await import('./app-version.ts');
  await version.startWorker();
  return { ...version, register };
}
