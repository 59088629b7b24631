import { ExpectedError } from './unexpected.ts';

/** The browser has not answered a call within its limit. It may still answer. */
export class NoAnswer extends ExpectedError {
  override readonly name = 'NoAnswer';
}

/**
 * The answer of a call to the browser that may stay without one: it waits for a service, for another tab or for the person. `onLate` gets an answer
 * that comes after the limit, so that nothing of it is left behind.
 *
 * @throws {NoAnswer} after `ms` milliseconds
 */
export async function inTime<Value>(ms: number, call: PromiseLike<Value>, onLate?: (value: Value) => void): Promise<Value> {
  let isLate = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      isLate = true;
      reject(new NoAnswer(`no answer of the browser within ${ms} ms`));
    }, ms);
  });
  const answer = Promise.resolve(call).finally(() => clearTimeout(timer));
  answer.then(
    (value) => {
      if (isLate) onLate?.(value);
    },
    // The caller gets a failure that comes in time; nobody waits for a later one.
    () => undefined,
  );
  return await Promise.race([answer, limit]);
}
