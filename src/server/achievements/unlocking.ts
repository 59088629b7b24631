/** What unlocks achievements, inside the unit of work that it happens in, and what takes them back. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type AchievementId, achievementsOf, inOrder, type Measure } from '#shared/achievement-rules';
import { daysBetween } from '#shared/calendar';
import type { Db, Work } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import {
  addTime,
  countReactions,
  deleteAchievements,
  findActivityBefore,
  findSums,
  insertAchievements,
  insertForMembers,
  listAchievements,
  type DayOnBoard,
  listDaysAfter,
  listLastDays,
  listNextDays,
  noteRiseThroughZero,
  ofDays,
  takeTimes,
} from './achievement-store.ts';
import { createWalk, type DayFigures, mostOf } from './days.ts';
import { momentsOf, roseFromZero, roseThroughZero } from './moments.ts';

/** Sums of a person, of activities that count. */
export interface Sums {
  actions: number;
  gained: number;
  losses: number;
}

/** What logging one activity came to. */
export interface Done {
  boardId: string;
  activityId: string;
  points: number;
  /** Of the member, right after it. */
  score: number;
  /** Of the board, which it made. */
  revision: number;
  day: string;
  /** Days in a row on the board up to this one, where the member had logged nothing that day before. */
  newStreak: number | undefined;
}

const measuresOfSums = ['actions', 'gained', 'losses'] as const;
const goals = Object.fromEntries(measuresOfSums.map((measure) => [measure, achievementsOf(measure)])) as Record<
  (typeof measuresOfSums)[number],
  ReturnType<typeof achievementsOf>
>;

/** Longer streaks are not told apart. */
const longestCounted = Math.max(...achievementsOf('streak').map(({ goal }) => goal));

/** One day more tells a pause. */
const daysRead = 1 + longestCounted;

/**
 * What a person's activities, logged together, have unlocked. Sums cost nothing: a goal is reached by the log that passes it. The day before
 * is looked for where a streak begins, and something is written only when something is earned.
 */
export async function unlockByLogs(
  db: Db,
  userId: string,
  done: readonly Done[],
  sums: { before: Sums; after: Sums },
  now: number,
): Promise<AchievementId[]> {
  const last = done.at(-1);
  if (!last) return [];
  const earned = passed(sums.before, sums.after);
  for (const { boardId, day, newStreak: streak } of done)
    if (streak !== undefined)
      earned.push(...reachedByDays({ streak, pause: streak > 1 ? 1 : await pauseBefore(db, { userId, boardId, day }) }));
  const unlocked = await insertAchievements(db, [...new Set(earned)], { userId, activityId: last.activityId, now });
  // All with the last one, as the reply has them: so it has them again when the log is repeated.
  for (const one of done)
    for (const id of await momentsAt(db, userId, { ...one, loggedAt: now }))
      if (await addTime(db, id, { userId, activityId: last.activityId, now })) unlocked.push(id);
  return inOrder(unlocked);
}

/** Of one that was just logged. What only the one before tells is noted with it: an undo would look for that among all that were undone since. */
async function momentsAt(db: Db, userId: string, done: Done & { loggedAt: number }): Promise<AchievementId[]> {
  const throughZero = roseFromZero(done) && roseThroughZero(await findActivityBefore(db, { userId, ...done }));
  if (throughZero) await noteRiseThroughZero(db, done.activityId);
  return momentsOf(done, throughZero);
}

/** How many days a day comes after the last one before it; 0 where it is the first. */
async function pauseBefore(db: Db, { day, ...author }: { userId: string; boardId: string; day: string }): Promise<number> {
  const [, before] = await listLastDays(db, { ...author, day, limit: 2 });
  return before === undefined ? 0 : daysBetween(before, day);
}

/** What of an author's is no longer true once an activity is undone. */
export async function takeBackByUndo(
  db: Db,
  userId: string,
  {
    day,
    actionsOfDay,
    throughZero,
    ...logged
  }: Pick<Done, 'boardId' | 'points' | 'score' | 'day'> & { actionsOfDay: number; throughZero: boolean },
  sums: { before: Sums; after: Sums },
): Promise<void> {
  await deleteAchievements(db, userId, passed(sums.after, sums.before));
  await takeTimes(db, userId, momentsOf(logged, throughZero));
  if (actionsOfDay > 0) return;
  const held = (await listAchievements(db, userId)).filter(({ achievement_id, kept }) => kept === 0 && ofDays.includes(achievement_id));
  const doubtful = held.length > 0 ? await earnedWith(db, { userId, boardId: logged.boardId, day }) : [];
  const asked = held.map(({ achievement_id }) => achievement_id).filter((id) => doubtful.includes(id));
  if (asked.length === 0) return;
  const still = new Set(await earnedByDays(db, userId, asked));
  await deleteAchievements(
    db,
    userId,
    asked.filter((id) => !still.has(id)),
  );
}

/** What days around one, on which nothing is left, earned with it and do not earn without it. */
async function earnedWith(db: Db, { userId, boardId, day }: { userId: string; boardId: string; day: string }): Promise<AchievementId[]> {
  const around = { userId, boardId, day, limit: daysRead };
  const [earlier, later] = [(await listLastDays(db, around)).toReversed(), await listNextDays(db, around)];
  const earned = (days: readonly string[]) => reachedByDays(mostOf(days.map((one) => ({ board_id: boardId, day: one }))));
  const without = new Set(earned([...earlier, ...later]));
  return earned([...earlier, day, ...later]).filter((id) => !without.has(id));
}

const daysAtOnce = 500;

/** What somebody's days on all boards earn. It reads them all, a page at a time, until there is all that is asked about. */
export async function earnedByDays(db: Db, userId: string, asked: readonly AchievementId[]): Promise<AchievementId[]> {
  const walk = createWalk();
  let last: DayOnBoard | undefined = { board_id: '', day: '' };
  while (last) {
    const page: DayOnBoard[] = await listDaysAfter(db, { userId, boardId: last.board_id, day: last.day, limit: daysAtOnce });
    for (const one of page) walk.add(one);
    const earned = reachedByDays(walk.most);
    if (asked.every((id) => earned.includes(id))) return earned;
    last = page.length < daysAtOnce ? undefined : page.at(-1);
    // Reading goes on meanwhile.
    if (last) await nextTurn();
  }
  return reachedByDays(walk.most);
}

/** What sums are once something is added to them. */
export function sumsAfter(before: Sums, share: Sums): Sums {
  return { actions: before.actions + share.actions, gained: before.gained + share.gained, losses: before.losses + share.losses };
}

/** Whose sums rise from one to the other pass these goals. */
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

/** What days earn. */
export function reachedByDays({ streak, pause }: DayFigures): AchievementId[] {
  return [...reached('streak', streak), ...reached('pause', pause)];
}

/** For what somebody did once, and keeps: no undo takes it back. */
export async function unlock({ liveFeed }: Pick<Deps, 'liveFeed'>, work: Work, userId: string, ...ids: AchievementId[]): Promise<void> {
  const achievements = await insertAchievements(work.db, ids, { userId, activityId: null, now: Date.now() });
  if (achievements.length > 0) work.afterCommit(() => liveFeed.tell(userId, { type: 'unlocked', achievements }));
}

/** After a person came to a board, or made it. */
export async function unlockByBoards(deps: Pick<Deps, 'liveFeed'>, work: Work, userId: string, ...others: AchievementId[]): Promise<void> {
  const sums = await findSums(work.db, userId);
  await unlock(deps, work, userId, ...reached('boards', sums?.boards ?? 0), ...others);
}

/** After somebody came to a board that has so many members now. */
export async function unlockByCompany({ liveFeed }: Pick<Deps, 'liveFeed'>, work: Work, boardId: string, members: number): Promise<void> {
  for (const id of reached('company', members)) {
    const people = await insertForMembers(work.db, boardId, id, Date.now());
    work.afterCommit(() => {
      for (const userId of people) liveFeed.tell(userId, { type: 'unlocked', achievements: [id] });
    });
  }
}

/** More are not counted. */
export const reactionsCounted = Math.max(...achievementsOf('reactions').map(({ goal }) => goal));

/** After a person has reacted to something. */
export async function unlockByReactions(deps: Pick<Deps, 'liveFeed'>, work: Work, userId: string): Promise<void> {
  await unlock(deps, work, userId, ...reached('reactions', await countReactions(work.db, userId, reactionsCounted)));
}
