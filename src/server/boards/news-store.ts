/**
 * What is news to a member of a board: the rule in SQL, as `shared/news.ts` has it for the phones. One reading cursor (`seen_revision`) says how far a
 * member has seen a board, on whichever device; what others did after it is news.
 */
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { BoardId, UserId, UserOnBoard } from '#shared/ids';
import type { Reading } from '#shared/live-events';
import type { Db } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';

/** A member, and the revision of the board after which something is new to them. */
export interface NewsOf {
  boardId: Expression<BoardId>;
  userId: Expression<UserId>;
  after: Expression<number>;
}

type InActivity<Others extends keyof Tables = never> = ExpressionBuilder<Tables, 'activity' | Others>;

/** Somebody else logged it, and it was not undone. Logs of erased accounts are no news. */
export function isNewLog(eb: InActivity, { boardId, userId, after }: NewsOf): Expression<SqlBool> {
  return eb.and([
    eb('activity.board_id', '=', boardId),
    eb('activity.board_revision', '>', after),
    eb('activity.undone_revision', 'is', null),
    eb(doerIn(eb), '!=', userId),
  ]);
}

/** Somebody else reacted to what the member logged, or to what the member noted for them: as `isForMember` in `shared/news.ts`. */
export function isNewReaction(eb: InActivity<'reaction'>, { boardId, userId, after }: NewsOf): Expression<SqlBool> {
  return eb.and([
    eb('activity.board_id', '=', boardId),
    // The later of the two revisions is that of the activity: one index finds it.
    eb('activity.changed_revision', '>', after),
    eb('activity.undone_revision', 'is', null),
    eb.or([
      eb('activity.user_id', '=', userId),
      eb.and([eb(doerIn(eb), '=', userId), eb('reaction.user_id', '=', eb.ref('activity.user_id'))]),
    ]),
    eb('reaction.board_revision', '>', after),
    eb('reaction.user_id', '!=', userId),
  ]);
}

/** The person whose doing an activity is, as in `doerOf`: nobody is told of their own. */
function doerIn({ eb, fn, ref }: InActivity) {
  return eb
    .case()
    .when('activity.points', '>', 0)
    .then(fn.coalesce(ref('activity.noted_by'), ref('activity.user_id')))
    .else(ref('activity.user_id'))
    .end();
}

/** Whether there is news on a board for the member `own`, who has not muted it: 1 or 0. */
export function newsFlag({ eb, selectFrom, ref }: ExpressionBuilder<Tables & { own: Tables['board_member'] }, 'own' | 'board'>) {
  const of = { boardId: ref('own.board_id'), userId: ref('own.user_id'), after: ref('own.seen_revision') };
  return eb
    .case()
    .when(
      eb.and([
        eb('own.muted', '=', 0),
        // Nearly always the board has been seen whole: then nothing is looked for.
        eb('own.seen_revision', '<', ref('board.revision')),
        eb.or([
          eb.exists(
            selectFrom('activity')
              .select('activity.id')
              .where((log) => isNewLog(log, of)),
          ),
          eb.exists(
            selectFrom('activity')
              .innerJoin('reaction', 'reaction.activity_id', 'activity.id')
              .select('activity.id')
              .where((reacted) => isNewReaction(reacted, of)),
          ),
        ]),
      ]),
    )
    .then(1)
    .else(0)
    .end();
}

/** How far a member has seen their boards, or those `among` them, in the order of the boards' ids. */
export async function listReadings(db: Db, userId: UserId, among?: readonly BoardId[]): Promise<Reading[]> {
  const rows = await db
    .selectFrom('board_member as own')
    .innerJoin('board', 'board.id', 'own.board_id')
    .select(['board.id', 'board.revision', 'own.seen_revision', 'own.muted'])
    .select((eb) => newsFlag(eb).as('has_news'))
    .where('own.user_id', '=', userId)
    .$if(among !== undefined, (query) => query.where('own.board_id', 'in', among ?? []))
    .orderBy('board.id')
    .execute();
  return rows.map(({ id, revision, seen_revision, muted, has_news }) => ({
    boardId: id,
    revision,
    seen: seen_revision,
    hasNews: has_news === 1,
    isMuted: muted === 1,
  }));
}

export async function listBoardsWithNews(db: Db, userId: UserId): Promise<BoardId[]> {
  const readings = await listReadings(db, userId);
  return readings.flatMap(({ boardId, hasNews }) => (hasNews ? [boardId] : []));
}

/** Moves the cursor of a member forward, never back and never past the board. Whether it moved. */
export async function saveSeen(db: Db, { userId, boardId }: UserOnBoard, revision: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('board_member')
    .set({ seen_revision: revision })
    .where('board_id', '=', boardId)
    .where('user_id', '=', userId)
    .where('seen_revision', '<', revision)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function saveMuted(db: Db, { userId, boardId }: UserOnBoard, muted: boolean): Promise<void> {
  await db
    .updateTable('board_member')
    .set({ muted: Number(muted) })
    .where('board_id', '=', boardId)
    .where('user_id', '=', userId)
    .execute();
}
