import type { Theme } from '#shared/board-choices';
import type { BoardId } from '#shared/ids';
import { createObservable } from '#client/ui/observable.ts';

export interface Welcome {
  boardId: BoardId;
  title: string;
  /** Left out where it is not known yet. */
  theme?: Theme;
}

/** The boards that somebody has just been let into and has not been led to yet: their screens celebrate it. */
export const welcomes = createObservable<readonly Welcome[]>([]);

export function welcome(added: Welcome): void {
  welcomes.set([...welcomes.get().filter(({ boardId }) => boardId !== added.boardId), added]);
}
