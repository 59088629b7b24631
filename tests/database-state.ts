/** What is in the database, seen from outside: by a connection that the app does not know. */
import { createHash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';

type Rows = Record<string, unknown>[];

/** Every row of every table. */
export function dump(dataDir: string): Record<string, Rows> {
  return lookInto(dataDir, (sqlite) => {
    const tables = sqlite.prepare("select name from sqlite_master where type = 'table' order by name").pluck().all() as string[];
    return Object.fromEntries(tables.map((table) => [table, sqlite.prepare(`select * from "${table}" order by rowid`).all() as Rows]));
  });
}

/** Two databases with the same print hold the same rows. Counters are left out: they are written later than they are counted. */
export function print(dataDir: string): string {
  const { daily_count: _, ...tables } = dump(dataDir);
  return createHash('sha256').update(JSON.stringify(tables)).digest('hex');
}

/** Counters that differ from the sums they stand for (decision D3): none, in a sound database. */
export function wrongCounters(dataDir: string): Rows {
  return lookInto(dataDir, (sqlite) => sqlite.prepare(wrong).all() as Rows);
}

/** Runs one statement of change, with foreign keys as SQLite would have them by default: unchecked. */
export function tamper(dataDir: string, statement: string, ...values: unknown[]): void {
  const sqlite = new Sqlite(join(dataDir, 'ou-la-la.db'));
  try {
    sqlite.pragma('foreign_keys = OFF');
    sqlite.prepare(statement).run(...values);
  } finally {
    sqlite.close();
  }
}

/** Runs several statements of change in one transaction, with foreign keys as the app has them. */
export function tamperAtOnce(dataDir: string, work: (run: (statement: string, ...values: unknown[]) => void) => void): void {
  const sqlite = new Sqlite(join(dataDir, 'ou-la-la.db'));
  try {
    sqlite.pragma('foreign_keys = ON');
    sqlite.transaction(work)((statement, ...values) => void sqlite.prepare(statement).run(...values));
  } finally {
    sqlite.close();
  }
}

/** Every column there is, as 'table.column'. */
export function columnsIn(dataDir: string): string[] {
  const statement = `select t.name || '.' || c.name from sqlite_master t, pragma_table_info(t.name) c where t.type = 'table'`;
  return lookInto(dataDir, (sqlite) => sqlite.prepare(statement).pluck().all() as string[]);
}

/** Rows that refer to rows that are no more: none, in a sound database. */
export function looseEnds(dataDir: string): Rows {
  return lookInto(dataDir, (sqlite) => sqlite.pragma('foreign_key_check') as Rows);
}

/** References that no index finds, so that deleting what they refer to reads their whole table. */
export function unindexedReferences(dataDir: string): string[] {
  const statement = `
    select t.name || '.' || f."from" from sqlite_master t, pragma_foreign_key_list(t.name) f
    where t.type = 'table' and not exists (
      select 1 from pragma_index_list(t.name) i, pragma_index_info(i.name) c
      where c.seqno = 0 and c.name = f."from" and i.partial = 0)`;
  return lookInto(dataDir, (sqlite) => sqlite.prepare(statement).pluck().all() as string[]);
}

/** How SQLite finds the rows of a statement, in its words. */
export function planOf(dataDir: string, statement: string): string[] {
  const values = Array.from(statement.matchAll(/\?/g), () => '');
  const plan = lookInto(dataDir, (sqlite) => sqlite.prepare(`explain query plan ${statement}`).all(...values) as { detail: string }[]);
  return plan.map(({ detail }) => detail);
}

/** Whether a connection holds on to an earlier state of the database. */
export function isHeld(dataDir: string): boolean {
  // Without waiting: what would let go may run in this process.
  const sqlite = new Sqlite(join(dataDir, 'ou-la-la.db'), { timeout: 0 });
  const [result] = sqlite.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
  sqlite.close();
  return result?.busy !== 0;
}

/** Holds the database for writing, as another program would. What is returned lets go of it, once and for all. */
export function holdForWriting(dataDir: string): () => void {
  const sqlite = new Sqlite(join(dataDir, 'ou-la-la.db'));
  sqlite.exec('begin immediate');
  return () => void sqlite.close();
}

/** Holds on to the state of the database as it is now, as another program would that reads. What is returned lets go of it. */
export function holdForReading(dataDir: string): () => void {
  const sqlite = new Sqlite(join(dataDir, 'ou-la-la.db'), { readonly: true });
  sqlite.exec('begin');
  sqlite.prepare('select count(*) from sqlite_master').get();
  return () => void sqlite.close();
}

/** Overwrites the page that a table begins with, as a disk that goes bad might. What waits in the write-ahead log stays as it is. */
export function spoil(dataDir: string, table: string): void {
  const file = join(dataDir, 'ou-la-la.db');
  const find = 'select rootpage from sqlite_master where name = ?';
  const page = lookInto(dataDir, (sqlite) => Number(sqlite.prepare(find).pluck().get(table)));
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(4096, 0xff), 0, 4096, (page - 1) * 4096);
  closeSync(handle);
}

/** Brings what waits in the write-ahead log into the database file. */
export function checkpoint(dataDir: string): void {
  const sqlite = new Sqlite(join(dataDir, 'ou-la-la.db'));
  sqlite.pragma('wal_checkpoint(TRUNCATE)');
  sqlite.close();
}

/** Reads from the database by a connection of its own. */
export function lookInto<T>(dataDir: string, look: (sqlite: Sqlite.Database) => T): T {
  const sqlite = new Sqlite(join(dataDir, 'ou-la-la.db'), { readonly: true });
  try {
    return look(sqlite);
  } finally {
    sqlite.close();
  }
}

const wrong = `
  select * from (
    select 'board.total_points' as counter, id, total_points as kept,
      (select coalesce(sum(points), 0) from activity where board_id = board.id and undone_at is null and user_id in (select id from user)) as counted
      from board
    union all
    select 'board_member.score', board_id || ' ' || user_id, score,
      (select coalesce(sum(points), 0) from activity a where a.board_id = m.board_id and a.user_id = m.user_id and a.undone_at is null) from board_member m
    union all
    select 'board_member.actions_count', board_id || ' ' || user_id, actions_count,
      (select count(*) from activity a where a.board_id = m.board_id and a.user_id = m.user_id and a.undone_at is null) from board_member m
    union all
    select 'former_member.score', board_id || ' ' || user_id, score,
      (select coalesce(sum(points), 0) from activity a where a.board_id = m.board_id and a.user_id = m.user_id and a.undone_at is null) from former_member m
    union all
    select 'former_member.actions_count', board_id || ' ' || user_id, actions_count,
      (select count(*) from activity a where a.board_id = m.board_id and a.user_id = m.user_id and a.undone_at is null) from former_member m
    union all
    select 'member_day, points', board_id || ' ' || user_id, (select coalesce(sum(gained - lost), 0) from member_day d where d.board_id = m.board_id and d.user_id = m.user_id), score
      from (select board_id, user_id, score from board_member union all select board_id, user_id, score from former_member) m
    union all
    select 'member_day, actions', board_id || ' ' || user_id, (select coalesce(sum(actions), 0) from member_day d where d.board_id = m.board_id and d.user_id = m.user_id), actions_count
      from (select board_id, user_id, actions_count from board_member union all select board_id, user_id, actions_count from former_member) m
    union all
    select 'user.points', id, points, (select coalesce(sum(points), 0) from activity where user_id = user.id and undone_at is null and board_id in (select id from board)) from user
    union all
    select 'user.actions_count', id, actions_count, (select count(*) from activity where user_id = user.id and undone_at is null and board_id in (select id from board)) from user
    union all
    select 'user.boards_count', id, boards_count, (select count(*) from board_member where user_id = user.id) from user
    union all
    select 'administrator is a member', id, 1,
      (select count(*) from board_member where board_id = board.id and user_id = board.created_by) from board
    union all
    select 'pending requests of one joiner', board_id || ' ' || joining_user, 1, count(*)
      from board_request where status = 'pending' group by board_id, joining_user
  ) where kept <> counted`;
