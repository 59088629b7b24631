import type { Activity } from './activities.ts';
import type { BoardChange } from './boards.ts';
import type { Flame } from './flame-rules.ts';
import type { BoardId } from './ids.ts';

interface Sums {
  boardId: BoardId;
  revision: number;
  totalPoints: number;
  /** The score of the activity's author; null when the author is no longer on the board, or nobody is told it (decision D53). */
  score: number | null;
  /** The board's, when this activity, or its undo, made another one of it. */
  flame?: Flame | undefined;
}

/** The change of a board by one activity that was logged or undone. It is the same for its author and for everybody else. */
export function changeOfActivity(activity: Activity, { boardId, revision, totalPoints, score, flame }: Sums): BoardChange {
  const scores = activity.userId === null || score === null ? [] : [{ userId: activity.userId, score }];
  const change = { boardId, after: revision - 1, revision, complete: true, totalPoints, scores, ...(flame ? { flame } : {}) };
  return activity.undone === null ? { ...change, activities: [activity] } : { ...change, activities: [], changed: [activity] };
}
