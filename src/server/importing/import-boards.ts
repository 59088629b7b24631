/** Brings the boards of an export to an account of this installation. */
import { setTimeout as pause } from 'node:timers/promises';
import { boardLimits } from '#shared/board-limits';
import type { ActionId, ActivityId, BoardId, UserId, UserOnBoard } from '#shared/ids';
import { actionKey } from '#shared/offered-actions';
import { findUser } from '../accounts/account-store.ts';
import { isGuest } from '../accounts/guest-store.ts';
import { readActions } from '../actions/action-views.ts';
import { listFavourites } from '../actions/favourite-store.ts';
import { markFavourite } from '../actions/favourites.ts';
import { type DoneActivity, logAsItWas } from '../activities/activities.ts';
import { undoAsItWas } from '../activities/undo.ts';
import { boardFor, lockBoards } from '../boards/board-for.ts';
import { findBoard, wasDeleted } from '../boards/board-store.ts';
import type { Work } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { Refusal } from '../errors/refusal.ts';
import { repeatableId } from '../ids/ids.ts';
import { createLimits } from '../limits/limits.ts';
import { makeBoard } from '../whole-boards/boards.ts';
import { type Import, type ImportedActivity, type ImportedBoard, WrongExport } from './read-export.ts';

/** Logs and undos of one transaction: others who write wait no longer than for these. */
const atOnce = 50;
/** In milliseconds: how long a transaction waits for others who write. */
const patience = 60_000;

interface Counts {
  boards: number;
  actions: number;
  activities: number;
  favourites: number;
}

export interface Imported {
  /** What came. */
  new: Counts;
  /** What an earlier import had brought. */
  known: Pick<Counts, 'boards' | 'activities'>;
  /** Boards that an earlier import had brought and that are not there any more, or not the person's. */
  gone: number;
}

/**
 * Makes the boards and logs anew what the person did there, at its time and as it was worth, in the order in which it happened, so that sums,
 * days and achievements follow as they did. All ids follow from those of the export: what came before is known and not counted twice,
 * so an import that was killed is begun anew. A board comes in one transaction, what was done in slices. `told` gets the part that is done.
 */
export async function importBoards(
  deps: Deps,
  userId: UserId,
  { boards, activities }: Pick<Import, 'boards' | 'activities'>,
  told: (done: number, all: number) => void = () => undefined,
): Promise<Imported> {
  // The host does it, once: the limits are for what people press.
  const unlimited = { ...deps, limits: createLimits(deps.config, () => noLimit) };
  const imported: Imported = {
    new: { boards: 0, actions: 0, activities: 0, favourites: 0 },
    known: { boards: 0, activities: 0 },
    gone: 0,
  };
  await expectRoom(deps, userId, boards);
  const all = boards.length + activities.length;
  let done = 0;
  const places = new Map<BoardId, Place>();
  for (const board of boards) {
    const boardId = await bringBoard(unlimited, userId, board, imported);
    if (boardId === undefined) imported.gone += 1;
    else {
      const actionIdOf = await actionIdsOn(deps, { userId, boardId }, board);
      places.set(board.id, { boardId, actionIdOf });
      imported.new.favourites += await bringFavourites(unlimited, { userId, boardId }, board, actionIdOf);
    }
    told((done += 1), all);
  }
  const steps = stepsOf(activities, userId, places);
  const ids = new Map<ActivityId, ActivityId>();
  for (let start = 0; start < steps.length; start += atOnce) {
    const slice = steps.slice(start, start + atOnce);
    const begun = performance.now();
    const logged = await deps.database.unitOfWork((work) => takeSteps(deps, work, { userId, steps: slice, ids }), { patience });
    const logs = slice.filter(({ undoneAt }) => undoneAt === undefined).length;
    imported.new.activities += logged;
    imported.known.activities += logs - logged;
    told((done += logs), all);
    // At most half of the time, so that people logging do not notice.
    await pause(performance.now() - begun);
  }
  told(all, all);
  return imported;
}

/** Throws {@link WrongExport}, before anything has come, where the account would have too many boards. */
async function expectRoom({ database: { read: db } }: Deps, userId: UserId, boards: readonly ImportedBoard[]): Promise<void> {
  if (await isGuest(db, userId))
    throw new WrongExport("Rien n'est importé : cette personne joue sans adresse, et garde d'abord sa partie.");
  let count = (await findUser(db, userId))?.boards_count ?? 0;
  for (const { id } of boards) {
    const boardId = hereId({ userId, boardId: id });
    if (!(await findBoard(db, boardId)) && !(await wasDeleted(db, boardId))) count += 1;
  }
  const { boardsPerPerson: most } = boardLimits;
  if (boards.length > 0 && count > most)
    throw new WrongExport(`Rien n'est importé : ce compte aurait ${count} tableaux, et ${most} est le maximum.`);
}

/** A board of the export, as it is here. */
interface Place {
  boardId: BoardId;
  actionIdOf(id: ActionId): ActionId;
}

const noLimit = {
  spend: () => Promise.resolve(true),
  wait: () => Promise.resolve(0),
  giveBack: () => Promise.resolve(),
  forget: () => Promise.resolve(),
};

/** The board here, made unless it is there; undefined when it was here and is the person's no more. */
async function bringBoard(
  deps: Deps,
  userId: UserId,
  { id, header, actions }: ImportedBoard,
  imported: Imported,
): Promise<BoardId | undefined> {
  // No browser sends such a key.
  const idempotencyKey = keyOf(id);
  const isKnown = (await findBoard(deps.database.read, hereId({ userId, boardId: id }))) !== undefined;
  try {
    const { board } = await makeBoard(deps, userId, {
      ...header,
      idempotencyKey,
      invited: [],
      actions: actions.map(({ title, points, category, emoji }) => ({
        title,
        points,
        category: category ?? undefined,
        emoji: emoji ?? undefined,
      })),
    });
    if (isKnown) imported.known.boards += 1;
    else {
      imported.new.boards += 1;
      imported.new.actions += actions.length;
    }
    return board.id;
  } catch (failure) {
    if (failure instanceof Refusal && ['board_deleted', 'board_not_found'].includes(failure.code)) return undefined;
    throw failure;
  }
}

/** Maps the id of an action in the export to that of the same action on the board here. An action that is not in use gets an id of its own. */
async function actionIdsOn(
  { database, boardKeys }: Deps,
  { userId, boardId }: { userId: UserId; boardId: BoardId },
  { actions }: ImportedBoard,
): Promise<Place['actionIdOf']> {
  const here = await database.snapshot(async (db) => {
    await boardFor(db, { userId, boardId });
    return await readActions(db, boardId, await boardKeys.of(db, boardId));
  });
  const byKey = new Map(here.map((action) => [actionKey(action), action.id]));
  const ids = new Map(actions.map((action) => [action.id, byKey.get(actionKey(action))]));
  return (id) => ids.get(id) ?? repeatableId<ActionId>(userId, keyOf(id));
}

const keyOf = (id: string) => `import ${id}`;
const hereId = ({ userId, boardId }: UserOnBoard) => repeatableId<BoardId>(userId, keyOf(boardId));

/** A log, or with `undoneAt` the undo of it. */
interface Step {
  activity: DoneActivity;
  at: number;
  undoneAt?: number;
  isUndoneByMe?: boolean;
}

/** All logs and undos in the order of their times, as they happened. */
function stepsOf(activities: readonly ImportedActivity[], userId: UserId, places: ReadonlyMap<BoardId, Place>): Step[] {
  const steps: Step[] = [];
  for (const { boardId, actionId, undoneAt, undoneByMe, boardTitle: _, ...done } of activities) {
    const place = places.get(boardId);
    if (!place) continue;
    const id = repeatableId<ActivityId>(userId, keyOf(done.id));
    const activity = { ...done, id, boardId: place.boardId, actionId: place.actionIdOf(actionId) };
    steps.push({ activity, at: done.loggedAt });
    // A clock may have been set back in between.
    if (undoneAt !== null) steps.push({ activity, at: Math.max(undoneAt, done.loggedAt), undoneAt, isUndoneByMe: undoneByMe });
  }
  return steps.sort((one, other) => one.at - other.at);
}

interface Taking {
  userId: UserId;
  steps: readonly Step[];
  /** The id under which each activity is here; a log adds its own. */
  ids: Map<ActivityId, ActivityId>;
}

/** How many activities are new. */
async function takeSteps(deps: Deps, work: Work, { userId, steps, ids }: Taking): Promise<number> {
  await lockBoards(
    deps,
    work.db,
    steps.map(({ activity }) => activity.boardId),
  );
  await deps.database.lockPeople(work.db, [userId]);
  let logged = 0;
  for (const { activity, undoneAt, isUndoneByMe } of steps) {
    if (undoneAt === undefined) {
      const { id, isNew } = await bringActivity(deps, work, userId, activity);
      ids.set(activity.id, id);
      if (isNew) logged += 1;
    } else {
      const by = isUndoneByMe === true ? userId : null;
      const activityId = ids.get(activity.id) ?? activity.id;
      await undoAsItWas(deps, work, { actorId: userId, boardId: activity.boardId, activityId, by, now: undoneAt });
    }
  }
  return logged;
}

/**
 * Logs an activity under its id or, where something else has that one, under the next: somebody who knew the person elsewhere can work the ids out and take
 * them first.
 */
async function bringActivity(deps: Deps, work: Work, userId: UserId, activity: DoneActivity): Promise<{ id: ActivityId; isNew: boolean }> {
  let { id } = activity;
  for (;;) {
    const logged = await logAsItWas(deps, work, userId, { ...activity, id });
    if (logged !== 'taken') return { id, isNew: logged !== 'known' };
    id = repeatableId<ActivityId>(userId, keyOf(id));
  }
}

/** How many are new. */
async function bringFavourites(
  deps: Deps,
  { userId, boardId }: { userId: UserId; boardId: BoardId },
  { actions, favourites }: ImportedBoard,
  actionIdOf: Place['actionIdOf'],
): Promise<number> {
  let brought = 0;
  const inUse = new Set(actions.map(({ id }) => id));
  const marked = new Set(await listFavourites(deps.database.read, { userId, boardId }));
  for (const { actionId, markedAt } of favourites.toSorted((one, other) => one.markedAt - other.markedAt)) {
    const here = actionIdOf(actionId);
    if (!inUse.has(actionId) || marked.has(here)) continue;
    try {
      await markFavourite(deps, { userId, boardId, actionId: here }, markedAt);
      brought += 1;
    } catch (failure) {
      // Changed here since an earlier import.
      if (!(failure instanceof Refusal)) throw failure;
    }
  }
  return brought;
}
