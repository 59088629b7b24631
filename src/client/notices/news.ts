/** What others do while this person looks elsewhere: for a bubble that passes. The dot, which stays until it has been seen, is on the cards of the boards. */
import type { News } from '#shared/notices';
import { createObservable } from '#client/ui/observable.ts';

/** The news in the bubble, the newest last. */
export const newsBubble = createObservable<readonly News[]>([]);

/** In pixels. */
const nearTop = 80;

export function isAtTopOfFeed(): boolean {
  return scrollY < nearTop;
}
