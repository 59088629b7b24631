import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type Connection, named, type OpenConnection } from './connection.ts';
import { openConnection } from './open-connection.ts';
import { nameOfCode } from './sqlite-codes.ts';
import { classify } from './sqlite-failure.ts';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
/** Node 22 can play both; better-sqlite3 aborts on newer ones, and older ones have none of their own. */
const libraries: [string, OpenConnection][] = [];
if (major < 24) libraries.push(['better-sqlite3', (await import('./better-sqlite3.ts')).openConnection]);
if (major >= 24 || (major === 22 && minor >= 16)) libraries.push(['node:sqlite', (await import('./node-sqlite.ts')).openConnection]);

const folder = mkdtempSync(join(tmpdir(), 'ou-la-la-connection-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;
const newFile = () => join(folder, `${(files += 1)}.db`);

/** What the call is refused with. */
function refusal(call: () => unknown) {
  try {
    call();
  } catch (failure) {
    return failure as Error & { code?: string };
  }
  throw new Error('it was not refused');
}

it('the library of this Node is the one that is used', () => {
  expect(libraries.map(([, open]) => open)).toContain(openConnection);
});

describe.each(libraries)('a connection of %s', (_, open) => {
  const tables = `
    create table person (id text primary key, name text unique, points integer not null default 0 check (points < 1000));
    create table pet (owner text references person (id) deferrable initially deferred)`;
  function withTables(file = newFile()): Connection {
    const connection = open(file);
    connection.exec(tables);
    return connection;
  }

  it('returns rows as bare values, and the names of their columns', () => {
    const statement = open(':memory:').prepare("select 1 as one, 'zwei' as two, null as three, 0.5 as half, 1700000000000 as now");
    expect(statement.columns()).toEqual(['one', 'two', 'three', 'half', 'now']);
    expect(statement.all()).toEqual([[1, 'zwei', null, 0.5, 1_700_000_000_000]]);
    expect([...statement.iterate()]).toEqual(statement.all());
    const row = { one: 1, two: 'zwei', three: null, half: 0.5, now: 1_700_000_000_000 };
    expect(named(statement.columns(), statement.all()[0] ?? [])).toEqual(row);
  });

  it('keeps strings, integers up to 2^53 and null as they are', () => {
    const connection = open(':memory:');
    connection.exec('create table kept (number integer, text text)');
    const rows = [Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER, 0, 4_294_967_296].map((number) => [number, `« 🦄 é ' ${number}`]);
    for (const row of rows) connection.prepare('insert into kept values (?, ?)').run(row);
    connection.prepare('insert into kept values (?, ?)').run([null, '']);
    expect(connection.prepare('select * from kept').all()).toEqual([...rows, [null, '']]);
  });

  it('takes undefined as null and refuses a boolean', () => {
    const statement = open(':memory:').prepare('select ?, ?');
    expect(statement.all([undefined, 1])).toEqual([[null, 1]]);
    for (const method of ['all', 'run'] as const) expect(() => statement[method]([true, 1])).toThrow(TypeError);
  });

  it('says how many rows a change changed', () => {
    const connection = withTables();
    const insert = connection.prepare('insert into person (id) values (?), (?)');
    expect(insert.run(['a', 'b'])).toBe(2);
    const update = connection.prepare('update person set points = points + ? where id = ?');
    expect([update.run([1, 'a']), update.run([1, 'nobody'])]).toEqual([1, 0]);
    expect(connection.prepare('delete from person').run()).toBe(2);
    connection.close();
  });

  it.each([
    ['select * from person', true, false],
    [' SELECT 1', true, false],
    ['with x as (select 1) select * from x', true, false],
    ['insert into person (id) values (?)', false, true],
    ['insert into person (id) values (?) on conflict do nothing returning id', true, true],
    ['with x as (select 1 as id) insert into person (id) select id from x', false, true],
    ['update person set points = 1', false, true],
    ['delete from person where id in (select id from person) returning *', true, true],
    ['create table thing (id)', false, true],
    ['drop table pet', false, true],
    ['begin', false, false],
    ['begin immediate', false, true],
    ['commit', false, false],
    ['rollback', false, false],
    ['savepoint unit', false, false],
    ['release unit', false, false],
    ['rollback to unit', false, false],
    ['vacuum into ?', false, true],
    ['pragma integrity_check', true, false],
    ['pragma defer_foreign_keys = on', false, false],
    ['pragma wal_checkpoint(truncate)', true, true],
    ['pragma journal_mode = wal', true, true],
  ])('knows of "%s" whether it returns rows and whether it writes', (sql, returnsRows, writes) => {
    const connection = withTables();
    expect(connection.prepare(sql)).toMatchObject({ returnsRows, writes });
    expect(connection.prepare('select count(*) from person').all()).toEqual([[0]]);
    connection.close();
  });

  it.each([
    ["insert into person (id) values ('a')", 'SQLITE_CONSTRAINT_PRIMARYKEY', 'UNIQUE constraint failed: person.id'],
    ["insert into person (id, name) values ('b', 'Léa')", 'SQLITE_CONSTRAINT_UNIQUE', 'UNIQUE constraint failed: person.name'],
    ["insert into person (id, points) values ('b', null)", 'SQLITE_CONSTRAINT_NOTNULL', 'NOT NULL constraint failed: person.points'],
    ["insert into person (id, points) values ('b', 1000)", 'SQLITE_CONSTRAINT_CHECK', 'CHECK constraint failed: points < 1000'],
    ["insert into pet values ('nobody')", 'SQLITE_CONSTRAINT_FOREIGNKEY', 'FOREIGN KEY constraint failed'],
    ['select * from nowhere', 'SQLITE_ERROR', 'no such table: nowhere'],
  ])('refuses "%s" with %s', (sql, code, message) => {
    const connection = withTables();
    connection.exec("insert into person (id, name) values ('a', 'Léa')");
    expect(refusal(() => connection.prepare(sql).run())).toMatchObject({ code, message });
    expect(refusal(() => connection.exec(sql))).toMatchObject({ code, message });
    connection.close();
  });

  it('checks references, and reads what is in double quotes as a name only', () => {
    const connection = open(':memory:');
    expect(connection.pragma('foreign_keys')).toBe(1);
    expect(refusal(() => connection.prepare('select "text"'))).toMatchObject({ code: 'SQLITE_ERROR' });
  });

  it('refuses at once what another one holds, and the same statement works afterwards', () => {
    const file = newFile();
    const rival = withTables(file);
    rival.exec('begin immediate');
    const connection = open(file, { timeout: 0 });
    const begin = connection.prepare('begin immediate');
    expect(classify(refusal(() => begin.run()))).toMatchObject({ kind: 'busy', code: 'SQLITE_BUSY' });
    rival.exec('commit');
    begin.run();
    expect(connection.inTransaction).toBe(true);
    connection.exec('rollback');
    expect(connection.inTransaction).toBe(false);
    for (const each of [rival, connection]) each.close();
  });

  it('waits for another one as long as it is told', () => {
    const file = newFile();
    const rival = withTables(file);
    rival.exec('begin immediate');
    const start = performance.now();
    const connection = open(file, { timeout: 300 });
    expect(refusal(() => connection.exec('begin immediate'))).toMatchObject({ code: 'SQLITE_BUSY' });
    expect(performance.now() - start).toBeGreaterThanOrEqual(250);
    for (const each of [rival, connection]) each.close();
  });

  it('that is opened to read neither writes nor makes a file', () => {
    const file = newFile();
    withTables(file).close();
    const reader = open(file, { readonly: true });
    expect(reader.readonly).toBe(true);
    const insert = reader.prepare('insert into person (id) values (?)');
    expect(insert.writes).toBe(true);
    expect(refusal(() => insert.run(['a']))).toMatchObject({ code: 'SQLITE_READONLY' });
    reader.close();
    expect(refusal(() => open(newFile(), { readonly: true }))).toMatchObject({ code: 'SQLITE_CANTOPEN' });
  });

  it('refuses what is no database, and what is full', () => {
    const file = newFile();
    writeFileSync(file, 'no database of anybody, but long enough to be looked at. '.repeat(100));
    const foreign = open(file);
    expect(classify(refusal(() => foreign.exec('select * from person')))).toMatchObject({ kind: 'corrupt', code: 'SQLITE_NOTADB' });
    foreign.close();
    const connection = withTables();
    connection.pragma('max_page_count = 6');
    const insert = connection.prepare('insert into person (id) values (?)');
    const fill = () => {
      for (let index = 0; ; index += 1) insert.run([`${index}`.repeat(200)]);
    };
    expect(classify(refusal(fill))).toMatchObject({ kind: 'full', code: 'SQLITE_FULL' });
    connection.close();
  });

  it('lets go of its file when it is closed, whatever statements it has', () => {
    const file = newFile();
    const connection = withTables(file);
    connection.exec("insert into person (id) values ('a'), ('b')");
    const rows = connection.prepare('select * from person').iterate();
    rows.next();
    rows.return?.();
    connection.close();
    expect(() => connection.close()).not.toThrow();
    expect(connection.inTransaction).toBe(false);
    const alone = open(file, { timeout: 0 });
    expect(() => alone.exec('begin exclusive')).not.toThrow();
    alone.close();
  });

  it.each(libraries)('reads what %s has written, and what waits in its log', (_other, openOther) => {
    const file = newFile();
    const writer = openOther(file);
    writer.pragma('journal_mode = WAL');
    writer.exec(tables);
    const insert = writer.prepare('insert into person (id, points) values (?, ?)');
    for (const id of ['a', 'b', 'c']) insert.run([id, 7]);
    const reader = open(file);
    expect(reader.prepare('select id, points, typeof(points) from person order by id').all()).toEqual([
      ['a', 7, 'integer'],
      ['b', 7, 'integer'],
      ['c', 7, 'integer'],
    ]);
    expect(reader.pragma('integrity_check')).toBe('ok');
    expect(reader.prepare('update person set points = ?').run([8])).toBe(3);
    expect(writer.prepare('select sum(points) from person').all()).toEqual([[24]]);
    for (const each of [reader, writer]) each.close();
  });
});

describe('the name of a code', () => {
  it.each([
    [1, 'SQLITE_ERROR'],
    [5, 'SQLITE_BUSY'],
    [261, 'SQLITE_BUSY_RECOVERY'],
    [517, 'SQLITE_BUSY_SNAPSHOT'],
    [11, 'SQLITE_CORRUPT'],
    [779, 'SQLITE_CORRUPT_INDEX'],
    [13, 'SQLITE_FULL'],
    [15, 'SQLITE_PROTOCOL'],
    [26, 'SQLITE_NOTADB'],
    [266, 'SQLITE_IOERR_READ'],
    [522, 'SQLITE_IOERR_SHORT_READ'],
    [778, 'SQLITE_IOERR_WRITE'],
    [4874, 'SQLITE_IOERR_SHMSIZE'],
    [8202, 'SQLITE_IOERR_DATA'],
    [8458, 'SQLITE_IOERR_CORRUPTFS'],
    [787, 'SQLITE_CONSTRAINT_FOREIGNKEY'],
    [1555, 'SQLITE_CONSTRAINT_PRIMARYKEY'],
    [2067, 'SQLITE_CONSTRAINT_UNIQUE'],
    [2579, 'SQLITE_CONSTRAINT_ROWID'],
    [28, 'SQLITE_WARNING'],
  ])('%d is %s, as in sqlite3.h', (code, name) => {
    expect(nameOfCode(code)).toBe(name);
  });

  it('that is newer than the list is the one that it extends', () => {
    expect(nameOfCode(10 | (200 << 8))).toBe('SQLITE_IOERR');
  });
});
