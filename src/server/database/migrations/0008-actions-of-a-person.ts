import type { Kysely } from 'kysely';

interface Before {
  activity: { id: string };
}

/** How often somebody logged each action on a board lately is counted in the index alone (decision D25). */
export async function up({ schema }: Kysely<Before>): Promise<void> {
  await schema.dropIndex('activity_user').execute();
  await schema
    .createIndex('activity_user')
    .on('activity')
    .columns(['user_id', 'board_id', 'logged_at', 'action_id', 'undone_at'])
    .execute();
}
