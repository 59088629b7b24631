import type { ExpressionBuilder, Insertable } from 'kysely';
import { isOver, latestTime } from '#shared/clock-rules';
import type { ActionId, ActivityId, BoardId, UserId } from '#shared/ids';
import { owedLossLimits } from '#shared/owed-losses';
import type { Db } from '../database/database.ts';
import { rowsInSlice } from '../database/delete-older.ts';
import { latestWithin } from '../database/latest-within.ts';
import type { Tables } from '../database/tables.ts';

/** The losses that wait for the avowal of a person, the oldest first, with who noted each. `now` in milliseconds since 1970. */
export function listOwedLosses(db: Db, userId: UserId, now: number) {
  return withSender(db)
    .where('owed_loss.to_user', '=', userId)
    .where((eb) => isOwed(eb, now))
    .orderBy('owed_loss.made_at')
    .orderBy('owed_loss.id')
    .execute();
}

/** Also one that is void. */
export function findOwedLoss(db: Db, id: ActivityId) {
  return withSender(db).where('owed_loss.id', '=', id).executeTakeFirst();
}

/** Whether a loss waits for its answer. One that was made while the clock was ahead is void. */
export function isOwed(eb: ExpressionBuilder<Tables, 'owed_loss'>, now: number) {
  const isNotOver = [eb('owed_loss.lapses_at', '>', now), eb('owed_loss.lapses_at', '<=', latestTime(now, owedLossLimits.lasts))];
  return eb.and([...isNotOver, eb.not(isDenied(eb))]);
}

function withSender(db: Db) {
  return db
    .selectFrom('owed_loss')
    .innerJoin('user', 'user.id', 'owed_loss.from_user')
    .selectAll('owed_loss')
    .select(['user.username', 'user.avatar']);
}

/** Those that a person noted, and those that were noted for them. */
export function listOwedLossesOf(db: Db, userId: UserId) {
  return db
    .selectFrom('owed_loss')
    .selectAll()
    .where(({ eb, or }) => or([eb('from_user', '=', userId), eb('to_user', '=', userId)]))
    .orderBy('made_at')
    .orderBy('id')
    .execute();
}

/** How many wait that one person noted for another, on whichever boards. */
export async function countOwedLosses(db: Db, { from, to, now }: { from: UserId; to: UserId; now: number }): Promise<number> {
  const { count } = await db
    .selectFrom('owed_loss')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('from_user', '=', from)
    .where('to_user', '=', to)
    .where((eb) => isOwed(eb, now))
    .executeTakeFirstOrThrow();
  return count;
}

interface Noted {
  boardId: BoardId;
  actionId: ActionId;
  from: UserId;
  to: UserId;
  now: number;
}

/** When somebody last said no, within a day, to the same action noted for them by the same person; undefined where they did not. */
export function findDeniedAt(db: Db, { boardId, actionId, from, to, now }: Noted): Promise<number | undefined> {
  const denied = db
    .selectFrom('owed_loss')
    .where('from_user', '=', from)
    .where('to_user', '=', to)
    .where('board_id', '=', boardId)
    .where('action_id', '=', actionId)
    .where(isDenied);
  return latestWithin(denied, 'lapses_at', { now, wait: owedLossLimits.deniedFor });
}

/** What was answered by 'Pas moi' lapsed then, and all else a day after it was made: nothing else tells them apart, and no clock has to. */
function isDenied({ eb, ref }: ExpressionBuilder<Tables, 'owed_loss'>) {
  return eb('owed_loss.lapses_at', '<', eb(ref('owed_loss.made_at'), '+', owedLossLimits.lasts));
}

/** Whether a loss waits for its answer. */
export function isWaiting({ made_at, lapses_at }: Pick<Tables['owed_loss'], 'made_at' | 'lapses_at'>, now: number): boolean {
  return !isOver(lapses_at, now, owedLossLimits.lasts) && lapses_at >= made_at + owedLossLimits.lasts;
}

/** False where one of this id was noted at this very moment on another board: on this one it would have been found. */
export async function insertOwedLoss(db: Db, row: Insertable<Tables['owed_loss']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('owed_loss')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Somebody said that it was not them. The copy that hears it may have a clock behind that of the one that noted it. */
export async function denyOwedLoss(db: Db, { id, made_at }: Pick<Tables['owed_loss'], 'id' | 'made_at'>, now: number): Promise<void> {
  await db
    .updateTable('owed_loss')
    .set({ lapses_at: Math.max(now, made_at) })
    .where('id', '=', id)
    .execute();
}

export async function deleteOwedLoss(db: Db, id: ActivityId): Promise<void> {
  await db.deleteFrom('owed_loss').where('id', '=', id).execute();
}

/** Those that nobody can answer or repeat any more, and that keep nobody from noting the same. `now` in milliseconds since 1970. */
export async function deleteLapsedOwedLosses(db: Db, now: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('owed_loss')
    .where('id', 'in', (query) =>
      query
        .selectFrom('owed_loss')
        .select('owed_loss.id')
        .where('made_at', '<=', now - owedLossLimits.lasts)
        .where((eb) => eb.or([eb.not(isDenied(eb)), eb('lapses_at', '<=', now - owedLossLimits.deniedFor)]))
        .limit(rowsInSlice),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
