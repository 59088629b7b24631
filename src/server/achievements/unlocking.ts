/** Unlocks achievements in the unit of work that earns them, and takes them back. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type AchievementId, achievementsOf, inOrder, type Measure } from '#shared/achievement-rules';
import { daysBetween } from '#shared/calendar';
import type { EventOf, LoggedOnBoard, Sums } from '#shared/events';
import type { BoardId, UserId } from '#shared/ids';
import { findSums } from '../accounts/account-store.ts';
import { findBoard } from '../boards/board-store.ts';
import type { Database, Db, Work } from '../database/database.ts';
import {
  addTime,
  countReactions,
  deleteAchievements,
  deleteEarnedBy,
  findActivityBefore,
  insertAchievements,
  insertForMembers,
  listAchievements,
  noteRiseThroughZero,
  ofDays,
  takeTimes,
  type Where,
} from './achievement-store.ts';
import { createWalk, type DayFigures, mostOf } from '../leaderboard/days.ts';
import { type DayOnBoard, listDaysAfter, listLastDays, listNextDays } from '../leaderboard/active-day-store.ts';
import { achievementOf, momentsOf, roseFromZero, roseThroughZero } from './moments.ts';
import { noId } from '../ids/ids.ts';

const measuresOfSums = ['actions', 'gained', 'losses'] as const;
const goals = Object.fromEntries(measuresOfSums.map((measure) => [measure, achievementsOf(measure)])) as Record<
  (typeof measuresOfSums)[number],
  ReturnType<typeof achievementsOf>
>;

/** Longer streaks are not told apart. */
const longestCounted = Math.max(...achievementsOf('streak').map(({ goal }) => goal));

/** The days to read: the longest streak, and one more to see the pause before it. */
const daysRead = 1 + longestCounted;

/**
 * What a person's activities, logged together, have unlocked. Sums cost nothing: a goal is reached by the log that passes it. The day before
 * is looked for where a streak begins, and something is written only when something is earned.
 */
export async function unlockByLogs(work: Work, { userId, logged, sumsBefore, sumsAfter }: EventOf<'activities_logged'>): Promise<void> {
  const { db } = work;
  const last = logged.at(-1)?.activity;
  if (!last) return;
  const earned = passed(sumsBefore, sumsAfter);
  for (const { boardId, day, newStreak: streak } of logged)
    if (streak !== undefined)
      earned.push(...reachedByDays({ streak, pause: streak > 1 ? 1 : await pauseBefore(db, { userId, boardId, day }) }));
  for (const { circumstances } of logged) earned.push(...circumstances.map((one) => achievementOf[one]));
  const unlocked = await insertAchievements(db, [...new Set(earned)], { userId, activityId: last.id, now: last.loggedAt });
  // All are stored with the last log, whose reply has them, so that a repeated log gets them again.
  for (const one of logged)
    for (const id of await momentsAt(db, userId, one))
      if (await addTime(db, id, { userId, activityId: last.id, now: last.loggedAt })) unlocked.push(id);
  if (unlocked.length > 0) work.record({ type: 'achievement_unlocked', userId, achievements: inOrder(unlocked) });
}

/**
 * The achievements that one new activity earns. It is noted now whether the activity before it counted for them: an undo would have to search
 * for that one among all that were undone since.
 */
async function momentsAt(
  db: Db,
  userId: UserId,
  { boardId, activity, scoreThen: score, revision }: LoggedOnBoard,
): Promise<AchievementId[]> {
  const { id: activityId, points, loggedAt } = activity;
  const moment = { points, score };
  const throughZero = roseFromZero(moment) && roseThroughZero(await findActivityBefore(db, { userId, boardId, revision, loggedAt }));
  if (throughZero) await noteRiseThroughZero(db, activityId);
  return momentsOf(moment, throughZero);
}

/** How many days a day comes after the last one before it; 0 where it is the first. */
async function pauseBefore(db: Db, { day, ...author }: { userId: UserId; boardId: BoardId; day: string }): Promise<number> {
  const [, before] = await listLastDays(db, { ...author, day, limit: 2 });
  return before === undefined ? 0 : daysBetween(before, day);
}

/** Takes back the author's achievements that are no longer true once an activity is undone. */
export async function takeBackByUndo(
  { db }: Work,
  {
    authorId: userId,
    activityId,
    change,
    points,
    scoreThen: score,
    roseThroughZero: throughZero,
    day,
    leftOnDay,
    sumsBefore,
    sumsAfter,
  }: EventOf<'activity_undone'>,
): Promise<void> {
  await deleteAchievements(db, userId, passed(sumsAfter, sumsBefore));
  await takeTimes(db, userId, momentsOf({ points, score }, throughZero));
  await deleteEarnedBy(db, Object.values(achievementOf), { userId, activityId });
  if (leftOnDay > 0) return;
  const unlockedByDays = (await listAchievements(db, userId)).filter(
    ({ achievement_id, kept }) => kept === 0 && ofDays.includes(achievement_id),
  );
  const doubtful = unlockedByDays.length > 0 ? await achievementsDependingOn(db, { userId, boardId: change.boardId, day }) : [];
  const atRisk = unlockedByDays.map(({ achievement_id }) => achievement_id).filter((id) => doubtful.includes(id));
  if (atRisk.length === 0) return;
  const still = new Set(await earnedByDays(db, userId, atRisk));
  await deleteAchievements(
    db,
    userId,
    atRisk.filter((id) => !still.has(id)),
  );
}

/** The achievements that the days around a day earn with it, and do not earn without it. */
async function achievementsDependingOn(
  db: Db,
  { userId, boardId, day }: { userId: UserId; boardId: BoardId; day: string },
): Promise<AchievementId[]> {
  const around = { userId, boardId, day, limit: daysRead };
  const [earlier, later] = [(await listLastDays(db, around)).toReversed(), await listNextDays(db, around)];
  const earned = (days: readonly string[]) => reachedByDays(mostOf(days.map((one) => ({ board_id: boardId, day: one }))));
  const without = new Set(earned([...earlier, ...later]));
  return earned([...earlier, day, ...later]).filter((id) => !without.has(id));
}

const daysAtOnce = 500;

/** The achievements that a person's days on all boards earn. Reads the days page by page until all of `ids` are found. */
export async function earnedByDays(db: Db, userId: UserId, ids: readonly AchievementId[]): Promise<AchievementId[]> {
  const walk = createWalk();
  let last: DayOnBoard | undefined = { board_id: noId, day: '' };
  while (last) {
    const page: DayOnBoard[] = await listDaysAfter(db, { userId, boardId: last.board_id, day: last.day, limit: daysAtOnce });
    for (const one of page) walk.add(one);
    const earned = reachedByDays(walk.most);
    if (ids.every((id) => earned.includes(id))) return earned;
    last = page.length < daysAtOnce ? undefined : page.at(-1);
    // Reading goes on meanwhile.
    if (last) await nextTurn();
  }
  return reachedByDays(walk.most);
}

/** The achievements whose goal lies between these two sums. */
function passed(from: Sums, to: Sums): AchievementId[] {
  const ids: AchievementId[] = [];
  for (const measure of measuresOfSums)
    for (const { id, goal } of goals[measure]) if (from[measure] < goal && goal <= to[measure]) ids.push(id);
  return ids;
}

export function reached(measure: Measure, count: number): AchievementId[] {
  return achievementsOf(measure)
    .filter(({ goal }) => goal <= count)
    .map(({ id }) => id);
}

/** The achievements that these days earn. */
export function reachedByDays({ streak, pause }: DayFigures): AchievementId[] {
  return [...reached('streak', streak), ...reached('pause', pause)];
}

/** Unlocks achievements that no undo takes back; others on the board where they were earned are told. */
export async function unlock(work: Work, { userId, where }: Earning, ...ids: AchievementId[]): Promise<void> {
  const achievements = await insertAchievements(work.db, ids, { userId, activityId: null, now: Date.now(), where });
  if (achievements.length > 0) work.record({ type: 'achievement_unlocked', userId, achievements, ...(await heardAt(work.db, where)) });
}

/** The board, if somebody there may want to hear of it. */
async function heardAt(db: Db, where: Where | undefined): Promise<{ earnedOn?: BoardId }> {
  const board = where && (await findBoard(db, where.boardId));
  return board?.heard === 1 ? { earnedOn: board.id } : {};
}

interface Earning {
  userId: UserId;
  /** Left out where no other member could hear of it. */
  where?: Where;
}

/** After a person came to a board, or made it. */
export async function unlockByBoards(work: Work, earning: Earning, ...others: AchievementId[]): Promise<void> {
  const sums = await findSums(work.db, earning.userId);
  await unlock(work, earning, ...reached('boards', sums?.boards ?? 0), ...others);
}

/** After somebody came to a board that has so many members now. */
export async function unlockByCompany(work: Work, where: Where, members: number): Promise<void> {
  const earned = [];
  for (const id of reached('company', members))
    for (const userId of await insertForMembers(work.db, where, id, Date.now())) earned.push({ userId, achievements: [id] });
  if (earned.length === 0) return;
  const heard = await heardAt(work.db, where);
  for (const one of earned) work.record({ type: 'achievement_unlocked', ...one, ...heard });
}

/** More are not counted. */
export const reactionsCounted = Math.max(...achievementsOf('reactions').map(({ goal }) => goal));

/** After a person has reacted to something: counted over all boards. */
export async function unlockByReactions(
  work: Work,
  { userId, change }: EventOf<'reaction_added'>,
  locks: Pick<Database, 'lockPeople'>,
): Promise<void> {
  await locks.lockPeople(work.db, [userId]);
  await unlock(work, { userId, where: change }, ...reached('reactions', await countReactions(work.db, userId, reactionsCounted)));
}
