/** Boards, who is on them, and what is logged there. */
import type { Theme } from '#shared/board-choices';
import type { ActionId, ActivityId, BoardId, FilmId, NudgeId, ProposalId, UserId } from '#shared/ids';
import type { PlayMode } from '#shared/play-modes';
import type { ColumnType, GeneratedAlways } from 'kysely';

export interface BoardTables {
  board: BoardTable;
  board_key: BoardKeyTable;
  board_member: BoardMemberTable;
  former_member: FormerMemberTable;
  member_day: MemberDayTable;
  board_action: BoardActionTable;
  action_proposal: ActionProposalTable;
  favourite_action: FavouriteActionTable;
  activity: ActivityTable;
  reaction: ReactionTable;
  deleted_board: DeletedBoardTable;
  film: FilmTable;
  nudge: NudgeTable;
  owed_loss: OwedLossTable;
}

interface BoardTable {
  id: BoardId;
  title_sealed: string;
  created_by: UserId;
  theme: Theme;
  icon: string;
  total_points: number;
  revision: number;
  /** Revision at which members, actions or settings last changed: a reader behind it needs them again. */
  members_revision: number;
  actions_revision: number;
  settings_revision: number;
  /** Revision at which activities were last deleted: what a reader behind it has cached of them is wrong. */
  /** The revision at which what the board plays for last changed; 0 while it never played for anything. */
  play_revision: ColumnType<number, number | undefined, number>;
  /** 1 where all have agreed that members may contest what others log. */
  contests_on: ColumnType<number, number | undefined, number>;
  /** 'together': nobody is told a member's score. */
  play_mode: ColumnType<PlayMode, PlayMode | undefined, PlayMode>;
  activities_revision: ColumnType<number, number | undefined, number>;
  /** The flame as its last lit day left it: see `shared/flame-rules.ts`. Derived from `member_day`. */
  lit_on: ColumnType<string | null, string | null | undefined, string | null>;
  flame_days: ColumnType<number, number | undefined, number>;
  flame_jokers: ColumnType<number, number | undefined, number>;
  flame_record: ColumnType<number, number | undefined, number>;
  joker_used_on: ColumnType<string | null, string | null | undefined, string | null>;
  /** The record that the flame had when days of it went with an account; 0 while none did. It never gets smaller. */
  kept_record: ColumnType<number, number | undefined, number>;
  /** The same, sealed with the key of the board: nothing else tells whether it is true. */
  kept_record_seal: ColumnType<string | null, string | null | undefined, string>;
  /** Revision at which it last changed. */
  flame_revision: ColumnType<number, number | undefined, number>;
  link_enabled: number;
  /** IANA name: in it the days of `member_day` begin and end. */
  time_zone: ColumnType<string, string | undefined, string>;
  /** 1 where a member may want to hear by push of what happens; where nobody does, a log asks for nothing more. */
  heard: ColumnType<number, number | undefined, number>;
  /** 1 where a webhook is told of what happens; where none is, a log asks for nothing more. */
  hooked: ColumnType<number, number | undefined, number>;
  /** The Monday of the newest week whose recap was announced, as in 2026-11-16: it never goes back. Null before the first. */
  recap_week: ColumnType<string | null, string | null | undefined, string>;
  /** The Monday of the latest week whose gesture the members were reminded to choose. Null before the first. */
  gesture_week: ColumnType<string | null, string | null | undefined, string>;
  /** The films that were told last: of a year, as '2026', and of an anniversary, as '2026-11-12'. Null before the first. */
  film_year: ColumnType<string | null, string | null | undefined, string | null>;
  film_anniversary: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: number;
  updated_at: number;
}

interface BoardKeyTable {
  board_id: BoardId;
  wrapped_key: string;
  master_key_id: string;
}

interface BoardMemberTable {
  board_id: BoardId;
  user_id: UserId;
  score: number;
  /** The sums of the activities that make the score, without those that were undone. */
  actions_count: ColumnType<number, number | undefined, number>;
  points_gained: ColumnType<number, number | undefined, number>;
  losses_count: ColumnType<number, number | undefined, number>;
  joined_at: number;
  /** The Monday of the newest week whose recap the member has opened. */
  recap_seen: ColumnType<string | null, string | null | undefined, string>;
  /** The films that the member has opened last. */
  film_year_seen: ColumnType<string | null, string | null | undefined, string | null>;
  film_anniversary_seen: ColumnType<string | null, string | null | undefined, string | null>;
  /** The revision of the board up to which the member has seen it, on whichever device. */
  seen_revision: ColumnType<number, number | undefined, number>;
  /** 1 where the member wants to hear nothing of the board. */
  muted: ColumnType<number, number | undefined, number>;
  /** 1 where nothing of what the member does goes to the webhooks of the board. */
  left_out: ColumnType<number, number | undefined, number>;
}

/** A person who logged on a board and left it or was removed. Their score waits for them (decision D6). */
interface FormerMemberTable {
  board_id: BoardId;
  user_id: UserId;
  score: number;
  actions_count: number;
  points_gained: ColumnType<number, number | undefined, number>;
  losses_count: ColumnType<number, number | undefined, number>;
}

/**
 * What somebody did on a board in a day of its time zone, activities that were undone left out; 0 throughout where all were. Of a deleted
 * board or account rows may still be there for a while: see `job`.
 */
interface MemberDayTable {
  board_id: BoardId;
  user_id: UserId;
  /** As in 2026-11-21. */
  day: string;
  gained: number;
  /** The sum of the losses, as a positive number. */
  lost: number;
  actions: number;
  /** On how many days in a row, up to this one, the person has logged something there; 0 where nothing of the day counts. */
  streak: number;
}

/** Rows outlive a deleted board for a while: see `job`. */
interface BoardActionTable {
  id: ActionId;
  board_id: BoardId;
  title_sealed: string;
  points: number;
  category_sealed: string | null;
  emoji: string | null;
  /** Position in the board's list, unique among retired actions too. */
  position: number;
  created_at: number;
  /** Null while it is in use. A retired one is neither offered nor logged. */
  retired_at: ColumnType<number | null, number | null | undefined, number | null>;
}

/** An action that a member would like to see on a board. Of a deleted board or account rows may still be there for a while: see `job`. */
interface ActionProposalTable {
  id: ProposalId;
  board_id: BoardId;
  proposed_by: UserId;
  title_sealed: string;
  points: number;
  category_sealed: string | null;
  emoji: string | null;
  proposed_at: number;
}

/** An action that a member keeps at hand. It goes with the membership, and with the action; of a retired one it waits for it to come back. */
interface FavouriteActionTable {
  board_id: BoardId;
  user_id: UserId;
  action_id: ActionId;
  marked_at: number;
}

/** Rows outlive a deleted board or account for a while: see `job`. */
interface ActivityTable {
  /** Made by the client: the idempotency key. */
  id: ActivityId;
  board_id: BoardId;
  user_id: UserId;
  action_id: ActionId;
  title_sealed: string;
  points: number;
  emoji: string | null;
  logged_at: number;
  /** A moment of the day before, which it counts on (decision D49): about its noon where that was chosen, else when it was pressed. Otherwise null. */
  played_at: ColumnType<number | null, number | null | undefined, number | null>;
  board_revision: number;
  /** The sums right after this activity: a repeated log is answered as the first was. */
  total_after: number;
  score_after: number;
  /** Set together when it is undone: it counts no more. */
  undone_at: ColumnType<number | null, number | null | undefined, number>;
  undone_by: ColumnType<UserId | null, UserId | null | undefined, UserId | null>;
  /** The revision of the board that the undoing made. */
  undone_revision: ColumnType<number | null, number | null | undefined, number>;
  /** The member who noted it for `user_id` (decision D38), `noId` once that account is forgotten; null where the author did. */
  noted_by: ColumnType<UserId | null, UserId | null | undefined, UserId>;
  /** What was written under it (decision D37). */
  note_sealed: ColumnType<string | null, string | null | undefined, string | null>;
  /** The revision of the board at which its reactions or its note last changed; null while nobody has reacted or written since. */
  reactions_revision: ColumnType<number | null, number | null | undefined, number>;
  /** The later of the two, made by the database; null while it is as it was logged. */
  changed_revision: GeneratedAlways<number | null>;
  /** 1 where it rose above 0 from exactly 0, to which the activity before had brought its author from below; null elsewhere. */
  through_zero: ColumnType<number | null, number | null | undefined, number>;
}

/** Rows outlive a deleted board or account for a while: see `job`. */
interface ReactionTable {
  activity_id: ActivityId;
  /** The board of the activity. */
  board_id: BoardId;
  /** The person who reacted, once with each emoji. */
  user_id: UserId;
  emoji: string;
  /** The revision of the board that it made. */
  board_revision: number;
  reacted_at: number;
}

/** What is left of a deleted board: nobody makes another under its id, whose requests and caches would be the first one's. */
interface DeletedBoardTable {
  /** SHA-256, so that the id itself is in the database no more. */
  id_hash: string;
}

/** A film of a board, as it was made when it was first opened (decision D51). */
interface FilmTable {
  id: FilmId;
  board_id: BoardId;
  /** '2026', or the anniversary that ends its year. One of each and board. */
  period: string;
  /** What its cards tell, as JSON without names, titles and words. Null once somebody of the board deleted their account: it is made anew. */
  facts_sealed: ColumnType<string | null, string, string | null>;
  made_at: number;
}

/** A loss that a member noted for another one, who may avow it (decision D38). It goes with either membership. */
interface OwedLossTable {
  /** Made by the client: that of the activity it becomes. */
  id: ActivityId;
  board_id: BoardId;
  action_id: ActionId;
  title_sealed: string;
  points: number;
  emoji: string | null;
  from_user: UserId;
  to_user: UserId;
  made_at: number;
  /**
   * From then on it is void: a day later, or from the moment when they said no. The row stays for that day, so that a repetition makes no other,
   * and for a day after the no, so that the same is not noted again.
   */
  lapses_at: number;
}

/** A member nudged another one; it goes with either membership, and after some days. */
interface NudgeTable {
  id: NudgeId;
  board_id: BoardId;
  from_user: UserId;
  to_user: UserId;
  /** The board's at that time, as in 2026-11-25: whoever logs something on it, or later, is not told any more. */
  day: string;
  /** Which of the twelve. */
  sentence: number;
  /** In milliseconds since 1970: the same one cannot be nudged again by the same one for a while. */
  nudged_at: number;
}
