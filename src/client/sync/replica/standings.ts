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
  const seasons = play.seasons.map((season) => {
    const counted = moves.filter(({ at }) => {
      const day = dayIn(timeZone, at);
      return season.startsOn <= day && day <= season.lastDay;
    });
    if (counted.length === 0) return season;
    const standings = season.standings.map((one) => ({ ...one, points: counted.reduce(adding(one.userId), one.points) }));
    return { ...season, standings };
  });
  return seasons.some((season, index) => season !== play.seasons[index]) ? { ...play, seasons } : play;
}

function adding(whose: UserId | null) {
  return (sum: number, { userId, points }: Move) => (userId === whose ? sum + points : sum);
}

/** What the board, as it was opened, does not count yet. An activity told before, that was undone already, may be told again. */
function movesIn({ board, activities }: OpenedBoard, { activities: added, changed = [] }: BoardChange): Move[] {
  const isNew = ({ revision }: Activity) => revision > board.revision;
  const known = new Map(activities.activities.map((activity) => [activity.id, activity]));
  const isUndoneNow = (activity: Activity) =>
    activity.undone !== null &&
    !isNew(activity) &&
    (activity.changedRevision ?? 0) > board.revision &&
    (known.get(activity.id)?.undone ?? null) === null;
  return [
    ...added
      .filter((activity) => isNew(activity) && activity.undone === null)
      .map(({ userId, points, loggedAt: at }) => ({ userId, points, at })),
    ...changed.filter(isUndoneNow).map(({ userId, points, loggedAt: at }) => ({ userId, points: -points, at })),
  ];
}
