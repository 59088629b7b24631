import { type Kysely, PostgresAdapter } from 'kysely';
import { daysAfter, startOfDay } from '#shared/calendar';
import { isDay } from '#shared/season-rules';

interface Tables {
  user: { id: string };
  board: { id: string; time_zone: string };
  board_member: { board_id: string; user_id: string; joined_at: number };
  activity: { board_id: string; user_id: string; points: number; logged_at: number; undone_at: number | null };
  agreement: { board_id: string; time_zone: string };
  season: Played & { board_id: string; number: number; closed_at: number | null; first_revision: number | null };
  season_player: { season_id: string; user_id: string; points: number; actions: number; joined_late: number };
  pause: Played & { board_id: string; first_revision: number };
}

interface Played {
  id: string;
  starts_on: string;
  last_day: string;
  time_zone: string | null;
  starts_at: number;
  ends_at: number;
}

/**
 * Seasons, goals and pauses keep the clock in which they were agreed to (decision D67): that of their board until now. Points and activities
 * of each player of a running season are kept, since they were summed from all of its days at each read.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  const { schema } = db;
  await schema
    .alterTable('agreement')
    .addColumn('time_zone', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
  await schema.alterTable('pause').addColumn('time_zone', 'text').execute();
  for (const table of ['season', 'pause'] as const)
    for (const column of ['starts_at', 'ends_at'] as const)
      await schema
        .alterTable(table)
        .addColumn(column, 'bigint', (c) => c.notNull().defaultTo(0))
        .execute();
  await schema.alterTable('season').addColumn('first_revision', 'bigint').execute();
  await schema
    .alterTable('pause')
    .addColumn('first_revision', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
  await schema
    .createTable('season_player')
    .addColumn('season_id', 'text', (c) => c.notNull().references('season.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('points', 'bigint', (c) => c.notNull())
    .addColumn('actions', 'integer', (c) => c.notNull())
    .addColumn('joined_late', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('season_player_key', ['season_id', 'user_id'])
    .execute();
  await schema.createIndex('season_player_user').on('season_player').column('user_id').execute();

  await db
    .updateTable('agreement')
    .set(({ selectFrom }) => ({
      time_zone: selectFrom('board').whereRef('board.id', '=', 'agreement.board_id').select('board.time_zone').$asScalar().$notNull(),
    }))
    .execute();
  await db
    .updateTable('season')
    .set(({ selectFrom }) => ({
      time_zone: selectFrom('board').whereRef('board.id', '=', 'season.board_id').select('board.time_zone').$asScalar(),
    }))
    .where('time_zone', 'is', null)
    .execute();
  // A closed season left the days of its pauses out by its own clock.
  await db
    .updateTable('pause')
    .set(({ fn, selectFrom }) => ({
      time_zone: fn.coalesce(
        selectFrom('season')
          .select('season.time_zone')
          .whereRef('season.board_id', '=', 'pause.board_id')
          .whereRef('season.starts_on', '<=', 'pause.last_day')
          .whereRef('season.last_day', '>=', 'pause.starts_on')
          .orderBy('season.number')
          .limit(1)
          .$asScalar(),
        selectFrom('board').whereRef('board.id', '=', 'pause.board_id').select('board.time_zone').$asScalar(),
      ),
    }))
    .execute();
  for (const table of ['season', 'pause'] as const) await setMoments(db, table);
  await db.updateTable('season').set({ first_revision: 0 }).where('closed_at', 'is', null).execute();
  await fillPlayers(db);
  // A copy of the version before that still works, which only a database that is a server can have, cannot begin what has no clock.
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    await schema
      .alterTable('agreement')
      .alterColumn('time_zone', (c) => c.dropDefault())
      .execute();
    for (const table of ['season', 'pause'] as const)
      for (const column of ['starts_at', 'ends_at'] as const)
        await schema
          .alterTable(table)
          .alterColumn(column, (c) => c.dropDefault())
          .execute();
  }
}

const pageSize = 500;

async function setMoments(db: Kysely<Tables>, table: 'season' | 'pause'): Promise<void> {
  const pageAfter = (id: string) =>
    db.selectFrom(table).select(['id', 'starts_on', 'last_day', 'time_zone']).where('id', '>', id).orderBy('id').limit(pageSize).execute();
  for (let page = await pageAfter(''); page.length > 0; page = await pageAfter(page.at(-1)?.id ?? ''))
    for (const { id, starts_on, last_day, time_zone } of page) {
      // Altered by hand: nobody can say when it was, and the doctor names it.
      if (!isDay(starts_on) || !isDay(last_day)) continue;
      const zone = time_zone ?? '';
      const moments = { starts_at: startOfDay(zone, starts_on), ends_at: startOfDay(zone, daysAfter(last_day, 1)) };
      await db.updateTable(table).set(moments).where('id', '=', id).execute();
    }
}

/** A row for each member, and for each former one who logged something in the season. */
async function fillPlayers(db: Kysely<Tables>): Promise<void> {
  await db
    .insertInto('season_player')
    .columns(['season_id', 'user_id', 'points', 'actions', 'joined_late'])
    .expression(
      db
        .selectFrom('season')
        .innerJoin('activity', (join) =>
          join
            .onRef('activity.board_id', '=', 'season.board_id')
            .onRef('activity.logged_at', '>=', 'season.starts_at')
            .onRef('activity.logged_at', '<', 'season.ends_at'),
        )
        .innerJoin('user', 'user.id', 'activity.user_id')
        .select(['season.id', 'activity.user_id'])
        .select(({ fn, val }) => [
          fn.sum<number>('activity.points').as('points'),
          fn.countAll<number>().as('actions'),
          val(0).as('joined_late'),
        ])
        .where('season.closed_at', 'is', null)
        .where('activity.undone_at', 'is', null)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('pause')
                .select('pause.id')
                .whereRef('pause.board_id', '=', 'activity.board_id')
                .whereRef('pause.starts_at', '<=', 'activity.logged_at')
                .whereRef('pause.ends_at', '>', 'activity.logged_at'),
            ),
          ),
        )
        .groupBy(['season.id', 'activity.user_id']),
    )
    .execute();
  await db
    .insertInto('season_player')
    .columns(['season_id', 'user_id', 'points', 'actions', 'joined_late'])
    .expression(
      db
        .selectFrom('season')
        .innerJoin('board_member', 'board_member.board_id', 'season.board_id')
        .select(['season.id', 'board_member.user_id'])
        .select(({ val }) => [val(0).as('points'), val(0).as('actions'), val(0).as('joined_late')])
        .where('season.closed_at', 'is', null)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('season_player')
                .select('season_player.user_id')
                .whereRef('season_player.season_id', '=', 'season.id')
                .whereRef('season_player.user_id', '=', 'board_member.user_id'),
            ),
          ),
        ),
    )
    .execute();
  // Somebody who logged something in the season before they joined was there already, and was let in again.
  await db
    .updateTable('season_player')
    .set({ joined_late: 1 })
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('season')
          .innerJoin('board_member', 'board_member.board_id', 'season.board_id')
          .select('season.id')
          .whereRef('season.id', '=', 'season_player.season_id')
          .whereRef('board_member.user_id', '=', 'season_player.user_id')
          .whereRef('board_member.joined_at', '>=', 'season.starts_at')
          .where((eb) =>
            eb.not(
              eb.exists(
                eb
                  .selectFrom('activity')
                  .select('activity.user_id')
                  .whereRef('activity.board_id', '=', 'season.board_id')
                  .whereRef('activity.user_id', '=', 'board_member.user_id')
                  .whereRef('activity.logged_at', '>=', 'season.starts_at')
                  .whereRef('activity.logged_at', '<', 'board_member.joined_at'),
              ),
            ),
          ),
      ),
    )
    .execute();
}
