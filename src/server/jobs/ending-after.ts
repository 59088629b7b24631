/**
 * Does what is aborted with another signal, or after so many milliseconds. `AbortSignal.timeout` among the signals of `AbortSignal.any` will not do: nothing
 * holds it there, so Node may collect it, and the call that waits never ends.
 */
export async function endingAfter<T>(milliseconds: number, signal: AbortSignal, call: (ending: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController();
  const ending = AbortSignal.any([signal, late.signal]);
  // The timer holds both.
  const timer = setTimeout(() => {
    if (!ending.aborted) late.abort(new DOMException('too late', 'TimeoutError'));
  }, milliseconds).unref();
  try {
    return await call(ending);
  } finally {
    clearTimeout(timer);
  }
}
