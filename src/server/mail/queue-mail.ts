import type { Work } from '../database/database.ts';
import { newId } from '../ids.ts';
import type { MailDelivery } from './mail-delivery.ts';
import { insertMailJob, type MailJob } from './mail-job-store.ts';

/** Has a mail sent once the change is durable, and sooner or later in any case: neither a restart nor the mail server loses it. */
export async function queueMail(
  { db, afterCommit }: Work,
  mail: MailDelivery,
  { kind, userId }: { kind: MailJob['kind']; userId: string },
): Promise<void> {
  const now = Date.now();
  await insertMailJob(db, { id: newId(), kind, user_id: userId, created_at: now, next_attempt_at: now, attempts: 0 });
  afterCommit(() => mail.look());
}
