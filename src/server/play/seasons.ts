import { canTickOff } from '#shared/board-policy';
import type { BoardChange } from '#shared/boards';
import type { SeasonId, UserOnBoard } from '#shared/ids';
import type { SeasonPage } from '#shared/play';
import { boardFor } from '../boards/board-for.ts';
import type { Deps } from '../deps.ts';
import { refuse } from '../errors/refusal.ts';
import { changePlay } from './agreements.ts';
import { readPast } from './play-views.ts';
import { findSeason, listClosed, listPlayers, markPaid } from './season-store.ts';

const pageSize = 20;

/** The seasons of a board that are over, the newest first, before a number. */
export async function readSeasons(
  { database, boardKeys }: Pick<Deps, 'database' | 'boardKeys'>,
  { userId, boardId }: UserOnBoard,
  before: number | null,
): Promise<SeasonPage> {
  return await database.snapshot(async (db) => {
    await boardFor(db, { userId, boardId });
    const rows = await listClosed(db, { boardId, before: before ?? Number.MAX_SAFE_INTEGER, limit: pageSize + 1 });
    const page = rows.slice(0, pageSize);
    const next = rows.length > pageSize ? (page.at(-1)?.number ?? null) : null;
    return { seasons: await readPast(db, page, await boardKeys.of(db, boardId)), next };
  });
}

/** Ticks the stake of a season off. Repeating it changes nothing. */
export async function markStakePaid(
  deps: Pick<Deps, 'database' | 'boardKeys' | 'limits'>,
  { userId, boardId, seasonId }: UserOnBoard & { seasonId: SeasonId },
  now = Date.now(),
): Promise<BoardChange> {
  return await changePlay(deps, { userId, boardId }, now, async ({ db }) => {
    const row = await findSeason(db, { boardId, seasonId });
    const [season] = row ? await readPast(db, [row], await deps.boardKeys.of(db, boardId)) : [];
    if (!season) throw refuse('season_not_found');
    const members = (await listPlayers(db, boardId)).map(({ user_id }) => ({ userId: user_id }));
    if (!canTickOff({ id: userId }, season, members)) throw refuse('not_the_winner');
    if (!season.isOwed) return false;
    await markPaid(db, seasonId, now);
    return true;
  });
}
