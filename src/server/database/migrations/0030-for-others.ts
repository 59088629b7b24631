import { type Kysely, sql } from 'kysely';

/** Who noted an activity for its author. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('activity').addColumn('noted_by', 'text').execute();
  await schema
    .createIndex('activity_noted_by')
    .on('activity')
    .columns(['noted_by', 'board_id'])
    .where(sql.ref('noted_by'), 'is not', null)
    .execute();
}
