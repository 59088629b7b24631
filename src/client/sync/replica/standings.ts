/** How the standings of running seasons move with what is logged and undone. Pure; whatever else changes what a board plays for, the server tells. */
import type { Activity } from '#shared/activities';
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

/** What the board, as it was opened, does not count yet. */
function movesIn({ board: { revision: known }, activities: { activities }, members }: OpenedBoard, change: BoardChange): Move[] {
  const moveOf = ({ userId, points, loggedAt: at }: Activity, sign = 1) => ({ userId, points: sign * points, at });
  const added = change.activities.filter(({ revision, undone }) => revision > known && undone === null).map((one) => moveOf(one));
  const undone = change.changed?.filter(
    (one) => one.undone !== null && one.revision <= known && (one.changedRevision ?? 0) > known && !isKnown(one),
  );
  return [...added, ...(undone ?? []).map((one) => moveOf(one, -1))];

  /** What was undone before is told again when a reaction to it is taken back: then no score moves by it. */
  function isKnown({ id, userId }: Activity): boolean {
    if (activities.some((one) => one.id === id && one.undone !== null)) return true;
    const before = members.find((member) => member.userId === userId)?.score;
    if (before === undefined) return false;
    const after = (change.scores ?? change.members)?.find((score) => score.userId === userId)?.score ?? before;
    return after === before + added.reduce((sum, { points, ...move }) => sum + (move.userId === userId ? points : 0), 0);
  }
}
