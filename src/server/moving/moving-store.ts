/** Whole tables, whatever is in them: for moving from one database to another. */
import { sql } from 'kysely';
import type { Db } from '../database/database.ts';
import { halfMovedMark as mark, hasOurTables } from '../database/migrate.ts';
import type { Tables } from '../database/tables.ts';

export type Row = Record<string, unknown>;

/** Each with the columns of its key, in an order in which no row refers to one that comes later. */
export const tableKeys = {
  user: ['id'],
  password: ['user_id'],
  session: ['id'],
  known_device: ['token_hash', 'user_id'],
  guest: ['user_id'],
  password_reset: ['token_hash'],
  passkey: ['id'],
  used_challenge: ['challenge_hash'],
  job: ['id'],
  blocked_inviter: ['user_id', 'blocked_user'],
  board: ['id'],
  achievement: ['user_id', 'achievement_id'],
  board_key: ['board_id'],
  board_member: ['board_id', 'user_id'],
  former_member: ['board_id', 'user_id'],
  member_day: ['board_id', 'day', 'user_id'],
  board_action: ['id'],
  action_proposal: ['id'],
  favourite_action: ['board_id', 'user_id', 'action_id'],
  board_request: ['id'],
  single_link: ['id'],
  activity: ['id'],
  reaction: ['activity_id', 'user_id', 'emoji'],
  push_device: ['session_id'],
  notification_choice: ['user_id'],
  board_look: ['board_id', 'user_id', 'session_id'],
  told_board: ['session_id', 'board_id'],
  push: ['id'],
  deleted_board: ['id_hash'],
  predefined_action: ['id'],
  emoji: ['id'],
  daily_count: ['day', 'name'],
  sealed_secret: ['name'],
  epoch: ['id'],
  recap_mail: ['user_id'],
  film: ['id'],
  nudge: ['id'],
  webhook: ['id'],
  webhook_delivery: ['id'],
  owed_loss: ['id'],
  agreement: ['id'],
  agreement_yes: ['agreement_id', 'user_id'],
  season: ['id'],
  season_player: ['season_id', 'user_id'],
  season_place: ['season_id', 'position'],
  pause: ['id'],
  contest: ['id'],
  contest_vote: ['contest_id', 'user_id'],
  gesture: ['id'],
  token: ['id'],
  token_board: ['token_id', 'board_id'],
  token_log: ['activity_id'],
  wall: ['id'],
  code: ['id'],
} as const satisfies Record<keyof Tables, readonly string[]>;

export type TableName = keyof Tables;

/** Tables that have rows even without people: the program's own, which a move replaces. */
export const tablesOfOurs: readonly TableName[] = ['predefined_action', 'emoji', 'sealed_secret', 'epoch', 'job'];

/** The rows after one, in the order of their keys. */
export async function readRows(db: Db, table: TableName, { after, limit }: { after: Row | undefined; limit: number }): Promise<Row[]> {
  const keys = tableKeys[table];
  const columns = sql.join(keys.map((key) => sql.ref(key)));
  const beyond = after === undefined ? sql`` : sql`where (${columns}) > (${sql.join(keys.map((key) => after[key]))})`;
  const { rows } = await sql<Row>`select * from ${sql.table(table)} ${beyond} order by ${columns} limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

/** Columns that the database makes itself. */
const computed: ReadonlySet<string> = new Set(['changed_revision']);

export async function writeRows(db: Db, table: TableName, rows: readonly Row[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first).filter((column) => !computed.has(column));
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
  await sql`
    insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
    values ${sql.join(values)}
  `.execute(db);
}

export async function countRows(db: Db, table: TableName): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Deletes the rows from one to another, in the order of their keys. */
export async function deleteBetween(db: Db, table: TableName, first: Row, last: Row): Promise<void> {
  const keys = tableKeys[table];
  const columns = sql.join(keys.map((key) => sql.ref(key)));
  const of = (row: Row) => sql.join(keys.map((key) => row[key]));
  await sql`delete from ${sql.table(table)} where (${columns}) >= (${of(first)}) and (${columns}) <= (${of(last)})`.execute(db);
}

const marks = sql.table('kysely_migration');

/**
 * Whether a move into this database has begun and not ended. The mark is among the migrations: no program knows one of that name, so none
 * opens the database meanwhile.
 */
export async function isHalfMoved(db: Db): Promise<boolean> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'kysely_migration')) return false;
  const { rows } = await sql`select name from ${marks} where name = ${mark}`.execute(db);
  return rows.length > 0;
}

/** Whether this version began the half-moved database: another one may know other tables, and could not go on. */
export async function isOfThisVersion(db: Db): Promise<boolean> {
  return await hasOurTables(db, mark);
}

export async function markHalfMoved(db: Db): Promise<void> {
  await sql`insert into ${marks} (name, timestamp) values (${mark}, ${new Date().toISOString()})`.execute(db);
}

export async function markMoved(db: Db): Promise<void> {
  await sql`delete from ${marks} where name = ${mark}`.execute(db);
}
