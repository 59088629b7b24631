import type { BoardCard } from '#shared/boards';
import type { BoardId } from '#shared/ids';
import type { Pause } from '#shared/pause-rules';
import type { PlayOnCard } from '#shared/play';
import type { Db } from '../database/database.ts';
import { listRunningOnBoards, listYesOnBoards, sumRunningSeasons } from './card-store.ts';

type MembersOf = ReadonlyMap<BoardId, NonNullable<BoardCard['members']>>;

interface OnBoards {
  /** Those of all but the largest boards. */
  membersOf: MembersOf;
  pausesOf: ReadonlyMap<BoardId, Pause[]>;
}

/** What boards play for, those that play for nothing left out: in as many queries as for one. */
export async function readPlayOnCards(
  db: Db,
  boardIds: readonly BoardId[],
  { membersOf, pausesOf }: OnBoards,
): Promise<Map<BoardId, PlayOnCard>> {
  const plays = new Map<BoardId, PlayOnCard>();
  if (boardIds.length === 0) return plays;
  const playOf = (boardId: BoardId): PlayOnCard => {
    const play = plays.get(boardId) ?? { agreements: [], seasons: [] };
    plays.set(boardId, play);
    return play;
  };
  for (const { id, board_id, lapses_at: lapsesAt, user_id: userId } of await listYesOnBoards(db, boardIds)) {
    const { agreements } = playOf(board_id);
    const agreed = userId === null ? [] : [userId];
    const known = agreements.find((one) => one.id === id);
    if (known) known.agreed.push(...agreed);
    else agreements.push({ id, lapsesAt, agreed });
  }
  const sums = await sumRunningSeasons(db, boardIds);
  for (const { id, board_id, number, kind, starts_on: startsOn, last_day: lastDay, goal } of await listRunningOnBoards(db, boardIds)) {
    const members = membersOf.get(board_id);
    const scored = sums.filter(({ season_id }) => season_id === id);
    const standings = members && [
      ...members.map(({ userId, username }) => {
        const points = scored.find(({ user_id }) => user_id === userId)?.points ?? 0;
        return { userId, username, points, left: false };
      }),
      ...scored
        .filter(({ user_id }) => !members.some(({ userId }) => userId === user_id))
        .map(({ user_id: userId, username, points }) => ({ userId, username, points, left: true })),
    ];
    playOf(board_id).seasons.push({ number, kind, startsOn, lastDay, goal, ...(standings && { standings }) });
  }
  for (const [boardId, play] of plays) {
    const pauses = pausesOf.get(boardId)?.filter(({ lastDay }) => play.seasons.some(({ startsOn }) => startsOn <= lastDay)) ?? [];
    if (pauses.length > 0) play.pauses = pauses;
  }
  return plays;
}
