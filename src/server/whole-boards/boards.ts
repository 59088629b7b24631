import type * as z from 'zod/mini';
import { usernameKey } from '#shared/account-rules';
import { canChangeBoard, canDeleteBoard, canSwitchLink } from '#shared/board-policy';
import { byLastActivity } from '#shared/board-order';
import type { Board, BoardCard, BoardChange, ChangeBoard, createBoard, OpenedBoard, Standing } from '#shared/boards';
import { boardLimits } from '#shared/board-limits';
import { defaultTimeZone, timeZoneNamed } from '#shared/calendar';
import type { BoardId, RequestId, UserId, UserOnBoard } from '#shared/ids';
import { keepAchievementsOf } from '../achievements/achievement-store.ts';
import { addToBoardsCount, findUser, findUserByName } from '../accounts/account-store.ts';
import { insertActions } from '../actions/action-store.ts';
import { sealedActions, withoutDoubles } from '../actions/actions.ts';
import type { Db, Work } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { isBeingErased } from '../erasure/erasure-store.ts';
import { type Budget, erase, erasureBudget } from '../erasure/erasures.ts';
import { refuse } from '../errors/refusal.ts';
import { newId, repeatableId } from '../ids/ids.ts';
import { createRequest } from '../membership/new-request.ts';
import { deleteRequestsAbout } from '../membership/request-store.ts';
import { readable } from '../encryption/readable.ts';
import { spendRows, spendWithin } from '../limits/limits.ts';
import type { BoardSecrets } from '../encryption/board-keys.ts';
import { boardFor, boardToChangeFor } from '../boards/board-for.ts';
import { type BoardRow, deleteBoardRow, findBoardAsCard, insertBoard, listBoardsFor, wasDeleted } from '../boards/board-store.ts';
import { cardView, sealTitle } from '../boards/board-header.ts';
import { isTogether, toldScore } from '../boards/told-score.ts';
import { changeOf, readOpenedBoard } from '../activities/board-views.ts';
import {
  insertMember,
  isMember,
  listFormerMembers,
  listMembers,
  listMembersOnCards,
  listStandings,
  takeBoardOffSums,
} from '../membership/member-store.ts';
import { readPlayOnCards, unsealedPlay } from '../play/card-views.ts';
import { dueOn, readSettled, withoutOver } from '../play/first-reader.ts';
import { settleDue, tellPlay } from '../play/settling.ts';
import { readGesturesOnCards } from '../recap/gestures.ts';
import { recountFlame } from '../leaderboard/flame-store.ts';
import { moveDays, readDaysElsewhere } from './other-days.ts';
import { pausesOf, pausesOfAll } from '../boards/pause-store.ts';
import { saveSettings } from '../boards/save-change.ts';

export async function listBoards(deps: Deps, userId: UserId): Promise<BoardCard[]> {
  const { database, boardKeys } = deps;
  const { rows, membersOf, standings, plays, pauses, gestures } = await readSettled(deps, (db) => readCardRows(db, userId));
  const secrets = await boardKeys.ofAll(
    database.read,
    rows.map(({ id }) => id),
  );
  return readable(rows, (row) => {
    const boardSecrets = secrets.get(row.id);
    if (!boardSecrets) return [];
    const sealed = withoutOver(plays.get(row.id));
    const shown = {
      pauses: pauses.get(row.id) ?? [],
      members: membersOf.get(row.id),
      standing: standings.get(row.id),
      play: sealed && unsealedPlay(sealed, boardSecrets),
      gesture: gestures.get(row.id),
    };
    return [cardView(row, boardSecrets, shown)];
  })
    .flat()
    .toSorted(byLastActivity);
}

async function readCardRows(db: Db, userId: UserId) {
  const rows = await listBoardsFor(db, { userId });
  const boards = new Map(rows.map((row) => [row.id, row]));
  const membersOf = new Map<BoardId, NonNullable<BoardCard['members']>>();
  for (const { board_id, user_id, username, avatar, score } of await listMembersOnCards(db, { userId, most: boardLimits.membersOnCard })) {
    const board = boards.get(board_id);
    if (!board) continue;
    const member = { userId: user_id, username, avatar, score: toldScore(board, score) };
    const others = membersOf.get(board_id);
    if (others) others.push(member);
    else membersOf.set(board_id, [member]);
  }
  const playing = rows.filter(({ play_revision }) => play_revision > 0);
  const pauses = await pausesOfAll(db, rows);
  const plays = await readPlayOnCards(db, playing, { membersOf, pausesOf: pauses });
  const standings = await readStandings(
    db,
    userId,
    rows.filter((row) => !membersOf.has(row.id) && !isTogether(row)).map(({ id }) => id),
  );
  const gestures = await readGesturesOnCards(db, userId, rows);
  return { shown: { rows, membersOf, standings, plays, pauses, gestures }, due: rows.flatMap((row) => dueOn(row, plays.get(row.id))) };
}

async function readStandings(db: Db, userId: UserId, boardIds: readonly BoardId[]): Promise<Map<BoardId, Standing>> {
  const standings = new Map<BoardId, Standing>();
  const rows = await listStandings(db, userId, boardIds);
  for (const own of rows) {
    const boardId = own.board_id;
    const rival = rows.find(({ board_id, user_id }) => board_id === boardId && user_id !== userId);
    if (own.user_id !== userId || !rival) continue;
    const { user_id, username, avatar, score } = rival;
    standings.set(boardId, {
      ...{ userId, score: own.score, rank: own.rank, shared: own.equals > 1 },
      rival: { userId: user_id, username, avatar, score },
    });
  }
  return standings;
}

/** Makes a board with its actions and invitations. Usernames without an account are skipped and returned. */
export async function makeBoard(deps: Deps, userId: UserId, input: NewBoard) {
  const { database, limits } = deps;
  await spendRows(limits, userId, input.actions.length);
  if (!(await limits.requests.spend(userId, input.invited.length))) throw refuse('too_many_requests');
  return await spendWithin(limits.boardsMade, userId, (spend) =>
    database.unitOfWork((work) => makeBoardWithin(deps, work, userId, input, { spend })),
  );
}

type NewBoard = z.output<typeof createBoard>;

interface Making {
  /** Called once the board is known to be new. */
  spend?: (boards: number) => Promise<void>;
  linkEnabled?: boolean;
}

/** The same within a unit of work, whatever the limits. */
export async function makeBoardWithin(
  deps: Pick<Deps, 'boardKeys'>,
  work: Work,
  userId: UserId,
  input: NewBoard,
  { spend, linkEnabled = true }: Making = {},
) {
  const { boardKeys } = deps;
  const { db } = work;
  const id = input.idempotencyKey === undefined ? newId<BoardId>() : repeatableId<BoardId>(userId, input.idempotencyKey);
  const earlier = await boardMadeBefore(deps, db, { userId, id });
  if (earlier) return earlier;

  // A board of this id is still being erased; reusing the id would inherit its leftovers.
  if (await isBeingErased(db, id)) throw refuse('board_not_found');

  if (!(await findUser(db, userId))) throw refuse('no_user_logged_in');
  await spend?.(1);
  const now = Date.now();
  // The key's row refers to the board's: the board comes first, its title in the same statement.
  const secrets = boardKeys.make(id);
  const isNew = await insertBoard(db, {
    id,
    title_sealed: sealTitle(id, input.title, secrets),
    created_by: userId,
    theme: input.theme,
    icon: input.icon,
    total_points: 0,
    revision: 1,
    members_revision: 1,
    actions_revision: 1,
    settings_revision: 1,
    link_enabled: linkEnabled ? 1 : 0,
    play_mode: input.playMode ?? 'scores',
    time_zone: timeZoneNamed(input.timeZone ?? '') ?? defaultTimeZone,
    created_at: now,
    updated_at: now,
  });
  // A repetition of this very call may have been a moment faster.
  if (!isNew) {
    const made = await boardMadeBefore(deps, db, { userId, id });
    if (!made) throw new Error('a board that is neither new nor there');
    return made;
  }
  await boardKeys.store(db, secrets);
  await insertMember(db, { boardId: id, userId });
  if (!(await addToBoardsCount(db, userId, boardLimits.boardsPerPerson))) throw refuse('too_many_boards');
  await insertActions(db, sealedActions(id, withoutDoubles(input.actions, []), secrets, 0));
  const { invited, skippedUsernames } = await inviteAll(db, userId, { id, title: input.title, icon: input.icon }, secrets, input.invited);

  work.record({ type: 'board_made', boardId: id, userId, invited });
  const made = await findBoardAsCard(db, id);
  if (!made) throw new Error('board vanished within its transaction');
  return { board: cardView(made, secrets, { pauses: [] }), skippedUsernames };
}

/** The reply to a call that is repeated; undefined when it is not. */
async function boardMadeBefore({ boardKeys }: Pick<Deps, 'boardKeys'>, db: Db, { userId, id }: { userId: UserId; id: BoardId }) {
  if (await wasDeleted(db, id)) throw refuse('board_deleted');
  const board = await findBoardAsCard(db, id);
  if (!board) return undefined;
  // The creator may have handed it over and left since.
  if (!(await isMember(db, { boardId: id, userId }))) throw refuse('board_not_found');
  return { board: cardView(board, await boardKeys.of(db, id), { pauses: await pausesOf(db, board) }), skippedUsernames: [] };
}

async function inviteAll(
  db: Db,
  userId: UserId,
  board: Pick<Board, 'id' | 'title' | 'icon'>,
  secrets: BoardSecrets,
  usernames: readonly string[],
) {
  const invited = new Map<UserId, RequestId>();
  const skippedUsernames: string[] = [];
  for (const username of usernames) {
    const user = await findUserByName(db, usernameKey(username.trim()));
    if (!user) skippedUsernames.push(username);
    else if (user.id !== userId && !invited.has(user.id)) {
      const parties = { type: 'invitation', from_user: userId, to_user: user.id, joining_user: user.id } as const;
      invited.set(user.id, await createRequest(db, board, secrets, parties));
    }
  }
  return { invited: Array.from(invited, ([to, requestId]) => ({ to, requestId })), skippedUsernames };
}

export async function getBoard(deps: Deps, { userId, boardId }: UserOnBoard): Promise<OpenedBoard> {
  return await readSettled(deps, async (db) => {
    const row = await boardFor(db, { userId, boardId });
    const shown = await readOpenedBoard(db, deps.boardKeys, row, userId);
    return { shown, due: dueOn(row, shown.play) };
  });
}

export async function readChanges(deps: Deps, { userId, boardId }: UserOnBoard, after: number): Promise<BoardChange> {
  return await readSettled(deps, async (db) => {
    const row = await boardFor(db, { userId, boardId });
    const shown = await changeOf(db, deps.boardKeys, row, after);
    return { shown, due: dueOn(row, shown.play) };
  });
}

/** Title, theme, icon, time zone or invitation link, each on its own. */
export async function changeSettings(
  deps: Deps,
  { userId, boardId }: UserOnBoard,
  { title, theme, icon, linkEnabled, timeZone }: ChangeBoard,
): Promise<BoardChange> {
  const { database, boardKeys } = deps;
  const isPermitted = linkEnabled === undefined ? canChangeBoard : canSwitchLink;
  const requirePermission = (board: BoardRow) => {
    if (!isPermitted({ id: userId }, { createdBy: board.created_by })) throw refuse('administrator_only');
    return board;
  };
  const current = timeZone === undefined ? undefined : requirePermission(await boardFor(database.read, { userId, boardId }));
  const recountedDays =
    timeZone === undefined || timeZone === current?.time_zone ? undefined : await readDaysElsewhere(deps, boardId, timeZone);
  return await database.unitOfWork(async (work) => {
    const board = requirePermission(await boardToChangeFor(deps, work.db, { userId, boardId }));
    // A season that is over was played by the clock of before.
    const isSettled = recountedDays !== undefined && (await settleDue(work, boardId, Date.now()));
    if (recountedDays && board.time_zone !== recountedDays.timeZone) {
      await moveDays(work.db, boardId, recountedDays);
      await recountFlame(work.db, { boardId, revision: board.revision + 1 });
    }
    const secrets = await boardKeys.of(work.db, boardId);
    const change = await saveSettings(deps, work.db, boardId, {
      ...(title === undefined ? {} : { title_sealed: sealTitle(boardId, title, secrets) }),
      ...(theme === undefined ? {} : { theme }),
      ...(icon === undefined ? {} : { icon }),
      ...(linkEnabled === undefined ? {} : { link_enabled: linkEnabled ? 1 : 0 }),
      ...(recountedDays === undefined ? {} : { time_zone: recountedDays.timeZone }),
    });
    work.record({ type: 'board_changed', change });
    if (isSettled || (recountedDays !== undefined && board.play_revision > 0)) await tellPlay(work, boardId);
    return change;
  });
}

/** Deletes a board with all that is on it. Points made there leave everybody's sum (decision D3). */
export async function deleteBoard(deps: Deps, { userId, boardId }: UserOnBoard): Promise<void> {
  await deps.database.unitOfWork(async (work) => {
    const board = await boardToChangeFor(deps, work.db, { userId, boardId });
    if (!canDeleteBoard({ id: userId }, { createdBy: board.created_by })) throw refuse('administrator_only');
    const concerned: Concerned = { sums: new Set(), requests: new Set() };
    await eraseBoard(deps, work, boardId, erasureBudget(), concerned);
    recordConcerned(work, concerned);
  });
}

/** The people whom a deletion of boards concerns. They are collected first, since several boards may have the same members. */
export interface Concerned {
  /** People whose sums changed. */
  sums: Set<UserId>;
  /** People who lost a request. */
  requests: Set<UserId>;
}

export function recordConcerned(work: Work, { sums, requests }: Concerned): void {
  for (const userId of sums) work.record({ type: 'sums_changed', userId });
  work.record({ type: 'requests_dropped', people: [...requests] });
}

/**
 * What deleting a board does, for an administrator who may. From the commit on nobody finds it, it counts nowhere, and without its key
 * nobody can read it; what of it takes long to erase is erased after it.
 */
export async function eraseBoard(
  { database }: Pick<Deps, 'database'>,
  work: Work,
  boardId: BoardId,
  budget: Budget,
  concerned: Concerned,
): Promise<void> {
  const { db } = work;
  const members = (await listMembers(db, boardId)).map(({ user_id }) => user_id);
  const former = await listFormerMembers(db, boardId);
  await database.lockPeople(db, [...members, ...former]);
  await keepAchievementsOf(db, boardId);
  await takeBoardOffSums(db, boardId);
  // In the same step as the board: what is about it is gone from every screen at once.
  for (const person of await deleteRequestsAbout(db, boardId)) concerned.requests.add(person);
  await deleteBoardRow(db, boardId);
  await erase(database, work, { kind: 'erase_board', id: boardId }, budget);
  work.record({ type: 'board_deleted', boardId });
  for (const userId of [...members, ...former]) concerned.sums.add(userId);
}
