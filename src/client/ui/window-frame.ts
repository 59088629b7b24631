import { type Frame, frames } from './frames.ts';
import type { Observable } from './observable.ts';

/** Whether the window is in that frame, as `@media (--large)` in a style sheet says it. To be kept: one for each frame. */
export function windowIs(frame: Frame): Pick<Observable<boolean>, 'get' | 'subscribe'> {
  const query = matchMedia(`(${frames[frame]})`);
  return {
    get: () => query.matches,
    subscribe(observer) {
      query.addEventListener('change', observer);
      return () => query.removeEventListener('change', observer);
    },
  };
}
