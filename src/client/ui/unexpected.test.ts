import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest';
import { countUnexpectedBy, ExpectedError, reporting, reportUnexpected, watchUncaught } from './unexpected.ts';

const counted = vi.fn<(...all: unknown[]) => void>();
let shown: MockInstance;
const error = new TypeError("cannot read 'title' of NOUS DEUX");

beforeEach(() => {
  shown = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  counted.mockClear();
  countUnexpectedBy(counted);
});
afterEach(() => {
  countUnexpectedBy(undefined);
});

it('an unexpected error is shown in the console, and its place alone is counted', () => {
  reportUnexpected('outbox', error);
  expect(reporting('query')(error)).toBeUndefined();
  expect(shown.mock.calls).toEqual([[error], [error]]);
  expect(counted.mock.calls).toEqual([['outbox'], ['query']]);
});

it('an unexpected error is shown where nobody counts', () => {
  countUnexpectedBy(undefined);
  reportUnexpected('outbox', error);
  expect(shown).toHaveBeenCalledExactlyOnceWith(error);
});

it.each([
  ['one of ours', new ExpectedError('away')],
  ['a call that was given up', new DOMException('given up', 'AbortError')],
  ['a full disk', new DOMException('full', 'QuotaExceededError')],
  ['a disk that fails', new DOMException('lost', 'UnknownError')],
])('an error that is foreseen is neither shown nor counted: %s', (_what, expected) => {
  reportUnexpected('query', expected);
  expect(shown).not.toHaveBeenCalled();
  expect(counted).not.toHaveBeenCalled();
});

it('what nobody catches is counted as of the page, and left to the browser to show', () => {
  const page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  watchUncaught();
  const happens = (type: string, what: object) => page.dispatchEvent(Object.assign(new Event(type), what));
  happens('error', { error });
  happens('unhandledrejection', { reason: error });
  expect(counted.mock.calls).toEqual([['page'], ['page']]);
  // A foreign script, and a server that is away.
  happens('error', { error: null });
  happens('unhandledrejection', { reason: new ExpectedError('away') });
  expect(counted).toHaveBeenCalledTimes(2);
  expect(shown).not.toHaveBeenCalled();
});
