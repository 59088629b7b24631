/** Turns rows into what the contract calls an opened board, and a change of it. */
import type { BoardChange, OpenedBoard } from '#shared/boards';
import { activityLimits } from '#shared/activity-limits';
import { unseenFilm } from '#shared/film-periods';
import type { BoardId, UserId } from '#shared/ids';
import { readActions } from '../actions/action-views.ts';
import { listFavourites } from '../actions/favourite-store.ts';
import { readMostLogged } from '../actions/habits.ts';
import { boardView, flameView, unreadRecap } from '../boards/board-header.ts';
import { type ActivityRow, listActivities, listChanged } from './activity-store.ts';
import { activityView, changedView, pageOf } from './activity-views.ts';
import { readReactions } from './reaction-views.ts';
import type { Db } from '../database/database.ts';
import type { BoardKeys, BoardSecrets } from '../encryption/board-keys.ts';
import { readable } from '../encryption/readable.ts';
import { pausesOf } from '../boards/pause-store.ts';
import { type BoardRow, findBoard, type OwnBoardRow } from '../boards/board-store.ts';
import type { Deps } from '../deps.ts';
import { dueOn, readSettled } from '../play/first-reader.ts';
import { readPlay } from '../play/play-views.ts';
import { readMembers } from '../membership/member-views.ts';

export async function readOpenedBoard(db: Db, keys: BoardKeys, row: OwnBoardRow, userId: UserId): Promise<OpenedBoard> {
  const secrets = await keys.of(db, row.id);
  const members = await readMembers(db, row);
  const actions = await readActions(db, row.id, secrets);
  const activities = await listActivities(db, row.id, null, activityLimits.pageSize + 1);
  const mostLogged = await readMostLogged(db, { userId, boardId: row.id }, actions);
  const recap = unreadRecap(row);
  const film = unseenFilm(row, Date.now());
  const play = await readPlay(db, row, secrets);
  const favourites = await listFavourites(db, { userId, boardId: row.id });
  return {
    board: boardView(row, secrets, await pausesOf(db, row)),
    members,
    actions,
    activities: pageOf(activities, secrets, await readReactions(db, activities)),
    ...(mostLogged.length > 0 ? { mostLogged } : {}),
    ...(favourites.length > 0 ? { favourites } : {}),
    ...(recap === undefined ? {} : { recap }),
    ...(film === undefined ? {} : { film }),
    ...(play === undefined ? {} : { play }),
  };
}

/** The change of a board after a revision. Throws when the board does not exist. */
export async function readChange(db: Db, keys: BoardKeys, boardId: BoardId, after: number): Promise<BoardChange> {
  const row = await findBoard(db, boardId);
  if (!row) throw new Error('change of a missing board');
  return await changeOf(db, keys, row, after);
}

/** The same, by whoever comes first after something is over; undefined when the board does not exist. */
export async function findSettledChange(
  { database, boardKeys }: Pick<Deps, 'database' | 'boardKeys'>,
  boardId: BoardId,
  after: number,
): Promise<BoardChange | undefined> {
  return await readSettled({ database }, async (db) => {
    const row = await findBoard(db, boardId);
    const shown = row && (await changeOf(db, boardKeys, row, after));
    return { shown, due: row ? dueOn(row, shown?.play) : [] };
  });
}

export async function changeOf(db: Db, keys: BoardKeys, row: BoardRow, after: number): Promise<BoardChange> {
  const boardId = row.id;
  const secrets = await keys.of(db, boardId);
  const { id: _, totalPoints, revision, flame: _flame, ...settings } = boardView(row, secrets, []);
  const { complete, activities, changed } = await readActivitiesAfter(db, row, secrets, after);
  const scoresMoved = !complete || activities.length > 0 || changed.some(({ undone }) => undone !== null);
  const membersMoved = row.members_revision > after;
  // Logs and undos that are told one by one say themselves how the standings move. The standings name the members who play.
  const play = row.play_revision > after || membersMoved || scoresMoved ? await readPlay(db, row, secrets) : undefined;
  return {
    boardId,
    after,
    revision,
    complete,
    totalPoints,
    activities,
    ...(changed.length > 0 ? { changed } : {}),
    ...(row.settings_revision > after ? { board: settings } : {}),
    ...(row.flame_revision > after ? { flame: flameView(row, await pausesOf(db, row)) } : {}),
    // Scores move with every activity, so the ranking comes along unless nothing but settings changed.
    ...(membersMoved || scoresMoved ? { members: await readMembers(db, row) } : {}),
    ...(row.actions_revision > after ? { actions: await readActions(db, boardId, secrets) } : {}),
    ...(play === undefined ? {} : { play }),
  };
}

/** The activities of a change: the new ones and those that changed, or else the newest page when there are too many. */
async function readActivitiesAfter(db: Db, board: BoardRow, secrets: BoardSecrets, after: number) {
  const { pageSize } = activityLimits;
  const changed = await listChanged(db, board.id, after, pageSize + 1);
  const isCovered = board.activities_revision <= after && changed.length <= pageSize;
  const fresh = await listActivities(db, board.id, null, pageSize + 1, isCovered ? after : undefined);
  const complete = isCovered && fresh.length <= pageSize;
  const newest = fresh.slice(0, pageSize);
  const reactions = await readReactions(db, complete ? [...newest, ...changed] : newest);
  const view = (row: ActivityRow) => activityView(row, secrets, reactions);
  return {
    complete,
    activities: readable(newest, view),
    changed: complete ? readable(changed, (row) => changedView(row, secrets, reactions, after)) : [],
  };
}
