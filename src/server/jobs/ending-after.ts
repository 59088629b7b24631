/**
 * Aborts with another signal, or after so many milliseconds. `AbortSignal.timeout` among the signals of `AbortSignal.any` will not do: nothing holds it
 * there, so Node may collect it, and the call that waits never ends.
 */
export function endingAfter(milliseconds: number, signal: AbortSignal): AbortSignal {
  const late = new AbortController();
  const ending = AbortSignal.any([signal, late.signal]);
  // The timer holds both.
  setTimeout(() => {
    if (!ending.aborted) late.abort(new DOMException('too late', 'TimeoutError'));
  }, milliseconds).unref();
  return ending;
}
