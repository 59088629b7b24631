/** How the standings of running seasons move with what is logged and undone. Pure; whatever else changes what a board plays for, the server tells. */
import type { Activity } from '#shared/activities';
import type { BoardChange, OpenedBoard } from '#shared/boards';
import type { UserId } from '#shared/ids';
import { countsIn, type Span } from '#shared/agreed-days';

interface Season extends Span {
  standings?: { userId: UserId | null; points: number; actions: number }[] | undefined;
}

/** What is known of a board before a change: of its card, no activities. */
export interface KnownBoard {
  board: Pick<OpenedBoard['board'], 'revision'>;
  activities: Pick<OpenedBoard['activities'], 'activities'>;
}

/** Points that somebody gets, or loses again, by an activity of that time. */
export interface Move {
  userId: UserId | null;
  points: number;
  /** 1, or -1 once it is undone. */
  actions: 1 | -1;
  /** The moment that it counts at, in milliseconds since 1970. */
  at: number;
}

/** What a board plays for after a change that does not tell it; undefined where it never played for anything. */
export function playAfter<P extends { seasons: Season[]; pauses?: Span[] | undefined }>(
  play: P | undefined,
  known: KnownBoard,
  change: BoardChange,
): P | undefined {
  return play && moved(play, movesIn(known, change));
}

/** The very same object where nothing moves. */
export function moved<S extends Season, P extends { seasons: S[]; pauses?: Span[] | undefined }>(play: P, moves: readonly Move[]): P {
  if (moves.length === 0) return play;
  const seasons = play.seasons.map((season) => {
    const counted = moves.filter(({ at }) => countsIn(season, play.pauses, at));
    const standings = season.standings?.map((one) => {
      // One without a person is of all together.
      const own = counted.filter(({ userId }) => one.userId === null || userId === one.userId);
      return {
        ...one,
        points: own.reduce((sum, { points }) => sum + points, one.points),
        actions: own.reduce((sum, { actions }) => sum + actions, one.actions),
      };
    });
    return standings ? { ...season, standings } : season;
  });
  return { ...play, seasons };
}

/** What the board, as it was opened, does not count yet. */
function movesIn({ board: { revision: known }, activities: { activities } }: KnownBoard, change: BoardChange): Move[] {
  const moveOf = ({ userId, points, loggedAt, playedAt: at = loggedAt }: Activity, actions: 1 | -1 = 1) => ({
    ...{ userId, points: actions * points, actions, at },
  });
  const added = change.activities.filter(({ revision, undone }) => revision > known && undone === null);
  const undone = (change.changed ?? []).filter((one) => one.revision <= known && undoneSince(one) > known);
  return [...added.map((one) => moveOf(one)), ...undone.map((one) => moveOf(one, -1))];

  /** The revision from which on an activity counts no more; -1 while it counts. */
  function undoneSince({ id, undone: now, changedRevision }: Activity): number {
    if (now === null) return -1;
    if (now.revision !== undefined) return now.revision;
    // An older server does not tell it: then it was undone when it last changed, unless what is cached had it undone before.
    const isCached = activities.some((one) => one.id === id && one.undone !== null);
    return isCached ? -1 : (changedRevision ?? -1);
  }
}
