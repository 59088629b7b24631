import { sql } from 'kysely';
import { dayIn, daysAfter } from '#shared/calendar';
import { latestTime } from '#shared/clock-rules';
import { demoLimits } from '#shared/demos';
import { guestLimits } from '#shared/guests';
import { newestFilmsAnywhere } from '#shared/film-periods';
import { owedLossLimits } from '#shared/owed-losses';
import { newestRecapWeekAnywhere, readRecapWeek } from '#shared/recap-weeks';
import { agreementLasts } from '#shared/season-rules';
import { singleLinkLimits } from '#shared/single-links';
import { webhookLimits } from '#shared/webhooks';
import type { Db } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { challengeLasts } from '../identity/passkeys/challenges.ts';
import { linkLasts } from '../identity/passwords/password-reset-store.ts';
import { lastsFor } from '../identity/sessions/session-cookie.ts';
import { advanceJobs } from '../jobs/job-store.ts';

/**
 * A column with the time at which something happened, and the one whose time cannot be earlier. Times of logs, and of what was decided about them, are
 * not listed: they are history.
 */
interface Happened {
  table: keyof Tables;
  column: string;
  before?: string;
}

const happened: readonly Happened[] = [
  { table: 'session', column: 'last_active_at' },
  { table: 'session', column: 'created_at', before: 'last_active_at' },
  { table: 'guest', column: 'seen_at' },
  { table: 'guest', column: 'warned_at' },
  { table: 'known_device', column: 'last_used_at' },
  { table: 'passkey', column: 'last_used_at' },
  { table: 'passkey', column: 'created_at' },
  { table: 'push_device', column: 'subscribed_at' },
  { table: 'board_member', column: 'joined_at' },
  { table: 'told_board', column: 'told_at' },
  { table: 'push', column: 'sent_at' },
  { table: 'push', column: 'created_at', before: 'sent_at' },
  { table: 'board_request', column: 'answered_at' },
  { table: 'board_request', column: 'created_at', before: 'answered_at' },
  { table: 'recap_mail', column: 'created_at' },
  { table: 'webhook_delivery', column: 'tried_at' },
  { table: 'webhook_delivery', column: 'created_at', before: 'tried_at' },
  { table: 'code', column: 'made_at' },
  { table: 'wall', column: 'seen_at' },
  { table: 'wall', column: 'opened_at', before: 'seen_at' },
];

/**
 * Steps that replace the stored times that lie further ahead than they can, each in a transaction of its own. Reads already take such a time as now (see
 * `clock-rules`); left in place, it would count again once it had come. Links are deleted. A session goes on as if it were used now: nobody is signed out
 * because a clock was wrong. A clock that stays behind cannot be told from one that was ahead before: the caller asks only whether it was steady, and
 * behind such a clock correct times become earlier ones.
 */
export const aheadAsNow: readonly ((db: Db, now: number) => Promise<unknown>)[] = [
  (db, now) => shortenSessions(db, now, { ofGuests: false }),
  (db, now) => shortenSessions(db, now, { ofGuests: true }),
  (db, now) =>
    db
      .updateTable('webhook')
      .set({ old_secret_until: now + webhookLimits.oldSecretLasts })
      .where('old_secret_until', '>', latestTime(now, webhookLimits.oldSecretLasts))
      .execute(),
  // Such a loss is void, and nobody denied it: the same may be noted again.
  (db, now) => db.deleteFrom('owed_loss').where('lapses_at', '>', latestTime(now, owedLossLimits.lasts)).execute(),
  ...happened.map(({ table, column, before }) => (db: Db, now: number) => {
    const [time, later] = [sql.ref(column), sql.ref(before ?? column)];
    const earlier = sql`case when ${later} < ${now} then ${later} else ${now} end`;
    return sql`update ${sql.table(table)} set ${time} = ${earlier} where ${time} > ${latestTime(now)}`.execute(db);
  }),
  // Nobody is late for what has not begun.
  (db, now) =>
    db
      .updateTable('season_player')
      .set({ joined_late: 0 })
      .where('joined_late', '=', 1)
      .where('season_id', 'in', (query) => query.selectFrom('season').select('id').where('starts_at', '>', now))
      .execute(),
  (db, now) => db.deleteFrom('single_link').where('expires_at', '>', latestTime(now, singleLinkLimits.lifetime)).execute(),
  (db, now) =>
    db
      .updateTable('guest')
      .set({ re_entry_hash: null, re_entry_by: null, re_entry_expires_at: null })
      .where('re_entry_expires_at', '>', latestTime(now, guestLimits.reEntryLasts))
      .execute(),
  (db, now) =>
    db
      .updateTable('guest')
      .set({ demo_until: now + demoLimits.lasts })
      .where('demo_until', '>', latestTime(now, demoLimits.lasts))
      .execute(),
  (db, now) => db.deleteFrom('used_challenge').where('expires_at', '>', latestTime(now, challengeLasts)).execute(),
  (db, now) => db.deleteFrom('password_reset').where('expires_at', '>', latestTime(now, linkLasts)).execute(),
  (db, now) =>
    db
      .deleteFrom('nudge')
      .where('day', '>', daysAfter(dayIn('Etc/UTC', now), 1))
      .execute(),
  (db, now) =>
    db
      .updateTable('code')
      .set({ used_on: null })
      .where('used_on', '>', daysAfter(dayIn('Etc/UTC', now), 1))
      .execute(),
  (db, now) =>
    db.updateTable('job').set({ created_at: now }).where('created_at', '>', latestTime(now)).whereRef('due', '<', 'created_at').execute(),
  takeWeeksBack,
  takeFilmsBack,
  async (db, now) => await advanceJobs(db, { kind: 'settle_due', subjects: await listBoardsAhead(db, now) }, now),
];

async function shortenSessions(db: Db, now: number, { ofGuests }: { ofGuests: boolean }): Promise<void> {
  const lasts = lastsFor({ isGuest: ofGuests }) * 1000;
  await db
    .updateTable('session')
    .set({ expires_at: now + lasts })
    .where('expires_at', '>', latestTime(now, lasts))
    .where('user_id', ofGuests ? 'in' : 'not in', (query) => query.selectFrom('guest').select('guest.user_id'))
    .execute();
}

async function takeWeeksBack(db: Db, now: number): Promise<void> {
  const newest = newestRecapWeekAnywhere(now);
  // Mostly there are none: then no row is looked at twice.
  const zones = await db
    .selectFrom('board')
    .select('time_zone')
    .distinct()
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('recap_week', '>', newest),
        exists(
          selectFrom('board_member')
            .select('board_member.user_id')
            .whereRef('board_member.board_id', '=', 'board.id')
            .where('board_member.recap_seen', '>', newest),
        ),
      ]),
    )
    .execute();
  for (const { time_zone: timeZone } of zones) {
    const week = readRecapWeek(never, timeZone, now);
    await db.updateTable('board').set({ recap_week: week }).where('time_zone', '=', timeZone).where('recap_week', '>', newest).execute();
    await db
      .updateTable('board_member')
      .set({ recap_seen: week })
      .where('recap_seen', '>', newest)
      .where('board_id', 'in', (query) => query.selectFrom('board').select('id').where('time_zone', '=', timeZone))
      .execute();
  }
  await db
    .updateTable('recap_mail')
    .set({ week: readRecapWeek(never, 'Etc/UTC', now) })
    .where('week', '>', newest)
    .execute();
}

/** Films that were told, opened or made in a year that is not over yet. What was made is made anew when it is. */
async function takeFilmsBack(db: Db, now: number): Promise<void> {
  const { day, year } = newestFilmsAnywhere(now);
  await db.updateTable('board').set({ film_year: null }).where('film_year', '>', year).execute();
  await db.updateTable('board').set({ film_anniversary: null }).where('film_anniversary', '>', day).execute();
  await db.updateTable('board_member').set({ film_year_seen: null }).where('film_year_seen', '>', year).execute();
  await db.updateTable('board_member').set({ film_anniversary_seen: null }).where('film_anniversary_seen', '>', day).execute();
  await db.deleteFrom('film').where('made_at', '>', latestTime(now)).execute();
}

/** Later than every week that there is. */
const never = '9999-12-31';

/** The boards on which a proposal or a contest is over because its time lies too far ahead: their jobs wait until that time comes. */
async function listBoardsAhead(db: Db, now: number): Promise<string[]> {
  const agreements = await db
    .selectFrom('agreement')
    .select('board_id')
    .where('outcome', 'is', null)
    .where('lapses_at', '>', latestTime(now, agreementLasts))
    .execute();
  const contests = await db
    .selectFrom('contest')
    .select('board_id')
    .where('outcome', 'is', null)
    .where(({ eb, fn, ref }) => eb(fn.coalesce(ref('kept_at'), ref('opened_at')), '>', latestTime(now)))
    .execute();
  return [...new Set([...agreements, ...contests].map(({ board_id }) => board_id))];
}
