import type { ActivityId, BoardId, UserId, WallId } from '#shared/ids';
import { type LogOnWall, type Wall, wallNote, type WallOnList, wallsAtMost } from '#shared/walls';
import { logActivities } from '../activities/activities.ts';
import { undoActivity } from '../activities/undo.ts';
import { boardFor } from '../boards/board-for.ts';
import { decryptTitle } from '../boards/board-header.ts';
import type { Db } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { readable } from '../encryption/readable.ts';
import { refuse, refuseFor } from '../errors/refusal.ts';
import type { SessionCaller } from '../identity/callers.ts';
import { askedByPerson, comparePassword, hashPassword } from '../identity/passwords/password-hash.ts';
import { signOut } from '../identity/sessions/sessions.ts';
import { newId, repeatableId } from '../ids/ids.ts';
import { newToken, tokenHash } from '../ids/tokens.ts';
import { getBoard } from '../whole-boards/boards.ts';
import { createWallCookie } from './wall-cookie.ts';
import { deleteWall, findWall, insertWall, listWalls as readWalls, noteWallSeen } from './wall-store.ts';

/** In milliseconds: when a wall was seen last is noted as often, and its cookie renewed. */
const seenEvery = 12 * 60 * 60 * 1000;

/** A browser that shows a board on a wall. It is nobody's session: whoever stands before it reads this board, and nothing else. */
export interface WallCaller {
  id: WallId;
  boardId: BoardId;
  /** Who opened it: it shows what they may see, and lasts as long as they are a member. */
  openedBy: UserId;
  logs: boolean;
  codeHash: string;
  seenAt: number;
  /** The revision of the board. */
  revision: number;
  token: string;
}

/** The wall of these cookies. Throws `wall_over` where there is none. */
export async function wallOf(
  { database, origin }: Pick<Deps, 'database' | 'origin'>,
  cookieHeader: string | undefined,
): Promise<WallCaller> {
  const token = createWallCookie(origin).tokenOf(cookieHeader);
  const row = token === undefined ? undefined : await findWall(database.read, tokenHash(token));
  if (token === undefined || !row) throw refuse('wall_over');
  const { id, board_id: boardId, user_id: openedBy, logs, code_hash: codeHash, seen_at: seenAt, revision } = row;
  return { id, boardId, openedBy, logs: logs === 1, codeHash, seenAt, revision, token };
}

/**
 * Makes this browser a wall. The person's session in it ends: nobody who walks by shall hold their account. Resolves to the `Set-Cookie` lines of both.
 */
export async function openWall(
  deps: Deps,
  caller: SessionCaller,
  { boardId, logs, code }: { boardId: BoardId; logs: boolean; code: string },
  cookieHeader: string | undefined,
): Promise<string[]> {
  const { database, origin } = deps;
  const userId = caller.personId;
  await boardFor(database.read, { userId, boardId });
  const codeHash = await hashPassword(code, askedByPerson(userId));
  const token = newToken();
  await database.unitOfWork(async ({ db }) => {
    await database.lockPeople(db, [userId]);
    await boardFor(db, { userId, boardId });
    if ((await readWalls(db, userId)).length >= wallsAtMost) throw refuse('too_many_walls');
    const [id, now] = [newId<WallId>(), Date.now()];
    const times = { opened_at: now, seen_at: now };
    await insertWall(db, {
      id,
      token_hash: tokenHash(token),
      board_id: boardId,
      user_id: userId,
      logs: logs ? 1 : 0,
      code_hash: codeHash,
      ...times,
    });
  });
  return [createWallCookie(origin).lineOf(token), await signOut(deps, caller, cookieHeader)];
}

export function listWalls({ database, boardKeys }: Deps, userId: UserId): Promise<WallOnList[]> {
  return wallsOf({ boardKeys }, database.read, userId);
}

export async function wallsOf({ boardKeys }: Pick<Deps, 'boardKeys'>, db: Db, userId: UserId): Promise<WallOnList[]> {
  const rows = await readWalls(db, userId);
  const secrets = await boardKeys.ofAll(db, [...new Set(rows.map(({ board_id }) => board_id))]);
  return readable(rows, ({ id, board_id: boardId, title_sealed, icon: boardIcon, logs, opened_at: openedAt, seen_at: lastSeenAt }) => {
    const boardSecrets = secrets.get(boardId);
    if (!boardSecrets) return [];
    const boardTitle = decryptTitle({ id: boardId, title_sealed }, boardSecrets);
    return [{ id, boardId, boardTitle, boardIcon, logs: logs === 1, openedAt, lastSeenAt }];
  }).flat();
}

/** Ends a wall of a person. Another person's and a missing one are the same. */
export async function endOwnWall({ database }: Deps, wall: { id: WallId; userId: UserId }): Promise<void> {
  await database.unitOfWork(async ({ db }) => {
    if (!(await deleteWall(db, wall))) throw refuse('wall_not_found');
  });
}

/** What the wall shows, and its cookie once more where it was not seen for a while. */
export async function showWall(deps: Deps, wall: WallCaller): Promise<{ shown: Wall; cookies: string[] }> {
  const shown = await readWall(deps, wall);
  if (Date.now() - wall.seenAt < seenEvery) return { shown, cookies: [] };
  await noteSeen(deps, wall.id);
  return { shown, cookies: [createWallCookie(deps.origin).lineOf(wall.token)] };
}

async function readWall(deps: Deps, { boardId, openedBy: userId, logs }: WallCaller): Promise<Wall> {
  const opened = await getBoard(deps, { userId, boardId });
  const { id, title, icon, theme, timeZone, playMode, totalPoints, flame } = opened.board;
  const { seasons = [], pauses } = opened.play ?? {};
  return {
    logs,
    board: { id, title, icon, theme, timeZone, ...(playMode && { playMode }), totalPoints, ...(flame && { flame }) },
    members: opened.members,
    actions: logs ? opened.actions.filter(({ points }) => points > 0) : [],
    activities: opened.activities.activities,
    seasons,
    ...(pauses && { pauses }),
  };
}

async function noteSeen({ database }: Deps, id: WallId): Promise<void> {
  try {
    await database.unitOfWork(({ db }) => noteWallSeen(db, id, Date.now()), { patience: 0 });
  } catch (failure) {
    const kind = database.classify(failure)?.kind;
    // The wall shows what it has to show: it is noted another time.
    if (kind !== 'full' && kind !== 'busy') throw failure;
  }
}

/**
 * Notes a gain for whom somebody said they are, in the name of who opened the wall (decision D38): it counts at once, says where it was noted, and
 * both of them may undo it. The schema lets in gains alone: for a loss there is nobody here whose word would count.
 */
export async function logOnWall(deps: Deps, wall: WallCaller, log: LogOnWall): Promise<void> {
  const { boardId, openedBy } = wall;
  const { memberId, actionId, points } = log;
  const id = notedHere(wall, log.id);
  await logActivities(deps, openedBy, [
    { id, boardId, actionId, points, note: wallNote, for: memberId === openedBy ? undefined : memberId },
  ]);
}

/** Takes back what this very wall has just noted, by the id that it noted it under. */
export async function undoOnWall(deps: Deps, wall: WallCaller, activityId: ActivityId): Promise<void> {
  const { boardId, openedBy: actorId } = wall;
  const id = notedHere(wall, activityId);
  const { wallUndos } = deps.limits;
  if (!(await wallUndos.spend(wall.id))) throw refuseFor('too_many_requests', await wallUndos.wait(wall.id));
  await undoActivity(deps, { actorId, boardId, activityId: id, onWall: true });
}

/**
 * The id of an activity that this wall notes under an id of its own choice. Nobody else can name or make it, for it takes the wall's credential: what
 * a wall finds by it, it has noted itself.
 */
function notedHere({ logs, token }: WallCaller, chosen: ActivityId): ActivityId {
  if (!logs) throw refuse('wall_reads_only');
  return repeatableId(token, chosen);
}

/** Ends the wall by its code; the `Set-Cookie` line that takes it out of the browser. */
export async function leaveWall({ database, limits, origin }: Deps, wall: WallCaller, code: string): Promise<string> {
  const { id, openedBy: userId, codeHash } = wall;
  if (!(await limits.wallCodes.spend(id))) throw refuseFor('too_many_attempts', await limits.wallCodes.wait(id));
  const { isRight } = await comparePassword(code, { hash: codeHash }, { key: `wall ${id}`, mostAtOnce: 2 });
  if (!isRight) throw refuse('wall_code_wrong');
  await database.unitOfWork(({ db }) => deleteWall(db, { id, userId }));
  return createWallCookie(origin).goneLine;
}
