/**
 * What a database allows without grouping: the statements of a log on the server's tables, one transaction per log, one at a time on each
 * connection. In argv: where it logs, as JSON; a folder, for the SQLite of the server with its pragmas and one connection, or the address of a
 * PostgreSQL, for pg alone; and the number of connections. Answers { seconds } with { rate }.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { openConnection } from '#server/database/sqlite/open-connection';
import { oneOf } from '../tests/people.ts';

export interface FloorBoard {
  board: string;
  user: string;
  action: string;
}

/** Runs a statement and returns the values of its first row. */
type Run = (text: string, values?: readonly unknown[]) => unknown[] | Promise<unknown[]>;

const [given = '[]', place = '', connections = ''] = process.argv.slice(2);
const boards = JSON.parse(given) as FloorBoard[];
const isPostgres = place.startsWith('postgres');
const runs = isPostgres ? await Promise.all(Array.from({ length: Number(connections) }, onPostgres)) : [onSqlite()];

process.once('disconnect', () => process.exit());
process.on('message', ({ seconds }: { seconds: number }) => void measure(seconds * 1000).then((rate) => process.send?.({ rate })));

async function measure(length: number): Promise<number> {
  const start = performance.now();
  let done = 0;
  const logFor = async (run: Run) => {
    for (; performance.now() - start < length; done++) await logOne(run, oneOf(boards));
  };
  await Promise.all(runs.map(logFor));
  return (done / (performance.now() - start)) * 1000;
}

async function logOne(run: Run, { board, user, action }: FloorBoard): Promise<void> {
  const now = Date.now();
  await run(isPostgres ? 'begin' : 'begin immediate');
  if (isPostgres) await run('select id from board where id = $1 for update', [board]);
  const [, sealed, points, emoji] = await run(
    `select a.id, a.title_sealed, a.points, a.emoji, u.username, u.avatar from board_member m join "user" u on u.id = m.user_id
     left join board_action a on a.board_id = m.board_id and a.id = $1 and a.retired_at is null where m.board_id = $2 and m.user_id = $3`,
    [action, board, user],
  );
  const [revision, total] = await run(
    'update board set total_points = total_points + $1, revision = revision + 1, updated_at = $2 where id = $3 returning revision, total_points',
    [points, now, board],
  );
  const [score] = await run(
    `update board_member set score = score + $1, actions_count = actions_count + 1, points_gained = points_gained + $2
     where board_id = $3 and user_id = $4 returning score`,
    [points, points, board, user],
  );
  await run(
    `insert into member_day (board_id, user_id, day, gained, lost, actions, streak) values ($1, $2, $3, $4, 0, 1, 1) on conflict (board_id, day, user_id)
     do update set gained = member_day.gained + excluded.gained, lost = member_day.lost + excluded.lost, actions = member_day.actions + excluded.actions`,
    [board, user, new Date(now).toISOString().slice(0, 10), points],
  );
  const id = randomBytes(16).toString('base64url');
  await run(
    `insert into activity (id, board_id, user_id, action_id, title_sealed, points, emoji, logged_at, board_revision, total_after, score_after)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [id, board, user, action, sealed, points, emoji, now, revision, total, score],
  );
  await run(
    'update "user" set points = points + $1, actions_count = actions_count + 1, points_gained = points_gained + $2 where id = $3 returning points_gained',
    [points, points, user],
  );
  await run('commit');
}

function onSqlite(): Run {
  const sqlite = openConnection(join(place, 'ou-la-la.db'));
  for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'secure_delete = ON', 'foreign_keys = ON', 'busy_timeout = 5000'])
    sqlite.pragma(pragma);
  sqlite.pragma('wal_autocheckpoint = 4000');
  const prepared = new Map<string, ReturnType<typeof sqlite.prepare>>();
  return (text, values = []) => {
    let statement = prepared.get(text);
    if (!statement) prepared.set(text, (statement = sqlite.prepare(text.replaceAll(/\$\d+/g, '?'))));
    if (statement.returnsRows) return statement.all(values)[0] ?? [];
    statement.run(values);
    return [];
  };
}

async function onPostgres(): Promise<Run> {
  const client = new pg.Client({ connectionString: place });
  await client.connect();
  return async (text, values) => {
    // What has values is prepared once, under a name, which is cut at 63 bytes.
    const prepared = values && { name: `${text.length} ${text.slice(0, 50)}`, values: [...values] };
    const { rows } = await client.query<unknown[]>({ text, rowMode: 'array', ...prepared });
    return rows[0] ?? [];
  };
}
