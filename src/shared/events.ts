import type { AchievementId } from './achievement-rules.ts';
import type { Activity } from './activities.ts';
import type { ContestResult } from './contest-rules.ts';
import type { BoardChange } from './boards.ts';
import type { Flame } from './flame-rules.ts';
import type { ActionId, ActivityId, AgreementId, BoardId, ContestId, RequestId, SeasonId, SessionId, UserId } from './ids.ts';
import type { Answered, GoneReason, Proposed, Reading } from './live-events.ts';
import type { AgreementKind, SeasonKind } from './season-rules.ts';

/** Sums of a person over all boards, of activities that count. */
export interface Sums {
  actions: number;
  gained: number;
  losses: number;
}

/**
 * What only the moment of a log tells: `early`, a gain before the clocks of the board show 7; `level`, it makes the score of another member, above
 * 100; `echo`, another member has logged the same action on the same day. `early` and `echo` are not told to whoever has their achievements.
 */
export type Circumstance = 'early' | 'level' | 'echo';

/** An activity that was just logged, with what its board came to. */
export interface LoggedOnBoard {
  boardId: BoardId;
  activity: Activity;
  /** The board's, which this log made. */
  revision: number;
  totalPoints: number;
  /** The author's on this board, right after it, as it is told: null on a board of accomplices (decision D53). */
  score: number | null;
  /** The same as it is kept. Told to nobody. */
  scoreThen: number;
  /** The board's day, as in 2026-11-25. */
  day: string;
  /** Days in a row up to `day`, when it is the first activity of the author on that day. */
  newStreak: number | undefined;
  /** The board's, when this lit the day. */
  flame: Flame | undefined;
  circumstances: readonly Circumstance[];
  /** Whether a member may want to hear of it by push. */
  heard: boolean;
  /** Whether a webhook is told of it. */
  hooked: boolean;
}

/** The kinds of work that is done after a commit: see `server/jobs`. */
export const jobKinds = [
  'password_reset_mail',
  'erase_board',
  'erase_account',
  'forget_expired',
  'erase_guests',
  'answer_demo',
  'back_up',
  'tell_board',
  'push',
  'announce_recaps',
  'recap_mail',
  'settle_due',
  'remind_of_flames',
  'remind_of_gestures',
  'webhook',
] as const;
export type JobKind = (typeof jobKinds)[number];

/** `to`: the members who hear of it. `revision`: the board's before it, so whoever has seen a later one has seen it. */
interface PlayNews {
  boardId: BoardId;
  to: readonly UserId[];
  revision: number;
}

interface EventData {
  /** One person logged activities in one call, for themselves or for `userId`. The sums are those of `userId`, before the first of them and after the last. */
  activities_logged: { userId: UserId; by: UserId; logged: readonly LoggedOnBoard[]; sumsBefore: Sums; sumsAfter: Sums };
  activity_undone: {
    actorId: UserId;
    authorId: UserId;
    activityId: ActivityId;
    change: BoardChange;
    /** What the board plays for changes with it: nobody is to see what a coin decided before the coin, so both are told as one change. */
    isToldWithPlay: boolean;
    points: number;
    /** The author's score right after the activity was logged. */
    scoreThen: number;
    /** The activity took the author's score from below 0 to above it. */
    roseThroughZero: boolean;
    day: string;
    /** Activities of the author that still count on that day. */
    leftOnDay: number;
    sumsBefore: Sums;
    sumsAfter: Sums;
  };
  /** A loss was noted for `to`, who may avow it. */
  loss_owed: { to: UserId; activityId: ActivityId };
  /** `to` answered what `from` had noted for them. `username`: of who answered. `revision`: the board's before it. */
  loss_answered: {
    to: UserId;
    from: UserId;
    boardId: BoardId;
    activityId: ActivityId;
    confessed: boolean;
    /** Null where it cannot be read. */
    title: string | null;
    username: string;
    revision: number;
  };
  /** `heard`: whether a member of the board may want to hear of it by push. */
  reaction_added: { userId: UserId; change: BoardChange; heard: boolean };
  reaction_removed: { userId: UserId; change: BoardChange };
  note_written: { userId: UserId; change: BoardChange };
  /** What a board plays for. */
  play_changed: { change: BoardChange };
  /** The same, where something else moved it: a member who left, or a day that is over. */
  play_moved: { boardId: BoardId; revision: number };
  /** Somebody proposed what to play for; `to` is asked for an answer. */
  agreement_made: PlayNews & { agreementId: AgreementId; kind: AgreementKind; username: string };
  /** The last yes came. Who gave it is not told. */
  all_agreed: PlayNews & { agreementId: AgreementId; kind: AgreementKind; isForTwo: boolean };
  /** Somebody contested an activity that is counted for `to`. */
  contest_made: PlayNews & { contestId: ContestId; username: string };
  /** The member whom it is counted for (`username`) maintains it: `to` may vote on it, or, on a board of two, toss the coin. */
  contest_kept: PlayNews & { contestId: ContestId; username: string };
  /** A contest is over. `to`: those of the two whom it is about who have not ended it themselves. */
  contest_settled: PlayNews & { contestId: ContestId; result: ContestResult };
  season_closed: PlayNews & { seasonId: SeasonId; kind: SeasonKind; number: number };
  /** `invited`: the invitations that were sent with it. */
  board_made: { boardId: BoardId; userId: UserId; invited: readonly { to: UserId; requestId: RequestId }[] };
  /** Title, theme, icon, time zone, link or actions. */
  board_changed: { change: BoardChange };
  board_deleted: { boardId: BoardId };
  /** `host`: the member who invited or accepted the person. `members`: their number now. */
  member_joined: { boardId: BoardId; userId: UserId; host: UserId; members: number; change: BoardChange };
  member_left: { boardId: BoardId; userId: UserId; reason: Exclude<GoneReason, 'deleted'>; administratorId: UserId; change: BoardChange };
  /** `isGift`: handed over by a choice, and not because the account goes. */
  administrator_changed: { boardId: BoardId; from: UserId; to: UserId; isGift: boolean; change: BoardChange };
  request_made: { people: readonly UserId[]; requestId: RequestId; to: UserId };
  /** `answered`: which of those that still stand, and to whom the answer is given; undefined where somebody came in by another way. */
  request_answered: { people: readonly UserId[]; answered: { requestId: RequestId; to: UserId } | undefined };
  /** Withdrawn by its sender, or no longer valid when it was answered. */
  request_withdrawn: { people: readonly UserId[] };
  /** Requests went with what they were about. */
  requests_dropped: { people: readonly UserId[] };
  /** `userId` no longer hears of invitations by somebody, or does again. */
  inviter_blocked: { userId: UserId };
  inviter_unblocked: { userId: UserId };
  /** The number of requests that one person has to answer, after they changed. */
  requests_counted: { userId: UserId; pendingRequests: number };
  proposal_made: { boardId: BoardId; userId: UserId; administratorId: UserId; proposed: Proposed };
  proposal_answered: { boardId: BoardId; proposedBy: UserId; administratorId: UserId; answered: Answered };
  /** Proposals were withdrawn, or their author left. `people`: those who see the list. */
  proposals_dropped: { boardId: BoardId; people: readonly UserId[] };
  favourites_changed: { userId: UserId; boardId: BoardId; favourites: ActionId[] };
  /** A person has looked at boards, or muted one or no more. */
  boards_read: { userId: UserId; readings: readonly Reading[] };
  /** `earnedOn`: the board on which something other than a log earned them, if somebody there may want to hear of it. */
  achievement_unlocked: { userId: UserId; achievements: AchievementId[]; earnedOn?: BoardId };
  /** Name or avatar. `boards`: those that show the person, with their new revisions. */
  profile_changed: { userId: UserId; boards: readonly { id: BoardId; revision: number }[] };
  /** `onlineStatus` is undefined when that choice stayed. */
  preferences_changed: { userId: UserId; onlineStatus: boolean | undefined };
  /** The account of a guest ends in two weeks. `boardId`: one of theirs, which the push leads to. */
  guest_warned: { userId: UserId; boardId: BoardId };
  /** A guest has an account like any other from now on. */
  game_kept: { userId: UserId };
  /** Somebody else's doing changed a person's sums. */
  sums_changed: { userId: UserId };
  /** `boards`: those where the person's name or activities were, with their new revisions; `left`: those that they were a member of. */
  account_deleted: { userId: UserId; left: readonly BoardId[]; boards: readonly { id: BoardId; revision: number }[] };
  /** Somebody forgot their password. */
  reset_requested: { userId: UserId };
  /** A member nudged another one, who wants to hear of it. `username`: of who did. */
  nudged: { boardId: BoardId; to: UserId; username: string; sentence: string };
  /** A board's Monday morning has come after a week in which something was logged. `week`: the Monday of that week, as in 2026-11-16. */
  recap_ready: { boardId: BoardId; week: string };
  /** The gestures of a week were revealed; `revision`: the board's from then on. */
  gestures_revealed: { boardId: BoardId; revision: number };
  /** The film of a board is there: see `film-periods.ts`. */
  film_ready: { boardId: BoardId; period: string };
  /** Something waits in the queue of `server/jobs`. */
  job_added: { kind: JobKind };
  /** `restarting`: it goes on under another cookie. */
  session_ended: { sessionId: SessionId; reason: 'session_ended' | 'restarting' };
}

export type EventType = keyof EventData;

/** Something that happened, by its type. */
export type EventOf<Type extends EventType> = { type: Type } & EventData[Type];

/**
 * Everything that can happen. A use case records it in the unit of work that changes the rows; all that follows from it, and everybody who
 * is told, is found by its type in `server/events`. It lives no longer than that: what must outlast it is a row.
 */
export type AppEvent = { [Type in EventType]: EventOf<Type> }[EventType];
