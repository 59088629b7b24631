/** What the members of a board play. */
import type { ContestEnd, ContestOutcome } from '#shared/contest-rules';
import type { ActivityId, AgreementId, BoardId, ContestId, GestureId, SeasonId, UserId } from '#shared/ids';
import type { AgreementKind, AgreementOutcome, SeasonKind, TieRule } from '#shared/season-rules';
import type { ColumnType } from 'kysely';

export interface PlayTables {
  agreement: AgreementTable;
  agreement_yes: AgreementYesTable;
  season: SeasonTable;
  season_player: SeasonPlayerTable;
  season_place: SeasonPlaceTable;
  pause: PauseTable;
  contest: ContestTable;
  contest_vote: ContestVoteTable;
  gesture: GestureTable;
}

/** What is proposed to all members of a board, and what became of it. It goes with the board, and with the account of who proposed it. */
interface AgreementTable {
  /** Made by the client: the idempotency key. */
  id: AgreementId;
  board_id: BoardId;
  kind: AgreementKind;
  /** `week`, `month`, or the last day, as in 2026-12-31. */
  length: string | null;
  /** A season that comes of it has the same text, sealed as that of this row. */
  stake_sealed: string | null;
  ties: TieRule | null;
  goal: number | null;
  /** The board's when it was proposed, in which all of it is counted. */
  time_zone: string;
  proposed_by: UserId;
  proposed_at: number;
  lapses_at: number;
  /** Null as long as it waits: one of a kind and board at most. Kept for a while afterwards, for answers that come late. */
  outcome: ColumnType<AgreementOutcome | null, AgreementOutcome | null | undefined, AgreementOutcome>;
  settled_at: ColumnType<number | null, number | null | undefined, number>;
}

/** The members who have agreed. A refusal is kept nowhere. */
interface AgreementYesTable {
  agreement_id: AgreementId;
  user_id: UserId;
  said_at: number;
}

/** A season or a goal that all members have agreed to. Its days are those of the clock that the board had then (decision D67). */
interface SeasonTable {
  /** The id of the agreement. */
  id: SeasonId;
  board_id: BoardId;
  number: number;
  kind: SeasonKind;
  starts_on: string;
  last_day: string;
  time_zone: string;
  /** When its first day begins and its last one ends, in its time zone. In milliseconds since 1970. */
  starts_at: number;
  ends_at: number;
  /** The board's when it was agreed to: what was logged until then does not count. Null in what was closed when everybody still had a rank. */
  first_revision: number | null;
  stake_sealed: string | null;
  ties: TieRule;
  goal: number | null;
  /** Set together, once and never again: when, and after which revision of the board. */
  closed_at: ColumnType<number | null, number | null | undefined, number>;
  closed_revision: ColumnType<number | null, number | null | undefined, number>;
  /** Set with them: somebody has won its stake. */
  won: ColumnType<number, number | undefined, number>;
  paid_at: ColumnType<number | null, number | null | undefined, number>;
  /** 1 once something that counted in it was undone after its end. */
  changed: ColumnType<number, number | undefined, number>;
}

/** Somebody's part in a season that runs: a row for each member, and for each former one who was there in it. It goes when the season is closed. */
interface SeasonPlayerTable {
  season_id: SeasonId;
  user_id: UserId;
  /** The points of their activities that count. */
  points: number;
  /** How many these are. */
  actions: number;
  /** 1 for somebody who was no member before it had begun. */
  joined_late: number;
}

/** A place of a closed season, in the order of the podium. */
interface SeasonPlaceTable {
  season_id: SeasonId;
  position: number;
  /** Null once the account is gone. */
  user_id: UserId | null;
  points: number;
  /** 1 for the first: those with as many points share it. 0 without a rank. */
  place: number;
  joined_late: number;
  left_early: number;
}

/** Days on which a board rests, both included, by the clock that it had when all agreed. Kept as long as the board. */
interface PauseTable {
  /** The id of the agreement. */
  id: AgreementId;
  board_id: BoardId;
  starts_on: string;
  last_day: string;
  time_zone: string;
  /** When its first day begins and its last one ends, in its time zone. In milliseconds since 1970. */
  starts_at: number;
  ends_at: number;
  /** The board's when it was agreed to: what was logged until then counts. */
  first_revision: number;
}

/** A 'Mauvaise foi !' about an activity: one of an activity, and for each person one a day on a board. Kept for a while once it is settled. */
interface ContestTable {
  /** Made by the client: the idempotency key. */
  id: ContestId;
  board_id: BoardId;
  /** Unique. */
  activity_id: ActivityId;
  contested_by: UserId;
  /** The member whom the activity is counted for. */
  answered_by: UserId;
  /** The board's when it was opened, as in 2026-11-25. */
  day: string;
  emoji: string;
  opened_at: number;
  /** When it was answered by 'Je maintiens'. */
  kept_at: ColumnType<number | null, number | null | undefined, number>;
  /** Set together, once. Void and withdrawn: the activity is undone. */
  outcome: ColumnType<ContestOutcome | null, ContestOutcome | null | undefined, ContestOutcome>;
  how: ColumnType<ContestEnd | null, ContestEnd | null | undefined, ContestEnd>;
  settled_at: ColumnType<number | null, number | null | undefined, number>;
}

/** How a member who is neither of the two voted. Nobody else is told. */
interface ContestVoteTable {
  contest_id: ContestId;
  user_id: UserId;
  /** 1 for undoing the activity. */
  is_void: number;
  voted_at: number;
}

/** The gain of somebody else that a member chose in a week of a board (decision D50). Until it is revealed nobody else is told. */
interface GestureTable {
  id: GestureId;
  board_id: BoardId;
  /** The Monday of the week, as in 2026-11-16. One for each member and week. */
  week: string;
  chosen_by: UserId;
  activity_id: ColumnType<ActivityId, ActivityId, ActivityId>;
  words_sealed: ColumnType<string | null, string | null | undefined, string | null>;
  chosen_at: number;
  /** Monday, 8:00, by the board's clock when it was chosen, or later: the same for all of a week. */
  closes_at: number;
  /** Null until then. */
  revealed_at: ColumnType<number | null, number | null | undefined, number>;
}
