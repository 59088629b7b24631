/** What a person can do that is shown at once and sent later: each kind of item is a line of `registry.ts` and one of `sending.ts`. */
import type { Account } from '#shared/accounts';
import type { Activity } from '#shared/activities';
import type { BoardChange } from '#shared/boards';
import type { ActionId, ActivityId, AgreementId, BoardId, UserId } from '#shared/ids';
import type { Agreement } from '#shared/play';
import type { ReactionEmoji } from '#shared/reaction-choices';

interface Item {
  /** Unique. */
  id: string;
  boardId: BoardId;
  /** The person who did it. */
  userId: UserId;
  /** A time of this device's clock, in milliseconds since 1970. */
  startedAt: number;
  /** The revision of the board that holds it, once that is known; cached views older than it still lack it. */
  confirmedRevision: number | null;
}

/** A day before, for which an activity is noted (decision D49): as in 2026-11-28, and a moment of it. */
export interface DayBefore {
  day: string;
  playedAt: number;
}

/** A member for whom somebody else notes an activity. */
export type Credited = Pick<Activity, 'username' | 'userAvatar'> & { userId: UserId };

/** An activity that the person sees already and the server may not have yet. */
export interface PendingActivity extends Item {
  kind: 'log';
  /** The id of the activity, which makes sending it twice harmless. */
  id: ActivityId;
  actionId: ActionId;
  title: string;
  points: number;
  emoji: string | null;
  /** What the person writes under it. */
  note?: string;
  /** The member whose activity it is, where it is noted for somebody else, as they are shown. */
  for?: Credited;
  /** The code of a sticker that was pressed for it: the last part of its address. */
  code?: string;
  /** The day that was chosen, where that is not today. */
  late?: DayBefore;
}

/** An activity that is being undone: it is shown as gone already. */
export interface PendingUndo extends Item {
  kind: 'undo';
  /** The id of the activity. */
  id: ActivityId;
  /** The person whose points are taken; null when that account was deleted. */
  authorId: UserId | null;
  title: string;
  points: number;
  /** The moment that it counts at, in milliseconds since 1970. */
  at?: number | undefined;
}

/** A loss that is noted for another member: nothing counts before they avow it. */
export interface PendingOwedLoss extends Item {
  kind: 'owed_loss';
  /** The id of the activity that it becomes. */
  id: ActivityId;
  actionId: ActionId;
  title: string;
  points: number;
  for: Credited;
}

interface Answer extends Item {
  /** The id of the loss, and of the activity that it becomes. */
  id: ActivityId;
  title: string;
}

/** 'J'avoue': a loss that somebody noted for the person becomes their activity. */
export interface PendingAvowal extends Answer {
  kind: 'avowal';
  points: number;
  emoji: string | null;
  from: { userId: UserId; username: string };
}

/** 'Pas moi'. */
export interface PendingDenial extends Answer {
  kind: 'denial';
}

/** What is written under an activity of one's own; empty to take it away. */
export interface PendingNote extends Item {
  kind: 'note';
  activityId: ActivityId;
  note: string;
}

/** An emoji that is put on an activity, or taken back. */
export interface PendingReaction extends Item {
  kind: 'reaction';
  activityId: ActivityId;
  emoji: ReactionEmoji;
  isOn: boolean;
}

/** An action of a board that is marked as a favourite, or not any more. */
export interface PendingFavourite extends Item {
  kind: 'favourite';
  actionId: ActionId;
  isOn: boolean;
}

/** A yes or a no to what a board may play for. */
export interface PendingAnswer extends Item {
  kind: 'answer';
  agreementId: AgreementId;
  yes: boolean;
}

export type PendingItem =
  | PendingActivity
  | PendingUndo
  | PendingOwedLoss
  | PendingAvowal
  | PendingDenial
  | PendingNote
  | PendingReaction
  | PendingFavourite
  | PendingAnswer;
export type Kind = PendingItem['kind'];
export type ItemOf<K extends Kind> = Extract<PendingItem, { kind: K }>;

/** An item as it is given to the outbox, which knows whose it is. */
export type NewOf<K extends Kind> = Omit<ItemOf<K>, 'userId' | 'startedAt' | 'confirmedRevision'>;
export type NewItem = { [K in Kind]: NewOf<K> }[Kind];

export type Me = Pick<Account, 'id' | 'username' | 'avatar'>;

/**
 * An activity as shown; `pending` while the server has not said it has it, `undoing` while it is being undone: its
 * points are gone from all that is shown, and the server has not said so yet.
 */
export type Shown<A extends Activity = Activity> = A & { pending: boolean; undoing: boolean };

/** What the outbox and the screens know of a kind of item. */
export interface Registered<I extends PendingItem> {
  project: Projection<I>;
  /** The revision at which a change contains the item; null when it does not say. The reply to the command itself always confirms it. */
  confirmedBy?(item: I, change: BoardChange): number | null;
  /** The kind of item that it takes back, by the same id: where that was never sent, neither of them is. */
  cancels?: Kind;
  /** What it sets: a later item of the same key replaces one that was not sent. Sent once more after that, the earlier one would do harm. */
  setsKey?(item: I): string;
}

/** How an item changes what is shown of the server's snapshots. */
export interface Projection<I extends PendingItem> {
  /** The points that it moves, and whose, as long as a snapshot lacks it; `at`: the time that they are of, where that is known. */
  points?(item: I): { userId: UserId | null; points: number; actions: 1 | -1; at?: number | undefined };
  /** Whether these activities show it already. */
  isIn?(item: I, activities: readonly Activity[]): boolean;
  /** The activity that stands on top of the others, as long as they lack it. */
  adds?(item: I, me: Me): Shown;
  /** The activity that it changes, and how. */
  activityId?(item: I): ActivityId;
  changed?<A extends Shown>(item: I, activity: A): A;
  /** The ids of the actions of its board that the person keeps at hand. */
  favourites?(item: I, ids: readonly ActionId[]): readonly ActionId[];
  /** What waits for the yes of every member, as long as a snapshot lacks the item. */
  agreements?<A extends Pick<Agreement, 'id' | 'agreed'>>(item: I, agreements: A[]): A[];
}
