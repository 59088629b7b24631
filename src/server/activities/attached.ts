/** What hangs on an activity: its reactions and its note. Changing them moves no points. */
import type { ChangedActivity } from '#shared/activities';
import type { BoardChange } from '#shared/boards';
import type { BoardId } from '#shared/ids';
import { changeBoard } from '../boards/board-store.ts';
import type { BoardKeys } from '../encryption/board-keys.ts';
import { readable } from '../encryption/readable.ts';
import type { Db } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { findActivity } from './activity-store.ts';
import { changedView } from './activity-views.ts';
import { markAttached } from './reaction-store.ts';
import { readReactions } from './reaction-views.ts';

type ActivityRow = NonNullable<Awaited<ReturnType<typeof findActivity>>>;

/** Saves what hangs on an activity as one change of its board, which is locked. `save` gets the new revision; `columns`: those of the activity that it sets. */
export async function changeAttached(
  { boardKeys }: Pick<Deps, 'boardKeys'>,
  db: Db,
  activity: ActivityRow,
  save: (revision: number) => Promise<void>,
  columns: Partial<Pick<ActivityRow, 'note_sealed'>> = {},
): Promise<BoardChange> {
  const { id, board_id: boardId } = activity;
  const { revision, total_points: totalPoints } = await changeBoard(db, boardId, []);
  await save(revision);
  await markAttached(db, id, revision);
  const row = { ...activity, ...columns, reactions_revision: revision, changed_revision: revision };
  const changed = await readChanged(db, boardKeys, row, revision - 1);
  return { boardId, after: revision - 1, revision, complete: true, totalPoints, activities: [], changed };
}

/** Empty where it cannot be read. */
async function readChanged(
  db: Db,
  boardKeys: BoardKeys,
  activity: ActivityRow & { board_id: BoardId },
  after: number,
): Promise<ChangedActivity[]> {
  const secrets = await boardKeys.of(db, activity.board_id);
  const reactions = await readReactions(db, [activity]);
  return readable([activity], (row) => changedView(row, secrets, reactions, after));
}
