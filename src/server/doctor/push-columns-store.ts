/** The columns of what is told to people while the app is closed, and of what they have seen: see columns-store.ts. */
import { sql } from 'kysely';
import { latestTime } from '#shared/clock-rules';
import { kindsOfTopic } from '#shared/notices';
import { looksFor } from '#shared/notifications';
import { type Device, endpointHash } from '../push/device-store.ts';
import { isPoint } from '../push/encryption.ts';
import { sentenceCount } from '../push/nudge-messages.fr.ts';
import {
  between,
  calendarDay,
  count,
  dayOf,
  flag,
  id,
  impossible,
  isBoard,
  isMember,
  isReached,
  notBefore,
  ofBoard,
  ofPerson,
  oneOf,
  positive,
  recapWeek,
  time,
  unchecked,
  zone,
} from './column-rules-store.ts';
import { type DescribedTables, must, mustSaying, saying } from './rules-store.ts';

const notItsOwn = "son abonnement aux notifications n'est pas le sien";
const notAhead = mustSaying('annoncé en avance sur sa révision', 'tableau');
const isSent = mustSaying("rien ne l'enverra");
const isOwnSession = sql`exists (select 1 from session as s where s.id = t.session_id and s.user_id = t.user_id)`;
const hasDevice = sql`exists (select 1 from push_device as d where d.session_id = t.session_id)`;
/** The latest time by any clock that has written something: it may have been ahead. */
const newest = sql`select max(times.at) from (
  select max(updated_at) as at from board union all select max(last_active_at) from session
  union all select max(subscribed_at) from push_device union all select max(joined_at) from board_member) as times`;

export const pushColumns = {
  push_device: {
    name: 'abonnement de',
    id: 'session_id',
    columns: {
      session_id: saying(notItsOwn, must`${isOwnSession}`, 'session'),
      user_id: unchecked('the rule of the session says it'),
      endpoint: unchecked('its hash says it'),
      endpoint_hash: saying(
        notItsOwn,
        {
          columns: ['endpoint', 'endpoint_hash'],
          isRow: (row: Pick<Device, 'endpoint' | 'endpoint_hash'>) => endpointHash(row.endpoint) === row.endpoint_hash,
        },
        'session',
      ),
      p256dh: { isRight: (key: string) => Buffer.from(key, 'base64url').length === 65 && isPoint(key) },
      auth: { isRight: (secret: string) => Buffer.from(secret, 'base64url').length === 16 },
      details: flag,
      time_zone: zone,
      quiet_from: between(0, 23),
      quiet_to: between(0, 23),
      subscribed_at: time,
    },
  },
  notification_choice: {
    name: 'choix de',
    id: 'user_id',
    columns: {
      user_id: ofPerson,
      requests: flag,
      points: flag,
      reactions: flag,
      seasons: flag,
      achievements: flag,
      nudges: flag,
      recap: flag,
    },
  },
  board_look: {
    name: 'regard sur',
    id: 'board_id',
    columns: {
      board_id: impossible`${isMember('user_id')}`,
      user_id: unchecked('the rule of the board says it'),
      session_id: impossible`${isOwnSession}`,
      // A clock that was ahead may have written it; other times show how far it was ahead.
      looks_until: [
        time,
        () => impossible`t.looks_until <= ${latestTime(Date.now(), looksFor)} or t.looks_until <= ${latestTime(0, looksFor)} + (${newest})`,
      ],
    },
  },
  told_board: {
    name: 'annonce de',
    id: 'board_id',
    columns: {
      session_id: must`${hasDevice}`,
      board_id: notAhead`${isBoard}`,
      revision: [count, notAhead`${isReached('revision')}`],
      told_at: time,
      times: positive,
    },
  },
  push: {
    name: 'notification',
    id: 'id',
    columns: {
      id: [
        id,
        isSent`t.sent_at is not null or t.gathered_in is not null
          or exists (select 1 from job as j where j.kind = 'push' and j.subject = t.id)`,
      ],
      session_id: isSent`${hasDevice}`,
      topic: oneOf(Object.keys(kindsOfTopic)),
      about: id,
      from_revision: [count, must`not exists (select 1 from board as b where b.id = t.about and t.from_revision > b.revision)`],
      gathered_in: isSent`t.gathered_in is null or t.gathered_in <> t.id
        and exists (select 1 from push as w where w.id = t.gathered_in and w.session_id = t.session_id)`,
      created_at: time,
      sent_at: [time, notBefore('created_at')],
    },
  },
  recap_mail: {
    name: 'récap par mail de',
    id: 'user_id',
    columns: { user_id: ofPerson, token: id, week: recapWeek, created_at: time },
  },
  nudge: {
    name: 'relance',
    id: 'id',
    columns: {
      id,
      board_id: ofBoard,
      from_user: [
        mustSaying("de ou pour qui n'est pas membre du tableau")`${isMember('from_user')} and ${isMember('to_user')}`,
        mustSaying("de quelqu'un pour soi-même")`t.from_user <> t.to_user`,
      ],
      to_user: unchecked('the rule of the sender says it'),
      day: [calendarDay, dayOf('nudged_at')],
      sentence: between(0, sentenceCount - 1),
      nudged_at: time,
    },
  },
} satisfies Partial<DescribedTables>;
