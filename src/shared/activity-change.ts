import type { Activity } from './activities.ts';
import type { BoardChange } from './boards.ts';
import type { BoardId } from './ids.ts';

interface Sums {
  boardId: BoardId;
  revision: number;
  totalPoints: number;
  /** Of the activity's author; null when they have none on the board any more. */
  score: number | null;
}

/** What logging an activity, or undoing it, changed of its board: the same for who did it and for everybody who looks at the board. */
export function changeOfActivity(activity: Activity, { boardId, revision, totalPoints, score }: Sums): BoardChange {
  const scores = activity.userId === null || score === null ? [] : [{ userId: activity.userId, score }];
  const change = { boardId, after: revision - 1, revision, complete: true, totalPoints, scores };
  return activity.undone === null ? { ...change, activities: [activity] } : { ...change, activities: [], changed: [activity] };
}
