import { type Kysely, sql } from 'kysely';

/**
 * The reading cursor of each member: the revision up to which they have seen the board, on whichever device, and whether they have muted it. Until now it was
 * kept for members with a subscribed device only; for the others, what is there counts as seen.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  const addColumn = (name: string, type: 'bigint' | 'integer') =>
    schema
      .alterTable('board_member')
      .addColumn(name, type, (column) => column.notNull().defaultTo(0))
      .execute();
  await addColumn('seen_revision', 'bigint');
  await addColumn('muted', 'integer');
  const kept = (column: string) =>
    sql`(select ${sql.ref(`news.${column}`)} from member_news as news
      where news.board_id = board_member.board_id and news.user_id = board_member.user_id)`;
  await sql`
    update board_member set
      seen_revision = coalesce(nullif(${kept('seen_revision')}, 0), (select board.revision from board where board.id = board_member.board_id)),
      muted = coalesce(${kept('muted')}, 0)
  `.execute(db);
  await schema.dropTable('member_news').execute();
}
