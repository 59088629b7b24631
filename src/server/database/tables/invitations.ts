/** How people come onto boards. */
import type { BoardId, RequestId, SingleLinkId, UserId } from '#shared/ids';
import type { RequestStatus, RequestType } from '#shared/requests';

export interface InvitationTables {
  board_request: BoardRequestTable;
  blocked_inviter: BlockedInviterTable;
  single_link: SingleLinkTable;
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

/** A person whose invitations `user_id` no longer receives. */
interface BlockedInviterTable {
  user_id: UserId;
  blocked_user: UserId;
  created_at: number;
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
