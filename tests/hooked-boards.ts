/** Boards that tell a webhook what happens. */
import { randomUUID } from 'node:crypto';
import type { Database } from '#server/database/database';
import { boardOf, type Someone } from './test-app.ts';

/** A board of one person with a webhook that nobody answers, and to which nothing is sent. */
export async function hookedBoard(person: Someone): Promise<{ boardId: string; webhookId: string }> {
  const { id: boardId } = await boardOf(person);
  const body = { url: 'https://crochet.invalid/ici' };
  const { webhook } = await person.does('POST /api/boards/:boardId/webhooks', { params: { boardId }, body });
  return { boardId, webhookId: webhook.id };
}

/** As if a webhook had been told something, once. */
export async function deliveredTo(database: Pick<Database, 'unitOfWork'>, { webhookId }: { webhookId: string }): Promise<string> {
  const [id, now] = [randomUUID(), Date.now()];
  await database.unitOfWork(async ({ db }) => {
    await db
      .insertInto('webhook_delivery')
      .values({ id, webhook_id: webhookId, type: 'test', about: webhookId, state: 'delivered', created_at: now })
      .execute();
  });
  return id;
}
