/** R18: the clock of a built server is ahead while people play, subscribe, join and back up; once it is right, all is as if it had never been. */
import { readdirSync } from 'node:fs';
import { basename, join as pathOf } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { MovingClock } from '../cluster/moving-clock.ts';
import { ask } from '../database-state.ts';
import { tell } from '../figures.ts';
import { makeBoard, newActivityId, password, type Person } from '../people.ts';
import { startPushService } from '../push-service.ts';
import { serve } from './served.ts';
import { doctor, run, sound } from './soundness.ts';

const day = 24 * 60 * 60_000;
const clock = new MovingClock(new Date().toISOString());
const service = await startPushService();
afterAll(() => service.close());
afterAll(() => clock.remove());
const { server, signUp } = await serve({ PUSH_SERVICES: service.origin, ...clock.settings() });

/** What the host's backup program says, with the clock of these settings. */
const backup = async (settings?: Record<string, string>) => (await run('backup', ['--keep', '1'], server.dataDir, settings).ended).output;
const backups = () => readdirSync(pathOf(server.dataDir, 'backups')).sort();
const signIn = (person: Person) => person.does('POST /api/session', { body: { identifier: person.name, password } });
/** When the server does its hourly work next, in milliseconds since 1970: the time shows whether the server has noticed its new clock. */
const nextHour = () => Number(ask(server.dataDir, "select due from job where id = 'forget_expired'")[0]?.['due'] ?? 0);
const isNear = (time: number) => Math.abs(time - clock.now()) < 2 * 60 * 60_000;

it.for([3, 400])('a clock that was ahead by %d days and is right again leaves nothing waiting for its time', async (days, test) => {
  await expect.poll(() => isNear(nextHour())).toBe(true);
  const [lea, max] = await signUp(`Lea${days}`, `Max${days}`);
  const { id: boardId, actions } = await makeBoard('Maison', [lea, max]);
  const params = { boardId };
  const log = (person: Person) =>
    person.does('POST /api/boards/:boardId/activities', { params, body: { id: newActivityId(), actionId: actions[0]?.id ?? '' } });
  const linkOf = async () => (await lea.does('POST /api/boards/:boardId/single-links', { params })).link.token;
  const join = (person: Person, invitation: string) =>
    person.tries('POST /api/invitations/:invitation/acceptance', { params: { invitation } });

  clock.setAhead(days * day);
  await expect.poll(() => isNear(nextHour())).toBe(true);
  const [zoe] = await signUp(`Zoe${days}`);
  for (const person of [lea, max]) await signIn(person);
  const browsers = [service.browser(), service.browser()] as const;
  for (const [index, person] of [lea, zoe].entries())
    await person.does('PUT /api/notifications/device', { body: browsers[index]?.subscription() ?? {} });
  expect(await join(zoe, await linkOf())).toMatchObject({ status: 200 });
  const left = await linkOf();
  await log(max);
  await expect.poll(() => browsers.map(({ messages }) => messages.length)).toEqual([1, 1]);
  const { revision } = (await lea.does('GET /api/boards/:boardId', { params })).board;
  await lea.does('PUT /api/notifications/seen', { body: { boards: [{ boardId, revision, looking: true }] } });
  await backup(clock.settings());
  const ahead = backups().at(-1) ?? '';

  clock.setAhead(0);
  await expect.poll(() => isNear(nextHour())).toBe(true);
  await log(max);
  // Lea looked while the clock was ahead; Zoe joined and subscribed then.
  await expect.poll(() => browsers.map(({ messages }) => messages.length)).toEqual([2, 2]);
  const [late] = await signUp(`Sam${days}`);
  expect(await join(late, left)).toMatchObject({ code: 'board_not_found' });
  expect(await join(late, await linkOf())).toMatchObject({ status: 200 });
  const said = await backup();
  expect(said).toContain(ahead);
  const made = basename(/Sauvegarde : (\S+)/.exec(said)?.[1] ?? '');
  expect(backups()).toEqual(expect.arrayContaining([ahead, made]));
  expect(await doctor(server.dataDir)).toEqual(sound);
  tell(test, 'R18', `ahead by ${days} days on the built server: pushes, links and backups as before, doctor clean`);
});
