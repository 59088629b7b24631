import { createObservable } from '#client/ui/observable.ts';

/** Whether a loss waits for the answer of the person on a screen that does not ask: a dot says so. */
export const owedWaiting = createObservable(false);
