/**
 * What is true of each column of each table, whatever people did: a value is one of its list, a time is after the one that it follows, an id is that of
 * a row, a day is in the calendar. A new column needs its line here. Lists and limits are those that the program itself works with.
 *
 * The times of rows that different people wrote are not compared, but for those that the program keeps in order: a clock may have been set back.
 */
import { sql } from 'kysely';
import { onClock } from '#shared/agreed-days';
import { avatars, usernameKey } from '#shared/account-rules';
import { actionLimits } from '#shared/action-limits';
import { boardIcons, themes } from '#shared/board-choices';
import { timeZoneNamed } from '#shared/calendar';
import { clocksDiffer, latestTime } from '#shared/clock-rules';
import { contestEmojis, contestEnds, contestLasts, contestOutcomes } from '#shared/contest-rules';
import { countNames } from '#shared/counts';
import { jobKinds } from '#shared/events';
import { kindsOfTopic } from '#shared/notices';
import { looksFor } from '#shared/notifications';
import { owedLossLimits } from '#shared/owed-losses';
import { canPause } from '#shared/pause-terms';
import { reactionEmojis } from '#shared/reaction-choices';
import { requestStatuses, requestTypes } from '#shared/requests';
import { agreementKinds, agreementLasts, agreementOutcomes, isDay, playLimits, seasonKinds, tieRules } from '#shared/season-rules';
import { singleLinkLimits } from '#shared/single-links';
import { emojiSets } from '../actions/catalogue.ts';
import type { Tables } from '../database/tables.ts';
import { erasureKinds } from '../erasure/erasure-store.ts';
import { type Device, endpointHash } from '../push/device-store.ts';
import { isPoint } from '../push/encryption.ts';
import { sentenceCount } from '../push/nudge-messages.fr.ts';
import { isMidnight } from './play-check-store.ts';
import { type DescribedTables, must, neverWritten, type Rule, saying } from './rules-store.ts';

const [hour, day] = [60 * 60_000, 24 * 60 * 60_000];

const of = (column: string) => sql.ref(`t.${column}`);
/** SQLite keeps any value in any column. */
const whole = (column: string) => must`cast(${of(column)} as bigint) = ${of(column)} and abs(${of(column)}) <= ${Number.MAX_SAFE_INTEGER}`;
const between = (least: number, most: number) => (column: string) =>
  must`cast(${of(column)} as bigint) = ${of(column)} and ${of(column)} between ${least} and ${most}`;
const flag = between(0, 1);
const count = between(0, Number.MAX_SAFE_INTEGER);
/** What JavaScript can make a date of. */
const time = between(0, 8_640_000_000_000_000);
const notBefore = (other: string) => (column: string) => must`${of(column)} >= ${of(other)}`;
const oneOf = (list: readonly string[]) => (column: string) => must`${of(column)} in (${list})`;
/** Made by the program, or by the client: see the schemas. */
const id = (column: string) => must`length(${of(column)}) between 16 and 64 and ${of(column)} not like '% %'`;
const given = (column: string) => must`${of(column)} <> ''`;
const sha256 = (column: string) => must`length(${of(column)}) = 64`;
const calendarDay: Rule = { isRight: isDay };
const zone: Rule = { isRight: (name: string) => timeZoneNamed(name) !== undefined };
// Which emojis there are depends on the version of Unicode that this Node and that browser know.
const emoji: Rule = { isRight: (text: string) => text !== '' && text.length <= 64 && !/[\p{Script=Latin}\s]/u.test(text) };
const points = (column: string) =>
  must`${of(column)} between ${actionLimits.pointsMin} and ${actionLimits.pointsMax} and ${of(column)} <> 0`;

const ofBoard = (column: string) =>
  saying("son tableau n'existe pas", must`${of(column)} is null or exists (select 1 from board as b where b.id = ${of(column)})`);
const ofPerson = (column: string) =>
  saying(
    "nomme une personne qui n'existe pas",
    must`${of(column)} is null or exists (select 1 from "user" as u where u.id = ${of(column)})`,
  );
const isMember = (column: string) =>
  sql`exists (select 1 from board_member as m where m.board_id = t.board_id and m.user_id = ${of(column)})`;
const erasing = sql`select e.subject from job as e where e.kind in (${sql.join(erasureKinds.map((kind) => sql.lit(kind)))})`;
/** Somebody who has gone since is forgotten by and by. */
const ofPersonOnce = (column: string) =>
  saying(
    "nomme une personne qui n'existe pas",
    must`${of(column)} = '' or exists (select 1 from "user" as u where u.id = ${of(column)}) or ${of(column)} in (${erasing}) or t.board_id in (${erasing})`,
  );
/** The job that looks at a board again by a moment; one that has failed is put off. */
const settledBy = (moment: ReturnType<typeof sql>) =>
  must`t.outcome is not null or exists (
    select 1 from job as j where j.kind = 'settle_due' and j.subject = t.board_id and (j.due <= ${moment} or j.attempts > 0))`;

const sealed: Rule = { comparedBy: 'unreadableIn' };
const summed: Rule = { comparedBy: 'wrongTotals, wrongScores, wrongSums and userCounters' };
const flame: Rule = { comparedBy: 'countFlame' };
const recapWeek: Rule = { comparedBy: 'impossibleRecapWeeks' };
const leftover: Rule = { comparedBy: 'forgottenLeftovers' };
const unchecked = (because: string): Rule => ({ because });

const aheadOfItself = 'une partie est en avance sur sa révision';
const partRevision = (column: string) => saying(aheadOfItself, must`${of(column)} between 0 and t.revision`);
const seenAhead = "vu ou annoncé en avance sur sa révision, ou par qui n'est pas membre";
const ofAnotherPlace = 'ses révisions ne vont pas avec son tableau';
const contradicted = 'ses personnes ou son état se contredisent';
const hasPlayed = must`exists (select 1 from board as b where b.id = t.board_id and b.play_revision > 0)`;

const agreementWrong = 'ne va pas avec les membres du tableau, ou son état se contredit';
const agreed = (rule: Rule) => saying(agreementWrong, rule);
const contestWrong = 'ne va pas avec son activité ou ses membres, ou son état se contredit';
const contested = (rule: Rule) => saying(contestWrong, rule);
const pauseWrong = "ses jours, son tableau ou son accord l'excluent";
const owedWrong = 'ses personnes, ses points, son délai ou son identifiant ne vont pas';
const owed = (rule: Rule) => saying(owedWrong, rule);
/** Where the name of the row says already in which column. */
const impossible = (rule: Rule) => saying(neverWritten, rule);
const sameAsAgreed = (column: 'kind' | 'ties' | 'goal' | 'time_zone') =>
  sql`not exists (select 1 from agreement as a where a.id = t.id and a.${sql.ref(column)} <> ${of(column)})`;
const ofReachedRevision = (column: string) =>
  must`not exists (select 1 from board as b where b.id = t.board_id and ${of(column)} > b.revision)`;
/** Whether in some zone a moment was on a day. */
const isOnDay = (moment: number, text: string) => {
  const sinceMidnight = moment - Date.parse(text);
  return sinceMidnight >= -14 * hour && sinceMidnight < day + 12 * hour;
};
/** The latest time by any clock that has written something: it may have been ahead. */
const newest = sql`select max(times.at) from (
  select max(updated_at) as at from board union all select max(last_active_at) from session
  union all select max(subscribed_at) from push_device union all select max(joined_at) from board_member) as times`;
const contestEnd = sql`coalesce(t.kept_at, t.opened_at) + ${sql.lit(contestLasts)}`;

export const describedTables: DescribedTables = {
  user: {
    name: 'personne',
    id: 'id',
    columns: {
      id,
      email: must`t.email like '%_@_%' and t.email not like '% %'`,
      username: given,
      username_key: { columns: ['username', 'username_key'], isRow: (row: Named) => usernameKey(row.username) === row.username_key },
      username_skeleton: unchecked('names older than a rule look like an older one still'),
      avatar: oneOf(avatars.map(({ symbol }) => symbol)),
      data_collection: flag,
      analytics: flag,
      online_status: flag,
      essential_cookies: flag,
      screenshot_protection: flag,
      points: summed,
      boards_count: summed,
      actions_count: summed,
      points_gained: summed,
      losses_count: summed,
      created_at: time,
      updated_at: time,
    },
  },
  password: { name: 'mot de passe', id: 'user_id', columns: { user_id: ofPerson, hash: must`t.hash like '$argon2id$%'` } },
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
  board: {
    name: 'tableau',
    id: 'id',
    columns: {
      id: [id, saying('sans clé', must`exists (select 1 from board_key as k where k.board_id = t.id)`)],
      title_sealed: sealed,
      created_by: [
        ofPerson,
        saying('sans administrateur', must`exists (select 1 from board_member as m where m.board_id = t.id and m.user_id = t.created_by)`),
      ],
      theme: oneOf(themes),
      icon: oneOf(boardIcons.map(({ symbol }) => symbol)),
      total_points: summed,
      revision: [whole, saying(aheadOfItself, must`t.revision >= 1`)],
      members_revision: [whole, partRevision],
      actions_revision: [whole, partRevision],
      settings_revision: [whole, partRevision],
      activities_revision: [whole, partRevision],
      play_revision: [whole, partRevision],
      flame_revision: [whole, partRevision],
      contests_on: [flag, must`t.contests_on = 0 or t.play_revision > 0`],
      lit_on: flame,
      flame_days: flame,
      flame_jokers: flame,
      flame_record: flame,
      joker_used_on: flame,
      kept_record: { comparedBy: 'isAsSealed' },
      kept_record_seal: { comparedBy: 'isAsSealed' },
      link_enabled: flag,
      time_zone: { comparedBy: 'lookThrough' },
      heard: [
        impossible(flag('heard')),
        () =>
          saying(
            'ses membres abonnés ne seraient pas prévenus',
            must`t.heard <> 0 or not exists (
              select 1 from board_member as m, push_device as d, session as s
              where m.board_id = t.id and d.user_id = m.user_id and s.id = d.session_id and s.expires_at > ${Date.now()})`,
          ),
      ],
      recap_week: recapWeek,
      created_at: time,
      updated_at: time,
    },
  },
  board_key: {
    name: 'clé',
    id: 'board_id',
    columns: { board_id: ofBoard, wrapped_key: sealed, master_key_id: sealed },
  },
  board_member: {
    name: 'membre',
    id: 'board_id',
    columns: {
      board_id: ofBoard,
      user_id: ofPerson,
      score: summed,
      actions_count: summed,
      points_gained: summed,
      losses_count: summed,
      joined_at: time,
      recap_seen: recapWeek,
    },
  },
  former_member: {
    name: 'ancien membre',
    id: 'board_id',
    columns: {
      board_id: ofBoard,
      user_id: [ofPerson, (column) => must`not ${isMember(column)}`],
      score: summed,
      actions_count: summed,
      points_gained: summed,
      losses_count: summed,
    },
  },
  member_day: {
    name: 'jour sur',
    id: 'board_id',
    columns: {
      board_id: leftover,
      user_id: leftover,
      day: calendarDay,
      gained: { comparedBy: 'wrongDays' },
      lost: { comparedBy: 'wrongDays' },
      actions: { comparedBy: 'wrongDays' },
      streak: { comparedBy: 'wrongDays' },
    },
  },
  board_action: {
    name: 'action',
    id: 'id',
    columns: {
      id,
      board_id: leftover,
      title_sealed: sealed,
      points: [whole, points],
      category_sealed: sealed,
      emoji,
      // Below 0 is what was moved before the first.
      position: [
        whole,
        must`not exists (select 1 from board_action as o where o.board_id = t.board_id and o.position = t.position and o.id <> t.id)`,
      ],
      created_at: time,
      retired_at: time,
    },
  },
  action_proposal: {
    name: 'proposition',
    id: 'id',
    columns: {
      id,
      board_id: leftover,
      proposed_by: [
        leftover,
        (column) =>
          saying(
            "sa personne n'est pas membre du tableau",
            must`${isMember(column)} or not exists (select 1 from board as b where b.id = t.board_id)
              or not exists (select 1 from "user" as u where u.id = t.proposed_by)`,
          ),
      ],
      title_sealed: sealed,
      points: [whole, points],
      category_sealed: sealed,
      emoji,
      proposed_at: time,
    },
  },
  favourite_action: {
    name: 'action',
    id: 'action_id',
    columns: {
      board_id: unchecked('the rule of the action says it'),
      user_id: unchecked('the rule of the action says it'),
      action_id: (column) =>
        saying(
          "favorite là où elle ne peut pas l'être",
          must`exists (select 1 from board_action as a where a.id = ${of(column)} and a.board_id = t.board_id) and ${isMember('user_id')}`,
        ),
      marked_at: time,
    },
  },
  activity: {
    name: 'activité',
    id: 'id',
    columns: {
      id,
      board_id: leftover,
      user_id: leftover,
      action_id: id,
      title_sealed: sealed,
      points: [whole, points],
      emoji,
      logged_at: time,
      board_revision: [
        whole,
        saying(
          ofAnotherPlace,
          must`t.board_revision >= 1 and not exists (select 1 from board as b where b.id = t.board_id
            and (t.board_revision > b.revision or t.undone_revision > b.revision or t.reactions_revision > b.revision))`,
        ),
      ],
      total_after: whole,
      score_after: whole,
      undone_at: [time, saying(ofAnotherPlace, must`(t.undone_at is null) = (t.undone_revision is null)`)],
      undone_by: [ofPersonOnce, saying(ofAnotherPlace, must`t.undone_by is null or t.undone_at is not null`)],
      undone_revision: [whole, saying(ofAnotherPlace, must`t.undone_revision > t.board_revision`)],
      noted_by: [ofPersonOnce, saying("notée par quelqu'un d'autre, ce qu'elle ne peut pas être", must`t.noted_by <> t.user_id`)],
      note_sealed: sealed,
      reactions_revision: [whole, saying(ofAnotherPlace, must`t.reactions_revision > t.board_revision`)],
      changed_revision: unchecked('the database makes it of two others'),
      through_zero: flag,
    },
  },
  reaction: {
    name: 'activité',
    id: 'activity_id',
    columns: {
      activity_id: saying(
        'une réaction ne va pas avec elle',
        must`exists (select 1 from activity as a where a.id = t.activity_id and a.board_id = t.board_id
          and a.reactions_revision >= t.board_revision and a.board_revision < t.board_revision)`,
      ),
      board_id: leftover,
      user_id: leftover,
      emoji: oneOf(reactionEmojis),
      board_revision: whole,
      reacted_at: time,
    },
  },
  board_request: {
    name: 'demande',
    id: 'id',
    columns: {
      id,
      title_sealed: sealed,
      icon: oneOf(boardIcons.map(({ symbol }) => symbol)),
      type: oneOf(requestTypes),
      status: oneOf(requestStatuses),
      board_id: [
        ofBoard,
        saying(
          contradicted,
          must`t.status <> 'pending' or not exists (select 1 from board as b where b.id = t.board_id
            and case when t.type = 'invitation' then t.from_user else t.to_user end <> b.created_by)`,
        ),
      ],
      from_user: [
        ofPerson,
        saying(contradicted, must`t.type <> 'request' or t.joining_user = t.from_user`),
        saying(
          contradicted,
          must`t.status <> 'pending' or t.type <> 'member_invitation' or ${isMember('from_user')}
            or not exists (select 1 from board as b where b.id = t.board_id)`,
        ),
      ],
      to_user: [ofPerson, saying(contradicted, must`t.from_user <> t.to_user`)],
      joining_user: [
        ofPerson,
        saying(contradicted, must`t.type <> 'invitation' or t.joining_user = t.to_user`),
        saying(contradicted, must`t.status <> 'pending' or t.type = 'member_invitation' or not ${isMember('joining_user')}`),
      ],
      created_at: time,
      // Somebody else answers, on a copy whose clock may be another.
      answered_at: [
        time,
        must`t.answered_at > t.created_at - ${2 * day}`,
        saying(contradicted, must`(t.status = 'pending') = (t.answered_at is null)`),
      ],
    },
  },
  deleted_board: { name: 'tableau supprimé', id: 'id_hash', columns: { id_hash: must`length(t.id_hash) = 43` } },
  blocked_inviter: {
    name: 'blocage',
    id: 'user_id',
    columns: { user_id: ofPerson, blocked_user: [ofPerson, must`t.blocked_user <> t.user_id`], created_at: time },
  },
  predefined_action: {
    name: 'action du catalogue',
    id: 'id',
    columns: {
      id,
      title: unchecked('whoever runs the server may change the catalogue'),
      points: [whole, points],
      category: unchecked('whoever runs the server may change the catalogue'),
      emoji,
      created_at: time,
    },
  },
  emoji: {
    name: 'emoji',
    id: 'id',
    columns: { id, symbol: emoji, category: oneOf(Object.keys(emojiSets)), position: count, created_at: time },
  },
  password_reset: {
    name: 'lien de mot de passe de',
    id: 'user_id',
    columns: { token_hash: must`length(t.token_hash) = 64 or t.token_hash like 'used %'`, user_id: ofPerson, expires_at: time },
  },
  job: {
    name: 'tâche',
    id: 'id',
    columns: {
      id: given,
      kind: saying('genre inconnu de cette version', oneOf(jobKinds)('kind')),
      subject: [
        must`(t.subject = '') = (t.id = t.kind)`,
        saying(
          "nomme une personne qui n'existe pas",
          must`t.kind not in (${['password_reset_mail', 'recap_mail']}) or exists (select 1 from "user" as u where u.id = t.subject)`,
        ),
      ],
      due: time,
      attempts: count,
      last_failure: unchecked('the code of any failure'),
      created_at: time,
    },
  },
  daily_count: { name: 'compte du', id: 'day', columns: { day: calendarDay, name: oneOf(countNames), count } },
  known_device: {
    name: 'appareil de',
    id: 'user_id',
    columns: { id: unchecked('those that are older than the ids share one'), token_hash: sha256, user_id: ofPerson, last_used_at: time },
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
  achievement: {
    name: 'succès de',
    id: 'user_id',
    columns: {
      user_id: ofPerson,
      achievement_id: { comparedBy: 'wrongAchievements' },
      unlocked_at: time,
      activity_id: [id, must`t.activity_id is null or t.earned_revision is null`],
      // Once the board is gone, the revision alone stays.
      earned_on: impossible(
        must`t.earned_on is null or exists (select 1 from board as b where b.id = t.earned_on and t.earned_revision <= b.revision)`,
      ),
      earned_revision: between(1, Number.MAX_SAFE_INTEGER),
      times: between(1, Number.MAX_SAFE_INTEGER),
      kept: flag,
    },
  },
  sealed_secret: {
    name: 'secret',
    id: 'name',
    columns: {
      name: oneOf(Object.keys({ 'session-cookies': true, vapid: true } satisfies Record<Tables['sealed_secret']['name'], true>)),
      sealed: unchecked('a server that cannot open it does not start'),
      master_key_id: unchecked('a server that does not have this key does not start'),
    },
  },
  epoch: { name: 'époque', id: 'id', columns: { id } },
  push_device: {
    name: 'abonnement de',
    id: 'session_id',
    columns: {
      session_id: saying(
        "son abonnement aux notifications n'est pas le sien",
        must`exists (select 1 from session as s where s.id = t.session_id and s.user_id = t.user_id)`,
        'session',
      ),
      user_id: unchecked('the rule of the session says it'),
      endpoint: unchecked('its hash says it'),
      endpoint_hash: saying(
        "son abonnement aux notifications n'est pas le sien",
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
  member_news: {
    name: 'nouvelles de',
    id: 'board_id',
    columns: {
      board_id: saying(seenAhead, must`${isMember('user_id')} and exists (select 1 from board as b where b.id = t.board_id)`, 'tableau'),
      user_id: unchecked('the rule of the board says it'),
      muted: flag,
      seen_revision: [
        count,
        saying(seenAhead, must`not exists (select 1 from board as b where b.id = t.board_id and t.seen_revision > b.revision)`, 'tableau'),
      ],
    },
  },
  board_look: {
    name: 'regard sur',
    id: 'board_id',
    columns: {
      board_id: impossible(must`${isMember('user_id')}`),
      user_id: unchecked('the rule of the board says it'),
      session_id: impossible(must`exists (select 1 from session as s where s.id = t.session_id and s.user_id = t.user_id)`),
      // A clock that was ahead, as others show, may have written it.
      looks_until: [
        time,
        () =>
          impossible(
            must`t.looks_until <= ${latestTime(Date.now(), looksFor)} or t.looks_until <= ${latestTime(0, looksFor)} + (${newest})`,
          ),
      ],
    },
  },
  told_board: {
    name: 'annonce de',
    id: 'board_id',
    columns: {
      session_id: must`exists (select 1 from push_device as d where d.session_id = t.session_id)`,
      board_id: saying(seenAhead, must`exists (select 1 from board as b where b.id = t.board_id)`, 'tableau'),
      revision: [
        count,
        saying(seenAhead, must`not exists (select 1 from board as b where b.id = t.board_id and t.revision > b.revision)`, 'tableau'),
      ],
      told_at: time,
      times: between(1, Number.MAX_SAFE_INTEGER),
    },
  },
  push: {
    name: 'notification',
    id: 'id',
    columns: {
      id: [
        id,
        saying(
          "rien ne l'enverra",
          must`t.sent_at is not null or t.gathered_in is not null
            or exists (select 1 from job as j where j.kind = 'push' and j.subject = t.id)`,
        ),
      ],
      session_id: saying("rien ne l'enverra", must`exists (select 1 from push_device as d where d.session_id = t.session_id)`),
      topic: oneOf(Object.keys(kindsOfTopic)),
      about: id,
      from_revision: [count, must`not exists (select 1 from board as b where b.id = t.about and t.from_revision > b.revision)`],
      gathered_in: saying(
        "rien ne l'enverra",
        must`t.gathered_in is null or t.gathered_in <> t.id
          and exists (select 1 from push as w where w.id = t.gathered_in and w.session_id = t.session_id)`,
      ),
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
        saying("de ou pour qui n'est pas membre du tableau", must`${isMember('from_user')} and ${isMember('to_user')}`),
        saying("de quelqu'un pour soi-même", must`t.from_user <> t.to_user`),
      ],
      to_user: unchecked('the rule of the sender says it'),
      day: [
        calendarDay,
        { columns: ['day', 'nudged_at'], isRow: (row: { day: string; nudged_at: number }) => isOnDay(row.nudged_at, row.day) },
      ],
      sentence: between(0, sentenceCount - 1),
      nudged_at: time,
    },
  },
  owed_loss: {
    name: 'perte à avouer',
    id: 'id',
    columns: {
      // Otherwise nobody could avow it.
      id: [id, owed(must`not exists (select 1 from activity as a where a.id = t.id)`)],
      board_id: ofBoard,
      action_id: id,
      title_sealed: sealed,
      points: [whole, owed(must`t.points between ${actionLimits.pointsMin} and -1`)],
      emoji,
      from_user: owed(must`${isMember('from_user')} and t.from_user <> t.to_user`),
      to_user: owed(must`${isMember('to_user')}`),
      made_at: time,
      lapses_at: [time, owed(must`t.lapses_at between t.made_at and t.made_at + ${owedLossLimits.lasts}`)],
    },
  },
  agreement: {
    name: 'accord',
    id: 'id',
    columns: {
      id,
      board_id: [ofBoard, agreed(hasPlayed)],
      kind: oneOf(agreementKinds),
      length: [
        { isRight: (length: string) => length === 'week' || length === 'month' || isDay(length) },
        must`(t.kind = 'contests') = (t.length is null)`,
        must`t.kind <> 'pause' or t.length not in (${['week', 'month']})`,
      ],
      stake_sealed: [
        sealed,
        must`case t.kind when 'season' then t.stake_sealed is not null when 'goal' then true else t.stake_sealed is null end`,
      ],
      ties: [
        oneOf(tieRules),
        must`case t.kind when 'season' then t.ties is not null when 'goal' then t.ties is not null and t.ties = 'shared' else t.ties is null end`,
      ],
      goal: [between(1, playLimits.goalMax), must`(t.kind = 'goal') = (t.goal is not null)`],
      time_zone: zone,
      proposed_by: [
        ofPerson,
        agreed(must`t.outcome is not null or ${isMember('proposed_by')}`),
        // The proposer has agreed, until they leave the board.
        agreed(
          must`(t.outcome is not null and t.outcome = 'withdrawn') or exists (
            select 1 from agreement_yes as y where y.agreement_id = t.id and y.user_id = t.proposed_by)`,
        ),
      ],
      proposed_at: time,
      lapses_at: [
        time,
        must`t.lapses_at > t.proposed_at and t.lapses_at <= t.proposed_at + ${agreementLasts}`,
        // Otherwise it may lapse earlier, when its last day comes.
        must`t.length not in (${['week', 'month']}) or t.lapses_at = t.proposed_at + ${agreementLasts}`,
        must`t.length is not null or t.lapses_at = t.proposed_at + ${agreementLasts}`,
        agreed(settledBy(sql`t.lapses_at`)),
      ],
      outcome: [
        oneOf(agreementOutcomes),
        agreed(must`(t.outcome is null) = (t.settled_at is null)`),
        // The last yes begins it, and what has begun is kept as long as the board.
        agreed(
          must`t.outcome is not null or exists (select 1 from board_member as m where m.board_id = t.board_id
            and not exists (select 1 from agreement_yes as y where y.agreement_id = t.id and y.user_id = m.user_id))`,
        ),
        agreed(
          must`t.kind not in (${seasonKinds}) or exists (select 1 from season as s where s.id = t.id and s.board_id = t.board_id)
            = (t.outcome is not null and t.outcome = 'agreed')`,
        ),
        agreed(
          must`t.kind <> 'pause' or exists (select 1 from pause as p where p.id = t.id and p.board_id = t.board_id)
            = (t.outcome is not null and t.outcome = 'agreed')`,
        ),
      ],
      settled_at: [
        time,
        agreed(notBefore('proposed_at')('settled_at')),
        // A proposal that is settled after its time has lapsed. The clocks of two copies differ a little.
        agreed(must`t.outcome = 'lapsed' or t.settled_at <= t.lapses_at + ${clocksDiffer}`),
      ],
    },
  },
  agreement_yes: {
    name: 'accord',
    id: 'agreement_id',
    columns: {
      // A yes to a proposal that does not exist counts nowhere.
      agreement_id: id,
      user_id: [
        ofPerson,
        agreed(
          must`not exists (select 1 from agreement as a where a.id = t.agreement_id and a.outcome is null
            and not exists (select 1 from board_member as m where m.board_id = a.board_id and m.user_id = t.user_id))`,
        ),
      ],
      said_at: [
        time,
        agreed(
          must`not exists (select 1 from agreement as a where a.id = t.agreement_id and (t.said_at < a.proposed_at - ${clocksDiffer} or t.said_at > a.lapses_at + ${clocksDiffer}))`,
        ),
      ],
    },
  },
  season: {
    name: 'saison',
    id: 'id',
    columns: {
      id,
      board_id: [ofBoard, saying("ses jours, ou son tableau, l'excluent", hasPlayed)],
      number: [
        between(1, Number.MAX_SAFE_INTEGER),
        must`(select count(*) from season as o where o.board_id = t.board_id and o.number <= t.number) = t.number`,
      ],
      kind: [oneOf(seasonKinds), asAgreed('kind')],
      starts_on: calendarDay,
      last_day: [calendarDay, must`t.last_day >= t.starts_on`],
      time_zone: [zone, must`t.time_zone is not null`, must`t.first_revision is null or ${sameAsAgreed('time_zone')}`],
      starts_at: [time, { comparedBy: 'wrongSeasons' }],
      ends_at: [time, { comparedBy: 'wrongSeasons' }],
      // What was closed before seasons had one has none.
      first_revision: [
        count,
        ofReachedRevision('first_revision'),
        must`t.first_revision is not null or t.closed_at is not null`,
        must`t.first_revision <= t.closed_revision`,
      ],
      stake_sealed: [
        sealed,
        must`t.kind <> 'season' or t.stake_sealed is not null`,
        must`not exists (select 1 from agreement as a where a.id = t.id and coalesce(a.stake_sealed, '') <> coalesce(t.stake_sealed, ''))`,
      ],
      ties: [oneOf(tieRules), asAgreed('ties'), must`t.kind <> 'goal' or t.ties = 'shared'`],
      goal: [between(1, playLimits.goalMax), must`(t.kind = 'goal') = (t.goal is not null)`, asAgreed('goal')],
      closed_at: [time, must`(t.closed_at is null) = (t.closed_revision is null)`],
      closed_revision: [between(1, Number.MAX_SAFE_INTEGER), ofReachedRevision('closed_revision')],
      won: [flag, must`t.won = 0 or t.closed_at is not null`],
      paid_at: [time, must`t.paid_at is null or t.won = 1`, must`t.paid_at is null or t.closed_at is not null`, notBefore('closed_at')],
      changed: [flag, must`t.changed = 0 or t.closed_at is not null`],
    },
  },
  season_player: {
    name: 'joueur de la saison',
    id: 'season_id',
    columns: {
      // A player of a season that does not exist counts nowhere. The check of each season finds a player that is missing.
      season_id: [id, must`not exists (select 1 from season as s where s.id = t.season_id and s.closed_at is not null)`],
      user_id: ofPerson,
      points: whole,
      actions: count,
      joined_late: flag,
    },
  },
  season_place: {
    name: 'podium de la saison',
    id: 'season_id',
    columns: {
      // A place of no season is none; that season lacks one.
      season_id: [id, must`not exists (select 1 from season as s where s.id = t.season_id and s.closed_at is null)`],
      position: between(1, Number.MAX_SAFE_INTEGER),
      user_id: [
        ofPerson,
        must`not exists (select 1 from season_place as o where o.season_id = t.season_id and o.user_id = t.user_id and o.position <> t.position)`,
      ],
      points: whole,
      // 0 without a rank.
      place: count,
      joined_late: flag,
      left_early: flag,
    },
  },
  pause: {
    name: 'pause',
    id: 'id',
    columns: {
      id: [
        id,
        // What was agreed to is kept for a while.
        saying(
          pauseWrong,
          must`not exists (select 1 from agreement as a where a.id = t.id
            and (a.kind <> 'pause' or a.outcome is null or a.outcome <> 'agreed' or a.board_id <> t.board_id or a.length <> t.last_day))`,
        ),
      ],
      board_id: [ofBoard, saying(pauseWrong, hasPlayed)],
      starts_on: [
        saying(pauseWrong, calendarDay),
        saying(
          pauseWrong,
          must`not exists (select 1 from pause as o where o.board_id = t.board_id and o.id <> t.id
            and o.starts_on <= t.last_day and t.starts_on <= o.last_day)`,
        ),
      ],
      last_day: [
        saying(pauseWrong, calendarDay),
        saying(pauseWrong, {
          columns: ['starts_on', 'last_day', 'time_zone', 'starts_at', 'ends_at'],
          isRow: (row: Pick<Tables['pause'], 'starts_on' | 'last_day' | 'time_zone' | 'starts_at' | 'ends_at'>) => {
            const span = { startsOn: row.starts_on, lastDay: row.last_day };
            const { startsAt, endsAt } = onClock(span, row.time_zone);
            return canPause(span) && isMidnight(row.starts_at, startsAt) && isMidnight(row.ends_at, endsAt);
          },
        }),
      ],
      // Before pauses had a clock, they had that of their board.
      time_zone: [zone, must`t.time_zone is not null`, must`t.first_revision = 0 or ${sameAsAgreed('time_zone')}`],
      starts_at: [time, unchecked('the rule of the last day says it')],
      ends_at: [time, unchecked('the rule of the last day says it')],
      first_revision: [count, ofReachedRevision('first_revision')],
    },
  },
  contest: {
    name: 'contestation',
    id: 'id',
    columns: {
      id,
      board_id: [
        ofBoard,
        contested(hasPlayed),
        contested(must`t.outcome is not null or exists (select 1 from board as b where b.id = t.board_id and b.contests_on = 1)`),
      ],
      activity_id: [
        contested(
          must`exists (select 1 from activity as a where a.id = t.activity_id and a.board_id = t.board_id and a.user_id = t.answered_by
            and (a.noted_by is null or a.noted_by <> t.contested_by) and t.opened_at < a.logged_at + ${contestLasts})`,
        ),
        contested(
          must`not exists (select 1 from activity as a where a.id = t.activity_id and a.undone_at is not null) or t.outcome is not null`,
        ),
      ],
      contested_by: [ofPerson, contested(must`t.outcome is not null or ${isMember('contested_by')}`)],
      answered_by: [
        ofPerson,
        contested(must`t.contested_by <> t.answered_by`),
        contested(must`t.outcome is not null or ${isMember('answered_by')}`),
      ],
      day: [
        calendarDay,
        { columns: ['day', 'opened_at'], isRow: (row: { day: string; opened_at: number }) => isOnDay(row.opened_at, row.day) },
      ],
      emoji: oneOf(contestEmojis),
      opened_at: time,
      kept_at: [time, contested(must`t.kept_at >= t.opened_at and t.kept_at < t.opened_at + ${contestLasts}`)],
      outcome: [
        oneOf(contestOutcomes),
        contested(must`(t.outcome is null) = (t.settled_at is null) and (t.outcome is null) = (t.how is null)`),
        contested(
          must`t.outcome = 'stands' or exists (select 1 from activity as a where a.id = t.activity_id and a.undone_at is not null)`,
        ),
        contested(settledBy(contestEnd)),
      ],
      how: [
        oneOf(contestEnds),
        contested(
          must`t.how is null or case t.how when 'answer' then t.outcome = 'withdrawn' when 'silence' then t.outcome = 'stands' when 'called_off' then t.outcome = 'stands'
            else t.outcome <> 'withdrawn' and t.kept_at is not null end`,
        ),
        contested(must`t.how <> 'silence' or not exists (select 1 from contest_vote as v where v.contest_id = t.id)`),
      ],
      settled_at: [
        time,
        contested(must`t.settled_at >= coalesce(t.kept_at, t.opened_at)`),
        // What was opened while the clock was ahead is over, and settled at that time.
        contested(must`t.how <> 'silence' or t.settled_at >= ${contestEnd} or t.settled_at = coalesce(t.kept_at, t.opened_at)`),
      ],
    },
  },
  contest_vote: {
    name: 'contestation',
    id: 'contest_id',
    columns: {
      contest_id: contested(must`exists (select 1 from contest as c where c.id = t.contest_id and c.kept_at is not null)`),
      user_id: [
        ofPerson,
        contested(must`not exists (select 1 from contest as c where c.id = t.contest_id and t.user_id in (c.contested_by, c.answered_by))`),
        contested(
          must`not exists (select 1 from contest as c where c.id = t.contest_id and c.outcome is null
            and not exists (select 1 from board_member as m where m.board_id = c.board_id and m.user_id = t.user_id))`,
        ),
      ],
      is_void: flag,
      voted_at: [
        time,
        contested(
          must`not exists (select 1 from contest as c where c.id = t.contest_id
            and (t.voted_at < c.kept_at - ${clocksDiffer} or t.voted_at > c.kept_at + ${contestLasts}))`,
        ),
      ],
    },
  },
};

interface Named {
  username: string;
  username_key: string;
}

/** What was agreed to is kept for a while; what came of it has the same. */
function asAgreed(column: 'kind' | 'ties' | 'goal'): Rule {
  return must`${sameAsAgreed(column)}`;
}
