import type { Observable } from './observable.ts';

/** Whether the window has at least that many pixels, as `@media (width >= …)` in a style sheet says it. To be kept: one for each width. */
export function windowOf(pixels: number): Pick<Observable<boolean>, 'get' | 'subscribe'> {
  const query = matchMedia(`(width >= ${pixels}px)`);
  return {
    get: () => query.matches,
    subscribe(observer) {
      query.addEventListener('change', observer);
      return () => query.removeEventListener('change', observer);
    },
  };
}
