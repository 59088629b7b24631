/** How the standings of running seasons move with what is logged and undone. Pure; whatever else changes what a board plays for, the server tells. */
import type { BoardChange, OpenedBoard } from '#shared/boards';
import { dayIn } from '#shared/calendar';
import type { UserId } from '#shared/ids';
import type { Play } from '#shared/play';

/** Points that somebody gets, or loses again, by an activity of that time. */
export interface Move {
  userId: UserId | null;
  points: number;
  /** When it was logged, in milliseconds since 1970. */
  at: number;
}

/** What an opened board plays for after a change; undefined where it never played for anything. */
export function playAfter(opened: OpenedBoard, change: BoardChange): Play | undefined {
  return change.play ?? (opened.play && moved(opened.play, opened.board.timeZone, movesIn(opened, change)));
}

/** The very same object where nothing moves. */
export function moved(play: Play, timeZone: string, moves: readonly Move[]): Play {
  if (moves.length === 0) return play;
  const seasons = play.seasons.map((season) => {
    const counted = moves.filter(({ at }) => {
      const day = dayIn(timeZone, at);
      return season.startsOn <= day && day <= season.lastDay;
    });
    const standings = season.standings.map((one) => ({
      ...one,
      points: counted.reduce((sum, { userId, points }) => sum + (userId === one.userId ? points : 0), one.points),
    }));
    return { ...season, standings };
  });
  return { ...play, seasons };
}

/** What the board, as it was opened, does not count yet. An activity told before, that was undone already, may be told again. */
function movesIn(
  { board: { revision: known }, activities: { activities } }: OpenedBoard,
  { activities: added, changed = [] }: BoardChange,
): Move[] {
  return [...added, ...changed].flatMap((activity, index) => {
    const { id, userId, points, loggedAt: at, revision, undone, changedRevision = 0 } = activity;
    if (revision > known) return undone === null && index < added.length ? [{ userId, points, at }] : [];
    const isUndoneNow = undone !== null && changedRevision > known && !activities.some((one) => one.id === id && one.undone !== null);
    return isUndoneNow ? [{ userId, points: -points, at }] : [];
  });
}
