import type { BoardChange } from '#shared/boards';
import type { ActivityId, BoardId, UserId } from '#shared/ids';
import type { ReactionEmoji } from '#shared/reaction-choices';
import { boardToChangeFor } from '../boards/board-for.ts';
import { noChangeOf } from '../boards/save-change.ts';
import type { Db } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { refuse, refuseFor } from '../errors/refusal.ts';
import { findActivity } from './activity-store.ts';
import { changeAttached } from './attached.ts';
import { deleteReaction, hasReaction, insertReaction } from './reaction-store.ts';

type Reacting = Pick<Deps, 'database' | 'boardKeys' | 'limits'>;

export interface GivenReaction {
  boardId: BoardId;
  activityId: ActivityId;
  emoji: ReactionEmoji;
}

/**
 * Puts an emoji on an activity, as long as it counts. One that the person has put there already changes nothing, and is answered as a
 * success. `now` in milliseconds since 1970.
 */
export function react(deps: Reacting, actorId: UserId, given: GivenReaction, now = Date.now()): Promise<BoardChange> {
  return changeReaction(deps, actorId, given, (activity, isThere) => {
    if (isThere) return null;
    if (activity.undone_at !== null) throw refuse('activity_undone');
    const save: Step['save'] = (db, key, revision) =>
      insertReaction(db, { ...key, board_id: given.boardId, board_revision: revision, reacted_at: now });
    return { save, type: 'reaction_added' };
  });
}

/** Takes one's own emoji back, of an activity that was undone too. One that is not there changes nothing. */
export function takeReactionBack(deps: Reacting, actorId: UserId, given: GivenReaction): Promise<BoardChange> {
  return changeReaction(deps, actorId, given, (_, isThere) => (isThere ? { save: deleteReaction, type: 'reaction_removed' } : null));
}

interface ReactionKey {
  activity_id: ActivityId;
  user_id: UserId;
  emoji: ReactionEmoji;
}

interface Step {
  save(db: Db, key: ReactionKey, revision: number): Promise<void>;
  type: 'reaction_added' | 'reaction_removed';
}

/** `decide` says what to do; null when there is nothing to do. */
async function changeReaction(
  deps: Reacting,
  actorId: UserId,
  { boardId, activityId, emoji }: GivenReaction,
  decide: (activity: { undone_at: number | null }, isThere: boolean) => Step | null,
): Promise<BoardChange> {
  const { database, limits } = deps;
  if (!(await limits.reactions.spend(actorId))) throw refuseFor('too_many_requests', await limits.reactions.wait(actorId));
  return await database.unitOfWork(async (work) => {
    const { db } = work;
    const board = await boardToChangeFor(deps, db, { userId: actorId, boardId });
    const activity = await findActivity(db, { boardId, activityId });
    if (!activity) throw refuse('activity_not_found');
    const key = { activity_id: activityId, user_id: actorId, emoji };
    const step = decide(activity, await hasReaction(db, key));
    if (!step) return noChangeOf(board);

    const change = await changeAttached(deps, db, activity, (revision) => step.save(db, key, revision));
    if (step.type === 'reaction_added') work.record({ type: 'reaction_added', userId: actorId, change, heard: board.heard === 1 });
    else work.record({ type: 'reaction_removed', userId: actorId, change });
    return change;
  });
}
