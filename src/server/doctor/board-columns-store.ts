/** The columns of boards, of their members, and of their sums by day: see columns-store.ts. */
import { themes } from '#shared/board-choices';
import { playModes } from '#shared/play-modes';
import {
  boardIcon,
  calendarDay,
  count,
  filmAnniversary,
  filmPeriod,
  filmYear,
  flag,
  id,
  isMember,
  isReached,
  leftover,
  of,
  ofBoard,
  ofPerson,
  oneOf,
  recapWeek,
  sealed,
  summed,
  sums,
  time,
  whole,
} from './column-rules-store.ts';
import { monday } from './gesture-columns-store.ts';
import { type DescribedTables, must, mustSaying, neverWritten, type Rule, saying } from './rules-store.ts';

const notAhead = mustSaying('une partie est en avance sur sa révision');
const partRevision = [whole, (column: string) => notAhead`${of(column)} between 0 and t.revision`];
const flame: Rule = { comparedBy: 'countFlame' };
const keptRecord: Rule = { comparedBy: 'isAsSealed' };
const ofDay: Rule = { comparedBy: 'wrongDays' };

export const boardColumns = {
  board: {
    name: 'tableau',
    id: 'id',
    columns: {
      id: [id, mustSaying('sans clé')`exists (select 1 from board_key as k where k.board_id = t.id)`],
      title_sealed: sealed,
      created_by: [ofPerson, mustSaying('sans administrateur')`${isMember('created_by', 't.id')}`],
      theme: oneOf(themes),
      icon: boardIcon,
      total_points: summed,
      revision: [whole, notAhead`t.revision >= 1`],
      members_revision: partRevision,
      actions_revision: partRevision,
      settings_revision: partRevision,
      activities_revision: partRevision,
      play_revision: partRevision,
      flame_revision: partRevision,
      play_mode: oneOf(playModes),
      contests_on: [flag, must`t.contests_on = 0 or t.play_revision > 0`],
      lit_on: flame,
      flame_days: flame,
      flame_jokers: flame,
      flame_record: flame,
      joker_used_on: flame,
      kept_record: keptRecord,
      kept_record_seal: keptRecord,
      link_enabled: flag,
      time_zone: { comparedBy: 'lookThrough' },
      heard: [
        saying(neverWritten, flag('heard')),
        () => mustSaying('ses membres abonnés ne seraient pas prévenus')`t.heard <> 0 or not exists (
          select 1 from board_member as m, push_device as d, session as s
          where m.board_id = t.id and d.user_id = m.user_id and s.id = d.session_id and s.expires_at > ${Date.now()})`,
      ],
      hooked: [
        saying(neverWritten, flag('hooked')),
        mustSaying('ses webhooks ne seraient pas prévenus')`t.hooked <> 0 or not exists (
          select 1 from webhook as w where w.board_id = t.id and w.off is null)`,
      ],
      recap_week: recapWeek,
      gesture_week: monday,
      film_year: filmYear,
      film_anniversary: filmAnniversary,
      created_at: time,
      updated_at: time,
    },
  },
  board_key: { name: 'clé', id: 'board_id', columns: { board_id: ofBoard, wrapped_key: sealed, master_key_id: sealed } },
  board_member: {
    name: 'membre',
    id: 'board_id',
    columns: {
      board_id: ofBoard,
      user_id: ofPerson,
      score: summed,
      ...sums,
      joined_at: time,
      recap_seen: recapWeek,
      film_year_seen: filmYear,
      film_anniversary_seen: filmAnniversary,
      seen_revision: [count, mustSaying('vu en avance sur sa révision', 'tableau')`${isReached('seen_revision')}`],
      muted: flag,
      left_out: flag,
    },
  },
  former_member: {
    name: 'ancien membre',
    id: 'board_id',
    columns: { board_id: ofBoard, user_id: [ofPerson, must`not ${isMember('user_id')}`], score: summed, ...sums },
  },
  member_day: {
    name: 'jour sur',
    id: 'board_id',
    columns: { board_id: leftover, user_id: leftover, day: calendarDay, gained: ofDay, lost: ofDay, actions: ofDay, streak: ofDay },
  },
  film: {
    name: 'film',
    id: 'id',
    columns: { id, board_id: ofBoard, period: filmPeriod, facts_sealed: sealed, made_at: time },
  },
  deleted_board: { name: 'tableau supprimé', id: 'id_hash', columns: { id_hash: must`length(t.id_hash) = 43` } },
} satisfies Partial<DescribedTables>;
