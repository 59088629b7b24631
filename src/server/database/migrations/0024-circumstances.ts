import { type Kysely, sql } from 'kysely';
import { dayIn, hourIn } from '#shared/calendar';

interface Before {
  board: { id: string; time_zone: string };
  user: { id: string };
  board_member: { board_id: string; user_id: string };
  activity: {
    id: string;
    board_id: string;
    user_id: string;
    action_id: string;
    points: number;
    logged_at: number;
    board_revision: number;
    score_after: number;
    undone_revision: number | null;
    early: number | null;
    level: number | null;
    echo: number | null;
  };
  achievement: { user_id: string; achievement_id: string; unlocked_at: number; activity_id: string | null; times: number; kept: number };
}

const flags = ['early', 'level', 'echo'] as const;
type Flag = (typeof flags)[number];

const achievementOf = { early: 'early-bird', level: 'dead-heat', echo: 'telepathy' } as const satisfies Record<Flag, string>;

/**
 * What can only be told while an activity is logged is kept with it from now on. Those that are there are told from what followed what on each
 * board, and whoever earned an achievement by them has it. An index leads a log to the one before of the same action.
 */
export async function up(db: Kysely<Before>): Promise<void> {
  for (const flag of flags) await db.schema.alterTable('activity').addColumn(flag, 'integer').execute();
  await sql`create index activity_of_action on activity (board_id, action_id, board_revision) where undone_revision is null`.execute(db);
  // An undo asks whether there is another.
  for (const flag of flags)
    await sql`create index ${sql.id(`activity_${flag}`)} on activity (user_id) where ${sql.ref(flag)} = 1 and undone_revision is null`.execute(
      db,
    );
  await tellAll(db);
}

export async function tellAll(db: Kysely<Before>): Promise<void> {
  const earned = new Map<string, Set<Flag>>();
  for (const board of await db.selectFrom('board').select(['id', 'time_zone']).orderBy('id').execute()) await tell(db, board, earned);
  const now = Date.now();
  for (const [userId, own] of earned)
    for (const flag of own)
      await db
        .insertInto('achievement')
        .values({ user_id: userId, achievement_id: achievementOf[flag], unlocked_at: now, activity_id: null, times: 1, kept: 0 })
        .execute();
}

async function tell(db: Kysely<Before>, { id: boardId, time_zone: zone }: Before['board'], earned: Map<string, Set<Flag>>) {
  const members = new Set(
    (await db.selectFrom('board_member').select('user_id').where('board_id', '=', boardId).execute()).map(({ user_id }) => user_id),
  );
  const undone = await listUndone(db, boardId);
  const scores = new Map<string, number>();
  /** By action: the last log of it that counts. */
  const lastOf = new Map<string, { by: string; day: string; echo: boolean }>();
  const told: Record<Flag, string[]> = { early: [], level: [], echo: [] };
  let [next, page] = [0, await listAfter(db, boardId, 0)];
  while (page.length > 0) {
    for (const { id, user_id: by, action_id, points, logged_at, board_revision, score_after: score, undone_revision } of page) {
      for (let one = undone[next]; one && (one.undone_revision ?? 0) < board_revision; one = undone[(next += 1)])
        scores.set(one.user_id, (scores.get(one.user_id) ?? 0) - one.points);
      scores.set(by, score);
      if (undone_revision !== null) continue;
      const [day, last] = [dayIn(zone, logged_at), lastOf.get(action_id)];
      const echo = last !== undefined && last.day === day && (last.by !== by || last.echo);
      lastOf.set(action_id, { by, day, echo });
      const is: Record<Flag, boolean> = {
        early: points > 0 && hourIn(zone, logged_at) < 7,
        level: score > 100 && [...scores].some(([other, theirs]) => other !== by && theirs === score && members.has(other)),
        echo,
      };
      const own = earned.get(by) ?? new Set();
      for (const flag of flags)
        if (is[flag]) {
          told[flag].push(id);
          earned.set(by, own.add(flag));
        }
    }
    page = await listAfter(db, boardId, page.at(-1)?.board_revision ?? 0);
  }
  for (const flag of flags)
    for (let start = 0; start < told[flag].length; start += changedAtOnce)
      await db
        .updateTable('activity')
        .set({ [flag]: 1 })
        .where('id', 'in', told[flag].slice(start, start + changedAtOnce))
        .execute();
}

const pageSize = 5000;
const changedAtOnce = 500;

function listAfter(db: Kysely<Before>, boardId: string, after: number) {
  return (
    db
      .selectFrom('activity')
      // Those of deleted accounts count no more, and wait to be erased.
      .innerJoin('user', 'user.id', 'activity.user_id')
      .select([
        'activity.id',
        'activity.user_id',
        'activity.action_id',
        'activity.points',
        'activity.logged_at',
        'activity.board_revision',
        'activity.score_after',
        'activity.undone_revision',
      ])
      .where('activity.board_id', '=', boardId)
      .where('activity.board_revision', '>', after)
      .orderBy('activity.board_revision')
      .limit(pageSize)
      .execute()
  );
}

function listUndone(db: Kysely<Before>, boardId: string) {
  return db
    .selectFrom('activity')
    .select(['user_id', 'points', 'undone_revision'])
    .where('board_id', '=', boardId)
    .where('undone_revision', 'is not', null)
    .orderBy('undone_revision')
    .execute();
}
