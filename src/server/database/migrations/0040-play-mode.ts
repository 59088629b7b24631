import type { Kysely } from 'kysely';

/** Whether each member plays for themselves, or all play together and nobody is told a score (decision D53). */
export async function up({ schema }: Kysely<object>): Promise<void> {
  await schema
    .alterTable('board')
    .addColumn('play_mode', 'text', (c) => c.notNull().defaultTo('scores'))
    .execute();
}
