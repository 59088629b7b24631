import type { Kysely } from 'kysely';

interface Before {
  single_link: { id: string };
}

/** A used link is kept for its day: whoever used it may not have heard that it worked. */
export async function up({ schema }: Kysely<Before>): Promise<void> {
  await schema.alterTable('single_link').addColumn('used_at', 'bigint').execute();
}
