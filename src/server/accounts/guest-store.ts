import { latestTime } from '#shared/clock-rules';
import { guestLimits } from '#shared/guests';
import type { BoardId, UserId } from '#shared/ids';
import type { Db } from '../database/database.ts';
import { preparedQuery } from '../database/prepared-query.ts';

export async function isGuest(db: Db, userId: UserId): Promise<boolean> {
  return (await db.selectFrom('guest').select('user_id').where('user_id', '=', userId).executeTakeFirst()) !== undefined;
}

/** `demoUntil`: the end of the demo that the account was made for. */
export async function insertGuest(db: Db, userId: UserId, demoUntil: number | null = null): Promise<void> {
  await db.insertInto('guest').values({ user_id: userId, seen_at: Date.now(), demo_until: demoUntil }).execute();
}

/** Whether a game is lost with its session. A demo is none to lose: nobody may keep it. */
export async function isGuestOfNoDemo(db: Db, userId: UserId): Promise<boolean> {
  return (await findGuest(db, userId))?.demo_until === null;
}

/** Whether an account was made for a demo. Most changes ask it, and must not wait for somebody's long read. */
export async function isInDemo(db: Db, userId: UserId): Promise<boolean> {
  return (await findInDemo(db, { userId })).length > 0;
}

const findInDemo = preparedQuery((db, { userId }: { userId: UserId }) =>
  db.selectFrom('guest').select('user_id').where('user_id', '=', userId).where('demo_until', 'is not', null),
);

/** The people of all demos: two each. */
export async function countInDemos(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('guest')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('demo_until', 'is not', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** The people of demos whose day is over. */
export async function listDemosOver(db: Db, now: number, limit: number): Promise<UserId[]> {
  const rows = await db.selectFrom('guest').select('user_id').where('demo_until', '<=', now).orderBy('demo_until').limit(limit).execute();
  return rows.map(({ user_id }) => user_id);
}

/** Makes a guest an account like any other; whether they were one. */
export async function deleteGuest(db: Db, userId: UserId): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('guest').where('user_id', '=', userId).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Notes that a guest was here. Changes nothing for anybody else. */
export async function noteGuestSeen(db: Db, userId: UserId): Promise<void> {
  await db.updateTable('guest').set({ seen_at: Date.now(), warned_at: null }).where('user_id', '=', userId).execute();
}

export function findGuest(db: Db, userId: UserId) {
  return db
    .selectFrom('guest')
    .select(['seen_at', 'warned_at', 're_entry_by', 're_entry_expires_at', 'demo_until'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** The hash of the code of recovery that waits to be typed back: null without one, undefined for whoever is no guest. */
export async function findCodeHash(db: Db, userId: UserId): Promise<string | null | undefined> {
  return (await db.selectFrom('guest').select('code_hash').where('user_id', '=', userId).executeTakeFirst())?.code_hash;
}

/** Replaces the code that waits; whether the person is a guest. */
export async function saveCodeHash(db: Db, userId: UserId, hash: string): Promise<boolean> {
  const { numUpdatedRows } = await db.updateTable('guest').set({ code_hash: hash }).where('user_id', '=', userId).executeTakeFirst();
  return numUpdatedRows > 0n;
}

interface ReEntry {
  re_entry_hash: string;
  re_entry_by: UserId;
  re_entry_expires_at: number;
}

const noReEntry = { re_entry_hash: null, re_entry_by: null, re_entry_expires_at: null };

/** Replaces the link of re-entry of a guest. */
export async function saveReEntry(db: Db, userId: UserId, link: ReEntry): Promise<void> {
  await db.updateTable('guest').set(link).where('user_id', '=', userId).execute();
}

/** The guest whose link of re-entry has this hash, while it lasts. One that was made while the clock was ahead is over. */
export function findByReEntry(db: Db, hash: string) {
  const now = Date.now();
  return db
    .selectFrom('guest')
    .innerJoin('user', 'user.id', 'guest.user_id')
    .select(['user.id', 'user.username', 'user.avatar', 'guest.re_entry_by'])
    .where('guest.re_entry_hash', '=', hash)
    .where('guest.re_entry_expires_at', '>', now)
    .where('guest.re_entry_expires_at', '<=', latestTime(now, guestLimits.reEntryLasts))
    .executeTakeFirst();
}

/** Uses the link of re-entry of a guest up: from now on only `usedHash` finds it, until a time in milliseconds since 1970; with null, nothing does. */
export async function useReEntry(db: Db, userId: UserId, { usedHash, until }: { usedHash: string | null; until: number }): Promise<void> {
  await db
    .updateTable('guest')
    .set({ re_entry_hash: usedHash, re_entry_by: null, re_entry_expires_at: usedHash === null ? null : until })
    // A code that a thief of the earlier session was shown is worth nothing any more.
    .set({ code_hash: null, seen_at: Date.now(), warned_at: null })
    .where('user_id', '=', userId)
    .execute();
}

/** The guests among the members of a board, with the end of the link of re-entry that waits for each. */
export function listGuestsOn(db: Db, boardId: BoardId) {
  return db
    .selectFrom('guest')
    .innerJoin('board_member', 'board_member.user_id', 'guest.user_id')
    .select(['guest.user_id', 'guest.re_entry_by', 'guest.re_entry_expires_at'])
    .where('board_member.board_id', '=', boardId)
    .orderBy('guest.user_id')
    .execute();
}

/** Who administers the boards where a person plays or has played. */
export async function listAdministratorsOver(db: Db, userId: UserId): Promise<UserId[]> {
  const rows = await db
    .selectFrom('board')
    .select('created_by')
    .distinct()
    .where('id', 'in', (query) =>
      query
        .selectFrom('board_member')
        .select('board_id')
        .where('user_id', '=', userId)
        .union(query.selectFrom('former_member').select('board_id').where('user_id', '=', userId)),
    )
    .execute();
  return rows.map(({ created_by }) => created_by);
}

/** Ends the links that wait which somebody made for guests who play or have played on a board. The mark of a used one, which nobody made, stays. */
export async function endReEntriesOn(db: Db, { boardId, madeBy }: { boardId: BoardId; madeBy: UserId }): Promise<void> {
  await db
    .updateTable('guest')
    .set(noReEntry)
    .where('re_entry_by', '=', madeBy)
    .where('user_id', 'in', (query) =>
      query
        .selectFrom('board_member')
        .select('user_id')
        .where('board_id', '=', boardId)
        .union(query.selectFrom('former_member').select('user_id').where('board_id', '=', boardId)),
    )
    .execute();
}

/** Returns 0: one statement forgets them all, and no further slice follows. */
export async function forgetExpiredReEntries(db: Db): Promise<number> {
  await db.updateTable('guest').set(noReEntry).where('re_entry_expires_at', '<=', Date.now()).execute();
  return 0;
}

/** Warns the guests who were not seen since a time, once; whoever is seen is warned anew. A warning dated in the future does not count. Times in milliseconds since 1970. */
export async function warnGuests(db: Db, { unseenSince, now }: { unseenSince: number; now: number }): Promise<UserId[]> {
  const rows = await db
    .updateTable('guest')
    .set({ warned_at: now })
    .where('seen_at', '<', unseenSince)
    .where(({ or, eb }) => or([eb('warned_at', 'is', null), eb('warned_at', '>', latestTime(now))]))
    .returning('user_id')
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Whether a guest was told that the account ends, and was not seen since. */
export async function isWarned(db: Db, userId: UserId): Promise<boolean> {
  return ((await findGuest(db, userId))?.warned_at ?? null) !== null;
}

/** A board of a person, one that they hear of where there is one. */
export async function findBoardHeard(db: Db, userId: UserId): Promise<BoardId | undefined> {
  const row = await db
    .selectFrom('board_member')
    .select('board_id')
    .where('user_id', '=', userId)
    .orderBy('muted')
    .orderBy('board_id')
    .limit(1)
    .executeTakeFirst();
  return row?.board_id;
}

/** Moves the warnings up to a time, in milliseconds since 1970, later by so many milliseconds. */
export async function postponeWarnings(db: Db, { until, by }: { until: number; by: number }): Promise<void> {
  await db
    .updateTable('guest')
    .set(({ eb }) => ({ warned_at: eb('warned_at', '+', by) }))
    .where('warned_at', '<=', until)
    .execute();
}

/** Both in milliseconds since 1970. */
interface Ended {
  unseenSince: number;
  warnedBefore: number;
}

export async function listGuestsToErase(db: Db, ended: Ended, limit: number): Promise<UserId[]> {
  const rows = await endedGuests(db, ended).orderBy('seen_at').limit(limit).execute();
  return rows.map(({ user_id }) => user_id);
}

export async function isToBeErased(db: Db, userId: UserId, ended: Ended): Promise<boolean> {
  return (await endedGuests(db, ended).where('user_id', '=', userId).executeTakeFirst()) !== undefined;
}

function endedGuests(db: Db, { unseenSince, warnedBefore }: Ended) {
  return db.selectFrom('guest').select('user_id').where('seen_at', '<', unseenSince).where('warned_at', '<', warnedBefore);
}
