/** What is kept of a person: the account, and how one signs in. */
import type { AchievementId } from '#shared/achievement-rules';
import type { ActivityId, BoardId, PasskeyId, SessionId, UserId } from '#shared/ids';
import type { ColumnType } from 'kysely';

export interface AccountTables {
  user: UserTable;
  password: PasswordTable;
  session: SessionTable;
  guest: GuestTable;
  password_reset: PasswordResetTable;
  passkey: PasskeyTable;
  used_challenge: UsedChallengeTable;
  known_device: KnownDeviceTable;
  achievement: AchievementTable;
  recap_mail: RecapMailTable;
}

interface UserTable {
  id: UserId;
  /** In lower case; unique. The id in an account without an address: it has no '@' (`emailOf`). */
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
  /** 1 for a code of recovery: what is typed is read as one (`recovery-code.ts`). */
  is_code: ColumnType<number, number | undefined, number>;
}

/** An account that its session alone opens (decision D56). Whoever keeps their game is no guest any more, and nobody becomes one again. */
interface GuestTable {
  user_id: UserId;
  /** Moved with the session's `last_active_at`, at most once a day. */
  seen_at: number;
  /** When the person was told that the account will be erased; null again once they are seen. */
  warned_at: ColumnType<number | null, number | null | undefined, number | null>;
  /** Of the code of recovery that was shown and not typed back yet: Argon2id, in the PHC format. */
  code_hash: ColumnType<string | null, string | null | undefined, string | null>;
  /** Of the one link of re-entry, SHA-256, hexadecimal; unique. Once it is used, that of the link with the key of its use. */
  re_entry_hash: ColumnType<string | null, string | null | undefined, string | null>;
  /** The administrator who made it. */
  re_entry_by: ColumnType<UserId | null, UserId | null | undefined, UserId | null>;
  re_entry_expires_at: ColumnType<number | null, number | null | undefined, number | null>;
  /** The end of the demo that the account was made for, as one of its two people; null for whoever came by a link. */
  demo_until: ColumnType<number | null, number | null | undefined, number | null>;
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

/** A browser in which a person signed in before, signed in or not. */
interface KnownDeviceTable {
  /** Stays when the token changes: wrong passwords are counted by it. Alike for all who signed in on a device before it had one. */
  id: string;
  /** SHA-256 of the token in its cookie, hexadecimal. */
  token_hash: string;
  user_id: UserId;
  last_used_at: number;
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

/** A person who asked for the recaps of their boards by mail. */
interface RecapMailTable {
  user_id: UserId;
  /** Unique; in each of these mails. It ends them and does nothing else, so that it may lie here as it is. */
  token: string;
  /** The Monday of the newest week that needs no mail any more: it was sent, or had nothing to say. */
  week: string;
  created_at: number;
}
