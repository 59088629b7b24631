import type { Member } from '#shared/boards';
import { dayIn, startOfDay } from '#shared/calendar';
import type { UserId, UserOnBoard } from '#shared/ids';
import { rankMembers } from '#shared/leaderboard';
import type { Period, ScoredMember, Scores } from '#shared/scores';
import { boardFor } from '../boards/board-for.ts';
import { readMembers } from '../membership/member-views.ts';
import { countFormerMembers } from '../membership/member-store.ts';
import type { Deps } from '../deps.ts';
import { readFavourites } from './favourites.ts';
import { findFirstDay } from './member-day-store.ts';
import { type PersonSums, sumPeriod } from './period-sums.ts';
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
    const members = await readMembers(db, boardId);
    const { sums, biggestDay } = await sumPeriod(
      db,
      {
        boardId,
        members: members.map((member) => member.userId),
        authors: members.length + (await countFormerMembers(db, boardId)),
        stretches,
        today,
      },
      { known: () => keptSums.of(db, board, history), keep: (read) => keptSums.keep(board, history, read) },
    );
    const streaks = await readStreaks(db, boardId, today);
    const since = period === 'all' ? 0 : startOfDay(timeZone, stretches[0] ?? today);
    return {
      period,
      revision: board.revision,
      today,
      members: rankMembers(members.map((member) => scored(member, sums, streaks))),
      stretches,
      favourites: await readFavourites(db, boardId, since, await boardKeys.of(db, boardId)),
      biggestDay,
    };
  });
}

// Each field by its name, since V8 copies a hundred members several times as fast like that.
function scored(
  { userId, username, avatar, joinedAt }: Member,
  sums: ReadonlyMap<UserId, PersonSums>,
  streaks: ReadonlyMap<UserId, number>,
): Omit<ScoredMember, 'rank'> {
  const { actions, gained, lost, points } = sums.get(userId) ?? nothing;
  const streak = streaks.get(userId) ?? 0;
  return { userId, username, avatar, score: gained - lost, joinedAt, actions, gained, lost, points, streak };
}

const nothing: PersonSums = { actions: 0, gained: 0, lost: 0, points: [] };
