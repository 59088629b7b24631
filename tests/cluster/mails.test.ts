/** A mail that waits is sent by one copy, once, however many look for it. */
import { afterAll, expect, it } from 'vitest';
import { queued } from '../database-state.ts';
import { Mailbox } from '../mailbox.ts';
import { startCopies } from './copies.ts';

const mailbox = await Mailbox.open();
const { one, other } = await startCopies({ smtpUrl: mailbox.url });
afterAll(() => mailbox.close());

it('a mail that waits is sent once', async () => {
  const people = await one.signUpAll('Léa', 'Max', 'Zoé', 'Ida', 'Uma', 'Vic');
  await Promise.all(
    people.map(({ email }, index) => (index % 2 ? one : other).visitor().does('POST /api/password-resets', { body: { email } })),
  );
  for (let look = 0; look < 20; look += 1) for (const { deps } of [one, other]) deps.jobs.look('password_reset_mail');
  await expect.poll(() => queued(one.config.dataDir)).toEqual([]);
  await expect.poll(() => mailbox.received.length).toBeGreaterThanOrEqual(people.length);
  // Whatever was under way is through: what a copy sends it has taken out of the table before it stops.
  for (const { deps } of [one, other]) await deps.jobs.stop();
  expect(mailbox.received.flatMap(({ recipients }) => recipients).toSorted()).toEqual(people.map(({ email }) => email).toSorted());
});
