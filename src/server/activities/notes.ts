import { canWriteNote } from '#shared/board-policy';
import type { BoardChange } from '#shared/boards';
import type { ActivityId, BoardId, UserId } from '#shared/ids';
import { boardToChangeFor } from '../boards/board-for.ts';
import { noChangeOf } from '../boards/save-change.ts';
import type { Deps } from '../deps.ts';
import { decryptable } from '../encryption/readable.ts';
import { refuse, refuseFor } from '../errors/refusal.ts';
import { findActivity, saveNote } from './activity-store.ts';
import { decryptNote, notedOf, sealedNote } from './activity-views.ts';
import { changeAttached } from './attached.ts';

interface Written {
  boardId: BoardId;
  activityId: ActivityId;
  /** Empty to take it away. */
  note: string;
}

/**
 * Writes a note under an activity that one noted, in place of the one that is there (decision D37). What was undone takes none; its note can be
 * taken away. The same once more changes nothing.
 */
export async function writeNote(
  deps: Pick<Deps, 'database' | 'boardKeys' | 'limits'>,
  userId: UserId,
  { boardId, activityId, note }: Written,
): Promise<BoardChange> {
  const { database, boardKeys, limits } = deps;
  if (!(await limits.reactions.spend(userId))) throw refuseFor('too_many_requests', await limits.reactions.wait(userId));
  return await database.unitOfWork(async (work) => {
    const { db } = work;
    const board = await boardToChangeFor(deps, db, { userId, boardId });
    const activity = await findActivity(db, { boardId, activityId });
    if (!activity) throw refuse('activity_not_found');
    if (!canWriteNote({ id: userId }, notedOf(activity))) throw refuse('note_not_allowed');
    const secrets = await boardKeys.of(db, boardId);
    const before = decryptable(() => decryptNote(activity, secrets));
    if (note === before) return noChangeOf(board);
    if (note !== '' && activity.undone_at !== null) throw refuse('activity_undone');

    const sealed = note === '' ? null : sealedNote(activityId, note, secrets);
    const change = await changeAttached(deps, db, activity, () => saveNote(db, activityId, sealed), { note_sealed: sealed });
    work.record({ type: 'note_written', userId, change });
    return change;
  });
}
