/** What a board plays for at the moment, whose points are its large numbers (decision D59). */
import { useMemo } from 'react';
import type { AgreedPause } from '#shared/agreed-days';
import type { Member, OpenedBoard } from '#shared/boards';
import type { UserId } from '#shared/ids';
import { withNumbers } from '#shared/leaderboard';
import type { Play, Season } from '#shared/play';
import { useServerTime } from '#client/api/server-time.ts';
import { usePause } from './running-pause.ts';

export interface Game {
  /** The season or goal that is agreed to; undefined on a board that plays for nothing, or rests. */
  season: Season | undefined;
  /** Whether its points count already. */
  isRunning: boolean;
  pause: AgreedPause | undefined;
  /** Whether the pause has begun. */
  rests: boolean;
}

/** Boards of an earlier version may have a goal beside a season: the season is shown. */
export function useGame(play: Play | undefined): Game {
  const { pause, rests } = usePause(play?.pauses);
  const seasons = rests ? [] : (play?.seasons ?? []);
  const season = seasons.find(({ kind }) => kind === 'season') ?? seasons[0];
  const now = useServerTime(seasons.map(({ startsAt }) => startsAt));
  const isRunning = season !== undefined && season.startsAt <= now;
  return useMemo(() => ({ season, isRunning, pause, rests }), [season, isRunning, pause, rests]);
}

/** The members with the points that they have in the running season; as they are where none runs, or all play together. */
export function inSeason<M extends Member>(members: readonly M[], { season, isRunning }: Pick<Game, 'season' | 'isRunning'>): readonly M[] {
  if (!season || !isRunning || season.kind === 'goal') return members;
  const points = new Map<UserId | null, number>(season.standings.map((one) => [one.userId, one.points]));
  return members.map((member) => ({ ...member, score: points.get(member.userId) ?? 0 }));
}

/** The same for the board as the server has it, in the season that is shown. */
export function boardInSeason(opened: OpenedBoard, { season, isRunning }: Pick<Game, 'season' | 'isRunning'>): OpenedBoard {
  const same = opened.play?.seasons.find(({ id }) => id === season?.id);
  return same ? { ...opened, members: [...inSeason(withNumbers(opened.members), { season: same, isRunning })] } : opened;
}
