/** The columns of accounts, sessions and achievements: see columns-store.ts. */
import { avatars, usernameKey } from '#shared/account-rules';
import { clocksDiffer } from '#shared/clock-rules';
import { tokenRights } from '#shared/token-rules';
import type { Tables } from '../database/tables.ts';
import {
  calendarDay,
  count,
  flag,
  given,
  id,
  impossible,
  oneOf,
  ofBoard,
  of,
  ofPerson,
  positive,
  sha256,
  summed,
  sums,
  time,
  unchecked,
} from './column-rules-store.ts';
import { type DescribedTables, must, mustSaying } from './rules-store.ts';

/** In base64url. */
const bytes = (column: string) => must`${of(column)} <> '' and ${of(column)} not like '% %'`;

const argon2id = (column: string) => must`${of(column)} like '$argon2id$%'`;

export const personColumns = {
  user: {
    name: 'personne',
    id: 'id',
    columns: {
      id,
      email: [
        must`t.email = t.id or (t.email like '%_@_%' and t.email not like '% %')`,
        mustSaying("n'a ni adresse ni autre façon d'ouvrir son compte")`t.email <> t.id
          or exists (select 1 from guest as g where g.user_id = t.id)
          or exists (select 1 from password as p where p.user_id = t.id)
          or exists (select 1 from passkey as k where k.user_id = t.id)`,
      ],
      username: given,
      username_key: {
        columns: ['username', 'username_key'],
        isRow: (row: Pick<Tables['user'], 'username' | 'username_key'>) => usernameKey(row.username) === row.username_key,
      },
      username_skeleton: unchecked('names older than a rule look like an older one still'),
      avatar: oneOf(avatars.map(({ symbol }) => symbol)),
      data_collection: flag,
      analytics: flag,
      online_status: flag,
      essential_cookies: flag,
      screenshot_protection: flag,
      passkey_handle: must`t.passkey_handle is null or length(t.passkey_handle) = 43`,
      points: summed,
      boards_count: summed,
      ...sums,
      created_at: time,
      updated_at: time,
    },
  },
  password: { name: 'mot de passe', id: 'user_id', columns: { user_id: ofPerson, hash: argon2id, is_code: flag } },
  guest: {
    name: 'partie sans adresse de',
    id: 'user_id',
    columns: {
      user_id: [
        ofPerson,
        mustSaying(
          'a pourtant une adresse, un mot de passe ou une clé',
        )`exists (select 1 from "user" as u where u.id = t.user_id and u.email = u.id)
          and not exists (select 1 from password as p where p.user_id = t.user_id)
          and not exists (select 1 from passkey as k where k.user_id = t.user_id)`,
        mustSaying('administre pourtant un tableau')`t.demo_until is not null
          or not exists (select 1 from board as b where b.created_by = t.user_id)`,
        mustSaying('a pourtant un jeton')`not exists (select 1 from token as k where k.user_id = t.user_id)`,
        mustSaying('a pourtant ouvert un mur')`not exists (select 1 from wall as w where w.user_id = t.user_id)`,
        mustSaying('reçoit pourtant des mails')`not exists (select 1 from recap_mail as m where m.user_id = t.user_id)`,
      ],
      seen_at: time,
      warned_at: time,
      code_hash: argon2id,
      re_entry_hash: sha256,
      re_entry_by: ofPerson,
      demo_until: time,
      re_entry_expires_at: [time, must`(t.re_entry_expires_at is null) = (t.re_entry_hash is null)`],
    },
  },
  password_reset: {
    name: 'lien de mot de passe de',
    id: 'user_id',
    columns: { token_hash: must`length(t.token_hash) = 64 or t.token_hash like 'used %'`, user_id: ofPerson, expires_at: time },
  },
  passkey: {
    name: "clé d'accès",
    id: 'id',
    columns: {
      id,
      user_id: [
        ofPerson,
        mustSaying("sa personne n'a pas d'identifiant pour ses clés")`exists (
          select 1 from "user" as u where u.id = t.user_id and u.passkey_handle is not null)`,
      ],
      credential_id: bytes,
      public_key: bytes,
      counter: count,
      rp_id: must`t.rp_id <> '' and t.rp_id not like '% %'`,
      transports: unchecked('what the browser said of the device'),
      backup_eligible: flag,
      backed_up: flag,
      aaguid: must`length(t.aaguid) = 36`,
      name: unchecked('what the person calls it'),
      created_at: time,
      last_used_at: time,
    },
  },
  used_challenge: { name: 'défi', id: 'challenge_hash', columns: { challenge_hash: sha256, expires_at: time } },
  session: {
    name: 'session',
    id: 'id',
    columns: {
      id,
      token_hash: sha256,
      user_id: ofPerson,
      device: unchecked('what the browser said of itself'),
      created_at: time,
      last_active_at: time,
      // It may be ended before its time.
      expires_at: [time, must`t.expires_at > t.created_at - ${clocksDiffer}`],
    },
  },
  known_device: {
    name: 'appareil de',
    id: 'user_id',
    columns: { id: unchecked('those that are older than the ids share one'), token_hash: sha256, user_id: ofPerson, last_used_at: time },
  },
  token: {
    name: 'jeton',
    id: 'id',
    columns: {
      id,
      user_id: ofPerson,
      token_hash: sha256,
      name: unchecked('whatever its person calls it'),
      rights: oneOf(tokenRights),
      all_boards: flag,
      created_at: time,
      expires_at: time,
      used_on: calendarDay,
    },
  },
  token_board: {
    name: 'tableau du jeton',
    id: 'token_id',
    columns: {
      token_id: must`exists (select 1 from token as k where k.id = t.token_id and k.all_boards = 0)`,
      board_id: ofBoard,
    },
  },
  token_log: {
    name: 'activité notée par le jeton',
    id: 'token_id',
    columns: {
      activity_id: must`exists (select 1 from activity as a where a.id = t.activity_id and a.logged_at = t.logged_at)`,
      token_id: must`exists (select 1 from token as k where k.id = t.token_id and k.rights = 'log')`,
      logged_at: time,
    },
  },
  achievement: {
    name: 'succès de',
    id: 'user_id',
    columns: {
      user_id: ofPerson,
      achievement_id: { comparedBy: 'wrongAchievements' },
      unlocked_at: time,
      activity_id: [id, must`t.activity_id is null or t.earned_revision is null`],
      // Once the board is gone, the revision alone stays.
      earned_on: impossible`t.earned_on is null
        or exists (select 1 from board as b where b.id = t.earned_on and t.earned_revision <= b.revision)`,
      earned_revision: positive,
      times: positive,
      kept: flag,
    },
  },
} satisfies Partial<DescribedTables>;
