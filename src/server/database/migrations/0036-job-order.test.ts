import { expect, it } from 'vitest';
import { type Kysely, sql } from 'kysely';
import { ask } from '../../../../tests/database-state.ts';
import { startTestApp } from '../../../../tests/test-app.ts';
import { up } from './0036-job-order.ts';

it('the first of two jobs that a kill left for one push stays, and other kinds keep both', async () => {
  const { deps, config } = await startTestApp();
  await deps.jobs.stop();
  await deps.database.unitOfWork(async ({ db }) => {
    // The indexes of the version before.
    for (const index of ['job_turn', 'job_push']) await db.schema.dropIndex(index).execute();
    await db.schema.createIndex('job_due').on('job').column('due').execute();
    for (const [id, kind, subject, due] of [
      ['late', 'push', 'one', 9],
      ['first', 'push', 'one', 5],
      ['same', 'push', 'one', 5],
      ['alone', 'push', 'two', 7],
      ['mail', 'recap_mail', 'one', 9],
      ['mail-again', 'recap_mail', 'one', 9],
    ] as const)
      await sql`insert into job (id, kind, subject, due, attempts, created_at) values (${id}, ${kind}, ${subject}, ${due}, 0, 0)`.execute(
        db,
      );
    await up(db as Kysely<unknown>);
  });
  const left = ask(config.dataDir, "select id from job where subject in ('one', 'two') order by id").map(({ id }) => id);
  expect(left).toEqual(['alone', 'first', 'mail', 'mail-again']);
});
