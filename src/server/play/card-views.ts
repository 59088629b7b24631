import type { BoardCard } from '#shared/boards';
import type { BoardId } from '#shared/ids';
import type { AgreedPause } from '#shared/agreed-days';
import type { PlayOnCard } from '#shared/play';
import type { BoardRow } from '../boards/board-store.ts';
import { daysView } from '../boards/pause-store.ts';
import type { Db } from '../database/database.ts';
import { listRunningOnBoards, listYesOnBoards } from './card-store.ts';
import type { BoardSecrets } from '../encryption/board-keys.ts';
import { readable } from '../encryption/readable.ts';
import { decryptStake } from './play-views.ts';
import type { SeasonRow } from './season-store.ts';
import { listPlayersOnBoards } from './season-player-store.ts';
import { playersBySeason, toldStandings } from './season-views.ts';

/** Before the key of its board is known. */
type SealedSeason = PlayOnCard['seasons'][number] & Pick<SeasonRow, 'id' | 'stake_sealed'>;
export type SealedPlay = Omit<PlayOnCard, 'seasons'> & { seasons: SealedSeason[] };

/** With the stakes in words. A season whose stake cannot be decrypted is left out, as on its board. */
export function unsealedPlay({ seasons, ...play }: SealedPlay, secrets: BoardSecrets): PlayOnCard {
  return {
    ...play,
    seasons: readable(seasons, ({ id, stake_sealed, ...season }) => ({ ...season, stake: decryptStake({ id, stake_sealed }, secrets) })),
  };
}

type MembersOf = ReadonlyMap<BoardId, NonNullable<BoardCard['members']>>;

interface OnBoards {
  /** Those of all but the largest boards. */
  membersOf: MembersOf;
  pausesOf: ReadonlyMap<BoardId, AgreedPause[]>;
}

/** What boards play for, those that play for nothing left out: in as many queries as for one. The stakes are sealed still. */
export async function readPlayOnCards(
  db: Db,
  boards: readonly Pick<BoardRow, 'id' | 'play_mode'>[],
  { membersOf, pausesOf }: OnBoards,
): Promise<Map<BoardId, SealedPlay>> {
  const plays = new Map<BoardId, SealedPlay>();
  if (boards.length === 0) return plays;
  const boardsById = new Map(boards.map((board) => [board.id, board]));
  const boardIds = [...boardsById.keys()];
  const playOf = (boardId: BoardId): SealedPlay => {
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
    const { id, board_id: boardId, number, kind, goal, stake_sealed } = season;
    const board = membersOf.has(boardId) && boardsById.get(boardId);
    const standings =
      board &&
      toldStandings(board, players.get(id)).map(({ userId, username, points, actions, left }) => ({
        userId,
        username,
        points,
        actions,
        left,
      }));
    playOf(boardId).seasons.push({ id, number, kind, ...daysView(season), goal, stake_sealed, ...(standings && { standings }) });
  }
  for (const [boardId, play] of plays) {
    const pauses = pausesOf.get(boardId)?.filter(({ endsAt }) => play.seasons.some(({ startsAt }) => startsAt < endsAt)) ?? [];
    if (pauses.length > 0) play.pauses = pauses;
  }
  return plays;
}
