import { createObservable } from './observable.ts';

// In a worker, and in tests without a browser, there is no page.
const root = globalThis.document?.documentElement;

/** Whether the lock of the app covers the page: then it shows and says nothing. `app/opening/theme.js` covers it before the first paint. */
export const covered = createObservable(root?.dataset['covered'] === '');

export function setCovered(isCovered: boolean): void {
  root?.toggleAttribute('data-covered', isCovered);
  covered.set(isCovered);
}
