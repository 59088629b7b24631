/** What all members of a board can agree to, kind by kind: what is stored of it, whether it can be, and what follows. */
import type { AgreementId, SeasonId } from '#shared/ids';
import type { Terms } from '#shared/play';
import { dayIn } from '#shared/calendar';
import type { RefusalCode } from '#shared/refusals';
import { type AgreementKind, canBegin, daysOfSeason, type SeasonLength } from '#shared/season-rules';
import type { BoardRow } from '../boards/board-store.ts';
import type { Db } from '../database/database.ts';
import type { AgreementRow } from './agreement-store.ts';
import { switchContests } from './contest-store.ts';
import { insertSeason, listRunning, nextNumber } from './season-store.ts';

/** What a row keeps of the terms, beside the stake, which is sealed. */
export type KeptTerms = Pick<AgreementRow, 'length' | 'ties' | 'goal'>;

interface Kind {
  /** Why it cannot be proposed on a board as it is; null where it can. */
  whyNot(db: Db, board: BoardRow, terms: KeptTerms, now: number): Promise<RefusalCode | null>;
  /** Whether it can still begin when everybody has agreed. */
  canBegin(board: BoardRow, terms: KeptTerms, now: number): boolean;
  begin(db: Db, board: BoardRow, agreement: AgreementRow, now: number): Promise<void>;
}

const season = (kind: 'season' | 'goal'): Kind => ({
  async whyNot(db, board, terms, now) {
    if (!this.canBegin(board, terms, now)) return 'last_day_invalid';
    return (await listRunning(db, board.id)).some((one) => one.kind === kind) ? 'season_running' : null;
  },
  canBegin: (board, { length }, now) => canBegin(lengthOf(length), dayIn(board.time_zone, now)),
  async begin(db, board, { id, length, stake_sealed, ties, goal }, now) {
    const { startsOn, lastDay } = daysOfSeason(lengthOf(length), dayIn(board.time_zone, now));
    await insertSeason(db, {
      id: seasonIdOf(id),
      board_id: board.id,
      number: await nextNumber(db, board.id),
      kind,
      starts_on: startsOn,
      last_day: lastDay,
      stake_sealed,
      ties: ties ?? 'shared',
      goal,
    });
  },
});

const contests: Kind = {
  whyNot: (_, board) => Promise.resolve(board.contests_on === 1 ? 'contests_on' : null),
  canBegin: () => true,
  begin: (db, { id }) => switchContests(db, id, true),
};

export const agreementKinds: Record<AgreementKind, Kind> = { season: season('season'), goal: season('goal'), contests };

export function keptTerms(terms: Terms): KeptTerms {
  if (terms.kind === 'contests') return { length: null, ties: null, goal: null };
  const length = typeof terms.length === 'string' ? terms.length : terms.length.lastDay;
  return terms.kind === 'season' ? { length, ties: terms.ties, goal: null } : { length, ties: 'shared', goal: terms.points };
}

export function termsOf({ kind, length: kept, ties, goal }: KeptTerms & Pick<AgreementRow, 'kind'>, stake: string | null): Terms {
  if (kind === 'contests') return { kind };
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
