import type { Kysely } from 'kysely';
import { hashedId } from '../../ids/ids.ts';

interface Before {
  board: { id: string; created_by: string; created_at: number };
  board_member: { board_id: string; user_id: string };
  board_request: { id: string; type: string; status: string; board_id: string; from_user: string; created_at: number };
}
interface After extends Before {
  deleted_board: { id_hash: string };
}

/** Ids of deleted boards, blocked inviters; no request outlives its board or its sender's right. */
export async function up(db: Kysely<Before>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('deleted_board')
    .addColumn('id_hash', 'text', (c) => c.primaryKey())
    .execute();
  await schema
    .createTable('blocked_inviter')
    .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('blocked_user', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('blocked_inviter_key', ['user_id', 'blocked_user'])
    .execute();
  await schema.createIndex('blocked_inviter_blocked').on('blocked_inviter').column('blocked_user').execute();

  await settleRequests(db);
}

async function settleRequests(db: Kysely<After>): Promise<void> {
  const deleted = await db
    .selectFrom('board_request')
    .select('board_id')
    .distinct()
    .where('board_id', 'not in', ({ selectFrom }) => selectFrom('board').select('id'))
    .execute();
  for (const { board_id } of deleted)
    await db
      .insertInto('deleted_board')
      .values({ id_hash: hashedId(board_id) })
      .execute();
  // A board made again under the id of a deleted one is younger than the requests about that one, and has another key.
  await db
    .deleteFrom('board_request')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('board')
            .select('board.id')
            .whereRef('board.id', '=', 'board_request.board_id')
            .whereRef('board.created_at', '<=', 'board_request.created_at'),
        ),
      ),
    )
    .execute();
  await db
    .updateTable('board_request')
    .set(({ selectFrom }) => ({
      from_user: selectFrom('board').select('board.created_by').whereRef('board.id', '=', 'board_request.board_id').$asScalar().$notNull(),
    }))
    .where('status', '=', 'pending')
    .where('type', '=', 'invitation')
    .execute();
  await db
    .deleteFrom('board_request')
    .where('status', '=', 'pending')
    .where('type', '=', 'member_invitation')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('board_member')
            .select('board_member.user_id')
            .whereRef('board_member.board_id', '=', 'board_request.board_id')
            .whereRef('board_member.user_id', '=', 'board_request.from_user'),
        ),
      ),
    )
    .execute();
}
