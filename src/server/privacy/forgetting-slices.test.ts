/** However much has come to its end, forgetting it takes many short transactions, between which everybody else has their turn. */
import { expect, it } from 'vitest';
import { jobContext } from '../../../tests/job-context.ts';
import { subscription } from '../../../tests/push-subscriptions.ts';
import { rowsChanged, startTestApp } from '../../../tests/test-app.ts';
import type { Database } from '../database/database.ts';
import { createForgetting } from './forget-expired.ts';

const { deps, signUp } = await startTestApp({ hasty: true });
const { database } = deps;
const job = { id: 'forget_expired', kind: 'forget_expired', subject: '', due: 0, attempts: 1, last_failure: null, created_at: 0 } as const;

/** What forgetting does, with the most rows that one of its transactions changes. */
async function forget(keepsClaim: () => boolean = () => true): Promise<{ most: number; transactions: number }> {
  let [most, transactions] = [0, 0];
  const unitOfWork: Database['unitOfWork'] = (work, options) =>
    database.unitOfWork(async (transaction) => {
      const before = await rowsChanged(transaction.db);
      const done = await work(transaction);
      most = Math.max(most, (await rowsChanged(transaction.db)) - before);
      transactions += 1;
      return done;
    }, options);
  const context = { ...jobContext(), keepClaim: () => Promise.resolve(keepsClaim()) };
  await createForgetting({ unitOfWork, eraseFromLog: () => Promise.resolve() }).run(job, context);
  return { most, transactions };
}

const lea = await signUp('Léa');
await lea.does('PUT /api/notifications/device', { body: subscription() });
const kept = await database.read.selectFrom('session').select('id').execute();
async function plant(): Promise<void> {
  await database.unitOfWork(async ({ db }) => {
    const { session_id } = await db.selectFrom('push_device').select('session_id').executeTakeFirstOrThrow();
    const ids = Array.from({ length: 1000 }, (_, index) => `old-${index}`);
    const pushes = ids.map((id) => ({ id, session_id, topic: 'answer' as const, about: id, created_at: 0, sent_at: 1 }));
    await db.insertInto('push').values(pushes).execute();
    const times = { created_at: 0, last_active_at: 0, expires_at: 1 };
    await db
      .insertInto('session')
      .values(ids.map((id) => ({ id, token_hash: id, user_id: lea.id, device: null, ...times })))
      .execute();
    const counts = ids.map((_, index) => ({
      day: new Date(index * 24 * 60 * 60 * 1000).toISOString().slice(0, 10),
      name: 'visit' as const,
      count: 1,
    }));
    await db.insertInto('daily_count').values(counts).execute();
  });
}
const rowsOf = async (table: 'push' | 'session' | 'daily_count') => (await database.read.selectFrom(table).selectAll().execute()).length;

it('a thousand old pushes, sessions and counts are forgotten in slices', async () => {
  await plant();
  const { most, transactions } = await forget();
  expect([await rowsOf('push'), await rowsOf('session'), await rowsOf('daily_count')]).toEqual([0, kept.length, expect.any(Number)]);
  expect(await database.read.selectFrom('daily_count').select('day').where('day', '<', '1990').execute()).toEqual([]);
  expect(most).toBeLessThanOrEqual(100);
  expect(transactions).toBeGreaterThan(30);
});

it('a copy whose claim is lost leaves the rest to the one that has it', async () => {
  await plant();
  let slices = 0;
  await forget(() => (slices += 1) <= 3);
  expect(await rowsOf('session')).toBe(kept.length + 700);
});
