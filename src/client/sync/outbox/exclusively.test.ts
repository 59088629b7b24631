import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { exclusivelyBy } from './exclusively.ts';

type Locks = NonNullable<Parameters<typeof exclusivelyBy>[0]>;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const lock = { name: 'outbox', mode: 'exclusive' } as const;
const request = (answer: (options: LockOptions, run: (held: Lock | null) => unknown) => unknown) =>
  ({ request: (_: string, options: LockOptions, run: (held: Lock | null) => unknown) => answer(options, run) }) as unknown as Locks;
const never = () => new Promise<never>(() => undefined);
const signal = () => new AbortController().signal;
const job = async (waited: boolean) => (waited ? 'after others' : 'at once');

test('a job runs at once where the lock is free', async () => {
  const locks = request(async (_, run) => run(lock));
  expect(await exclusivelyBy(locks)('outbox', job, signal())).toBe('at once');
});

test('a job runs once another tab gives the lock away', async () => {
  const locks = request(async ({ ifAvailable }, run) => run(ifAvailable ? null : lock));
  expect(await exclusivelyBy(locks)('outbox', job, signal())).toBe('after others');
});

test.each([
  ['a browser that never answers', request(never)],
  ['a tab that keeps the lock for ever', request(({ ifAvailable }, run) => (ifAvailable ? Promise.resolve(run(null)) : never()))],
])('a job runs without the lock because of %s', async (_, locks) => {
  const done = exclusivelyBy(locks)('outbox', job, signal());
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await done).toBe('after others');
});

test('a job runs once, also where the lock comes after the job ran without it', async () => {
  const late: ((held: Lock | null) => unknown)[] = [];
  const locks = request((_, run) => {
    late.push(run);
    return never();
  });
  const counted = vi.fn(job);
  const done = exclusivelyBy(locks)('outbox', counted, signal());
  await vi.advanceTimersByTimeAsync(60_000);
  await done;
  for (const run of late) await run(lock);
  expect(counted).toHaveBeenCalledOnce();
});

test('a failure of the job, and the end of the wait, reach the caller', async () => {
  const fails = async () => Promise.reject(new Error('no network'));
  await expect(exclusivelyBy(request(async (_, run) => run(lock)))('outbox', fails, signal())).rejects.toThrow('no network');
  const leaving = new AbortController();
  const abortable = (given: AbortSignal | undefined) =>
    new Promise<never>((_, reject) => {
      const abort = () => reject(given?.reason as Error);
      if (given?.aborted) abort();
      else given?.addEventListener('abort', abort);
    });
  const locks = request(({ ifAvailable, signal: given }, run) => (ifAvailable ? Promise.resolve(run(null)) : abortable(given)));
  const done = exclusivelyBy(locks)('outbox', job, leaving.signal);
  leaving.abort(new Error('left'));
  await expect(done).rejects.toThrow('left');
});
