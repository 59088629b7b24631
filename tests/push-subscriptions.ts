import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import type { Database } from '#server/database/database';
import type { BoardId, UserId } from '#shared/ids';

/** What a browser in Paris subscribes with, at the push service of this address, by default one that never answers; nobody has its private key. */
export function subscription(service = 'https://push.invalid') {
  const ecdh = createECDH('prime256v1');
  return {
    endpoint: `${service}/${randomUUID()}`,
    p256dh: ecdh.generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
    timeZone: 'Europe/Paris',
  };
}

/** As if the device of a person had been told just now of all that happened on a board. */
export async function told(
  database: Pick<Database, 'unitOfWork'>,
  { userId, boardId }: { userId: UserId; boardId: BoardId },
): Promise<string> {
  const id = randomUUID();
  const now = Date.now();
  await database.unitOfWork(async ({ db }) => {
    const { session_id } = await db.selectFrom('push_device').select('session_id').where('user_id', '=', userId).executeTakeFirstOrThrow();
    await db.deleteFrom('told_board').where('session_id', '=', session_id).execute();
    await db.updateTable('board_member').set({ seen_revision: 0 }).where('user_id', '=', userId).execute();
    await db.insertInto('push').values({ id, session_id, topic: 'news', about: boardId, created_at: now, sent_at: now }).execute();
  });
  return id;
}
