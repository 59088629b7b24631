/** The standings of a season. */
import type { SeasonId } from '#shared/ids';
import type { Season } from '#shared/play';
import { isTogether, type PlayedAs } from '../boards/told-score.ts';
import type { PlayerRow } from './season-player-store.ts';

export type Standings = (Season['standings'][number] & { userId: PlayerRow['user_id'] })[];

export function playersBySeason(rows: readonly PlayerRow[]): Map<SeasonId, PlayerRow[]> {
  const bySeason = new Map<SeasonId, PlayerRow[]>();
  for (const row of rows) {
    const others = bySeason.get(row.season_id);
    if (others) others.push(row);
    else bySeason.set(row.season_id, [row]);
  }
  return bySeason;
}

/**
 * All members, in the order in which they joined, and then those who have left but logged something in it; of accomplices only what all have
 * together (decision D53).
 */
export function toldStandings(board: PlayedAs, players: readonly PlayerRow[] = []): Season['standings'] {
  const standings = standingsOf(players);
  return isTogether(board) ? [{ ...together(standings), actions: sumOf(players, 'actions') }] : standings;
}

/** What all have together in a season, as if it were one person's. */
export function together(parts: readonly { points: number }[]) {
  return { userId: null, username: '', avatar: '', points: sumOf(parts, 'points'), joinedLate: false, left: false };
}

function sumOf<Name extends string>(parts: readonly Record<Name, number>[], name: Name): number {
  return parts.reduce((sum, part) => sum + part[name], 0);
}

/** As they are kept. */
export function standingsOf(players: readonly PlayerRow[] = []): Standings {
  const all = players.map(({ user_id: userId, username, avatar, points, actions, joined_late, joined_at }) => {
    return { userId, username, avatar, points, actions, joinedLate: joined_late === 1, left: joined_at === null };
  });
  return [...all.filter(({ left }) => !left), ...all.filter(({ left, actions }) => left && actions > 0)];
}
