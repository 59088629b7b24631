/** The views of a board itself, without its actions and activities. */
import type { Selectable } from 'kysely';
import type { Board, BoardCard } from '#shared/boards';
import { readBeginning, readTime } from '#shared/clock-rules';
import type { Flame } from '#shared/flame-rules';
import type { Pause } from '#shared/pause-rules';
import { deletedUsername } from '#shared/activities';
import { type ToldFilms, unseenFilm } from '#shared/film-periods';
import type { BoardId, UserId } from '#shared/ids';
import type { Tables } from '../database/tables.ts';
import { endOfWeek, readableWeeks, readRecapWeek } from '#shared/recap-weeks';
import type { BoardSecrets } from '../encryption/board-keys.ts';
import type { BoardHead, BoardRow } from './board-store.ts';

/** `pauses`: all of the board. */
export function boardView(row: BoardHead, secrets: BoardSecrets, pauses: readonly Pause[]): Board {
  const board: Board = {
    id: row.id,
    title: decryptTitle(row, secrets),
    icon: row.icon,
    theme: row.theme,
    createdBy: row.created_by,
    linkEnabled: row.link_enabled === 1,
    timeZone: row.time_zone,
    playMode: row.play_mode,
    totalPoints: row.total_points,
    revision: row.revision,
  };
  // One that an undo put out is told as such, also to whoever opens the board later: all see the same.
  if (row.flame_revision > 0) board.flame = flameView(row, pauses);
  return board;
}

export type FlameColumns = Pick<BoardRow, 'lit_on' | 'flame_days' | 'flame_jokers' | 'flame_record' | 'joker_used_on'>;

export function flameView(row: FlameColumns, pauses: readonly Pause[]): Flame {
  const flame = {
    litOn: row.lit_on,
    days: row.flame_days,
    jokers: row.flame_jokers,
    record: row.flame_record,
    jokerUsedOn: row.joker_used_on,
  };
  return withPauses(flame, pauses);
}

/** With those pauses of a board that the days after its last lit one depend on. */
export function withPauses(flame: Flame, pauses: readonly Pause[]): Flame {
  const later = pauses.filter(({ lastDay }) => lastDay > (flame.litOn ?? ''));
  return later.length > 0 ? { ...flame, pauses: later.map(({ startsOn, lastDay }) => ({ startsOn, lastDay })) } : flame;
}

export function cardView(
  row: BoardHead & {
    member_count: number | null;
    action_count: number | null;
    last_logged_at: number | null;
    newest_at: number | null;
    newest_by: UserId | null;
    newest_by_name: string | null;
    active_since: number;
  } & Partial<RecapState & ReadingState> &
    ToldFilms,
  secrets: BoardSecrets,
  { pauses, members, standing, play, gesture }: { pauses: readonly Pause[] } & Pick<BoardCard, 'members' | 'standing' | 'play' | 'gesture'>,
): BoardCard {
  const card: BoardCard = Object.assign(boardView(row, secrets, pauses), {
    memberCount: row.member_count ?? 0,
    actionCount: row.action_count ?? 0,
    // A log of a clock that was ahead does not keep the board first until then.
    lastActivityAt: readTime(Math.max(row.last_logged_at ?? 0, row.active_since), Date.now()),
  });
  // A board that was just made has been seen.
  card.seen = row.seen_revision ?? row.revision;
  if (row.has_news === 1) card.hasNews = true;
  if (row.muted === 1) card.isMuted = true;
  if (members) card.members = members;
  if (standing) card.standing = standing;
  const { newest_at: at, newest_by: userId, newest_by_name: username } = row;
  if (at !== null) card.lastBy = { userId, username: username ?? deletedUsername, at: readTime(at, Date.now()) };
  if (play) card.play = play;
  if (gesture) card.gesture = gesture;
  const recap = unreadRecap(row);
  if (recap !== undefined) card.recap = recap;
  const film = unseenFilm(row, Date.now());
  if (film !== undefined) card.film = film;
  return card;
}

type RecapState = Pick<Selectable<Tables['board']>, 'recap_week'> & Pick<Selectable<Tables['board_member']>, 'recap_seen'>;

interface ReadingState extends Pick<Selectable<Tables['board_member']>, 'seen_revision' | 'muted'> {
  has_news: number;
}

/** The week whose recap waits for a member. Not where they joined after it, nor where it cannot be read any more. */
export function unreadRecap({
  recap_week: week,
  recap_seen: seen,
  active_since: joinedAt,
  time_zone: timeZone,
}: Pick<BoardHead, 'time_zone'> & { active_since: number } & Partial<RecapState>): string | undefined {
  if (week === undefined || week === null) return undefined;
  const now = Date.now();
  if (readRecapWeek(seen ?? '', timeZone, now) >= week || !readableWeeks(timeZone, now).includes(week)) return undefined;
  return readBeginning(joinedAt, now) < endOfWeek(timeZone, week) ? week : undefined;
}

export function decryptTitle(row: Pick<Selectable<Tables['board']>, 'id' | 'title_sealed'>, secrets: BoardSecrets): string {
  return secrets.decryptAgain(row.title_sealed, 'board', 'title', row.id);
}

export function sealTitle(boardId: BoardId, title: string, secrets: BoardSecrets): string {
  return secrets.seal(title, 'board', 'title', boardId);
}
