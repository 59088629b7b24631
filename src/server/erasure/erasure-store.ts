/** Rows left over from a deleted board or account: hidden already, and erased in slices. */
import type { Db } from '../database/database.ts';
import { isJobAbout, listSubjects } from '../jobs/job-store.ts';

export const erasureKinds = ['erase_board', 'erase_account'] as const;

export interface Leftover {
  /** The id of the board or the account. */
  id: string;
  kind: (typeof erasureKinds)[number];
}

/** The ids of boards and accounts that are gone, and of which something may be left, for a query about what is. */
export function beingErased(db: Db) {
  return db.selectFrom('job').select('subject as id').where('kind', 'in', erasureKinds);
}

/** Accounts that are gone, and of whose activities some are still there. */
export function listErasedAuthors(db: Db): Promise<string[]> {
  return listSubjects(db, 'erase_account');
}

/** Whether something of a deleted board or account is still there. */
export function isBeingErased(db: Db, id: string): Promise<boolean> {
  return isJobAbout(db, id, erasureKinds);
}

/** Erases at most `limit` rows; how many there were. Fewer than `limit`: nothing is left. */
export async function eraseRows(db: Db, { id, kind }: Leftover, limit: number): Promise<number> {
  let erased = 0;
  for (const erase of kind === 'erase_board' ? ofBoard : ofAccount) if (erased < limit) erased += await erase(db, id, limit - erased);
  return erased;
}

/** Erases a slice of the days: the key of their table has three columns. */
const daysOf =
  (column: 'board_id' | 'user_id'): Erase =>
  async (db, id, limit) => {
    const some = db.selectFrom('member_day').select(['board_id', 'day', 'user_id']).where(column, '=', id).limit(limit);
    const { numDeletedRows } = await db
      .deleteFrom('member_day')
      .where(({ eb, refTuple }) => eb(refTuple('board_id', 'day', 'user_id'), 'in', some.$asTuple('board_id', 'day', 'user_id')))
      .executeTakeFirst();
    return Number(numDeletedRows);
  };

const proposalsOf =
  (column: 'board_id' | 'proposed_by'): Erase =>
  async (db, id, limit) => {
    const some = db.selectFrom('action_proposal').select('id').where(column, '=', id).limit(limit);
    return Number((await db.deleteFrom('action_proposal').where('id', 'in', some).executeTakeFirst()).numDeletedRows);
  };

type Erase = (db: Db, id: string, limit: number) => Promise<number>;

const ofBoard: readonly Erase[] = [
  daysOf('board_id'),
  proposalsOf('board_id'),
  (db, boardId, limit) => eraseReactions(db, 'board_id', boardId, limit),
  async (db, boardId, limit) => {
    const some = db.selectFrom('activity').select('id').where('board_id', '=', boardId).limit(limit);
    return Number((await db.deleteFrom('activity').where('id', 'in', some).executeTakeFirst()).numDeletedRows);
  },
  async (db, boardId, limit) => {
    const some = db.selectFrom('board_action').select('id').where('board_id', '=', boardId).limit(limit);
    return Number((await db.deleteFrom('board_action').where('id', 'in', some).executeTakeFirst()).numDeletedRows);
  },
];

const ofAccount: readonly Erase[] = [
  daysOf('user_id'),
  proposalsOf('proposed_by'),
  (db, userId, limit) => eraseReactions(db, 'user_id', userId, limit),
  // The reactions that others put on them go too.
  async (db, userId, limit) => {
    const rows = await db.selectFrom('activity').select('id').where('user_id', '=', userId).limit(limit).execute();
    if (rows.length === 0) return 0;
    const ids = rows.map(({ id }) => id);
    const reactions = await eraseReactions(db, 'activity_id', ids, limit);
    const erased = ids.slice(0, limit - reactions);
    if (erased.length > 0) await db.deleteFrom('activity').where('id', 'in', erased).execute();
    return reactions + erased.length;
  },
  // What they undid stays undone, without saying who did.
  async (db, userId, limit) => {
    const some = db.selectFrom('activity').select('id').where('undone_by', '=', userId).limit(limit);
    const { numUpdatedRows } = await db.updateTable('activity').set({ undone_by: null }).where('id', 'in', some).executeTakeFirst();
    return Number(numUpdatedRows);
  },
];

async function eraseReactions(
  db: Db,
  column: 'board_id' | 'user_id' | 'activity_id',
  of: string | string[],
  limit: number,
): Promise<number> {
  const some = db.selectFrom('reaction').select(['activity_id', 'user_id', 'emoji']).where(column, 'in', [of].flat()).limit(limit);
  const { numDeletedRows } = await db
    .deleteFrom('reaction')
    .where(({ eb, refTuple }) => eb(refTuple('activity_id', 'user_id', 'emoji'), 'in', some.$asTuple('activity_id', 'user_id', 'emoji')))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
