/** Two built copies whose clocks are half a minute apart: nothing that they share depends on it. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startBuiltCopies } from '../built-copies.ts';
import { doctor, sound } from '../faults/soundness.ts';
import { Mailbox, tokenIn } from '../mailbox.ts';
import { makeBoard, newActivityId, password, Person } from '../people.ts';
import { Stream } from '../stream.ts';
import { clockAhead } from './moving-clock.ts';

/** As many as sign up here. */
const signUpsPerHour = 6;

const mailbox = await Mailbox.open();
const several = await startBuiltCopies(2, { SMTP_URL: mailbox.url, SIGN_UPS_PER_HOUR: String(signUpsPerHour) });
const [one, ahead] = several.copies;
if (!one || !ahead) throw new Error('a copy is missing');
beforeAll(async () => {
  await ahead.restart(clockAhead(30_000));
});
afterAll(async () => {
  await several.close();
  await mailbox.close();
});

it('two copies show the logs of both in the same order', async () => {
  const [lea, max] = [await Person.signUp(one, 'Lea'), await Person.signUp(ahead, 'Max')];
  const [before, after] = await Promise.all([lea, max].map(async (person) => (await person.does('GET /api/session')).user?.createdAt ?? 0));
  expect(after).toBeGreaterThan((before ?? 0) + 30_000);
  const board = await makeBoard('Maison', [lea, max]);
  const streams = [await Stream.greeted(one.origin, lea.cookie), await Stream.greeted(ahead.origin, max.cookie)];
  const ids = Array.from({ length: 20 }, newActivityId);
  const actionId = board.actions[0]?.id ?? '';
  for (const [index, id] of ids.entries()) {
    const person = index % 2 ? lea : lea.on(ahead);
    await person.does('POST /api/boards/:boardId/activities', { params: { boardId: board.id }, body: { id, actionId } });
  }
  for (const stream of streams) {
    const seen = () => stream.all('change').flatMap(({ activities }) => activities.map(({ id }) => id));
    await stream.until(() => seen().length === ids.length, 'changes missing');
    // A change that tells several begins with the newest.
    expect(stream.all('change').flatMap(({ activities }) => activities.map(({ id }) => id).toReversed())).toEqual(ids);
    expect(stream.closed).toBe(false);
    stream.close();
  }
});

it('a session made on either holds on both, and ends on both', async () => {
  for (const [copy, name] of [
    [one, 'Nora'],
    [ahead, 'Ines'],
  ] as const) {
    const person = await Person.signUp(copy, name);
    const elsewhere = new Person(copy === one ? ahead : one, name);
    elsewhere.cookie = person.cookie;
    const stream = await Stream.greeted(copy === one ? ahead.origin : one.origin, person.cookie);
    expect((await elsewhere.does('GET /api/session')).user?.id).toBe(person.id);
    await person.does('DELETE /api/session');
    await stream.end();
    expect(await elsewhere.tries('GET /api/boards')).toMatchObject({ status: 401 });
  }
});

it('a mail asked for on either is sent once, and its link works on the other', async () => {
  const people = [await Person.signUp(one, 'Zoe'), await Person.signUp(ahead, 'Ida')];
  for (const [index, { name }] of people.entries()) {
    const asker = new Person(index ? ahead : one, 'somebody');
    await asker.does('POST /api/password-resets', { body: { email: `${name.toLowerCase()}@exemple.fr` } });
    const { recipients, mail } = await mailbox.next();
    expect(recipients).toEqual([`${name.toLowerCase()}@exemple.fr`]);
    await new Person(index ? one : ahead, name).does('PUT /api/password', { body: { token: tokenIn(mail), password: `${password} bis` } });
  }
  expect(mailbox.received).toHaveLength(people.length);
});

it('both together let as many sign up as the limit says', async () => {
  for (const copy of [one, ahead]) {
    const body = { username: 'Trop', email: 'trop@exemple.fr', password };
    expect(await new Person(copy, 'Trop').tries('POST /api/accounts', { body })).toMatchObject({ status: 429 });
  }
});

it('all of it leaves sound data', async () => {
  await several.stop();
  expect(await doctor(several.dataDir)).toEqual(sound);
});
