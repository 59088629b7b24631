import type { Kysely } from 'kysely';

/** The day that an activity counts on, where it was noted the day after (decision D49). */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('activity').addColumn('played_at', 'bigint').execute();
}
