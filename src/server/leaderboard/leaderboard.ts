import type { ToldMember } from '#shared/boards';
import { dayIn, daysAfter, startOfDay } from '#shared/calendar';
import type { UserId, UserOnBoard } from '#shared/ids';
import { rankMembers } from '#shared/leaderboard';
import type { Period, ScoredMember, Scores } from '#shared/scores';
import { boardFor } from '../boards/board-for.ts';
import { isTogether } from '../boards/told-score.ts';
import type { Db } from '../database/database.ts';
import { readMembers } from '../membership/member-views.ts';
import { countFormerMembers } from '../membership/member-store.ts';
import type { Deps } from '../deps.ts';
import { readFavourites } from './favourites.ts';
import { findFirstDay } from './member-day-store.ts';
import { type Asked, type PersonSums, sumPeriod, sumTogether } from './period-sums.ts';
import { readStreaks } from './streaks.ts';
import { stretchesOf } from './stretches.ts';

/**
 * What the members of a board did this week, this month or ever. It costs members, days and stretches, and nothing for each activity. Only
 * the server's clock counts: `now`, in milliseconds since 1970.
 */
export async function readScores(
  { database, boardKeys, epoch, keptSums }: Pick<Deps, 'database' | 'boardKeys' | 'epoch' | 'keptSums'>,
  { userId, boardId }: UserOnBoard,
  period: Period,
  now = Date.now(),
): Promise<Scores> {
  const history = await epoch.current();
  return await database.snapshot(async (db) => {
    const board = await boardFor(db, { userId, boardId });
    const timeZone = board.time_zone;
    const today = dayIn(timeZone, now);
    const stretches = stretchesOf(period, today, period === 'all' ? await findFirstDay(db, boardId) : undefined);
    const members = await readMembers(db, board);
    const asked = {
      boardId,
      members: members.map((member) => member.userId),
      authors: members.length + (await countFormerMembers(db, boardId)),
      stretches,
      today,
    };
    const since = period === 'all' ? 0 : startOfDay(timeZone, stretches[0] ?? today);
    const shared = { period, revision: board.revision, today, stretches };
    const readFavoured = async () => await readFavourites(db, boardId, since, await boardKeys.of(db, boardId));
    if (isTogether(board)) {
      const { biggestDay, ...together } = await sumTogether(db, asked);
      const before = period === 'week' ? await readWeekBefore(db, asked) : null;
      return { ...shared, members: [], favourites: await readFavoured(), biggestDay, together: { ...together, before } };
    }
    const { sums, biggestDay } = await sumPeriod(db, asked, {
      known: () => keptSums.of(db, board, history),
      keep: (read) => keptSums.keep(board, history, read),
    });
    const streaks = await readStreaks(db, boardId, today);
    const ranking = rankMembers(members.map((member) => scored(member, sums, streaks)));
    return { ...shared, members: ranking, favourites: await readFavoured(), biggestDay };
  });
}

/** The points of all in the week before the one that begins the period. */
async function readWeekBefore(db: Db, { stretches: [monday = ''], ...asked }: Asked): Promise<number> {
  const { gained, lost } = await sumTogether(db, { ...asked, stretches: [daysAfter(monday, -7)], until: monday });
  return gained - lost;
}

// Each field by its name, since V8 copies a hundred members several times as fast like that.
function scored(
  { userId, username, avatar, joinedAt }: ToldMember,
  sums: ReadonlyMap<UserId, PersonSums>,
  streaks: ReadonlyMap<UserId, number>,
): Omit<ScoredMember, 'rank'> {
  const { actions, gained, lost, points } = sums.get(userId) ?? nothing;
  const streak = streaks.get(userId) ?? 0;
  return { userId, username, avatar, score: gained - lost, joinedAt, actions, gained, lost, points, streak };
}

const nothing: PersonSums = { actions: 0, gained: 0, lost: 0, points: [] };
