/** The columns of requests to join, of links for one person, and of blocked inviters: see columns-store.ts. */
import { clocksDiffer } from '#shared/clock-rules';
import { requestStatuses, requestTypes } from '#shared/requests';
import { singleLinkLimits } from '#shared/single-links';
import { boardIcon, id, isBoard, isMember, ofBoard, ofPerson, oneOf, sealed, sha256, time } from './column-rules-store.ts';
import { type DescribedTables, must, mustSaying } from './rules-store.ts';

const day = 24 * 60 * 60_000;
const consistent = mustSaying('ses personnes ou son état se contredisent');

export const requestColumns = {
  board_request: {
    name: 'demande',
    id: 'id',
    columns: {
      id,
      title_sealed: sealed,
      icon: boardIcon,
      type: oneOf(requestTypes),
      status: oneOf(requestStatuses),
      board_id: [
        ofBoard,
        consistent`t.status <> 'pending' or not exists (select 1 from board as b where b.id = t.board_id
          and case when t.type = 'invitation' then t.from_user else t.to_user end <> b.created_by)`,
      ],
      from_user: [
        ofPerson,
        consistent`t.type <> 'request' or t.joining_user = t.from_user`,
        consistent`t.status <> 'pending' or t.type <> 'member_invitation' or ${isMember('from_user')} or not ${isBoard}`,
      ],
      to_user: [ofPerson, consistent`t.from_user <> t.to_user`],
      joining_user: [
        ofPerson,
        consistent`t.type <> 'invitation' or t.joining_user = t.to_user`,
        consistent`t.status <> 'pending' or t.type = 'member_invitation' or not ${isMember('joining_user')}`,
      ],
      created_at: time,
      answered_at: [
        time,
        // Somebody else answers, on a copy whose clock may be another.
        must`t.answered_at > t.created_at - ${2 * day}`,
        consistent`(t.status = 'pending') = (t.answered_at is null)`,
      ],
    },
  },
  blocked_inviter: {
    name: 'blocage',
    id: 'user_id',
    columns: { user_id: ofPerson, blocked_user: [ofPerson, must`t.blocked_user <> t.user_id`], created_at: time },
  },
  single_link: {
    name: 'lien pour une personne',
    id: 'id',
    columns: {
      id,
      board_id: ofBoard,
      token_hash: sha256,
      created_at: time,
      expires_at: [
        time,
        must`t.expires_at > t.created_at - ${clocksDiffer} and t.expires_at <= t.created_at + ${singleLinkLimits.lifetime}`,
      ],
      used_at: [time, must`t.used_at between t.created_at and t.created_at + ${singleLinkLimits.lifetime}`],
    },
  },
} satisfies Partial<DescribedTables>;
