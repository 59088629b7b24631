import { createObservable } from '#client/ui/observable.ts';

/** The days, as in 2026-11-28, for which something arrived too late, and which nobody was told of yet. */
export const missedDays = createObservable<readonly string[]>([]);
