import { createObservable } from '#client/ui/observable.ts';

/** Whether the card of a join request is on the screen. The bubble of news waits meanwhile: together they would cover the page. */
export const joinRequestShown = createObservable(false);
