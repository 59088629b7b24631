/** What devices are told. */
import type { BoardId, NotificationId, SessionId, UserId } from '#shared/ids';
import type { PushTopic, PushTopics } from '#shared/notices';
import type { NotificationKind } from '#shared/notifications';
import type { ColumnType } from 'kysely';

export interface PushTables {
  push_device: PushDeviceTable;
  notification_choice: NotificationChoiceTable;
  board_look: BoardLookTable;
  told_board: ToldBoardTable;
  push: PushTable;
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
