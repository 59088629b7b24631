/** The gesture of the week (decision D50): each member chooses a gain of somebody else in secret, and all is revealed at once. */
import type * as z from 'zod/mini';
import { daysAfter, startOfDay } from '#shared/calendar';
import { gestureLimits, gestureWaits, gestureWindow, openWeek } from '#shared/gesture-rules';
import { thanksEmoji } from '#shared/reaction-choices';
import type { BoardCard } from '#shared/boards';
import { latestTime } from '#shared/clock-rules';
import type { chooseGesture, Gesture, OpenGesture, RecapGesture } from '#shared/gestures';
import type { ReplyOf } from '#shared/api';
import type { BoardId, GestureId, UserId, UserOnBoard } from '#shared/ids';
import { newestRecapWeek, readRecapWeek } from '#shared/recap-weeks';
import { findActivity } from '../activities/activity-store.ts';
import { boardFor, boardToChangeFor, boardToChange } from '../boards/board-for.ts';
import { type BoardRow, changeBoard } from '../boards/board-store.ts';
import type { Db } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { BoardSecrets } from '../encryption/board-keys.ts';
import { decryptable, readable } from '../encryption/readable.ts';
import { refuse } from '../errors/refusal.ts';
import { newId } from '../ids/ids.ts';
import {
  changeGesture,
  countChosen,
  countChosenOn,
  deleteGestures,
  findKept,
  findOwnGesture,
  type GestureRow,
  hasCandidate,
  insertGesture,
  isOfWeek,
  listCandidates,
  listChoosable,
  listDue,
  listGestures,
  listGestureWeeks,
  listThanked,
  listUnrevealed,
  markRevealed,
  saveClosing,
} from './gesture-store.ts';
import type { Span } from './recap-store.ts';

type Open = NonNullable<ReturnType<typeof openWeek>>;
type Zoned = Pick<BoardRow, 'id' | 'time_zone' | 'recap_week'>;

/** The week of a board that one may choose from at this moment. */
async function findOpen(db: Db, board: Zoned, now: number): Promise<Open | undefined> {
  const told = readRecapWeek(board.recap_week ?? '', board.time_zone, now);
  return openWeek({ timeZone: board.time_zone, told, kept: await findKept(db, board.id, now) }, now);
}

/** The moments between which what counts in a week of a board was logged. */
function spanOf({ id, time_zone: timeZone }: Zoned, { week }: Pick<Open, 'week'>): Span {
  return { boardId: id, from: startOfDay(timeZone, week), before: startOfDay(timeZone, daysAfter(week, 7)) };
}

/** Whether a person may choose on a board and has not yet; how a reminder is kept to those whom it concerns. */
export async function hasToChoose(db: Db, board: Zoned, userId: UserId, now: number): Promise<boolean> {
  const open = await findOpen(db, board, now);
  if (!open || !(await hasCandidate(db, spanOf(board, open), userId))) return false;
  const own = await findOwnGesture(db, { boardId: board.id, userId, week: open.week });
  return !own || own.undone_at !== null;
}

type Reply = ReplyOf<'GET /api/boards/:boardId/gesture'>;

export async function readGesture(
  { database, boardKeys }: Pick<Deps, 'database' | 'boardKeys'>,
  { userId, boardId }: UserOnBoard,
  now = Date.now(),
): Promise<Reply> {
  return await database.snapshot(async (db) => {
    const board = await boardFor(db, { userId, boardId });
    const open = await findOpen(db, board, now);
    return { gesture: open ? await viewOf(db, board, open, { userId, secrets: await boardKeys.of(db, boardId) }) : null };
  });
}

async function viewOf(
  db: Db,
  board: Zoned,
  open: Open,
  { userId, secrets }: { userId: UserId; secrets: BoardSecrets },
): Promise<OpenGesture> {
  const { week, closesAt } = open;
  const ofWeek = { boardId: board.id, week };
  const own = await findOwnGesture(db, { ...ofWeek, userId });
  return {
    week,
    closesAt,
    candidates: readable(await listCandidates(db, spanOf(board, open), userId), (row) => ({
      activityId: row.id,
      title: secrets.decrypt(row.title_sealed, 'activity', 'title', row.id),
      emoji: row.emoji,
      loggedAt: row.at,
      userId: row.user_id,
      username: row.username,
      avatar: row.avatar,
    })),
    mine: own && own.undone_at === null ? { activityId: own.activity_id, words: wordsOf(own, secrets) } : null,
    chosen: await countChosen(db, ofWeek),
  };
}

/** Empty where there are none, or where they cannot be read. */
function wordsOf({ id, words_sealed }: { id: GestureId; words_sealed: string | null }, secrets: BoardSecrets): string {
  return (words_sealed !== null && decryptable(() => decryptWords(id, words_sealed, secrets))) || '';
}

export function decryptWords(id: GestureId, sealed: string, secrets: BoardSecrets): string {
  return secrets.decrypt(sealed, 'gesture', 'words', id);
}

/** Chooses, in place of what one chose before. The board and its revision stay as they are: nobody else can tell that somebody did. */
export async function chooseGestureOf(
  deps: Pick<Deps, 'database' | 'boardKeys'>,
  { userId, boardId }: UserOnBoard,
  { activityId, words = '' }: z.output<typeof chooseGesture>,
  now = Date.now(),
): Promise<Reply> {
  return await deps.database.unitOfWork(async ({ db }) => {
    const board = await boardToChangeFor(deps, db, { userId, boardId });
    const open = await findOpen(db, board, now);
    if (!open) throw refuse('gesture_closed');
    const activity = await findActivity(db, { boardId, activityId });
    if (!activity) throw refuse('activity_not_found');
    if (activity.user_id === userId) throw refuse('gesture_of_own');
    if (activity.points < 0) throw refuse('gesture_of_loss');
    if (activity.undone_at !== null) throw refuse('activity_undone');
    const span = spanOf(board, open);
    if (!(await isOfWeek(db, span, activityId))) throw refuse('gesture_of_other_week');
    if (!(await hasCandidate(db, span, userId, activityId))) throw refuse('gesture_contested');
    const secrets = await deps.boardKeys.of(db, boardId);
    const ofWeek = { boardId, week: open.week };
    const before = await findOwnGesture(db, { ...ofWeek, userId });
    const id = before?.id ?? newId<GestureId>();
    const chosen = {
      id,
      activity_id: activityId,
      words_sealed: words === '' ? null : secrets.seal(words, 'gesture', 'words', id),
      chosen_at: now,
    };
    if (!before) await insertGesture(db, { ...chosen, board_id: boardId, week: open.week, chosen_by: userId, closes_at: open.closesAt });
    else if (before.activity_id !== activityId || wordsOf(before, secrets) !== words) await changeGesture(db, chosen);
    await saveClosing(db, { ...ofWeek, closesAt: open.closesAt });
    return { gesture: await viewOf(db, board, open, { userId, secrets }) };
  });
}

/**
 * Reveals the choices of the weeks that are over, each week of each board at once and once. What was undone by then goes, as does what somebody chose who is
 * no member any more.
 */
export async function revealGestures(database: Deps['database'], now: number, signal: AbortSignal): Promise<void> {
  for (const { board_id: boardId, week } of await listDue(database.read, now)) {
    signal.throwIfAborted();
    await database.unitOfWork(async (work) => {
      const { db } = work;
      const board = await boardToChange({ database }, db, boardId);
      if (!board) return;
      const waiting = await listUnrevealed(db, { boardId, week });
      const isAhead = ({ closes_at }: { closes_at: number }) => closes_at > latestTime(now, gestureWaits);
      const isOver = waiting.every((one) => isAhead(one) || one.closes_at <= now) && newestRecapWeek(board.time_zone, now) >= week;
      const gone = waiting.filter((one) => isAhead(one) || (isOver && (one.author === null || one.chooser === null)));
      await deleteGestures(
        db,
        gone.map(({ id }) => id),
      );
      if (!isOver || gone.length === waiting.length) return;
      const { revision } = await changeBoard(db, boardId, []);
      await markRevealed(db, { boardId, week }, { now, revision });
      work.record({ type: 'gestures_revealed', boardId, revision });
    });
  }
}

/** What a recap tells of the choices of its week. */
export async function gesturesIn(db: Db, boardId: BoardId, week: string, secrets: BoardSecrets): Promise<RecapGesture[]> {
  const rows = await listGestures(db, { boardId, from: week, before: daysAfter(week, 7) }, Date.now());
  const ids = [...new Set(rows.map(({ activity_id }) => activity_id))];
  const thanked = await listThanked(db, ids, thanksEmoji);
  return readable(rows, (row) => ({ ...gestureView(row, secrets), isThanked: thanked.includes(row.activity_id) }));
}

function gestureView(row: GestureRow, secrets: BoardSecrets): Gesture {
  return {
    week: row.week,
    by: { userId: row.chooser_id, username: row.chooser_name, avatar: row.chooser_avatar },
    words: wordsOf(row, secrets),
    activityId: row.activity_id,
    title: secrets.decrypt(row.title_sealed, 'activity', 'title', row.activity_id),
    emoji: row.emoji,
    of: { userId: row.author_id, username: row.author_name, avatar: row.author_avatar },
  };
}

/** The gestures of the weeks before one, or of the newest. */
export async function readGestures(
  { database, boardKeys }: Pick<Deps, 'database' | 'boardKeys'>,
  { userId, boardId }: UserOnBoard,
  before: string | null,
): Promise<ReplyOf<'GET /api/boards/:boardId/gestures'>> {
  return await database.snapshot(async (db) => {
    await boardFor(db, { userId, boardId });
    const { weeksOnPage } = gestureLimits;
    const weeks = await listGestureWeeks(db, boardId, before, weeksOnPage + 1);
    const [newest, oldest] = [weeks[0], weeks.slice(0, weeksOnPage).at(-1)];
    if (newest === undefined || oldest === undefined) return { gestures: [], next: null };
    const secrets = await boardKeys.of(db, boardId);
    const rows = await listGestures(db, { boardId, from: oldest, before: daysAfter(newest, 7) });
    return { gestures: readable(rows, (row) => gestureView(row, secrets)), next: weeks.length > weeksOnPage ? oldest : null };
  });
}

/** What cards say of the gesture of the week, of boards on which there is one to choose; most of the time nothing is asked. */
export async function readGesturesOnCards(
  db: Db,
  userId: UserId,
  rows: readonly (Zoned & { member_count: number | null })[],
  now = Date.now(),
): Promise<Map<BoardId, NonNullable<BoardCard['gesture']>>> {
  const shown = new Map<BoardId, NonNullable<BoardCard['gesture']>>();
  for (const timeZone of new Set(rows.map(({ time_zone }) => time_zone))) {
    const window = gestureWindow(timeZone, now);
    if (!window) continue;
    const { week, closesAt } = window;
    const isTold = ({ recap_week }: Zoned) => readRecapWeek(recap_week ?? '', timeZone, now) >= week;
    const boards = rows.filter((row) => row.time_zone === timeZone && (row.member_count ?? 0) > 1 && !isTold(row));
    const [first] = boards;
    if (!first) continue;
    const { from, before } = spanOf(first, window);
    const boardIds = await listChoosable(db, userId, { boardIds: boards.map(({ id }) => id), from, before });
    if (boardIds.length === 0) continue;
    const counts = new Map((await countChosenOn(db, userId, boardIds, week)).map((one) => [one.board_id, one]));
    for (const id of boardIds) {
      const { own = 0, chosen = 0 } = counts.get(id) ?? {};
      shown.set(id, { closesAt, isChosen: own > 0, chosen });
    }
  }
  return shown;
}
