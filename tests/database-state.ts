/** What is in the database, seen from outside: by a connection that the app does not know. */
import { createHash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type Connection, named } from '#server/database/sqlite/connection';
import { openConnection } from '#server/database/sqlite/open-connection';
import { askPostgres, type Rows } from './postgres/ask.ts';
import { urlOf } from './postgres/test-databases.ts';

/** Every row of every table. */
export function dump(dataDir: string): Record<string, Rows> {
  const url = urlOf(dataDir);
  if (url !== undefined) {
    const tables = tablesOf(url);
    const rows = askPostgres(
      url,
      // In the order in which they lie there.
      tables.map((table) => ({ text: `select * from "${table}" order by ctid` })),
    );
    return Object.fromEntries(tables.map((table, index) => [table, rows[index] ?? []]));
  }
  return lookInto(dataDir, (sqlite) => {
    const tables = sqlite.prepare("select name from sqlite_master where type = 'table' order by name").all().flat().map(String);
    return Object.fromEntries(tables.map((table) => [table, rowsOf(sqlite, `select * from "${table}" order by rowid`)]));
  });
}

function tablesOf(url: string): string[] {
  const [tables = []] = askPostgres(url, [{ text: "select tablename from pg_tables where schemaname = 'public' order by 1" }]);
  return tables.map(({ tablename }) => String(tablename));
}

/**
 * Two databases with the same print hold the same rows. Counters are left out, since they are written later than they are counted, and
 * recurring jobs, whose rows change at each run.
 */
export function print(dataDir: string): string {
  const { daily_count: _, ...tables } = dump(dataDir);
  return createHash('sha256')
    .update(JSON.stringify({ ...tables, job: queued(dataDir, tables) }))
    .digest('hex');
}

/** The jobs that somebody's doing has queued, without the recurring ones. */
export function queued(dataDir: string, { job = [] } = dump(dataDir)): Rows {
  return job.filter(({ id, kind }) => id !== kind);
}

/**
 * Prints one database again and again. On SQLite its rows are read anew only after a commit: without one they are what they were, and
 * that is told by a counter of SQLite's own. The caller closes it.
 */
export function openPrinter(dataDir: string): { print(): string; close(): void } {
  if (urlOf(dataDir) !== undefined) return { print: () => print(dataDir), close: () => undefined };
  const sqlite = openConnection(join(dataDir, 'ou-la-la.db'), { readonly: true });
  let last = { commits: undefined as unknown, print: '' };
  return {
    print() {
      // Before the rows: what is committed in between is read now, and once more the next time.
      const commits = sqlite.pragma('data_version');
      if (last.commits !== commits) last = { commits, print: print(dataDir) };
      return last.print;
    },
    close: () => sqlite.close(),
  };
}

/** Counters that differ from the sums they stand for (decision D3): none, in a sound database. */
export function wrongCounters(dataDir: string): Rows {
  return ask(dataDir, wrong);
}

/** What one statement returns; a parameter is `?`. */
export function ask(dataDir: string, statement: string, ...values: unknown[]): Rows {
  const url = urlOf(dataDir);
  if (url !== undefined) return askPostgres(url, [translated(statement, values)])[0] ?? [];
  return lookInto(dataDir, (sqlite) => rowsOf(sqlite, statement, values));
}

/** As PostgreSQL has it: `user` is a word of its language there, and parameters have numbers. */
function translated(statement: string, values: readonly unknown[]) {
  let place = 0;
  const text = statement.replaceAll(/\b(from|join|into|update) user\b/g, '$1 "user"').replaceAll('user.', '"user".');
  return { text: text.replaceAll('?', () => `$${(place += 1)}`), values };
}

/** Runs one statement of change, with foreign keys as SQLite would have them by default: unchecked. */
export function tamper(dataDir: string, statement: string, ...values: unknown[]): void {
  const url = urlOf(dataDir);
  if (url !== undefined) {
    const role = (name: string) => ({ text: `set session_replication_role = ${name}` });
    askPostgres(url, [role('replica'), translated(statement, values), role('origin')]);
    return;
  }
  const sqlite = openConnection(join(dataDir, 'ou-la-la.db'));
  try {
    sqlite.pragma('foreign_keys = OFF');
    sqlite.prepare(statement).run(values);
  } finally {
    sqlite.close();
  }
}

/** Runs several statements of change in one transaction, with foreign keys as the app has them. */
export function tamperAtOnce(dataDir: string, work: (run: (statement: string, ...values: unknown[]) => void) => void): void {
  const url = urlOf(dataDir);
  if (url !== undefined) {
    const statements: { text: string; values?: readonly unknown[] }[] = [];
    work((statement, ...values) => void statements.push(translated(statement, values)));
    askPostgres(url, [{ text: 'begin' }, ...statements, { text: 'commit' }]);
    return;
  }
  const sqlite = openConnection(join(dataDir, 'ou-la-la.db'));
  try {
    sqlite.pragma('foreign_keys = ON');
    sqlite.exec('begin');
    work((statement, ...values) => void sqlite.prepare(statement).run(values));
    sqlite.exec('commit');
  } finally {
    sqlite.close();
  }
}

/** Every column there is, as 'table.column'. */
export function columnsIn(dataDir: string): string[] {
  const url = urlOf(dataDir);
  if (url !== undefined) {
    const text =
      "select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public' and is_generated = 'NEVER'";
    return (askPostgres(url, [{ text }])[0] ?? []).map(({ name }) => String(name));
  }
  const statement = `select t.name || '.' || c.name from sqlite_master t, pragma_table_info(t.name) c where t.type = 'table'`;
  return lookInto(dataDir, (sqlite) => sqlite.prepare(statement).all().flat().map(String));
}

/** Rows that refer to rows that are no more: none, in a sound database. */
export function looseEnds(dataDir: string): Rows {
  const url = urlOf(dataDir);
  if (url !== undefined) return looseEndsIn(url);
  return lookInto(dataDir, (sqlite) => rowsOf(sqlite, 'pragma foreign_key_check'));
}

function looseEndsIn(url: string): Rows {
  const [references = []] = askPostgres(url, [
    {
      text: `
        select c.conrelid::regclass::text as child, c.confrelid::regclass::text as parent,
          string_agg(format('p.%I = c.%I', b.attname, a.attname), ' and ') as pairs,
          string_agg(format('c.%I is not null', a.attname), ' and ') as given
        from pg_constraint c, unnest(c.conkey, c.confkey) as k(child, parent)
          , pg_attribute a, pg_attribute b
        where c.contype = 'f' and a.attrelid = c.conrelid and a.attnum = k.child and b.attrelid = c.confrelid and b.attnum = k.parent
        group by c.oid, c.conrelid, c.confrelid`,
    },
  ]);
  const found = references.map(({ child, parent, pairs, given }) => ({
    text: `select '${String(child)}' as "table", c.* from ${String(child)} c where ${String(given)} and not exists (select 1 from ${String(parent)} p where ${String(pairs)})`,
  }));
  return askPostgres(url, found).flat();
}

/** References that no index finds, so that deleting what they refer to reads their whole table. */
export function unindexedReferences(dataDir: string): string[] {
  const url = urlOf(dataDir);
  if (url !== undefined) {
    const text = `
      select c.conrelid::regclass || '.' || a.attname as name from pg_constraint c
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and not exists (
        select 1 from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1] and i.indpred is null)`;
    return (askPostgres(url, [{ text }])[0] ?? []).map(({ name }) => String(name));
  }
  const statement = `
    select t.name || '.' || f."from" from sqlite_master t, pragma_foreign_key_list(t.name) f
    where t.type = 'table' and not exists (
      select 1 from pragma_index_list(t.name) i, pragma_index_info(i.name) c
      where c.seqno = 0 and c.name = f."from" and i.partial = 0)`;
  return lookInto(dataDir, (sqlite) => sqlite.prepare(statement).all().flat().map(String));
}

/** How SQLite finds the rows of a statement, in its words. */
export function planOf(dataDir: string, statement: string): string[] {
  const values = Array.from(statement.matchAll(/\?/g), () => '');
  const plan = lookInto(dataDir, (sqlite) => rowsOf(sqlite, `explain query plan ${statement}`, values));
  return plan.map(({ detail }) => String(detail));
}

/** Whether a connection holds on to an earlier state of the database. */
export function isHeld(dataDir: string): boolean {
  const url = urlOf(dataDir);
  if (url !== undefined) {
    const holding = 'backend_xmin is not null and pid <> pg_backend_pid() and datname = current_database()';
    return (askPostgres(url, [{ text: `select pid from pg_stat_activity where ${holding}` }])[0] ?? []).length > 0;
  }
  // Without waiting: what would let go may run in this process.
  const sqlite = openConnection(join(dataDir, 'ou-la-la.db'), { timeout: 0 });
  const busy = sqlite.pragma('wal_checkpoint(TRUNCATE)');
  sqlite.close();
  return busy !== 0;
}

/** From now on the database takes no new row of this table. What is returned ends that. */
export function refuseInserts(dataDir: string, table: string): () => void {
  if (urlOf(dataDir) === undefined) {
    tamper(dataDir, `create trigger refuse before insert on ${table} begin select raise(abort, 'no more of it'); end`);
    return () => tamper(dataDir, 'drop trigger refuse');
  }
  tamper(dataDir, "create function refuse() returns trigger language plpgsql as 'begin raise exception ''no more of it''; end'");
  tamper(dataDir, `create trigger refuse before insert on ${table} execute function refuse()`);
  return () => tamper(dataDir, 'drop function refuse cascade');
}

/** Holds the database for writing, as another program would. What is returned lets go of it, once and for all. */
export function holdForWriting(dataDir: string): () => void {
  const sqlite = openConnection(join(dataDir, 'ou-la-la.db'));
  sqlite.exec('begin immediate');
  return () => sqlite.close();
}

/** Holds on to the state of the database as it is now, as another program would that reads. What is returned lets go of it. */
export function holdForReading(dataDir: string): () => void {
  const sqlite = openConnection(join(dataDir, 'ou-la-la.db'), { readonly: true });
  sqlite.exec('begin');
  sqlite.prepare('select count(*) from sqlite_master').all();
  return () => sqlite.close();
}

/** Overwrites the page that a table begins with, as a disk that goes bad might. What waits in the write-ahead log stays as it is. */
export function spoil(dataDir: string, table: string): void {
  const file = join(dataDir, 'ou-la-la.db');
  const find = 'select rootpage from sqlite_master where name = ?';
  const page = lookInto(dataDir, (sqlite) => Number(sqlite.prepare(find).all([table])[0]?.[0]));
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(4096, 0xff), 0, 4096, (page - 1) * 4096);
  closeSync(handle);
}

/** Brings what waits in the write-ahead log into the database file. */
export function checkpoint(dataDir: string): void {
  const sqlite = openConnection(join(dataDir, 'ou-la-la.db'));
  sqlite.pragma('wal_checkpoint(TRUNCATE)');
  sqlite.close();
}

/** Reads from the database by a connection of its own. */
export function lookInto<T>(dataDir: string, look: (sqlite: Connection) => T): T {
  const sqlite = openConnection(join(dataDir, 'ou-la-la.db'), { readonly: true });
  try {
    return look(sqlite);
  } finally {
    sqlite.close();
  }
}

function rowsOf(sqlite: Connection, statement: string, values: readonly unknown[] = []): Rows {
  const prepared = sqlite.prepare(statement);
  const columns = prepared.columns();
  return prepared.all(values).map((row) => named(columns, row));
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
  ) sums where kept <> counted`;
