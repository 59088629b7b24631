import type { Insertable } from 'kysely';
import type { NudgeId, UserId } from '#shared/ids';
import type { Db } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';

/** False when there is one of that day from and to the same people. */
export async function insertNudge(db: Db, nudge: Insertable<Tables['nudge']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('nudge')
    .values(nudge)
    .onConflict((conflict) => conflict.columns(['board_id', 'from_user', 'to_user', 'day']).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/**
 * A nudge as there is to tell it now. Undefined once the person has logged something on its day, looks at the board, has muted it, or has
 * blocked who nudges.
 */
export function findNudgeToTell(db: Db, { userId, nudgeId }: { userId: UserId; nudgeId: NudgeId }) {
  return db
    .selectFrom('nudge')
    .innerJoin('user', 'user.id', 'nudge.from_user')
    .leftJoin('member_news', (join) =>
      join.onRef('member_news.board_id', '=', 'nudge.board_id').onRef('member_news.user_id', '=', 'nudge.to_user'),
    )
    .leftJoin('member_day', (join) =>
      join
        .onRef('member_day.board_id', '=', 'nudge.board_id')
        .onRef('member_day.user_id', '=', 'nudge.to_user')
        .onRef('member_day.day', '=', 'nudge.day')
        .on('member_day.actions', '>', 0),
    )
    .leftJoin('blocked_inviter', (join) =>
      join.onRef('blocked_inviter.user_id', '=', 'nudge.to_user').onRef('blocked_inviter.blocked_user', '=', 'nudge.from_user'),
    )
    .select(['nudge.board_id', 'nudge.sentence', 'user.username'])
    .where('nudge.id', '=', nudgeId)
    .where('nudge.to_user', '=', userId)
    .where('member_day.user_id', 'is', null)
    .where('blocked_inviter.user_id', 'is', null)
    .where(({ eb, or }) => or([eb('member_news.muted', 'is', null), eb('member_news.muted', '=', 0)]))
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('board_look')
            .select('board_look.session_id')
            .whereRef('board_look.board_id', '=', 'nudge.board_id')
            .whereRef('board_look.user_id', '=', 'nudge.to_user')
            .where('board_look.looks_until', '>', Date.now()),
        ),
      ),
    )
    .executeTakeFirst();
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

export async function deleteNudgesBefore(db: Db, day: string): Promise<void> {
  await db.deleteFrom('nudge').where('day', '<', day).execute();
}
