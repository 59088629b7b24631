/** Rows left over from a deleted board or account: hidden already, and erased in slices. */
import type { ActivityId, BoardId, UserId } from '#shared/ids';
import type { Db } from '../database/database.ts';
import { noId } from '../ids/ids.ts';
import { isJobAbout, listSubjects } from '../jobs/job-store.ts';

export const erasureKinds = ['erase_board', 'erase_account'] as const;

export interface Leftover {
  /** The id of the board or the account. */
  id: string;
  kind: (typeof erasureKinds)[number];
}

/** The ids of boards and accounts that are gone, and of which something may be left, for a query about what is. */
export function beingErased(db: Db) {
  return db
    .selectFrom('job')
    .select(({ ref }) => ref('subject').$castTo<BoardId & UserId>().as('id'))
    .where('kind', 'in', erasureKinds);
}

/** Accounts that are gone, and of whose activities some are still there. */
export async function listErasedAuthors(db: Db): Promise<UserId[]> {
  // Each such job is about an account.
  return (await listSubjects(db, 'erase_account')) as UserId[];
}

/** Whether something of a deleted board or account is still there. */
export function isBeingErased(db: Db, id: BoardId | UserId): Promise<boolean> {
  return isJobAbout(db, id, erasureKinds);
}

/** Erases at most `limit` rows; how many there were. Fewer than `limit`: nothing is left. */
export function eraseRows(db: Db, { id, kind }: Leftover, limit: number): Promise<number> {
  // The kind of the job says whose id its subject is.
  return kind === 'erase_board' ? eraseIn(ofBoard, db, id as BoardId, limit) : eraseIn(ofAccount, db, id as UserId, limit);
}

async function eraseIn<Id>(steps: readonly Erase<Id>[], db: Db, id: Id, limit: number): Promise<number> {
  let erased = 0;
  for (const erase of steps) if (erased < limit) erased += await erase(db, id, limit - erased);
  return erased;
}

/** Erases a slice of the days: the key of their table has three columns. */
const daysOf =
  (column: 'board_id' | 'user_id'): Erase<BoardId | UserId> =>
  async (db, id, limit) => {
    const some = db.selectFrom('member_day').select(['board_id', 'day', 'user_id']).where(column, '=', id).limit(limit);
    const { numDeletedRows } = await db
      .deleteFrom('member_day')
      .where(({ eb, refTuple }) => eb(refTuple('board_id', 'day', 'user_id'), 'in', some.$asTuple('board_id', 'day', 'user_id')))
      .executeTakeFirst();
    return Number(numDeletedRows);
  };

const proposalsOf =
  (column: 'board_id' | 'proposed_by'): Erase<BoardId | UserId> =>
  async (db, id, limit) => {
    const some = db.selectFrom('action_proposal').select('id').where(column, '=', id).limit(limit);
    return Number((await db.deleteFrom('action_proposal').where('id', 'in', some).executeTakeFirst()).numDeletedRows);
  };

type Erase<Id> = (db: Db, id: Id, limit: number) => Promise<number>;

const ofBoard: readonly Erase<BoardId>[] = [
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

const ofAccount: readonly Erase<UserId>[] = [
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
  // What they noted for others stays theirs, without the words under it.
  async (db, userId, limit) => {
    const some = db.selectFrom('activity').select('id').where('noted_by', '=', userId).limit(limit);
    const { numUpdatedRows } = await db
      .updateTable('activity')
      .set({ noted_by: noId, note_sealed: null })
      .where('id', 'in', some)
      .executeTakeFirst();
    return Number(numUpdatedRows);
  },
];

async function eraseReactions(
  db: Db,
  column: 'board_id' | 'user_id' | 'activity_id',
  of: BoardId | UserId | ActivityId[],
  limit: number,
): Promise<number> {
  const some = db.selectFrom('reaction').select(['activity_id', 'user_id', 'emoji']).where(column, 'in', [of].flat()).limit(limit);
  const { numDeletedRows } = await db
    .deleteFrom('reaction')
    .where(({ eb, refTuple }) => eb(refTuple('activity_id', 'user_id', 'emoji'), 'in', some.$asTuple('activity_id', 'user_id', 'emoji')))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
