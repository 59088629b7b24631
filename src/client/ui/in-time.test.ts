import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inTime, NoAnswer } from './in-time.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a call of the browser that is answered in time gives its answer, and its failure', async () => {
  await expect(inTime(100, Promise.resolve('yes'))).resolves.toBe('yes');
  await expect(inTime(100, Promise.reject(new TypeError('no')))).rejects.toThrow(TypeError);
  expect(vi.getTimerCount()).toBe(0);
});

test('a call of the browser that is not answered fails at its limit, and a late answer is handed over', async () => {
  const answer = deferred<string>();
  const late = vi.fn<(value: string) => void>();
  const failure = inTime(100, answer.promise, late).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(100);
  expect(await failure).toBeInstanceOf(NoAnswer);
  answer.resolve('at last');
  await vi.advanceTimersByTimeAsync(0);
  expect(late).toHaveBeenCalledExactlyOnceWith('at last');
});

test('a call of the browser that fails after its limit is no unhandled rejection', async () => {
  const answer = deferred<string>();
  const failure = inTime(100, answer.promise).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(100);
  expect(await failure).toBeInstanceOf(NoAnswer);
  answer.reject(new Error('too late'));
  await vi.advanceTimersByTimeAsync(0);
});

function deferred<Value>() {
  let resolve: (value: Value) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<Value>((onValue, onError) => {
    resolve = onValue;
    reject = onError;
  });
  return { promise, resolve, reject };
}
