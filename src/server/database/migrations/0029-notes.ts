import type { Kysely } from 'kysely';

/** What the author of an activity wrote under it. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('activity').addColumn('note_sealed', 'text').execute();
}
