import type { Theme } from '#shared/board-choices';
import { createObservable } from '#client/ui/observable.ts';

/** The board that somebody has just been let into and is being led to: its screen celebrates it. */
export const welcome = createObservable<{ boardId: string; title: string; theme: Theme } | null>(null);
