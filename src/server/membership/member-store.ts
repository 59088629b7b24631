import type { BoardId, UserId, UserOnBoard } from '#shared/ids';
import type { Db } from '../database/database.ts';
import { preparedQuery } from '../database/prepared-query.ts';

export function listMembers(db: Db, boardId: BoardId) {
  return membersOf(db, { boardId });
}

const membersOf = preparedQuery((db, { boardId }: { boardId: BoardId }) =>
  db
    .selectFrom('board_member')
    .innerJoin('user', 'user.id', 'board_member.user_id')
    .select(['board_member.user_id', 'board_member.score', 'board_member.joined_at', 'user.username', 'user.avatar'])
    .where('board_member.board_id', '=', boardId)
    .orderBy('board_member.joined_at')
    .orderBy('board_member.user_id'),
);

/** The members of all boards of a person that have at most `most`. */
export const listMembersOnCards = preparedQuery((db, { userId, most }: { userId: UserId; most: number }) => {
  return db
    .selectFrom('board_member as own')
    .innerJoin('board_member', 'board_member.board_id', 'own.board_id')
    .innerJoin('user', 'user.id', 'board_member.user_id')
    .select(['board_member.board_id', 'board_member.user_id', 'board_member.score', 'user.username', 'user.avatar'])
    .where('own.user_id', '=', userId)
    .where(
      ({ selectFrom }) =>
        selectFrom('board_member as one')
          .whereRef('one.board_id', '=', 'own.board_id')
          .select(({ fn }) => fn.countAll<number>().as('count')),
      '<=',
      most,
    )
    .orderBy('board_member.joined_at')
    .orderBy('board_member.user_id');
});

/** The own place of a person on each of these boards, and whoever has the most points of the others. */
export async function listStandings(db: Db, userId: UserId, boardIds: readonly BoardId[]) {
  if (boardIds.length === 0) return [];
  return await db
    .with('ranked', (creator) =>
      creator
        .selectFrom('board_member')
        .select(['board_id', 'user_id', 'score'])
        .select(({ fn, eb, val }) => [
          fn
            .agg<number>('rank')
            .over((over) => over.partitionBy('board_id').orderBy('score', 'desc'))
            .as('rank'),
          // The person comes last among equals: of the others, the first is in the first two rows.
          fn
            .agg<number>('row_number')
            .over((over) =>
              over
                .partitionBy('board_id')
                .orderBy('score', 'desc')
                .orderBy(eb.case().when('user_id', '=', val(userId)).then(1).else(0).end())
                .orderBy('joined_at')
                .orderBy('user_id'),
            )
            .as('place'),
          fn
            .countAll<number>()
            .over((over) => over.partitionBy(['board_id', 'score']))
            .as('equals'),
        ])
        .where('board_id', 'in', boardIds),
    )
    .selectFrom('ranked')
    .innerJoin('user', 'user.id', 'ranked.user_id')
    .selectAll('ranked')
    .select(['user.username', 'user.avatar'])
    .where(({ or, eb }) => or([eb('ranked.place', '<=', 2), eb('ranked.user_id', '=', userId)]))
    .orderBy('ranked.place')
    .execute();
}

export async function isMember(db: Db, { boardId, userId }: UserOnBoard): Promise<boolean> {
  const row = await db
    .selectFrom('board_member')
    .select('user_id')
    .where('board_id', '=', boardId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function countMembers(db: Db, boardId: BoardId): Promise<number> {
  const { count } = await db
    .selectFrom('board_member')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('board_id', '=', boardId)
    .executeTakeFirstOrThrow();
  return count;
}

/** What a member's activities on the board come to: it outlasts the membership. */
const shares = ['score', 'actions_count', 'points_gained', 'losses_count'] as const;

/** Adds a member; a former one gets the score of what they logged before (decision D6). False when they were a member already. */
export async function insertMember(db: Db, { boardId, userId }: UserOnBoard): Promise<boolean> {
  const [former] = await db
    .deleteFrom('former_member')
    .where('board_id', '=', boardId)
    .where('user_id', '=', userId)
    .returning(shares)
    .execute();
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('board_member')
    .values(({ selectFrom }) => ({
      ...{ board_id: boardId, user_id: userId, score: 0, ...former, joined_at: Date.now() },
      // What happened before is no news to them.
      seen_revision: selectFrom('board').select('revision').where('id', '=', boardId).$asScalar().$notNull(),
    }))
    .onConflict((conflict) => conflict.columns(['board_id', 'user_id']).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Removes a member; false when there was none. Their activities and score are kept. */
export async function deleteMember(db: Db, { boardId, userId }: UserOnBoard): Promise<boolean> {
  const [member] = await db
    .deleteFrom('board_member')
    .where('board_id', '=', boardId)
    .where('user_id', '=', userId)
    .returning(shares)
    .execute();
  if (!member) return false;
  if (await hasLogged(db, { boardId, userId })) {
    await db
      .insertInto('former_member')
      .values({ board_id: boardId, user_id: userId, ...member })
      .execute();
  }
  return true;
}

/** Whether the person has ever logged something there, undone or not. */
export async function hasLogged(db: Db, { boardId, userId }: UserOnBoard): Promise<boolean> {
  const row = await db
    .selectFrom('activity')
    .select('id')
    .where('user_id', '=', userId)
    .where('board_id', '=', boardId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function countFormerMembers(db: Db, boardId: BoardId): Promise<number> {
  const [row] = await formerMembers(db, { boardId });
  return row?.count ?? 0;
}

const formerMembers = preparedQuery((db, { boardId }: { boardId: BoardId }) =>
  db
    .selectFrom('former_member')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('board_id', '=', boardId),
);

/** The people who logged something on the board and have left it. */
export async function listFormerMembers(db: Db, boardId: BoardId): Promise<UserId[]> {
  const rows = await db.selectFrom('former_member').select('user_id').where('board_id', '=', boardId).execute();
  return rows.map(({ user_id }) => user_id);
}

/** What was logged on the board leaves the sums of everybody, and the board the counts of its members: it is deleted next. */
export async function takeBoardOffSums(db: Db, boardId: BoardId): Promise<void> {
  for (const table of ['board_member', 'former_member'] as const) {
    await db
      .updateTable('user')
      .set(({ eb, selectFrom }) => {
        const share = selectFrom(table).where('board_id', '=', boardId).whereRef('user_id', '=', 'user.id');
        return {
          points: eb('points', '-', share.select('score').$asScalar().$notNull()),
          actions_count: eb('actions_count', '-', share.select(`${table}.actions_count`).$asScalar().$notNull()),
          points_gained: eb('points_gained', '-', share.select(`${table}.points_gained`).$asScalar().$notNull()),
          losses_count: eb('losses_count', '-', share.select(`${table}.losses_count`).$asScalar().$notNull()),
          ...(table === 'board_member' ? { boards_count: eb('boards_count', '-', 1) } : {}),
        };
      })
      .where('id', 'in', db.selectFrom(table).select('user_id').where('board_id', '=', boardId))
      .execute();
  }
}
