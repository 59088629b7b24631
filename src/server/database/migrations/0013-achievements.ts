import { type Insertable, type Kysely, sql } from 'kysely';
import { daysBetween } from '#shared/calendar';

interface Before {
  user: { id: string; boards_count: number; actions_count: number; points_gained: number; losses_count: number };
  board: { id: string; created_by: string };
  board_member: Share;
  former_member: Share;
  board_request: { type: string; status: string; from_user: string; to_user: string };
  activity: { board_id: string; user_id: string; points: number; score_after: number; undone_at: number | null };
  member_day: { board_id: string; day: string; user_id: string; actions: number };
  reaction: { user_id: string };
  achievement: Achievement;
}

interface Share {
  board_id: string;
  user_id: string;
  points_gained: number;
  losses_count: number;
}

interface Achievement {
  user_id: string;
  achievement_id: string;
  unlocked_at: number;
  activity_id: string | null;
  times: number;
  kept: number;
}

/**
 * Achievements. What a log must know of their author stands in the rows that it writes anyway: the sums of the person, and their share in
 * each board's. Whoever earned something before has it from now on.
 */
export async function up(db: Kysely<Before>): Promise<void> {
  const { schema } = db;
  for (const table of ['user', 'board_member', 'former_member'])
    for (const column of ['points_gained', 'losses_count'])
      await schema
        .alterTable(table)
        .addColumn(column, 'integer', (c) => c.notNull().defaultTo(0))
        .execute();
  await schema
    .createTable('achievement')
    .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('achievement_id', 'text', (c) => c.notNull())
    .addColumn('unlocked_at', 'bigint', (c) => c.notNull())
    .addColumn('activity_id', 'text')
    .addColumn('times', 'integer', (c) => c.notNull())
    .addColumn('kept', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('achievement_key', ['user_id', 'achievement_id'])
    .execute();
  // The last days of somebody on a board are one stretch of it.
  await schema.dropIndex('member_day_user').execute();
  await schema.createIndex('member_day_user').on('member_day').columns(['user_id', 'board_id', 'day']).execute();

  const earned = await fillSums(db);
  await addFacts(db, earned);
  const now = Date.now();
  for (const [userId, times] of earned) {
    await addDays(db, userId, times);
    const rows: Insertable<Achievement>[] = [...times].map(([id, count]) => ({
      user_id: userId,
      achievement_id: id,
      unlocked_at: now,
      activity_id: null,
      times: count,
      kept: 0,
    }));
    if (rows.length > 0) await db.insertInto('achievement').values(rows).execute();
  }
}

/** Person → the achievements they have earned → how often, where that is counted. */
type Earned = Map<string, Map<string, number>>;

const goals = {
  actions: { 'first-action': 1, 'ten-actions': 10, 'hundred-actions': 100, 'thousand-actions': 1000 },
  gained: { 'hundred-points': 100, 'five-hundred-points': 500, 'thousand-points': 1000, 'five-thousand-points': 5000 },
  losses: { 'first-loss': 1, 'ten-losses': 10, 'fifty-losses': 50, 'hundred-losses': 100 },
  boards: { 'first-board': 1, 'three-boards': 3 },
  reactions: { 'first-reaction': 1, 'fifty-reactions': 50 },
  streak: { 'three-days': 3, 'seven-days': 7, 'thirty-days': 30, 'hundred-days': 100 },
  pause: { 'back-after-week': 7, 'back-after-month': 30 },
} as const;

function reach(times: Map<string, number>, measure: keyof typeof goals, sum: number): void {
  for (const [id, goal] of Object.entries(goals[measure])) if (sum >= goal) times.set(id, 1);
}

async function fillSums(db: Kysely<Before>): Promise<Earned> {
  const count = (condition: ReturnType<typeof sql<boolean>>) => sql<number>`sum(case when ${condition} then 1 else 0 end)`;
  const shares = await db
    .selectFrom('activity')
    // Those of deleted boards and accounts count no more, and wait to be erased.
    .innerJoin('board', 'board.id', 'activity.board_id')
    .innerJoin('user', 'user.id', 'activity.user_id')
    .where('activity.undone_at', 'is', null)
    .groupBy(['activity.user_id', 'activity.board_id'])
    .select([
      'activity.user_id',
      'activity.board_id',
      sql<number>`sum(case when activity.points > 0 then activity.points else 0 end)`.as('gained'),
      count(sql`activity.points < 0`).as('losses'),
      count(sql`activity.points >= 30`).as('big-gain'),
      count(sql`activity.points <= -30`).as('big-loss'),
      count(sql`activity.score_after = 0`).as('exactly-zero'),
      count(sql`activity.score_after > 0 and activity.score_after - activity.points < 0`).as('back-above-zero'),
    ])
    .execute();
  const sums = new Map<string, { gained: number; losses: number }>();
  const earned: Earned = new Map();
  for (const { user_id: userId, board_id: boardId, gained, losses, ...moments } of shares) {
    // One of the two has the row.
    for (const table of ['board_member', 'former_member'] as const)
      await db
        .updateTable(table)
        .set({ points_gained: gained, losses_count: losses })
        .where('board_id', '=', boardId)
        .where('user_id', '=', userId)
        .execute();
    const sum = sums.get(userId) ?? { gained: 0, losses: 0 };
    sums.set(userId, { gained: sum.gained + gained, losses: sum.losses + losses });
    const times = timesOf(earned, userId);
    for (const [id, more] of Object.entries(moments)) if (more > 0) times.set(id, (times.get(id) ?? 0) + more);
  }
  for (const [userId, { gained, losses }] of sums) {
    await db.updateTable('user').set({ points_gained: gained, losses_count: losses }).where('id', '=', userId).execute();
    reach(timesOf(earned, userId), 'gained', gained);
    reach(timesOf(earned, userId), 'losses', losses);
  }
  return earned;
}

/** What the rows about people and boards still tell. Who handed a board over, none does. */
async function addFacts(db: Kysely<Before>, earned: Earned): Promise<void> {
  for (const { id, boards_count, actions_count } of await db.selectFrom('user').select(['id', 'boards_count', 'actions_count']).execute()) {
    reach(timesOf(earned, id), 'boards', boards_count);
    reach(timesOf(earned, id), 'actions', actions_count);
  }
  for (const { created_by } of await db.selectFrom('board').select('created_by').distinct().execute())
    timesOf(earned, created_by).set('board-made', 1);
  const large = db
    .selectFrom('board_member')
    .select('board_id')
    .groupBy('board_id')
    .having(({ fn }) => fn.countAll<number>(), '>=', 5);
  for (const { user_id } of await db.selectFrom('board_member').select('user_id').where('board_id', 'in', large).distinct().execute())
    timesOf(earned, user_id).set('table-of-five', 1);
  const given = db.selectFrom('reaction').innerJoin('user', 'user.id', 'reaction.user_id').groupBy('user.id');
  for (const { id, count } of await given.select(({ fn }) => ['user.id', fn.countAll<number>().as('count')]).execute())
    reach(timesOf(earned, id), 'reactions', count);
  const accepted = db.selectFrom('board_request').where('status', '=', 'accepted').distinct();
  const hosts = [
    ...(await accepted.select('from_user as id').where('type', '=', 'invitation').execute()),
    ...(await accepted.select('to_user as id').where('type', '=', 'request').execute()),
  ];
  for (const { id } of hosts) timesOf(earned, id).set('guest', 1);
}

async function addDays(db: Kysely<Before>, userId: string, times: Map<string, number>): Promise<void> {
  const days = await db
    .selectFrom('member_day')
    .innerJoin('board', 'board.id', 'member_day.board_id')
    .select(['member_day.board_id', 'member_day.day'])
    .where('member_day.user_id', '=', userId)
    .where('member_day.actions', '>', 0)
    .orderBy('member_day.board_id')
    .orderBy('member_day.day')
    .execute();
  let streak = 0;
  for (const [index, { board_id, day }] of days.entries()) {
    const before = days[index - 1];
    const apart = before?.board_id === board_id ? daysBetween(before.day, day) : undefined;
    streak = apart === 1 ? streak + 1 : 1;
    reach(times, 'streak', streak);
    reach(times, 'pause', apart ?? 0);
  }
}

function timesOf(earned: Earned, userId: string): Map<string, number> {
  const times = earned.get(userId) ?? new Map<string, number>();
  earned.set(userId, times);
  return times;
}
