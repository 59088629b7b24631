import type { Insertable } from 'kysely';
import type { BoardId, SessionId, UserId, UserOnBoard } from '#shared/ids';
import { onceADay } from '#shared/once-a-day';
import type { Db } from '../database/database.ts';
import { deleteOlder } from '../database/delete-older.ts';
import { latestWithin } from '../database/latest-within.ts';
import type { Tables } from '../database/tables.ts';

export async function insertNudge(db: Db, nudge: Insertable<Tables['nudge']>): Promise<void> {
  await db.insertInto('nudge').values(nudge).execute();
}

interface Nudging {
  boardId: BoardId;
  from: UserId;
  to: UserId;
  now: number;
}

/** When one member of a board last nudged another, too lately to do it again; undefined where they may. */
export function findNudgedAt(db: Db, { boardId, from, to, now }: Nudging): Promise<number | undefined> {
  const nudges = db.selectFrom('nudge').where('from_user', '=', from).where('board_id', '=', boardId).where('to_user', '=', to);
  return latestWithin(nudges, 'nudged_at', { now, wait: onceADay });
}

/**
 * The nudges that there are to tell a person of a board now, those of a day and later ones: none since whose day they have logged something, and
 * none from whom they have blocked.
 */
export function listNudgesToTell(db: Db, { userId, boardId, from }: UserOnBoard & { from: string }) {
  return db
    .selectFrom('nudge')
    .innerJoin('user', 'user.id', 'nudge.from_user')
    .leftJoin('blocked_inviter', (join) =>
      join.onRef('blocked_inviter.user_id', '=', 'nudge.to_user').onRef('blocked_inviter.blocked_user', '=', 'nudge.from_user'),
    )
    .select(['nudge.id', 'nudge.sentence', 'user.username'])
    .where('nudge.to_user', '=', userId)
    .where('nudge.board_id', '=', boardId)
    .where('nudge.day', '>=', from)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('member_day')
            .select('member_day.day')
            .whereRef('member_day.board_id', '=', 'nudge.board_id')
            .whereRef('member_day.user_id', '=', 'nudge.to_user')
            .whereRef('member_day.day', '>=', 'nudge.day')
            .where('member_day.actions', '>', 0),
        ),
      ),
    )
    .where('blocked_inviter.user_id', 'is', null)
    .orderBy('user.username')
    .execute();
}

/** When a device was last told of nudges on a board, in milliseconds since 1970. */
export async function findNudgesToldAt(db: Db, { sessionId, boardId }: { sessionId: SessionId; boardId: BoardId }): Promise<number | null> {
  const row = await db
    .selectFrom('push')
    .select(({ fn }) => fn.max('sent_at').as('told_at'))
    .where('session_id', '=', sessionId)
    .where('topic', '=', 'nudge')
    .where('about', '=', boardId)
    .executeTakeFirst();
  return row?.told_at ?? null;
}

/** Those that the person sent or received. */
export function listNudgesOf(db: Db, userId: UserId) {
  return db
    .selectFrom('nudge')
    .selectAll()
    .where(({ eb, or }) => or([eb('from_user', '=', userId), eb('to_user', '=', userId)]))
    .orderBy('day')
    .orderBy('id')
    .execute();
}

export function deleteNudgesBefore(db: Db, day: string): Promise<number> {
  return deleteOlder(db, 'nudge', { key: ['id'], column: 'day', before: day });
}
