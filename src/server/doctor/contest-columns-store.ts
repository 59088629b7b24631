/** The columns of contests and of the votes on them: see columns-store.ts. */
import { sql } from 'kysely';
import { clocksDiffer } from '#shared/clock-rules';
import { contestEmojis, contestEnds, contestLasts, contestOutcomes } from '#shared/contest-rules';
import { calendarDay, dayOf, flag, hasPlayed, id, isMember, ofBoard, oneOf, ofPerson, settledBy, time } from './column-rules-store.ts';
import { type DescribedTables, mustSaying } from './rules-store.ts';

const contested = mustSaying('ne va pas avec son activité ou ses membres, ou son état se contredit');
const asked = sql`coalesce(t.kept_at, t.opened_at)`;
const end = sql`${asked} + ${sql.lit(contestLasts)}`;
const isUndone = sql`exists (select 1 from activity as a where a.id = t.activity_id and a.undone_at is not null)`;

export const contestColumns = {
  contest: {
    name: 'contestation',
    id: 'id',
    columns: {
      id,
      board_id: [
        ofBoard,
        contested`${hasPlayed}`,
        contested`t.outcome is not null or exists (select 1 from board as b where b.id = t.board_id and b.contests_on = 1)`,
      ],
      activity_id: [
        contested`exists (select 1 from activity as a where a.id = t.activity_id and a.board_id = t.board_id and a.user_id = t.answered_by
          and (a.noted_by is null or a.noted_by <> t.contested_by) and t.opened_at < a.logged_at + ${contestLasts})`,
        contested`not ${isUndone} or t.outcome is not null`,
      ],
      contested_by: [ofPerson, contested`t.outcome is not null or ${isMember('contested_by')}`],
      answered_by: [ofPerson, contested`t.contested_by <> t.answered_by`, contested`t.outcome is not null or ${isMember('answered_by')}`],
      day: [calendarDay, dayOf('opened_at')],
      emoji: oneOf(contestEmojis),
      opened_at: time,
      kept_at: [time, contested`t.kept_at >= t.opened_at and t.kept_at < t.opened_at + ${contestLasts}`],
      outcome: [
        oneOf(contestOutcomes),
        contested`(t.outcome is null) = (t.settled_at is null) and (t.outcome is null) = (t.how is null)`,
        contested`t.outcome = 'stands' or ${isUndone}`,
        contested`${settledBy(end)}`,
      ],
      how: [
        oneOf(contestEnds),
        contested`t.how is null or case t.how when 'answer' then t.outcome = 'withdrawn' when 'silence' then t.outcome = 'stands'
          when 'called_off' then t.outcome = 'stands' else t.outcome <> 'withdrawn' and t.kept_at is not null end`,
        contested`t.how <> 'silence' or not exists (select 1 from contest_vote as v where v.contest_id = t.id)`,
      ],
      settled_at: [
        time,
        contested`t.settled_at >= ${asked}`,
        // What was opened while the clock was ahead is over, and settled at that time.
        contested`t.how <> 'silence' or t.settled_at >= ${end} or t.settled_at = ${asked}`,
      ],
    },
  },
  contest_vote: {
    name: 'contestation',
    id: 'contest_id',
    columns: {
      contest_id: contested`exists (select 1 from contest as c where c.id = t.contest_id and c.kept_at is not null)`,
      user_id: [
        ofPerson,
        contested`not exists (select 1 from contest as c where c.id = t.contest_id and t.user_id in (c.contested_by, c.answered_by))`,
        contested`not exists (select 1 from contest as c where c.id = t.contest_id and c.outcome is null
          and not ${isMember('user_id', 'c.board_id')})`,
      ],
      is_void: flag,
      voted_at: [
        time,
        contested`not exists (select 1 from contest as c where c.id = t.contest_id
          and (t.voted_at < c.kept_at - ${clocksDiffer} or t.voted_at > c.kept_at + ${contestLasts}))`,
      ],
    },
  },
} satisfies Partial<DescribedTables>;
