/** What the program itself keeps. */
import type { CountName } from '#shared/counts';
import type { JobKind } from '#shared/events';
import type { ActionId } from '#shared/ids';

export interface ProgramTables {
  predefined_action: PredefinedActionTable;
  emoji: EmojiTable;
  job: JobTable;
  daily_count: DailyCountTable;
  sealed_secret: SealedSecretTable;
  epoch: EpochTable;
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
