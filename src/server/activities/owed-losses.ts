/** Losses that one member noted for another one, who avows them or not (decision D38). */
import type { LoggedActivity } from '#shared/activities';
import type { ActionId, ActivityId, BoardId, UserId, UserOnBoard } from '#shared/ids';
import { type OwedLoss, owedLossLimits } from '#shared/owed-losses';
import { findUser } from '../accounts/account-store.ts';
import { decryptActionTitle } from '../actions/action-views.ts';
import { boardToChangeFor, lockBoards } from '../boards/board-for.ts';
import { decryptTitle } from '../boards/board-header.ts';
import { listBoardHeads } from '../boards/board-store.ts';
import type { Deps } from '../deps.ts';
import type { BoardSecrets } from '../encryption/board-keys.ts';
import { decryptable, readable } from '../encryption/readable.ts';
import { refuse, refuseFor } from '../errors/refusal.ts';
import { isAsSeen, logAsItWas, replyAgain } from './activities.ts';
import { findLoggable, findLogged, findNoter } from './log-store.ts';
import {
  countOwedLosses,
  deleteOwedLoss,
  denyOwedLoss,
  findDeniedAt,
  findOwedLoss,
  insertOwedLoss,
  isWaiting,
  listOwedLosses,
} from './owed-loss-store.ts';

/** Those that wait for the avowal of a person. `now` in milliseconds since 1970. */
export async function readOwedLosses({ database, boardKeys }: Deps, userId: UserId, now = Date.now()): Promise<OwedLoss[]> {
  return await database.snapshot(async (db) => {
    const rows = await listOwedLosses(db, userId, now);
    const boardIds = [...new Set(rows.map(({ board_id }) => board_id))];
    const boards = new Map((await listBoardHeads(db, boardIds)).map((board) => [board.id, board]));
    const secrets = await boardKeys.ofAll(db, boardIds);
    return readable(rows, (row) => {
      const [board, boardSecrets] = [boards.get(row.board_id), secrets.get(row.board_id)];
      if (!board || !boardSecrets) return [];
      return {
        id: row.id,
        boardId: row.board_id,
        boardTitle: decryptTitle(board, boardSecrets),
        title: decryptOwedTitle(row, boardSecrets),
        points: row.points,
        emoji: row.emoji,
        from: { userId: row.from_user, username: row.username, avatar: row.avatar },
        madeAt: row.made_at,
        lapsesAt: row.lapses_at,
      };
    }).flat();
  });
}

interface Owed {
  id: ActivityId;
  actionId: ActionId;
  /** The points that the person saw; optional. */
  points?: number | undefined;
  for: UserId;
}

/**
 * Notes a loss for another member. Nothing counts before they avow it, and after 'Pas moi' the same is not noted again for a day. The same once more
 * changes nothing. `now` in milliseconds since 1970.
 */
export async function oweLoss(
  deps: Deps,
  { userId, boardId }: UserOnBoard,
  { id, actionId, points, for: to }: Owed,
  now = Date.now(),
): Promise<{ id: ActivityId }> {
  const { database, boardKeys, limits } = deps;
  if (!(await limits.logs.spend(userId))) throw refuseFor('too_many_logs', await limits.logs.wait(userId));
  return await database.unitOfWork(async (work) => {
    const { db } = work;
    await lockBoards(deps, db, [boardId]);
    // The person, too, who may log something under the same id at this moment, on whichever board.
    await database.lockPeople(db, [...new Set([to, userId])]);
    const noter = await findNoter(db, { boardId, userId });
    if (!noter) throw refuse('board_not_found');
    const [earlier, [logged]] = [await findOwedLoss(db, id), await findLogged(db, { id })];
    const known = earlier
      ? { ...earlier, by: earlier.from_user, of: earlier.to_user }
      : logged && { ...logged, by: logged.noted_by, of: logged.user_id };
    if (known) {
      // An activity of this id is the same only where it is this loss, avowed: a gain that was noted for them is not.
      const isSame =
        known.by === userId && known.of === to && known.board_id === boardId && known.action_id === actionId && known.points < 0;
      if (!isSame || (points !== undefined && points !== known.points)) throw refuse('activity_id_taken');
      return { id };
    }
    const [loggable] = await findLoggable(db, { id, userId: to, boardId, actionId, since: now });
    if (!loggable) throw refuse('member_not_found');
    if (!isAsSeen(loggable, { points })) throw refuse('action_not_found_in_board');
    if (to === userId || loggable.points >= 0) throw refuse('no_loss_of_other');
    const deniedAt = await findDeniedAt(db, { boardId, actionId, from: userId, to, now });
    if (deniedAt !== undefined) throw refuseFor('owed_loss_denied', deniedAt + owedLossLimits.deniedFor - now);
    if ((await countOwedLosses(db, { from: userId, to, now })) >= owedLossLimits.perPair) throw refuse('too_many_owed_losses');
    const secrets = await boardKeys.of(db, boardId);
    const isNew = await insertOwedLoss(db, {
      id,
      board_id: boardId,
      action_id: actionId,
      title_sealed: secrets.seal(decryptActionTitle(loggable.action_id, loggable.title_sealed, secrets), 'owed_loss', 'title', id),
      points: loggable.points,
      emoji: loggable.emoji,
      from_user: userId,
      to_user: to,
      made_at: now,
      lapses_at: now + owedLossLimits.lasts,
    });
    if (!isNew) throw refuse('activity_id_taken');
    work.record({ type: 'loss_owed', to, activityId: id });
    return { id };
  });
}

interface Answer {
  boardId: BoardId;
  activityId: ActivityId;
  confess: boolean;
}

/** 'J'avoue' makes it an activity of theirs, 'Pas moi' makes it void. Each once more changes nothing. `now` in milliseconds since 1970. */
export async function answerOwedLoss(
  deps: Deps,
  userId: UserId,
  { boardId, activityId: id, confess }: Answer,
  now = Date.now(),
): Promise<{ logged: LoggedActivity | null }> {
  const { database, boardKeys, limits } = deps;
  if (!(await limits.reactions.spend(userId))) throw refuseFor('too_many_requests', await limits.reactions.wait(userId));
  return await database.unitOfWork(async (work) => {
    const { db } = work;
    const board = await boardToChangeFor(deps, db, { userId, boardId });
    await database.lockPeople(db, [userId]);
    const row = await findOwedLoss(db, id);
    if (!row || row.board_id !== boardId || row.to_user !== userId || !isWaiting(row, now)) {
      if (!confess) return { logged: null };
      const [known] = await findLogged(db, { id });
      const isAvowed = known && known.board_id === boardId && known.user_id === userId && known.noted_by !== null && known.points < 0;
      if (!isAvowed) throw refuse('owed_loss_not_found');
      return { logged: await replyAgain(db, boardKeys, known, userId) };
    }
    const { action_id: actionId, points, emoji, from_user, username } = row;
    const secrets = await boardKeys.of(db, boardId);
    work.record({
      type: 'loss_answered',
      ...{ to: userId, from: from_user, boardId, activityId: id, confessed: confess, revision: board.revision },
      username: (await findUser(db, userId))?.username ?? '',
      title: decryptable(() => decryptOwedTitle(row, secrets)) ?? null,
    });
    if (!confess) {
      await denyOwedLoss(db, row, now);
      return { logged: null };
    }
    await deleteOwedLoss(db, id);
    const title = decryptOwedTitle(row, secrets);
    const done = { id, boardId, actionId, title, points, emoji, loggedAt: now };
    const logged = await logAsItWas(deps, work, userId, done, { userId: from_user, username });
    if (logged === 'known' || logged === 'taken') throw refuse('activity_id_taken');
    return { logged };
  });
}

export function decryptOwedTitle({ id, title_sealed }: { id: ActivityId; title_sealed: string }, secrets: BoardSecrets): string {
  return secrets.decrypt(title_sealed, 'owed_loss', 'title', id);
}
