/** What waits for the end of quiet hours is told when they end by the device's present zone and hours (D31). */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { afterFile } from '../../../tests/after-file.ts';
import { dump, tamper } from '../../../tests/database-state.ts';
import { allTold, startPushService, type TestBrowser } from '../../../tests/push-service.ts';
import { boardOf, log, type Someone, startTestApp } from '../../../tests/test-app.ts';

const service = await startPushService();
afterFile(() => service.close());
const testApp = await startTestApp({ boundless: true, hasty: true, config: { pushServices: [service.origin] } });
const { deps, config } = testApp;

/** The clock begins at night in Paris. */
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-18T23:00:00+01:00') }));
afterEach(() => void vi.useRealTimers());
const at = async (time: string) => {
  vi.setSystemTime(new Date(time));
  await allTold(deps);
};

let count = 0;
/** Léa, whose device sleeps in Paris, and what has waited for it since 23:00: news of a board, and an invitation. */
async function asleep(): Promise<{
  lea: Someone;
  max: Someone;
  hers: TestBrowser;
  moves(timeZone: string, hours?: object): Promise<unknown>;
}> {
  count += 1;
  const [lea, max] = await testApp.signUpAll(`Léa${count}`, `Max${count}`);
  const board = await boardOf(lea, [max]);
  const hers = service.browser();
  const moves = (timeZone: string, hours: object = { quietFrom: 22, quietTo: 8 }) =>
    lea.does('PUT /api/notifications/device', { body: { ...hers.subscription(timeZone), ...hours } });
  await moves('Europe/Paris');
  await log(max, board, 'breakfast');
  await boardOf(max, [], { invited: [lea] });
  await allTold(deps);
  expect(hers.messages).toEqual([]);
  return { lea, max, hers, moves };
}
const waiting = () => (dump(config.dataDir)['job'] ?? []).filter(({ kind }) => kind === 'push');

it.each([
  ['east', 'Asia/Tokyo', '2026-11-19T08:00:00+09:00'],
  ['a little east', 'Europe/Athens', '2026-11-19T08:00:00+02:00'],
])('what waited is told in the morning there, once, after a journey %s', async (_, zone, morning) => {
  const { hers, moves } = await asleep();
  await at('2026-11-18T23:30:00+01:00');
  await moves(zone);
  await at(new Date(Date.parse(morning) - 60_000).toISOString());
  expect(hers.messages).toEqual([]);
  await at(morning);
  expect(hers.messages).toHaveLength(1);
  await at('2026-11-19T20:00:00+01:00');
  expect(hers.messages).toHaveLength(1);
  expect(waiting()).toEqual([]);
});

it.each([
  ['where it is day', 'America/New_York', {}],
  ['where it is morning', 'Australia/Sydney', {}],
  ['without quiet hours', 'Europe/Paris', { quietFrom: 0, quietTo: 0 }],
])('what waited for a device that is %s by now is told at once', async (_, zone, hours) => {
  const { hers, moves } = await asleep();
  await moves(zone, { quietFrom: 22, quietTo: 8, ...hours });
  await allTold(deps);
  expect(hers.messages).toHaveLength(1);
  expect(waiting()).toEqual([]);
});

it('what was queued by a clock that was ahead does not wait for that time once the device moves', async () => {
  const { hers, moves } = await asleep();
  tamper(config.dataDir, 'update push set created_at = ?', Date.now() + 5 * 60 * 60_000);
  await moves('America/New_York');
  await allTold(deps);
  expect(hers.messages).toHaveLength(1);
  expect(waiting()).toEqual([]);
});

it('what waits does not ring in the night there after a journey west by night', async () => {
  const { hers, moves } = await asleep();
  await at('2026-11-19T05:30:00+01:00');
  // 23:30 there.
  await moves('America/New_York');
  await at('2026-11-19T08:01:00+01:00');
  expect(hers.messages).toEqual([]);
  await at('2026-11-19T08:00:00-05:00');
  expect(hers.messages).toHaveLength(1);
});

it.each([
  ['end sooner', { quietFrom: 22, quietTo: 6 }, '2026-11-19T06:00:00+01:00'],
  ['end later', { quietFrom: 22, quietTo: 10 }, '2026-11-19T10:00:00+01:00'],
])('what waits is told then where the quiet hours %s', async (_, hours, then) => {
  const { hers, moves } = await asleep();
  await moves('Europe/Paris', hours);
  await at(new Date(Date.parse(then) - 60_000).toISOString());
  expect(hers.messages).toEqual([]);
  await at(then);
  expect(hers.messages).toHaveLength(1);
});

it('what a push service has asked to try later keeps its turn, whatever zone the device comes to', async () => {
  const { hers, moves } = await asleep();
  hers.answers.push((response) => void response.writeHead(429, { 'retry-after': '7200' }).end());
  await at('2026-11-19T08:00:00+01:00');
  expect(hers.calls).toBe(1);
  await moves('Europe/Athens');
  await at('2026-11-19T09:30:00+01:00');
  expect(hers.calls).toBe(1);
  await at('2026-11-19T10:01:00+01:00');
  expect(hers.messages).toHaveLength(1);
});
