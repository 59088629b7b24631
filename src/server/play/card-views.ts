import type { BoardCard } from '#shared/boards';
import type { BoardId } from '#shared/ids';
import type { AgreedPause } from '#shared/agreed-days';
import type { PlayOnCard } from '#shared/play';
import { daysView } from '../boards/pause-store.ts';
import type { Db } from '../database/database.ts';
import { listRunningOnBoards, listYesOnBoards } from './card-store.ts';
import { listPlayersOnBoards } from './season-player-store.ts';
import { playersBySeason, standingsOf } from './season-views.ts';

type MembersOf = ReadonlyMap<BoardId, NonNullable<BoardCard['members']>>;

interface OnBoards {
  /** Those of all but the largest boards. */
  membersOf: MembersOf;
  pausesOf: ReadonlyMap<BoardId, AgreedPause[]>;
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
  // A card without members has no standings either.
  const players = playersBySeason(
    await listPlayersOnBoards(
      db,
      boardIds.filter((id) => membersOf.has(id)),
    ),
  );
  for (const season of await listRunningOnBoards(db, boardIds)) {
    const { id, board_id: boardId, number, kind, goal } = season;
    const standings =
      membersOf.has(boardId) &&
      standingsOf(players.get(id)).map(({ userId, username, points, actions, left }) => ({ userId, username, points, actions, left }));
    playOf(boardId).seasons.push({ number, kind, ...daysView(season), goal, ...(standings && { standings }) });
  }
  for (const [boardId, play] of plays) {
    const pauses = pausesOf.get(boardId)?.filter(({ endsAt }) => play.seasons.some(({ startsAt }) => startsAt < endsAt)) ?? [];
    if (pauses.length > 0) play.pauses = pauses;
  }
  return plays;
}
