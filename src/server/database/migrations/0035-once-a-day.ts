import type { Kysely } from 'kysely';
import { daysAfter, startOfDay } from '#shared/calendar';
import { isDay } from '#shared/season-rules';

interface Before {
  board: { id: string; time_zone: string };
  nudge: OldNudge;
  nudge_made_anew: OldNudge & { nudged_at: number };
  contest: Record<(typeof contestColumns)[number], unknown>;
  contest_made_anew: Record<(typeof contestColumns)[number], unknown>;
  contest_vote: Record<(typeof voteColumns)[number], unknown>;
  contest_vote_made_anew: Record<(typeof voteColumns)[number], unknown>;
}

interface OldNudge {
  id: string;
  board_id: string;
  from_user: string;
  to_user: string;
  day: string;
  sentence: number;
}

const contestColumns = [
  ...(['id', 'board_id', 'activity_id', 'contested_by', 'answered_by', 'day', 'emoji', 'opened_at'] as const),
  ...(['kept_at', 'outcome', 'how', 'settled_at'] as const),
] as const;
const voteColumns = ['contest_id', 'user_id', 'is_void', 'voted_at'] as const;

/**
 * Nudges and contests are one a day by the server's clock and not by the day of a board (decision D69): neither table is unique by day any more, and a
 * nudge has its time. SQLite drops no constraint, so the tables are made anew.
 */
export async function up(db: Kysely<Before>): Promise<void> {
  await remakeNudges(db);
  await remakeContests(db);
}

async function remakeNudges(db: Kysely<Before>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('nudge_made_anew')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('board_id', 'text', (c) => c.notNull())
    .addColumn('from_user', 'text', (c) => c.notNull())
    .addColumn('to_user', 'text', (c) => c.notNull())
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('sentence', 'integer', (c) => c.notNull())
    .addColumn('nudged_at', 'bigint', (c) => c.notNull())
    .addForeignKeyConstraint('nudge_from', ['board_id', 'from_user'], 'board_member', ['board_id', 'user_id'], (reference) =>
      reference.onDelete('cascade'),
    )
    .addForeignKeyConstraint('nudge_to', ['board_id', 'to_user'], 'board_member', ['board_id', 'user_id'], (reference) =>
      reference.onDelete('cascade'),
    )
    .execute();
  const nudges = await db
    .selectFrom('nudge')
    .innerJoin('board', 'board.id', 'nudge.board_id')
    .selectAll('nudge')
    .select('board.time_zone')
    .execute();
  const now = Date.now();
  for (const { time_zone, ...nudge } of nudges) {
    // Altered by hand: nobody can say when it was.
    if (!isDay(nudge.day)) continue;
    await db
      .insertInto('nudge_made_anew')
      .values({ ...nudge, nudged_at: latestOn(nudge.day, time_zone, now) })
      .execute();
  }
  await schema.dropTable('nudge').execute();
  await schema.alterTable('nudge_made_anew').renameTo('nudge').execute();
  await schema.createIndex('nudge_pair').on('nudge').columns(['board_id', 'from_user', 'to_user']).execute();
  await schema.createIndex('nudge_sender').on('nudge').columns(['from_user', 'board_id']).execute();
  await schema.createIndex('nudge_receiver').on('nudge').columns(['to_user', 'board_id']).execute();
  await schema.createIndex('nudge_day').on('nudge').column('day').execute();
}

/** The latest moment at which a nudge of a day can have been made: nobody is nudged again too early. */
function latestOn(day: string, timeZone: string, now: number): number {
  return Math.max(startOfDay(timeZone, day), Math.min(startOfDay(timeZone, daysAfter(day, 1)) - 1, now));
}

async function remakeContests(db: Kysely<Before>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('contest_made_anew')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('board_id', 'text', (c) => c.notNull().references('board.id').onDelete('cascade'))
    .addColumn('activity_id', 'text', (c) => c.notNull().unique().references('activity.id').onDelete('cascade'))
    .addColumn('contested_by', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('answered_by', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('emoji', 'text', (c) => c.notNull())
    .addColumn('opened_at', 'bigint', (c) => c.notNull())
    .addColumn('kept_at', 'bigint')
    .addColumn('outcome', 'text')
    .addColumn('how', 'text')
    .addColumn('settled_at', 'bigint')
    .execute();
  await db.insertInto('contest_made_anew').columns(contestColumns).expression(db.selectFrom('contest').select(contestColumns)).execute();
  // The votes first: with its contests a table loses what refers to them.
  await schema
    .createTable('contest_vote_made_anew')
    .addColumn('contest_id', 'text', (c) => c.notNull().references('contest_made_anew.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('is_void', 'integer', (c) => c.notNull())
    .addColumn('voted_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('contest_vote_once', ['contest_id', 'user_id'])
    .execute();
  await db
    .insertInto('contest_vote_made_anew')
    .columns(voteColumns)
    .expression(db.selectFrom('contest_vote').select(voteColumns))
    .execute();
  await schema.dropTable('contest_vote').execute();
  await schema.dropTable('contest').execute();
  await schema.alterTable('contest_made_anew').renameTo('contest').execute();
  await schema.alterTable('contest_vote_made_anew').renameTo('contest_vote').execute();
  await schema.createIndex('contest_board').on('contest').columns(['board_id', 'contested_by']).execute();
  await schema.createIndex('contest_contester').on('contest').column('contested_by').execute();
  await schema.createIndex('contest_answerer').on('contest').column('answered_by').execute();
  await schema.createIndex('contest_vote_user').on('contest_vote').column('user_id').execute();
}
