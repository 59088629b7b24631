import { createObservable } from '#client/ui/observable.ts';

/** Whether somebody's knock is on the screen: what only passes by waits so long. */
export const knocking = createObservable(false);
