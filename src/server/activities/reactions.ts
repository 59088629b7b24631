import type { BoardChange } from '#shared/boards';
import type { ReactionEmoji } from '#shared/reaction-choices';
import { unlockByReactions } from '../achievements/unlocking.ts';
import { boardToChangeFor } from '../boards/board-for.ts';
import { changeBoard } from '../boards/board-store.ts';
import { readChange } from '../boards/board-views.ts';
import type { Work } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { refuse, refuseFor } from '../errors/refusal.ts';
import { findActivity } from './activity-store.ts';
import { deleteReaction, hasReaction, insertReaction, markReacted } from './reaction-store.ts';

type Reacting = Pick<Deps, 'database' | 'boardKeys' | 'liveFeed' | 'limits'>;

export interface GivenReaction {
  boardId: string;
  activityId: string;
  emoji: ReactionEmoji;
}

/**
 * Puts an emoji on an activity, as long as it counts. One that the person has put there already changes nothing, and is answered as a
 * success. `now` in milliseconds since 1970.
 */
export function react(deps: Reacting, actorId: string, given: GivenReaction, now = Date.now()): Promise<BoardChange> {
  return changeReaction(deps, actorId, given, (activity, isThere) => {
    if (isThere) return null;
    if (activity.undone_at !== null) throw refuse('activity_undone');
    return async (work, key, revision) => {
      await insertReaction(work.db, { ...key, board_id: given.boardId, board_revision: revision, reacted_at: now });
      // Counted over all boards.
      await deps.database.lockPeople(work.db, [actorId]);
      await unlockByReactions(deps, work, actorId);
    };
  });
}

/** Takes one's own emoji back, of an activity that was undone too. One that is not there changes nothing. */
export function takeReactionBack(deps: Reacting, actorId: string, given: GivenReaction): Promise<BoardChange> {
  return changeReaction(deps, actorId, given, (_, isThere) => (isThere ? (work, key) => deleteReaction(work.db, key) : null));
}

interface ReactionKey {
  activity_id: string;
  user_id: string;
  emoji: ReactionEmoji;
}

type Step = (work: Work, key: ReactionKey, revision: number) => Promise<void>;

/** `decide` says what to do; null when there is nothing to do. */
async function changeReaction(
  deps: Reacting,
  actorId: string,
  { boardId, activityId, emoji }: GivenReaction,
  decide: (activity: { undone_at: number | null }, isThere: boolean) => Step | null,
): Promise<BoardChange> {
  const { database, boardKeys, liveFeed, limits } = deps;
  if (!(await limits.reactions.spend(actorId))) throw refuseFor('too_many_requests', await limits.reactions.wait(actorId));
  return await database.unitOfWork(async (work) => {
    const { db, afterCommit } = work;
    const board = await boardToChangeFor(deps, db, actorId, boardId);
    const activity = await findActivity(db, boardId, activityId);
    if (!activity) throw refuse('activity_not_found');
    const key = { activity_id: activityId, user_id: actorId, emoji };
    const step = decide(activity, await hasReaction(db, key));
    if (!step) return await readChange(db, boardKeys, boardId, board.revision);

    const revision = await changeBoard(db, boardId, []);
    await step(work, key, revision);
    await markReacted(db, activityId, revision);
    const change = await readChange(db, boardKeys, boardId, revision - 1);
    afterCommit(() => liveFeed.publish(change));
    return change;
  });
}
