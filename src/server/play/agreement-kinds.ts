/** What all members of a board can agree to, kind by kind: what is stored of it, whether it can be, and what follows. */
import type { PlayMode } from '#shared/play-modes';
import type { AgreementId, SeasonId } from '#shared/ids';
import type { Terms } from '#shared/play';
import { dayIn, daysAfter, daysBetween, startOfDay } from '#shared/calendar';
import { onClock } from '#shared/agreed-days';
import type { Pause } from '#shared/pause-rules';
import { canPause, daysAround, longestPause, pauseFrom } from '#shared/pause-terms';
import type { RefusalCode } from '#shared/refusals';
import {
  type AgreementKind,
  agreementLasts,
  canBegin,
  daysOfSeason,
  isDay,
  isPlayMode,
  type SeasonKind,
  type SeasonLength,
} from '#shared/season-rules';
import { type BoardRow, switchPlayMode } from '../boards/board-store.ts';
import { insertPause, pausesOf, tellFlame } from '../boards/pause-store.ts';
import { isTogether } from '../boards/told-score.ts';
import type { Db } from '../database/database.ts';
import { type AgreementRow, listOpenAgreements, settleAgreement } from './agreement-store.ts';
import { switchContests } from './contest-store.ts';
import { insertPlayers } from './season-player-store.ts';
import { callOffSeason, findLastEnd, insertSeason, listPlayers, listRunning, moveSeason, nextNumber } from './season-store.ts';

/** What a row keeps of the terms, beside the stake, which is sealed. */
export type KeptTerms = Pick<AgreementRow, 'length' | 'ties' | 'goal'>;

/** Terms by the clock that the board had when they were proposed (decision D67). */
export type TermsOnClock = KeptTerms & Pick<AgreementRow, 'time_zone'>;

interface Kind {
  /** Why it cannot be proposed on a board as it is; null where it can. */
  whyNot(db: Db, board: BoardRow, terms: TermsOnClock, now: number): Promise<RefusalCode | null>;
  /** Whether it can still begin when everybody has agreed. */
  canBegin(db: Db, board: BoardRow, terms: TermsOnClock, now: number): Promise<boolean>;
  begin(db: Db, board: BoardRow, agreement: AgreementRow, now: number): Promise<void>;
}

/** A board plays one game at a time, a season or a goal (decision D60). */
const game = (kind: SeasonKind): Kind => ({
  async whyNot(db, board, terms, now) {
    if (kind === 'season' && isTogether(board)) return 'no_season_together';
    const [running] = await listRunning(db, board.id);
    if (running) return running.kind === 'goal' ? 'goal_running' : 'season_running';
    return (await this.canBegin(db, board, terms, now)) ? null : 'last_day_invalid';
  },
  // An earlier version let a goal be proposed beside a season.
  canBegin: async (db, board, terms, now) =>
    !(kind === 'season' && isTogether(board)) &&
    canBegin(lengthOf(terms.length), await eveOf(db, board, terms, now)) &&
    (await listRunning(db, board.id)).length === 0,
  async begin(db, board, { id, time_zone, length, stake_sealed, ties, goal }, now) {
    const days = daysOfSeason(lengthOf(length), await eveOf(db, board, { time_zone }, now));
    const seasonId = seasonIdOf(id);
    await insertSeason(db, {
      id: seasonId,
      board_id: board.id,
      number: await nextNumber(db, board.id),
      kind,
      ...dayColumns(days, time_zone),
      first_revision: board.revision,
      stake_sealed,
      ties: ties ?? 'shared',
      goal,
    });
    const members = (await listPlayers(db, board.id)).map(({ user_id }) => user_id);
    await insertPlayers(db, seasonId, members);
  },
});

/** What runs, or is agreed to, keeps as many days to play on: the pause comes into it. */
const pause: Kind = {
  async whyNot(db, board, terms, now) {
    if (pauseFrom(await pausesOf(db, board), now)) return 'pause_running';
    return (await this.canBegin(db, board, terms, now)) ? null : 'pause_invalid';
  },
  canBegin: async (db, board, terms, now) => canPause(await pauseOf(db, board, terms, now)),
  async begin(db, board, { id, time_zone, length }, now) {
    const agreed = dayColumns(await pauseOf(db, board, { time_zone, length }, now), time_zone);
    await insertPause(db, { id, board_id: board.id, ...agreed, first_revision: board.revision });
    await tellFlame(db, board);
    for (const row of await listRunning(db, board.id)) {
      // The days of the pause by the clock of the season, which may be another.
      const rest = { startsOn: dayIn(row.time_zone, agreed.starts_at), lastDay: dayIn(row.time_zone, agreed.ends_at - 1) };
      const { startsOn, lastDay } = daysAround({ startsOn: row.starts_on, lastDay: row.last_day }, rest);
      // The clocks may differ: its first day may have begun although that of the pause has not.
      const days = { startsOn: row.starts_at > now ? startsOn : row.starts_on, lastDay };
      await moveSeason(db, row.id, dayColumns(days, row.time_zone));
    }
  },
};

/** The columns of days by a clock. */
export function dayColumns(days: Pause, timeZone: string) {
  const { startsOn, lastDay, startsAt, endsAt } = onClock(days, timeZone);
  return { starts_on: startsOn, last_day: lastDay, time_zone: timeZone, starts_at: startsAt, ends_at: endsAt };
}

/** Where they may contest what others log. */
const contests: Kind = {
  whyNot: (_, board) => Promise.resolve(board.contests_on === 1 ? 'contests_on' : null),
  canBegin: () => Promise.resolve(true),
  begin: (db, { id }) => switchContests(db, id, true),
};

/** Whether everybody has a score. Accomplices have no season: one that runs is called off, and nothing is won or owed; a goal goes on. */
const playedAs = (mode: PlayMode): Kind => ({
  whyNot: (_, board) => Promise.resolve(board.play_mode === mode ? 'played_so_already' : null),
  canBegin: (_, board) => Promise.resolve(board.play_mode !== mode),
  async begin(db, board, _, now) {
    await switchPlayMode(db, board.id, mode);
    if (mode === 'scores') return;
    for (const { id, kind } of await listRunning(db, board.id)) if (kind === 'season') await callOffSeason(db, id);
    for (const { id, kind } of await listOpenAgreements(db, board.id))
      if (kind === 'season') await settleAgreement(db, id, { outcome: 'lapsed', at: now });
  },
});

export const agreementKinds: Record<AgreementKind, Kind> = {
  season: game('season'),
  goal: game('goal'),
  pause,
  contests,
  scores: playedAs('scores'),
  together: playedAs('together'),
};

/** When a proposal lapses: once its last day has come nobody can begin it any more. */
export function lapseOf({ time_zone: timeZone, length }: TermsOnClock, now: number): number {
  const lasts = now + agreementLasts;
  return length !== null && isDay(length) ? Math.min(lasts, startOfDay(timeZone, length)) : lasts;
}

/** The day before a season that is agreed to now: today, or the last one of a pause. */
async function eveOf(db: Db, board: BoardRow, { time_zone: timeZone }: Pick<TermsOnClock, 'time_zone'>, now: number): Promise<string> {
  const rest = pauseFrom(await pausesOf(db, board), now);
  return dayIn(timeZone, rest ? rest.endsAt - 1 : now);
}

/** From tomorrow on. Where a clock was set back, no day rests that is lit already, or counted in a closed season. */
async function pauseOf(
  db: Db,
  board: BoardRow,
  { time_zone: timeZone, length }: Pick<TermsOnClock, 'time_zone' | 'length'>,
  now: number,
): Promise<Pause> {
  const today = dayIn(timeZone, now);
  // What lies further ahead than a pause can last was lit, or closed, while the clock was ahead: it is after any pause.
  const isNear = (day: string) => day === '' || daysBetween(today, day) <= longestPause;
  const closedAt = await findLastEnd(db, board.id);
  const taken = [today, board.lit_on ?? '', closedAt === null ? '' : dayIn(timeZone, closedAt - 1)].filter(isNear);
  return { startsOn: daysAfter(taken.toSorted().at(-1) ?? '', 1), lastDay: length ?? '' };
}

export function keptTerms(terms: Terms): KeptTerms {
  if (terms.kind === 'pause') return { length: terms.lastDay, ties: null, goal: null };
  if (!('length' in terms)) return { length: null, ties: null, goal: null };
  const length = typeof terms.length === 'string' ? terms.length : terms.length.lastDay;
  return terms.kind === 'season' ? { length, ties: terms.ties, goal: null } : { length, ties: 'shared', goal: terms.points };
}

export function termsOf({ kind, length: kept, ties, goal }: KeptTerms & Pick<AgreementRow, 'kind'>, stake: string | null): Terms {
  if (kind === 'contests' || isPlayMode(kind)) return { kind };
  if (kind === 'pause') return { kind, lastDay: kept ?? '' };
  const length = lengthOf(kept);
  if (kind === 'season') return { kind, length, stake: stake ?? '', ties: ties ?? 'shared' };
  return { kind, length, points: goal ?? 0, ...(stake === null ? {} : { stake }) };
}

function lengthOf(text: string | null): SeasonLength {
  return text === 'week' || text === 'month' ? text : { lastDay: text ?? '' };
}

/** A season has the id of its agreement, by which its stake is sealed. */
function seasonIdOf(id: AgreementId): SeasonId {
  return id as string as SeasonId;
}
