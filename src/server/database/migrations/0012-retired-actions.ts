import type { Kysely } from 'kysely';

interface Before {
  board_action: { id: string };
}

/** An action that its administrator took out of the game is kept, so that it can come back as it was. */
export async function up({ schema }: Kysely<Before>): Promise<void> {
  await schema.alterTable('board_action').addColumn('retired_at', 'bigint').execute();
}
