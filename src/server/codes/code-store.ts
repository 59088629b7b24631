import type { Insertable, Updateable } from 'kysely';
import type { ActionId, BoardId, CodeId, UserId, UserOnBoard } from '#shared/ids';
import type { Db } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';

/** Codes with their boards, and with what they stand for while that is there. */
function codes(db: Db) {
  return db
    .selectFrom('code')
    .innerJoin('board', 'board.id', 'code.board_id')
    .leftJoin('board_action as action', (join) =>
      join.onRef('action.id', '=', 'code.action_id').onRef('action.board_id', '=', 'code.board_id').on('action.retired_at', 'is', null),
    )
    .leftJoin('board_member as nudged', (join) =>
      join.onRef('nudged.board_id', '=', 'code.board_id').onRef('nudged.user_id', '=', 'code.to_user'),
    )
    .leftJoin('user', 'user.id', 'nudged.user_id')
    .select(['code.id', 'code.board_id', 'code.code_sealed', 'code.name_sealed', 'code.made_at', 'code.used_on'])
    .select(['board.title_sealed as board_title_sealed', 'board.icon', 'board.theme', 'board.time_zone'])
    .select(['action.id as action_id', 'action.title_sealed as action_title_sealed', 'action.points', 'action.emoji'])
    .select(['user.id as to_user', 'user.username', 'user.avatar']);
}
export type CodeRow = Awaited<ReturnType<typeof listCodes>>[number];

/** Those of a person, the newest first. */
export function listCodes(db: Db, userId: UserId) {
  return codes(db).where('code.made_by', '=', userId).orderBy('code.made_at', 'desc').orderBy('code.id').execute();
}

/** A code of this person. */
export function findOwnCode(db: Db, { userId, codeId }: { userId: UserId; codeId: CodeId }): Promise<CodeRow | undefined> {
  return codes(db).where('code.made_by', '=', userId).where('code.id', '=', codeId).executeTakeFirst();
}

/** The code of this hash, for a member of its board. */
export function findCodeFor(db: Db, { userId, hash }: { userId: UserId; hash: string }): Promise<CodeRow | undefined> {
  return codes(db)
    .innerJoin('board_member as presser', 'presser.board_id', 'code.board_id')
    .where('presser.user_id', '=', userId)
    .where('code.code_hash', '=', hash)
    .executeTakeFirst();
}

export async function countCodes(db: Db, userId: UserId): Promise<number> {
  const { count } = await db
    .selectFrom('code')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('made_by', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertCode(db: Db, code: Insertable<Tables['code']>): Promise<void> {
  await db.insertInto('code').values(code).execute();
}

export async function updateCode(db: Db, codeId: CodeId, columns: Updateable<Tables['code']>): Promise<void> {
  await db.updateTable('code').set(columns).where('id', '=', codeId).execute();
}

export async function deleteCode(db: Db, { userId, codeId }: { userId: UserId; codeId: CodeId }): Promise<void> {
  await db.deleteFrom('code').where('made_by', '=', userId).where('id', '=', codeId).execute();
}

interface Pressed {
  hash: string;
  boardId: BoardId;
  /** By the clock of the board. */
  day: string;
}

/** Notes that a code was pressed on this day; once a day it is written. One that does something else by now was not. */
export async function markUsed(
  db: Db,
  { hash, boardId, day }: Pressed,
  does: { action_id: ActionId } | { to_user: UserId },
): Promise<void> {
  await db
    .updateTable('code')
    .set({ used_on: day })
    .where('code_hash', '=', hash)
    .where('board_id', '=', boardId)
    .where(({ and, eb, or }) => and([and(does), or([eb('used_on', 'is', null), eb('used_on', '!=', day)])]))
    .execute();
}

interface Again extends UserOnBoard {
  actionId: ActionId;
  /** In milliseconds since 1970. */
  since: number;
  until: number;
}

/** When the person last logged an action themselves between two moments, and did not undo it. */
export async function findLoggedAt(db: Db, { userId, boardId, actionId, since, until }: Again): Promise<number | null> {
  const row = await db
    .selectFrom('activity')
    .select('logged_at')
    .where('board_id', '=', boardId)
    .where('logged_at', '>', since)
    .where('logged_at', '<=', until)
    .where('user_id', '=', userId)
    .where('action_id', '=', actionId)
    .where('undone_at', 'is', null)
    .orderBy('logged_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.logged_at ?? null;
}

/** All of a person, as they are kept, in no order. */
export function listCodesOf(db: Db, userId: UserId) {
  return db.selectFrom('code').selectAll().where('made_by', '=', userId).execute();
}
