import { createObservable } from '#client/ui/observable.ts';

/** Whether the sheet 'Gardez votre partie' is open, over whatever screen is shown. */
export const keepSheet = createObservable(false);

/** A dialog that is open closes first: the sheet takes its place. */
export const askToKeep = () => keepSheet.set(true);

/** The name that a guest got in place of the one they typed, until they are told. */
export const renamed = createObservable<string | null>(null);
