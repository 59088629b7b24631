/**
 * What PostgreSQL allows: pg alone, on the server's tables and as many connections as one copy of the server has, each logging one activity
 * after the other, in a transaction of one statement after the other. Answers { seconds } with { rate }.
 */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { openDatabase } from '#server/database/open-database';

const boards = 32;
const [url = '', connections = ''] = process.argv.slice(2);

const database = openDatabase({ dataDir: '', databaseUrl: url });
await database.migrate();
await database.close();

const clients = await Promise.all(
  Array.from({ length: Number(connections) }, async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    return client;
  }),
);
await plant();

process.once('disconnect', () => process.exit());
process.on('message', ({ seconds }: { seconds: number }) => {
  void measure(seconds * 1000).then((rate) => process.send?.({ rate }));
});

async function measure(length: number): Promise<number> {
  const start = performance.now();
  const counts = await Promise.all(
    clients.map(async (client) => {
      let done = 0;
      for (; performance.now() - start < length; done++) await logOne(client, Math.floor(Math.random() * boards));
      return done;
    }),
  );
  return (counts.reduce((sum, count) => sum + count, 0) / (performance.now() - start)) * 1000;
}

const find = `select a.title_sealed, a.emoji, b.revision, b.total_points, m.score from board_member m
  join "user" u on u.id = m.user_id join board b on b.id = m.board_id
  left join board_action a on a.board_id = m.board_id and a.id = $1 and a.retired_at is null where m.board_id = $2 and m.user_id = $3`;
const addToBoard = 'update board set total_points = total_points + 10, revision = revision + 1, updated_at = $1 where id = $2';
const addToMember = `update board_member set score = score + 10, actions_count = actions_count + 1, points_gained = points_gained + 10
  where board_id = $1 and user_id = $2`;
const addToDay = `insert into member_day (board_id, user_id, day, gained, lost, actions) values ($1, $2, $3, 10, 0, 1)
  on conflict (board_id, day, user_id) do update set gained = member_day.gained + 10, actions = member_day.actions + 1`;
const insert = `insert into activity (id, board_id, user_id, action_id, title_sealed, points, emoji, logged_at, board_revision, total_after,
  score_after) values ($1, $2, $3, $4, $5, 10, $6, $7, $8, $9, $10)`;
const addToUser =
  'update "user" set points = points + 10, actions_count = actions_count + 1, points_gained = points_gained + 10 where id = $1';

async function logOne(client: pg.Client, index: number): Promise<void> {
  const { board, user, action, now, day, id } = names(index);
  await client.query('begin');
  await client.query({ name: 'lock', text: 'select id from board where id = $1 for update', values: [board] });
  const { rows } = await client.query({ name: 'find', text: find, values: [action, board, user] });
  const [found] = rows as { title_sealed: string; emoji: string; revision: string; total_points: string; score: string }[];
  if (!found) throw new Error('nothing to log');
  const sums = [Number(found.revision) + 1, Number(found.total_points) + 10, Number(found.score) + 10];
  await client.query({ name: 'board', text: addToBoard, values: [now, board] });
  await client.query({ name: 'member', text: addToMember, values: [board, user] });
  await client.query({ name: 'day', text: addToDay, values: [board, user, day] });
  await client.query({ name: 'insert', text: insert, values: [id, board, user, action, found.title_sealed, found.emoji, now, ...sums] });
  await client.query({ name: 'user', text: addToUser, values: [user] });
  await client.query('commit');
}

function names(index: number) {
  const now = Date.now();
  const id = randomBytes(16).toString('base64url');
  return {
    board: `board-${index}`,
    user: `user-${index}`,
    action: `action-${index}`,
    now,
    day: new Date(now).toISOString().slice(0, 10),
    id,
  };
}

async function plant(): Promise<void> {
  const [client] = clients;
  const sealed = randomBytes(44).toString('base64url');
  for (let index = 0; index < boards; index++) {
    const { board, user, action, now } = names(index);
    await client?.query(
      `insert into "user" (id, email, username, username_key, avatar, created_at, updated_at) values ($1, $1, $1, $1, '🧑', 0, 0)`,
      [user],
    );
    await client?.query(
      `insert into board (id, title_sealed, created_by, theme, icon, total_points, revision, members_revision, actions_revision,
         settings_revision, link_enabled, created_at, updated_at) values ($1, $2, $3, 'pink', '👑', 0, 1, 1, 1, 1, 1, $4, $4)`,
      [board, sealed, user, now],
    );
    await client?.query('insert into board_member (board_id, user_id, score, joined_at) values ($1, $2, 0, $3)', [board, user, now]);
    await client?.query(
      `insert into board_action (id, board_id, title_sealed, points, emoji, position, created_at) values ($1, $2, $3, 10, '✨', 0, $4)`,
      [action, board, sealed, now],
    );
  }
}
