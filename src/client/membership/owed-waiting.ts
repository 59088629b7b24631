import { createObservable } from '#client/ui/observable.ts';

/** Whether a loss waits for the answer of the person: a dot says so on the screens that do not ask. */
export const owedWaiting = createObservable(false);
