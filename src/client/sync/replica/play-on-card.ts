import type { Play, PlayOnCard } from '#shared/play';

/** As much of what a board plays for as `GET /api/boards` tells; undefined where that is nothing. `hasMembers`: the card has its members. */
export function onCard({ agreements, seasons, pauses }: Play, { hasMembers }: { hasMembers: boolean }): PlayOnCard | undefined {
  if (agreements.length + seasons.length === 0) return undefined;
  const withSeasons = pauses?.filter(({ endsAt }) => seasons.some(({ startsAt }) => startsAt < endsAt)) ?? [];
  return {
    agreements: agreements.map(({ id, lapsesAt, agreed }) => ({ id, lapsesAt, agreed })),
    seasons: seasons.map(({ number, kind, startsOn, lastDay, timeZone, startsAt, endsAt, goal, stake, standings }) => ({
      ...{ number, kind, startsOn, lastDay, timeZone, startsAt, endsAt, goal, stake },
      ...(hasMembers && {
        standings: standings.map(({ userId, username, points, actions, left }) => ({ userId, username, points, actions, left })),
      }),
    })),
    ...(withSeasons.length > 0 && { pauses: withSeasons }),
  };
}
