/** The days of a board in another time zone. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BoardId, UserId } from '#shared/ids';
import { keepAchievements } from '../achievements/achievement-store.ts';
import { mostOf } from '../leaderboard/days.ts';
import { reachedByDays } from '../achievements/unlocking.ts';
import type { Db } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { refuse, refuseFor } from '../errors/refusal.ts';
import {
  daysIn,
  daysOfActivities,
  type DaySums,
  deleteDays,
  listCountedSince,
  listDaysOfAuthor,
  type MemberDay,
  saveDays,
  withStreaks,
} from '../leaderboard/member-day-store.ts';
import { findBoard } from '../boards/board-store.ts';
import { listFormerMembers, listMembers } from '../membership/member-store.ts';

export interface DaysElsewhere {
  timeZone: string;
  /** The board's revision when the days were added up. */
  revision: number;
  days: readonly DaySums[];
}

/** Adds up all activities of a board anew. That may take long, so it is done before the unit of work that needs it, beside all others. */
export async function readDaysElsewhere(
  { database, limits }: Pick<Deps, 'database' | 'limits'>,
  boardId: BoardId,
  timeZone: string,
): Promise<DaysElsewhere> {
  if (!(await limits.timeZoneChanges.spend(boardId)))
    throw refuseFor('time_zone_changed_too_often', await limits.timeZoneChanges.wait(boardId));
  const read = database.longSnapshot(async function* (db) {
    const board = await findBoard(db, boardId);
    if (board) yield { timeZone, revision: board.revision, days: await daysOfActivities(db, boardId, timeZone) };
  });
  for await (const days of read) return days;
  throw refuse('board_not_found');
}

/** Writes them, with what has happened since they were added up: only days that have changed, of one person after the other. */
export async function moveDays(db: Db, boardId: BoardId, { timeZone, revision, days }: DaysElsewhere): Promise<void> {
  const moved = daysIn(boardId, timeZone, days);
  const { counted, gone } = await listCountedSince(db, boardId, revision);
  for (const one of counted) moved.add(one);
  for (const one of gone) moved.add(one, -1);
  const byAuthor = new Map<UserId, DaySums[]>();
  for (const one of moved.all()) {
    const others = byAuthor.get(one.user_id);
    if (others) others.push(one);
    else byAuthor.set(one.user_id, [one]);
  }
  for (const userId of await listAuthors(db, boardId)) {
    await moveDaysOf(db, { boardId, userId }, byAuthor.get(userId) ?? []);
    // Reading goes on meanwhile.
    await nextTurn();
  }
}

async function moveDaysOf(db: Db, author: { boardId: BoardId; userId: UserId }, days: readonly DaySums[]): Promise<void> {
  const before = await listDaysOfAuthor(db, author);
  const known = new Map(before.map((one) => [one.day, one]));
  const after = withStreaks(days.filter(({ actions }) => actions > 0));
  const changed = after.filter((one) => !isSame(one, known.get(one.day)));
  const left = new Set(after.map(({ day }) => day));
  const vanished = before.filter(({ day }) => !left.has(day)).map(({ day }) => day);
  if (changed.length + vanished.length === 0) return;
  await deleteDays(db, author, vanished);
  await saveDays(db, changed);
  // Nobody loses a streak by it: what the days would not earn any more stays without them.
  const still = new Set(earnedBy(after));
  const lost = earnedBy(before).filter((id) => !still.has(id));
  await keepAchievements(db, author.userId, lost);
}

const isSame = (one: MemberDay, other: MemberDay | undefined) =>
  one.gained === other?.gained && one.lost === other.lost && one.actions === other.actions && one.streak === other.streak;

function earnedBy(days: readonly MemberDay[]) {
  return reachedByDays(mostOf(days.filter(({ actions }) => actions > 0).toSorted((a, b) => (a.day < b.day ? -1 : 1))));
}

/** All who have logged something there and still have an account, in the order of their ids. */
async function listAuthors(db: Db, boardId: BoardId): Promise<UserId[]> {
  const members = (await listMembers(db, boardId)).map(({ user_id }) => user_id);
  return [...members, ...(await listFormerMembers(db, boardId))].toSorted();
}
