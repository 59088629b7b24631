/** The columns of what boards play for: proposals, seasons, pauses (see columns-store.ts). */
import { sql } from 'kysely';
import { playModes } from '#shared/play-modes';
import { onClock } from '#shared/agreed-days';
import { clocksDiffer } from '#shared/clock-rules';
import { canPause } from '#shared/pause-terms';
import { agreementKinds, agreementLasts, agreementOutcomes, isDay, playLimits, seasonKinds, tieRules } from '#shared/season-rules';
import type { Tables } from '../database/tables.ts';
import {
  between,
  calendarDay,
  count,
  flag,
  hasPlayed,
  id,
  isMember,
  isReached,
  notBefore,
  of,
  ofBoard,
  oneOf,
  ofPerson,
  positive,
  sealed,
  settledBy,
  time,
  unchecked,
  whole,
  zone,
} from './column-rules-store.ts';
import { isMidnight } from './play-check-store.ts';
import { type DescribedTables, must, mustSaying, saying } from './rules-store.ts';

const agreed = mustSaying('ne va pas avec les membres du tableau, ou son état se contredit');
const pauseWrong = "ses jours, son tableau ou son accord l'excluent";
const paused = mustSaying(pauseWrong);
const pauseDay = saying(pauseWrong, calendarDay);
const goal = [between(1, playLimits.goalMax), must`(t.kind = 'goal') = (t.goal is not null)`];
const ofReachedRevision = (column: string) => must`${isReached(column)}`;
const spans = ['week', 'month'];
/** An agreement is kept for a while; what came of it has the same terms. */
const isAsAgreed = (column: string) =>
  sql`not exists (select 1 from agreement as a where a.id = t.id and a.${sql.ref(column)} <> ${of(column)})`;
const asAgreed = (column: string) => must`${isAsAgreed(column)}`;
const hasBegun = (table: 'season' | 'pause') =>
  sql`exists (select 1 from ${sql.table(table)} as b where b.id = t.id and b.board_id = t.board_id)`;
const isAgreed = sql`(t.outcome is not null and t.outcome = 'agreed')`;

export const playColumns = {
  agreement: {
    name: 'accord',
    id: 'id',
    columns: {
      id,
      board_id: [ofBoard, agreed`${hasPlayed}`],
      kind: oneOf(agreementKinds),
      length: [
        { isRight: (length: string) => spans.includes(length) || isDay(length) },
        must`(t.kind in (${['contests', ...playModes]})) = (t.length is null)`,
        must`t.kind <> 'pause' or t.length not in (${spans})`,
      ],
      stake_sealed: [
        sealed,
        must`case t.kind when 'season' then t.stake_sealed is not null when 'goal' then true else t.stake_sealed is null end`,
      ],
      ties: [
        oneOf(tieRules),
        must`case t.kind when 'season' then t.ties is not null when 'goal' then t.ties is not null and t.ties = 'shared' else t.ties is null end`,
      ],
      goal,
      time_zone: zone,
      proposed_by: [
        ofPerson,
        agreed`t.outcome is not null or ${isMember('proposed_by')}`,
        // The proposer has agreed, until they leave the board.
        agreed`(t.outcome is not null and t.outcome = 'withdrawn') or exists (
          select 1 from agreement_yes as y where y.agreement_id = t.id and y.user_id = t.proposed_by)`,
      ],
      proposed_at: time,
      lapses_at: [
        time,
        must`t.lapses_at > t.proposed_at and t.lapses_at <= t.proposed_at + ${agreementLasts}`,
        // A proposal with a last day lapses earlier where that day comes first.
        must`(t.length is not null and t.length not in (${spans})) or t.lapses_at = t.proposed_at + ${agreementLasts}`,
        agreed`${settledBy(sql`t.lapses_at`)}`,
      ],
      outcome: [
        oneOf(agreementOutcomes),
        agreed`t.kind = 'season' or t.outcome <> 'called_off'`,
        agreed`(t.outcome is null) = (t.settled_at is null)`,
        // The last yes begins it, and what has begun is kept as long as the board.
        agreed`t.outcome is not null or exists (select 1 from board_member as m where m.board_id = t.board_id
          and not exists (select 1 from agreement_yes as y where y.agreement_id = t.id and y.user_id = m.user_id))`,
        agreed`t.kind not in (${seasonKinds}) or ${hasBegun('season')} = ${isAgreed}`,
        agreed`t.kind <> 'pause' or ${hasBegun('pause')} = ${isAgreed}`,
      ],
      settled_at: [
        time,
        agreed`t.settled_at >= t.proposed_at`,
        // A proposal that is settled after its time has lapsed. The clocks of two copies differ a little.
        agreed`t.outcome = 'lapsed' or t.settled_at <= t.lapses_at + ${clocksDiffer}`,
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
        agreed`not exists (select 1 from agreement as a where a.id = t.agreement_id and a.outcome is null
          and not ${isMember('user_id', 'a.board_id')})`,
      ],
      said_at: [
        time,
        agreed`not exists (select 1 from agreement as a where a.id = t.agreement_id
          and (t.said_at < a.proposed_at - ${clocksDiffer} or t.said_at > a.lapses_at + ${clocksDiffer}))`,
      ],
    },
  },
  season: {
    name: 'saison',
    id: 'id',
    columns: {
      id,
      board_id: [ofBoard, mustSaying("ses jours, ou son tableau, l'excluent")`${hasPlayed}`],
      number: [positive, must`(select count(*) from season as o where o.board_id = t.board_id and o.number <= t.number) = t.number`],
      kind: [oneOf(seasonKinds), asAgreed],
      starts_on: calendarDay,
      last_day: [calendarDay, notBefore('starts_on')],
      time_zone: [zone, must`t.time_zone is not null`, must`t.first_revision is null or ${isAsAgreed('time_zone')}`],
      starts_at: [time, { comparedBy: 'wrongSeasons' }],
      ends_at: [time, { comparedBy: 'wrongSeasons' }],
      // A season that was closed before this column existed has none.
      first_revision: [
        count,
        ofReachedRevision,
        must`t.first_revision is not null or t.closed_at is not null`,
        must`t.first_revision <= t.closed_revision`,
      ],
      stake_sealed: [
        sealed,
        must`t.kind <> 'season' or t.stake_sealed is not null`,
        must`not exists (select 1 from agreement as a where a.id = t.id and coalesce(a.stake_sealed, '') <> coalesce(t.stake_sealed, ''))`,
      ],
      ties: [oneOf(tieRules), asAgreed, must`t.kind <> 'goal' or t.ties = 'shared'`],
      goal: [...goal, asAgreed],
      closed_at: [time, must`(t.closed_at is null) = (t.closed_revision is null)`],
      closed_revision: [positive, ofReachedRevision],
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
      position: positive,
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
        paused`not exists (select 1 from agreement as a where a.id = t.id
          and (a.kind <> 'pause' or a.outcome is null or a.outcome <> 'agreed' or a.board_id <> t.board_id or a.length <> t.last_day))`,
      ],
      board_id: [ofBoard, paused`${hasPlayed}`],
      starts_on: [
        pauseDay,
        paused`not exists (select 1 from pause as o where o.board_id = t.board_id and o.id <> t.id
          and o.starts_on <= t.last_day and t.starts_on <= o.last_day)`,
      ],
      last_day: [
        pauseDay,
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
      time_zone: [zone, must`t.time_zone is not null`, must`t.first_revision = 0 or ${isAsAgreed('time_zone')}`],
      starts_at: [time, unchecked('the rule of the last day says it')],
      ends_at: [time, unchecked('the rule of the last day says it')],
      first_revision: [count, ofReachedRevision],
    },
  },
} satisfies Partial<DescribedTables>;
