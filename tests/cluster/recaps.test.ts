/** R16: two built copies whose clocks are half a minute apart on a Monday morning, and one of them is killed: each recap is announced and mailed once. */
import { afterAll, expect, it } from 'vitest';
import { startBuiltCopies } from '../built-copies.ts';
import { dump, queued, tamper } from '../database-state.ts';
import { doctor, sound } from '../faults/soundness.ts';
import { Mailbox } from '../mailbox.ts';
import { makeBoard, newActivityId, Person } from '../people.ts';
import { clockAt } from './moving-clock.ts';

const mailbox = await Mailbox.open();
const several = await startBuiltCopies(2, { SMTP_URL: mailbox.url, ...clockAt('2026-11-18T12:00:00+01:00') });
const [one, other] = several.copies;
if (!one || !other) throw new Error('a copy is missing');
afterAll(async () => {
  await several.close();
  await mailbox.close();
});
const week = '2026-11-16';
const announced = () => (dump(several.dataDir)['board'] ?? []).map(({ recap_week }) => recap_week);
/** As if five minutes had passed since the last look. */
const lookAgain = () => tamper(several.dataDir, "update job set due = 0 where kind = 'announce_recaps'");

it('a recap is announced and mailed once', async () => {
  const people = [await Person.signUp(one, 'Lea'), await Person.signUp(other, 'Max')] as const;
  const boards = [];
  for (let count = 0; count < 12; count += 1) boards.push(await makeBoard(`Maison ${count}`, people));
  for (const board of boards) {
    const body = { id: newActivityId(), actionId: board.actions[0]?.id ?? '' };
    await people[0].does('POST /api/boards/:boardId/activities', { params: { boardId: board.id }, body });
  }
  for (const person of people) await person.does('PUT /api/recap-mail');

  // Half a minute before 8:00 on one, and 8:00 on the other.
  const monday = '2026-11-23T07:59:00+01:00';
  await Promise.all([one.restart(clockAt(monday)), other.restart(clockAt(monday, 30_000))]);
  await expect
    .poll(
      async () => {
        lookAgain();
        return announced().filter((known) => known === week).length;
      },
      { timeout: 300_000, interval: 200 },
    )
    .toBeGreaterThan(0);
  await other.stop('SIGKILL');
  await expect
    .poll(
      async () => {
        lookAgain();
        return announced();
      },
      { timeout: 300_000, interval: 500 },
    )
    .toEqual(boards.map(() => week));
  await other.restart(clockAt(monday, 90_000));
  await expect.poll(() => mailbox.received.length, { timeout: 300_000 }).toBe(2);
  for (let times = 0; times < 5; times += 1) {
    lookAgain();
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  await expect.poll(() => queued(several.dataDir), { timeout: 300_000 }).toEqual([]);
  expect(mailbox.received.flatMap(({ recipients }) => recipients).toSorted()).toEqual(['lea@exemple.fr', 'max@exemple.fr']);
  for (const { mail } of mailbox.received) expect(mail.text?.match(/Maison|MAISON/g)).toHaveLength(boards.length);
  await several.stop();
  expect(await doctor(several.dataDir)).toEqual(sound);
});
