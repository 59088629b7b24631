import type { BoardId } from '#shared/ids';
import { createObservable } from '#client/ui/observable.ts';

/** The board whose share dialog is to be opened once its screen is there. */
export const offeredSharing = createObservable<BoardId | null>(null);
