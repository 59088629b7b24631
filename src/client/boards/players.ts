/** The players of a board, and what they play for, as far as its card tells. Pure. */
import type { BoardCard } from '#shared/boards';
import type { UserId } from '#shared/ids';
import type { PlayOnCard } from '#shared/play';

export interface Player {
  userId: UserId;
  username: string;
  /** Undefined where an earlier version of the server did not tell it. */
  avatar?: string | undefined;
  score: number;
}

type Game = PlayOnCard['seasons'][number];

/** The season or the goal that has begun and is not over. A board of an earlier version may have both: the season is what one looks at. */
export function gameOn({ play }: Pick<BoardCard, 'play'>, now: number): Game | undefined {
  const begun = (play?.seasons ?? []).filter(({ startsAt, endsAt }) => startsAt <= now && now < endsAt);
  return begun.find(({ kind }) => kind === 'season') ?? begun[0];
}

/** When another game may be running, in milliseconds since 1970. */
export function gamesMove({ play }: Pick<BoardCard, 'play'>): number[] {
  return (play?.seasons ?? []).flatMap(({ startsAt, endsAt }) => [startsAt, endsAt]);
}

/**
 * The members with the points that count at the moment: in a season those of the season (decision D59), of more than two without those who have not
 * played in it yet (D68) but for the person. Of a large board only the person and the best of the others, and nobody while it plays: undefined.
 * Not for accomplices, who have no points of their own (D53).
 */
export function playersOn(
  { members, standing, ...card }: Pick<BoardCard, 'members' | 'standing' | 'play'>,
  myId: UserId,
  now: number,
): readonly Player[] | undefined {
  const game = gameOn(card, now);
  if (game && !game.standings) return undefined;
  if (game?.kind === 'season' && game.standings) {
    const isDuel = members?.length === 2;
    return game.standings.flatMap(({ userId, username, points, actions, left }) => {
      if (userId === null || left || (actions === 0 && !isDuel && userId !== myId)) return [];
      return [{ userId, username, avatar: members?.find((one) => one.userId === userId)?.avatar, score: points }];
    });
  }
  return (
    (members as readonly Player[] | undefined) ??
    (standing && [{ userId: standing.userId, username: '', score: standing.score }, standing.rival])
  );
}

/** What all have together in the goal that runs; null where none does, or it is not known. */
export function goalOn(card: Pick<BoardCard, 'play'>, now: number): { points: number; goal: number } | null {
  const game = gameOn(card, now);
  if (game?.kind !== 'goal' || !game.standings) return null;
  return { points: game.standings.reduce((sum, { points }) => sum + points, 0), goal: game.goal ?? 0 };
}
