import { daysAfter, startOfDay } from '#shared/calendar';
import type { BoardId, UserOnBoard } from '#shared/ids';
import type { ReplyOf } from '#shared/api';
import type { Recap } from '#shared/recap';
import { readableWeeks, readRecapWeek } from '#shared/recap-weeks';
import type { ReactionEmoji } from '#shared/reaction-choices';
import { boardFor } from '../boards/board-for.ts';
import { decryptTitle } from '../boards/board-header.ts';
import type { BoardRow } from '../boards/board-store.ts';
import { isTogether } from '../boards/told-score.ts';
import type { Db } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { BoardSecrets } from '../encryption/board-keys.ts';
import { decryptable, readable } from '../encryption/readable.ts';
import { refuse } from '../errors/refusal.ts';
import { flameAtStartOf } from '../leaderboard/flame-store.ts';
import { readMembers } from '../membership/member-views.ts';
import { decryptStake, readPast, shownSeasons } from '../play/play-views.ts';
import { listPlayedBetween } from '../play/season-store.ts';
import { gesturesIn } from './gestures.ts';
import { daysOf, flameLeft, leadersOf, seasonOf, totalOf, winkOf } from './recap-facts.ts';
import {
  findFavourite,
  findFunniestLoss,
  findLastOf,
  findTopReaction,
  listDaysBetween,
  listMoments,
  saveRecapSeen,
} from './recap-store.ts';

/** What a funny loss gets. */
const laugh: ReactionEmoji = '😂';

/** The weeks of a board that can be read: something was logged in them. */
export async function listRecaps(
  { database }: Pick<Deps, 'database'>,
  { userId, boardId }: UserOnBoard,
): Promise<ReplyOf<'GET /api/boards/:boardId/recaps'>> {
  return await database.snapshot(async (db) => {
    const { time_zone: timeZone, recap_seen: seen } = await boardFor(db, { userId, boardId });
    const now = Date.now();
    const weeks = readableWeeks(timeZone, now);
    const newestRead = readRecapWeek(seen ?? '', timeZone, now);
    const [newest = '', oldest = ''] = [weeks[0], weeks.at(-1)];
    const days = await listDaysBetween(db, { boardId, from: oldest, before: daysAfter(newest, 7) });
    const isLogged = (week: string) => days.some(({ day }) => day >= week && day < daysAfter(week, 7));
    return { weeks: weeks.filter(isLogged).map((week) => ({ week, isRead: week <= newestRead })) };
  });
}

/**
 * What a week came to, computed from what is there now. Throws `recap_not_found` for a week that is not over, that is too long ago, or in
 * which nothing was logged that still counts.
 */
export async function readRecap(
  { database, boardKeys }: Pick<Deps, 'database' | 'boardKeys'>,
  { userId, boardId }: UserOnBoard,
  week: string,
): Promise<Recap> {
  return await database.snapshot(async (db) => {
    const board = await boardFor(db, { userId, boardId });
    const timeZone = board.time_zone;
    refuseUnreadable(timeZone, week);
    const next = daysAfter(week, 7);
    const days = await listDaysBetween(db, { boardId, from: daysAfter(week, -7), before: next });
    const total = totalOf(days, week);
    if (!total) throw refuse('recap_not_found');
    const span = { boardId, from: startOfDay(timeZone, week), before: startOfDay(timeZone, next) };
    const secrets = await boardKeys.of(db, boardId);
    const members = await readMembers(db, board);
    const [reaction] = await findTopReaction(db, span);
    const gestures = await gesturesIn(db, boardId, week, secrets);
    return {
      boardId,
      title: decryptTitle(board, secrets),
      icon: board.icon,
      theme: board.theme,
      week,
      total,
      ...(gestures.length > 0 ? { gestures } : {}),
      leaders: isTogether(board) ? null : leadersOf(days, week, members),
      days: daysOf(days, week),
      favourite: await favouriteOf(db, span, secrets),
      loss: await lossOf(db, span, secrets),
      flame: flameLeft(await flameAtStartOf(db, board, next), members),
      season: board.play_revision === 0 ? null : await seasonIn(db, board, week, secrets),
      wink: winkOf({ week, timeZone, days, moments: (await listMoments(db, span)).map((one) => one.logged_at), reaction }),
    };
  });
}

/** Says that a person has read the recap of a week, or of a later one already. */
export async function markRecapRead({ database }: Pick<Deps, 'database'>, { userId, boardId }: UserOnBoard, week: string): Promise<void> {
  await database.unitOfWork(async ({ db }) => {
    const board = await boardFor(db, { userId, boardId });
    refuseUnreadable(board.time_zone, week);
    await saveRecapSeen(db, { userId, boardId }, week);
  });
}

function refuseUnreadable(timeZone: string, week: string): void {
  if (!readableWeeks(timeZone, Date.now()).includes(week)) throw refuse('recap_not_found');
}

interface Span {
  boardId: BoardId;
  from: number;
  before: number;
}

async function seasonIn(db: Db, board: BoardRow, week: string, secrets: BoardSecrets): Promise<Recap['season']> {
  const rows = shownSeasons(board, await listPlayedBetween(db, { boardId: board.id, from: week, to: daysAfter(week, 6) }));
  const past = await readPast(
    db,
    board,
    rows.filter(({ closed_at }) => closed_at !== null),
    secrets,
  );
  const all = readable(rows, (row) => ({ kind: row.kind, number: row.number, lastDay: row.last_day, stake: decryptStake(row, secrets) }));
  return seasonOf({ past, all }, week);
}

async function favouriteOf(db: Db, span: Span, secrets: BoardSecrets): Promise<Recap['favourite']> {
  const [found] = await findFavourite(db, span);
  if (!found || found.times < 2) return null;
  const last = await findLastOf(db, span, found);
  const shown = last && shownOf(last, secrets);
  return shown ? { ...shown, times: found.times } : null;
}

async function lossOf(db: Db, span: Span, secrets: BoardSecrets): Promise<Recap['loss']> {
  const [found] = await findFunniestLoss(db, { ...span, laugh });
  return (found && shownOf(found, secrets)) ?? null;
}

/** A part whose title cannot be decrypted is left out, like any other that has nothing to say. */
function shownOf(row: NonNullable<Awaited<ReturnType<typeof findLastOf>>>, secrets: BoardSecrets): Recap['loss'] | undefined {
  const title = decryptable(() => secrets.decrypt(row.title_sealed, 'activity', 'title', row.id));
  return title === undefined ? undefined : { title, emoji: row.emoji, points: row.points };
}
