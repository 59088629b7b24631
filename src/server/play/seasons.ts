import { canTickOff } from '#shared/board-policy';
import type { BoardChange } from '#shared/boards';
import type { SeasonId, UserOnBoard } from '#shared/ids';
import type { SeasonPage } from '#shared/play';
import { seasonKinds } from '#shared/season-rules';
import { boardFor } from '../boards/board-for.ts';
import type { Deps } from '../deps.ts';
import { refuse } from '../errors/refusal.ts';
import { changePlay } from './agreements.ts';
import { dueOn, readSettled } from './first-reader.ts';
import { readPast } from './play-views.ts';
import { findSeason, listSeasons, listPlayers, markPaid } from './season-store.ts';

const pageSize = 20;

/** The seasons of a board that are over, the newest first, before a number. */
export async function readSeasons(
  deps: Pick<Deps, 'database' | 'boardKeys'>,
  { userId, boardId }: UserOnBoard,
  before: number | null,
): Promise<SeasonPage> {
  return await readSettled(deps, async (db) => {
    const board = await boardFor(db, { userId, boardId });
    // With those that run, one of a kind, in the same look.
    const limit = pageSize + 1 + seasonKinds.length;
    const rows = await listSeasons(db, { boardId, before: before ?? Number.MAX_SAFE_INTEGER, limit });
    const closed = rows.filter(({ closed_at }) => closed_at !== null);
    const running = rows.filter(({ closed_at }) => closed_at === null).map(({ ends_at: endsAt }) => ({ endsAt }));
    const page = closed.slice(0, pageSize);
    const next = closed.length > pageSize ? (page.at(-1)?.number ?? null) : null;
    const shown = { seasons: await readPast(db, board, page, await deps.boardKeys.of(db, boardId)), next };
    return { shown, due: dueOn(board, { seasons: running, agreements: [] }) };
  });
}

/** Ticks the stake of a season off. Repeating it changes nothing. */
export async function markStakePaid(
  deps: Pick<Deps, 'database' | 'boardKeys' | 'limits'>,
  { userId, boardId, seasonId }: UserOnBoard & { seasonId: SeasonId },
  now = Date.now(),
): Promise<BoardChange> {
  return await changePlay(deps, { userId, boardId }, now, async ({ db, board }) => {
    const row = await findSeason(db, { boardId, seasonId });
    const [season] = row ? await readPast(db, board, [row], await deps.boardKeys.of(db, boardId)) : [];
    if (!season) throw refuse('season_not_found');
    const members = (await listPlayers(db, boardId)).map(({ user_id }) => ({ userId: user_id }));
    if (!canTickOff({ id: userId }, season, members)) throw refuse('not_the_winner');
    if (!season.isOwed) return false;
    await markPaid(db, seasonId, now);
    return true;
  });
}
