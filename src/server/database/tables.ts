import type { JobKind } from '#shared/events';
import type { ColumnType, GeneratedAlways } from 'kysely';
import type { AchievementId } from '#shared/achievement-rules';
import type { Theme } from '#shared/board-choices';
import type { PlayMode } from '#shared/play-modes';
import type { ContestEnd, ContestOutcome } from '#shared/contest-rules';
import type { CountName } from '#shared/counts';
import type {
  ActionId,
  ActivityId,
  BoardId,
  AgreementId,
  CodeId,
  FilmId,
  ContestId,
  GestureId,
  NotificationId,
  NudgeId,
  PasskeyId,
  ProposalId,
  RequestId,
  SeasonId,
  SessionId,
  SingleLinkId,
  TokenId,
  UserId,
  WallId,
  WebhookDeliveryId,
  WebhookId,
} from '#shared/ids';
import type { PushTopic, PushTopics } from '#shared/notices';
import type { NotificationKind } from '#shared/notifications';
import type { WebhookAnswer, WebhookOff, WebhookState, WebhookType } from '#shared/webhooks';
import type { RequestStatus, RequestType } from '#shared/requests';
import type { AgreementKind, AgreementOutcome, SeasonKind, TieRule } from '#shared/season-rules';
import type { TokenRight } from '#shared/token-rules';

/** Times are milliseconds since 1970; booleans 0 or 1; ids text. `…_sealed` holds encrypted text. */
export interface Tables {
  user: UserTable;
  password: PasswordTable;
  session: SessionTable;
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
  board_request: BoardRequestTable;
  deleted_board: DeletedBoardTable;
  blocked_inviter: BlockedInviterTable;
  predefined_action: PredefinedActionTable;
  emoji: EmojiTable;
  password_reset: PasswordResetTable;
  passkey: PasskeyTable;
  used_challenge: UsedChallengeTable;
  job: JobTable;
  daily_count: DailyCountTable;
  known_device: KnownDeviceTable;
  single_link: SingleLinkTable;
  achievement: AchievementTable;
  sealed_secret: SealedSecretTable;
  epoch: EpochTable;
  push_device: PushDeviceTable;
  notification_choice: NotificationChoiceTable;
  board_look: BoardLookTable;
  told_board: ToldBoardTable;
  push: PushTable;
  recap_mail: RecapMailTable;
  film: FilmTable;
  nudge: NudgeTable;
  webhook: WebhookTable;
  webhook_delivery: WebhookDeliveryTable;
  owed_loss: OwedLossTable;
  agreement: AgreementTable;
  agreement_yes: AgreementYesTable;
  season: SeasonTable;
  season_player: SeasonPlayerTable;
  season_place: SeasonPlaceTable;
  pause: PauseTable;
  contest: ContestTable;
  contest_vote: ContestVoteTable;
  gesture: GestureTable;
  token: TokenTable;
  token_board: TokenBoardTable;
  token_log: TokenLogTable;
  wall: WallTable;
  code: CodeTable;
}

interface UserTable {
  id: UserId;
  /** In lower case; unique. */
  email: string;
  /** As typed. */
  username: string;
  /** Folded for comparison; unique. */
  username_key: string;
  /** What the name looks like (UTS #39); unique, null for names older than the rule that look like an older one still. */
  username_skeleton: string | null;
  avatar: string;
  /** Null until the person has answered: not counted. */
  data_collection: ColumnType<number | null, number | null | undefined, number>;
  analytics: ColumnType<number | null, number | null | undefined, number>;
  online_status: ColumnType<number, number | undefined, number>;
  essential_cookies: ColumnType<number, number | undefined, number>;
  screenshot_protection: ColumnType<number, number | undefined, number>;
  /** What the person's devices know them by, 32 bytes in base64url; null before the first passkey. */
  passkey_handle: ColumnType<string | null, string | null | undefined, string>;
  points: ColumnType<number, number | undefined, number>;
  boards_count: ColumnType<number, number | undefined, number>;
  actions_count: ColumnType<number, number | undefined, number>;
  /** The sum of the gains, and the number of losses, among the activities that count. */
  points_gained: ColumnType<number, number | undefined, number>;
  losses_count: ColumnType<number, number | undefined, number>;
  created_at: number;
  /** When name, avatar or preferences last changed. */
  updated_at: number;
}

interface PasswordTable {
  user_id: UserId;
  /** Argon2id, in the PHC format. */
  hash: string;
}

/** A browser in which a person is signed in. */
interface SessionTable {
  id: SessionId;
  /** SHA-256 of the token in its cookie, hexadecimal; unique. */
  token_hash: string;
  user_id: UserId;
  /** Only browser and system, as in 'Firefox sur Android'; null when the browser did not say. */
  device: string | null;
  created_at: number;
  /** Moved at most once a day, with the end. */
  last_active_at: number;
  expires_at: number;
}

/** What a person gave to a program, so that it reads or logs for them. */
interface TokenTable {
  id: TokenId;
  user_id: UserId;
  /** SHA-256, hexadecimal; unique. */
  token_hash: string;
  /** As its person calls it. */
  name: string;
  rights: TokenRight;
  /** 0 for one that is limited to the boards of `token_board`: none, once they are deleted. */
  all_boards: number;
  created_at: number;
  /** Null for one that does not end by itself. */
  expires_at: number | null;
  /** The day of the last use in the default time zone, as in 2026-11-30. */
  used_on: ColumnType<string | null, undefined, string>;
}

interface TokenBoardTable {
  token_id: TokenId;
  board_id: BoardId;
}

/** What a token has logged, for as long as it can undo it. */
interface TokenLogTable {
  activity_id: ActivityId;
  token_id: TokenId;
  logged_at: number;
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
 * board or account rows may still be there for a while: see {@link JobTable}.
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

/** Rows outlive a deleted board for a while: see {@link JobTable}. */
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

/** An action that a member would like to see on a board. Of a deleted board or account rows may still be there for a while: see {@link JobTable}. */
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

/** Rows outlive a deleted board or account for a while: see {@link JobTable}. */
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

/** Rows outlive a deleted board or account for a while: see {@link JobTable}. */
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

interface BoardRequestTable {
  id: RequestId;
  /** The board's title when the request was made: a person who never becomes a member must not learn a later one. */
  title_sealed: string;
  icon: string;
  type: RequestType;
  status: RequestStatus;
  board_id: BoardId;
  from_user: UserId;
  to_user: UserId;
  /** The person who would become a member. */
  joining_user: UserId;
  created_at: number;
  answered_at: number | null;
}

/** What is left of a deleted board: nobody makes another under its id, whose requests and caches would be the first one's. */
interface DeletedBoardTable {
  /** SHA-256, so that the id itself is in the database no more. */
  id_hash: string;
}

/** A person whose invitations `user_id` no longer receives. */
interface BlockedInviterTable {
  user_id: UserId;
  blocked_user: UserId;
  created_at: number;
}

interface PredefinedActionTable {
  id: ActionId;
  title: string;
  points: number;
  category: string;
  emoji: string;
  created_at: number;
}

interface EmojiTable {
  id: string;
  symbol: string;
  category: string;
  position: number;
  created_at: number;
}

/** A key pair whose private half a person's device keeps: it opens the account (decision D47). */
interface PasskeyTable {
  id: PasskeyId;
  user_id: UserId;
  /** What its device knows it by, in base64url; unique. */
  credential_id: string;
  /** COSE, in base64url. */
  public_key: string;
  /** How often its device says that it was used; 0 where that does not count. It never falls. */
  counter: number;
  /** The name of the host that it was made for. */
  rp_id: string;
  /** With commas between them. */
  transports: string;
  /** 1 where its device may copy it to others, and where it has. */
  backup_eligible: number;
  backed_up: number;
  /** The kind of what keeps it. */
  aaguid: string;
  name: string;
  created_at: number;
  last_used_at: number | null;
}

/** A challenge for a passkey that was used, until it would have ended. */
interface UsedChallengeTable {
  /** SHA-256, hexadecimal. */
  challenge_hash: string;
  expires_at: number;
}

interface PasswordResetTable {
  /** SHA-256 of the token, hexadecimal: the token itself is in the mail alone. Behind 'used ' once the link was used. */
  token_hash: string;
  user_id: UserId;
  expires_at: number;
}

/**
 * Something that is done after a commit, sooner or later, whatever happens to the process. What it needs is read when it is done: a mail's
 * link lies nowhere but in the mail.
 */
interface JobTable {
  id: string;
  kind: JobKind;
  /** The id of the person or board that the job is about. The row of that id may be gone. */
  subject: string;
  /** In milliseconds since 1970: its next turn. While a copy does it, when that copy loses it to another. */
  due: number;
  /** The failed attempts, and the one under way if any. */
  attempts: number;
  /** A code, as SQLITE_FULL; null since the last success. */
  last_failure: string | null;
  created_at: number;
}

interface DailyCountTable {
  /** As in 2026-11-21, in UTC. */
  day: string;
  name: CountName;
  count: number;
}

/** A browser in which a person signed in before, signed in or not. */
interface KnownDeviceTable {
  /** Stays when the token changes: wrong passwords are counted by it. Alike for all who signed in on a device before it had one. */
  id: string;
  /** SHA-256 of the token in its cookie, hexadecimal. */
  token_hash: string;
  user_id: UserId;
  last_used_at: number;
}

/** Lets one person in. Its board's administrator made it: it ends when the board gets another one. */
interface SingleLinkTable {
  id: SingleLinkId;
  board_id: BoardId;
  /** SHA-256, hexadecimal; unique. Of the token; once used, of the token and the account that used it. */
  token_hash: string;
  created_at: number;
  expires_at: number;
  used_at: number | null;
}

/** Unlocked, once for each person (decision record 0029). */
interface AchievementTable {
  user_id: UserId;
  achievement_id: AchievementId;
  unlocked_at: number;
  /** The log that unlocked it, whose repetition is answered as the first time; null where no log did. */
  activity_id: ActivityId | null;
  /** The board on which something other than a log unlocked it, and the board's revision then; null where a log did. */
  earned_on: ColumnType<BoardId | null, BoardId | null | undefined, null>;
  earned_revision: ColumnType<number | null, number | null | undefined, null>;
  /** For an achievement that a single activity earns: how many activities have earned it. Otherwise 1. */
  times: number;
  /** 1: no undo takes it back any more, since what it was earned with may be erased. */
  kept: number;
}

/** What the program itself keeps secret. The key that seals it is the one that all is to be sealed with (decision record 0037). */
interface SealedSecretTable {
  name: 'session-cookies' | 'vapid';
  sealed: string;
  master_key_id: string;
}

/** One row. */
interface EpochTable {
  /** Which history the revisions belong to. */
  id: string;
}

/** A browser that is told by push. It ends with its session. */
interface PushDeviceTable {
  session_id: SessionId;
  user_id: UserId;
  /** The address at its push service: whoever knows it and the key of this server can send to it. */
  endpoint: string;
  /** SHA-256, hexadecimal; unique. */
  endpoint_hash: string;
  p256dh: string;
  auth: string;
  /** 1: its notifications show names and titles, which it asks the server for. */
  details: number;
  time_zone: string;
  /** Hours of the day between which nothing is sent. */
  quiet_from: number;
  quiet_to: number;
  subscribed_at: number;
}

/** What a person wants to be told of, once they changed something. */
type NotificationChoiceTable = { user_id: UserId } & Record<NotificationKind, number>;

/** A member looks at a board in the browser of a session. It goes with the membership and with the session. */
interface BoardLookTable {
  board_id: BoardId;
  user_id: UserId;
  session_id: SessionId;
  /** At most: it is said again before. */
  looks_until: number;
}

/** What a device was told last of a board. */
interface ToldBoardTable {
  session_id: SessionId;
  board_id: BoardId;
  revision: number;
  told_at: number;
  /** How often since it was last told nothing for a night. */
  times: number;
}

/** Something that a device is to be told: a job sends it, and reads then what there is to say. Once sent it stays for a day, for its words. */
interface PushTable {
  id: NotificationId;
  session_id: SessionId;
  topic: PushTopic;
  /** The board or the request that it is about. */
  about: PushTopics[PushTopic];
  /** The board's: what happened later is what it tells. */
  from_revision: ColumnType<number, number | undefined, number>;
  /** Another one, with which it was gathered. */
  gathered_in: ColumnType<NotificationId | null, NotificationId | null | undefined, NotificationId | null>;
  created_at: number;
  sent_at: ColumnType<number | null, number | null | undefined, number>;
}

/** Where a board tells what happens on it (decision record 0106). It belongs to the board, and not to who made it. */
interface WebhookTable {
  id: WebhookId;
  board_id: BoardId;
  /** A JSON of its address and, where somebody shaped the request, of all of it. */
  request_sealed: string;
  /** What it signs with; null where somebody shaped the request. */
  secret_sealed: string | null;
  /** What it signs with, too, until then, in milliseconds since 1970: the secret before. */
  old_secret_sealed: ColumnType<string | null, string | null | undefined, string | null>;
  old_secret_until: ColumnType<number | null, number | null | undefined, number | null>;
  /** Why nothing is sent: an administrator chose it, or the address answered that it is gone for good. Null while it is told. */
  off: ColumnType<WebhookOff | null, WebhookOff | null | undefined, WebhookOff | null>;
  made_at: number;
}

/** Something that a webhook is told: a job sends it, and reads then what there is to say. It stays for a week, for the log of its administrator. */
interface WebhookDeliveryTable {
  /** Also `webhook-id`. */
  id: WebhookDeliveryId;
  /** May be gone. */
  webhook_id: WebhookId;
  type: WebhookType;
  /** The id of the activity, the person or the season; of a trial, of the webhook. */
  about: string;
  state: WebhookState;
  tries: ColumnType<number, number | undefined, number>;
  /** A status, as '204', or what went wrong; null before the first attempt. */
  answer: ColumnType<WebhookAnswer | null, undefined, WebhookAnswer | null>;
  created_at: number;
  tried_at: ColumnType<number | null, undefined, number>;
}

/** A person who asked for the recaps of their boards by mail. */
/** A screen that shows a board on a wall (decision D48). It has no session, and ends with the membership of who opened it. */
interface WallTable {
  id: WallId;
  /** Unique. */
  token_hash: string;
  board_id: BoardId;
  user_id: UserId;
  /** 1 where one may log there. */
  logs: number;
  /** Of the four digits by which one leaves it. */
  code_hash: string;
  opened_at: number;
  /** Moved twice a day at most. */
  seen_at: number;
}

interface RecapMailTable {
  user_id: UserId;
  /** Unique; in each of these mails. It ends them and does nothing else, so that it may lie here as it is. */
  token: string;
  /** The Monday of the newest week that needs no mail any more: it was sent, or had nothing to say. */
  week: string;
  created_at: number;
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

/** The address on a sticker, and what a press behind it does. It goes with the membership of its maker. */
interface CodeTable {
  id: CodeId;
  made_by: UserId;
  board_id: ColumnType<BoardId, BoardId, BoardId>;
  /** SHA-256, hexadecimal; unique. */
  code_hash: string;
  /** The last part of the address, which its maker prints again. Sealed with the key of the board. */
  code_sealed: string;
  name_sealed: string;
  /** What a press logs, or whom it nudges; both are null once that is gone for good. */
  action_id: ActionId | null;
  to_user: UserId | null;
  made_at: number;
  /** The day of the last press by the clock of the board, as in 2026-11-30. Null before the first. */
  used_on: ColumnType<string | null, string | null | undefined, string | null>;
}
