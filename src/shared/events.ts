import type { AchievementId } from './achievement-rules.ts';
import type { Activity } from './activities.ts';
import type { BoardChange } from './boards.ts';
import type { Answered, GoneReason, Proposed } from './live-events.ts';

/** Sums of a person over all boards, of activities that count. */
export interface Sums {
  actions: number;
  gained: number;
  losses: number;
}

/** An activity that was just logged, with what its board came to. */
export interface LoggedOnBoard {
  boardId: string;
  activity: Activity;
  /** The board's, which this log made. */
  revision: number;
  totalPoints: number;
  /** The author's on this board, right after it. */
  score: number;
  /** The board's day, as in 2026-11-25. */
  day: string;
  /** Days in a row up to `day`, when it is the first activity of the author on that day. */
  newStreak: number | undefined;
}

/** The kinds of work that is done after a commit: see `server/jobs`. */
export const jobKinds = ['password_reset_mail', 'erase_board', 'erase_account', 'forget_expired'] as const;
export type JobKind = (typeof jobKinds)[number];

interface EventData {
  /** One person logged activities in one call. The sums are the author's, before the first of them and after the last. */
  activities_logged: { userId: string; logged: readonly LoggedOnBoard[]; sumsBefore: Sums; sumsAfter: Sums };
  activity_undone: {
    actorId: string;
    authorId: string;
    change: BoardChange;
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
  reaction_added: { userId: string; change: BoardChange };
  reaction_removed: { userId: string; change: BoardChange };
  /** `invited`: the people who got an invitation with it. */
  board_made: { boardId: string; userId: string; invited: readonly string[] };
  /** Title, theme, icon, time zone, link or actions. */
  board_changed: { change: BoardChange };
  board_deleted: { boardId: string };
  /** `host`: the member who invited or accepted the person. `members`: their number now. */
  member_joined: { boardId: string; userId: string; host: string; members: number; change: BoardChange };
  member_left: { boardId: string; userId: string; reason: Exclude<GoneReason, 'deleted'>; administratorId: string; change: BoardChange };
  /** `isGift`: handed over by a choice, and not because the account goes. */
  administrator_changed: { boardId: string; from: string; to: string; isGift: boolean; change: BoardChange };
  request_made: { people: readonly string[] };
  request_answered: { people: readonly string[] };
  /** Withdrawn by its sender, or no longer valid when it was answered. */
  request_withdrawn: { people: readonly string[] };
  /** Requests went with what they were about. */
  requests_dropped: { people: readonly string[] };
  /** `userId` no longer hears of invitations by somebody, or does again. */
  inviter_blocked: { userId: string };
  inviter_unblocked: { userId: string };
  /** The number of requests that one person has to answer, after they changed. */
  requests_counted: { userId: string; pendingRequests: number };
  proposal_made: { boardId: string; userId: string; administratorId: string; proposed: Proposed };
  proposal_answered: { boardId: string; proposedBy: string; administratorId: string; answered: Answered };
  /** Proposals were withdrawn, or their author left. `people`: those who see the list. */
  proposals_dropped: { boardId: string; people: readonly string[] };
  favourites_changed: { userId: string; boardId: string; favourites: string[] };
  achievement_unlocked: { userId: string; achievements: AchievementId[] };
  /** Name or avatar. `boards`: those that show the person, with their new revisions. */
  profile_changed: { userId: string; boards: readonly { id: string; revision: number }[] };
  /** `onlineStatus` is undefined when that choice stayed. */
  preferences_changed: { userId: string; onlineStatus: boolean | undefined };
  /** Somebody else's doing changed a person's sums. */
  sums_changed: { userId: string };
  /** `boards`: those where the person's name or activities were, with their new revisions; `left`: those that they were a member of. */
  account_deleted: { userId: string; left: readonly string[]; boards: readonly { id: string; revision: number }[] };
  /** Somebody forgot their password. */
  reset_requested: { userId: string };
  /** Something waits in the queue of `server/jobs`. */
  job_added: { kind: JobKind };
  /** `restarting`: it goes on under another cookie. */
  session_ended: { sessionId: string; reason: 'session_ended' | 'restarting' };
}

export type EventType = keyof EventData;

/** Something that happened, by its type. */
export type EventOf<Type extends EventType> = { type: Type } & EventData[Type];

/**
 * Everything that can happen. A use case records it in the unit of work that changes the rows; all that follows from it, and everybody who
 * is told, is found by its type in `server/events`. It lives no longer than that: what must outlast it is a row.
 */
export type AppEvent = { [Type in EventType]: EventOf<Type> }[EventType];
