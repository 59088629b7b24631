/** The actions that a person keeps at hand: nobody else hears of them. */
import { actionLimits } from '#shared/action-limits';
import type { Favourites, QuickAction, QuickActions } from '#shared/actions';
import type { ActionId, UserId, UserOnBoard } from '#shared/ids';
import { boardFor, boardToChangeFor } from '../boards/board-for.ts';
import type { Db, Work } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { readable } from '../encryption/readable.ts';
import { refuse } from '../errors/refusal.ts';
import { type ActionRow, findAction, listInUse } from './action-store.ts';
import { actionView } from './action-views.ts';
import { countHabits } from './habits.ts';
import { deleteFavourite, insertFavourite, lastMarkedAt, listFavourites, listLastMarked } from './favourite-store.ts';

/** Keeps an action in use at hand. One that is there already changes nothing. `now` in milliseconds since 1970. */
export async function markFavourite(
  deps: Deps,
  { userId, boardId, actionId }: UserOnBoard & { actionId: ActionId },
  now = Date.now(),
): Promise<Favourites> {
  return await deps.database.unitOfWork(async (work) => {
    const { db } = work;
    // Locked, so that meanwhile the action is not retired and no more than the limit are marked.
    await boardToChangeFor(deps, db, { userId, boardId });
    await deps.database.lockPeople(db, [userId]);
    const action = await findAction(db, { boardId, actionId });
    if (!action || action.retired_at !== null) throw refuse('action_not_found_in_board');
    const present = await listFavourites(db, { userId, boardId });
    if (present.includes(actionId)) return { favourites: present };
    if (present.length >= actionLimits.favouritesPerBoard) throw refuse('too_many_favourites');
    // Two within a millisecond have an order too.
    const markedAt = Math.max(now, (await lastMarkedAt(db, userId)) + 1);
    await insertFavourite(db, { board_id: boardId, user_id: userId, action_id: actionId, marked_at: markedAt });
    return await recordFavourites(work, { userId, boardId });
  });
}

/** Keeps it at hand no more. One that is not there, or no action at all, changes nothing. */
export async function unmarkFavourite(
  deps: Deps,
  { userId, boardId, actionId }: UserOnBoard & { actionId: ActionId },
): Promise<Favourites> {
  return await deps.database.unitOfWork(async (work) => {
    const { db } = work;
    await boardFor(db, { userId, boardId });
    const wasThere = await deleteFavourite(db, { board_id: boardId, user_id: userId, action_id: actionId });
    return wasThere ? await recordFavourites(work, { userId, boardId }) : { favourites: await listFavourites(db, { userId, boardId }) };
  });
}

async function recordFavourites(work: Work, { userId, boardId }: UserOnBoard): Promise<Favourites> {
  const favourites = await listFavourites(work.db, { userId, boardId });
  work.record({ type: 'favourites_changed', userId, boardId, favourites });
  return { favourites };
}

const mostShown = 6;
/** How many of the most logged actions are looked at: some may be retired by now. */
const mostConsidered = 30;
/** An action logged less often is no habit. The row is suggested above everybody's news, so it must be right. */
const leastTimes = 10;

/** What the person can log from Accueil by one press. */
export async function readQuickActions({ database, boardKeys }: Deps, userId: UserId): Promise<QuickActions> {
  const db = database.read;
  const marked = (await listLastMarked(db, userId, mostShown)).toReversed();
  const rows = marked.length > 0 ? marked : await readHabits(db, userId);
  const secrets = await boardKeys.ofAll(db, [...new Set(rows.map(({ board_id }) => board_id))]);
  const actions = readable(rows, (row): QuickAction[] => {
    const boardSecrets = secrets.get(row.board_id);
    if (!boardSecrets) return [];
    const { id, title, points, emoji } = actionView(row, boardSecrets);
    return [{ boardId: row.board_id, actionId: id, title, points, emoji }];
  }).flat();
  return { are: marked.length > 0 ? 'favourites' : 'habits', actions };
}

/** What the person logged most lately, over all boards, the most logged first. */
async function readHabits(db: Db, userId: UserId): Promise<ActionRow[]> {
  const counted = await countHabits(db, userId, leastTimes);
  const most = counted.toSorted((a, b) => b.times - a.times || (a.action_id < b.action_id ? -1 : 1)).slice(0, mostConsidered);
  const ids = most.map(({ action_id }) => action_id);
  const rows = new Map((await listInUse(db, ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => rows.get(id) ?? []).slice(0, mostShown);
}
