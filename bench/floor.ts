/**
 * What the disk allows without grouping: the SQLite of the server alone, with the server's tables and pragmas, one transaction per log, one at
 * a time. Answers { seconds } with { rate }.
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '#server/database/open-database';
import type { Statement } from '#server/database/sqlite/connection';
import { openConnection } from '#server/database/sqlite/open-connection';

const boards = 32;
const dataDir = process.argv[2] ?? '';

mkdirSync(dataDir, { recursive: true });
const database = openDatabase({ dataDir });
await database.migrate();
await database.close();

const sqlite = openConnection(join(dataDir, 'ou-la-la.db'));
for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'secure_delete = ON', 'foreign_keys = ON', 'busy_timeout = 5000'])
  sqlite.pragma(pragma);
sqlite.pragma('wal_autocheckpoint = 4000');
plant();

const begin = sqlite.prepare('begin immediate');
const commit = sqlite.prepare('commit');
const find = sqlite.prepare(
  `select a.id, a.title_sealed, a.points, a.emoji, u.username, u.avatar from board_member m join user u on u.id = m.user_id
   left join board_action a on a.board_id = m.board_id and a.id = ? and a.retired_at is null where m.board_id = ? and m.user_id = ?`,
);
const addToBoard = sqlite.prepare(
  'update board set total_points = total_points + ?, revision = revision + 1, updated_at = ? where id = ? returning revision, total_points',
);
const addToMember = sqlite.prepare(
  'update board_member set score = score + ?, actions_count = actions_count + 1, points_gained = points_gained + ? where board_id = ? and user_id = ? returning score',
);
const insert = sqlite.prepare(
  `insert into activity (id, board_id, user_id, action_id, title_sealed, points, emoji, logged_at, board_revision, total_after, score_after)
   values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
);
const addToDay = sqlite.prepare(
  `insert into member_day (board_id, user_id, day, gained, lost, actions) values (?, ?, ?, ?, 0, 1) on conflict (board_id, day, user_id)
   do update set gained = member_day.gained + excluded.gained, lost = member_day.lost + excluded.lost, actions = member_day.actions + excluded.actions`,
);
const addToUser = sqlite.prepare(
  'update user set points = points + ?, actions_count = actions_count + 1, points_gained = points_gained + ? where id = ? returning points_gained',
);

process.once('disconnect', () => process.exit());
process.on('message', ({ seconds }: { seconds: number }) => {
  const start = performance.now();
  let done = 0;
  for (; performance.now() - start < seconds * 1000; done++) logOne(done % boards);
  process.send?.({ rate: (done / (performance.now() - start)) * 1000 });
});

function logOne(index: number): void {
  const [board, user, action, now] = [`board-${index}`, `user-${index}`, `action-${index}`, Date.now()];
  begin.run();
  const [, sealed, points, emoji] = only(find, [action, board, user]);
  const [revision, total] = only(addToBoard, [points, now, board]);
  const [score] = only(addToMember, [points, points, board, user]);
  addToDay.run([board, user, new Date(now).toISOString().slice(0, 10), points]);
  const id = randomBytes(16).toString('base64url');
  insert.run([id, board, user, action, sealed, points, emoji, now, revision, total, score]);
  only(addToUser, [points, points, user]);
  commit.run();
}

/** The one row that a statement returns. */
function only(statement: Statement, parameters: readonly unknown[]): unknown[] {
  const [row = []] = statement.all(parameters);
  return row;
}

function plant(): void {
  const sealed = randomBytes(44).toString('base64url');
  const now = Date.now();
  const user = sqlite.prepare(
    `insert into user (id, email, username, username_key, avatar, created_at, updated_at) values (?, ?, ?, ?, '🧑', 0, 0)`,
  );
  const board = sqlite.prepare(
    `insert into board (id, title_sealed, created_by, theme, icon, total_points, revision, members_revision, actions_revision, settings_revision,
       link_enabled, created_at, updated_at) values (?, ?, ?, 'pink', '👑', 0, 1, 1, 1, 1, 1, ?, ?)`,
  );
  const member = sqlite.prepare('insert into board_member (board_id, user_id, score, joined_at) values (?, ?, 0, ?)');
  const action = sqlite.prepare("insert into board_action values (?, ?, ?, 10, null, '✨', 0, ?, null)");
  sqlite.exec('begin');
  for (let index = 0; index < boards; index++) {
    const name = `user-${index}`;
    user.run([name, name, name, name]);
    board.run([`board-${index}`, sealed, `user-${index}`, now, now]);
    member.run([`board-${index}`, `user-${index}`, now]);
    action.run([`action-${index}`, `board-${index}`, sealed, now]);
  }
  sqlite.exec('commit');
}
