import { dayIn, startOfDay } from '#shared/calendar';
import { rankMembers } from '#shared/leaderboard';
import type { Period, Scores } from '#shared/scores';
import { listNewestLogged } from '../activities/activity-store.ts';
import { boardFor } from '../boards/board-for.ts';
import type { BoardRow } from '../boards/board-store.ts';
import { readMembers } from '../boards/board-views.ts';
import type { Db } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { favouritesOf } from './favourites.ts';
import { findBiggestDay, findFirstDay, sumStretches } from './member-day-store.ts';
import { readStreaks } from './streaks.ts';
import { stretchesOf } from './stretches.ts';

/** Of very many activities the newest tell the favourite actions as well. */
const newestCounted = 500;

/**
 * What the members of a board did this week, this month or ever. It costs members, days and stretches, and nothing for each activity. Only
 * the server's clock counts: `now`, in milliseconds since 1970.
 */
export async function readScores(
  { database, boardKeys }: Pick<Deps, 'database' | 'boardKeys'>,
  userId: string,
  boardId: string,
  period: Period,
  now = Date.now(),
): Promise<Scores> {
  return await database.snapshot(async (db) => {
    const board = await boardFor(db, userId, boardId);
    const timeZone = board.time_zone;
    const today = dayIn(timeZone, now);
    const stretches = stretchesOf(period, today, period === 'all' ? await findFirstDay(db, boardId) : undefined);
    const first = stretches[0] ?? today;
    const biggest = await findBiggestDay(db, boardId, first);
    const since = period === 'all' ? 0 : startOfDay(timeZone, first);
    const newest = await listNewestLogged(db, { boardId, since, newest: newestCounted });
    return {
      period,
      revision: board.revision,
      today,
      members: await readScoredMembers(db, board, stretches, today),
      stretches,
      favourites: favouritesOf(newest, await boardKeys.of(db, boardId)),
      biggestDay: biggest && biggest.points > 0 ? biggest : null,
    };
  });
}

async function readScoredMembers(db: Db, { id: boardId }: BoardRow, stretches: readonly string[], today: string) {
  const members = await readMembers(db, boardId);
  const people = members.map(({ userId }) => userId);
  const streaks = await readStreaks(db, boardId, people, today);
  const sums = new Map(people.map((person) => [person, { actions: 0, gained: 0, lost: 0, points: stretches.map(() => 0) }]));
  const places = new Map(stretches.map((start, place) => [start, place]));
  for (const { user_id, start, gained, lost, actions } of await sumStretches(db, boardId, stretches)) {
    const sum = sums.get(user_id);
    const place = places.get(start);
    if (!sum || place === undefined) continue;
    sum.actions += actions;
    sum.gained += gained;
    sum.lost += lost;
    sum.points[place] = gained - lost;
  }
  const scored = members.map((member) => {
    const sum = sums.get(member.userId) ?? { actions: 0, gained: 0, lost: 0, points: stretches.map(() => 0) };
    return { ...member, ...sum, score: sum.gained - sum.lost, streak: streaks.get(member.userId) ?? 0 };
  });
  return rankMembers(scored);
}
