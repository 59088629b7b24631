/** The ways into boards, and out of them, beside the app. */
import type { ActionId, ActivityId, BoardId, CodeId, TokenId, UserId, WallId, WebhookDeliveryId, WebhookId } from '#shared/ids';
import type { TokenRight } from '#shared/token-rules';
import type { WebhookAnswer, WebhookOff, WebhookState, WebhookType } from '#shared/webhooks';
import type { ColumnType } from 'kysely';

export interface DoorTables {
  webhook: WebhookTable;
  webhook_delivery: WebhookDeliveryTable;
  token: TokenTable;
  token_board: TokenBoardTable;
  token_log: TokenLogTable;
  wall: WallTable;
  code: CodeTable;
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
