/** First-party counters: of those who agreed, by day, and never who (decision D8). */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type CountName, countNames, functionCounts, unexpectedCounts, visitCounts } from '#shared/counts';
import { payloadOf, startTestApp, type Someone, type TestApp } from '../../../tests/test-app.ts';
import { dump, tamper } from '../../../tests/database-state.ts';
import { createCounts } from './counts.ts';
import { statsLines } from './stats.ts';

const everything = countNames.map((name) => ({ name, count: 1 }));

let people = 0;
const newName = () => `Personne${(people += 1)}`;

/** Somebody who agreed to the collection of data. */
async function agreeing(testApp: TestApp): Promise<Someone> {
  const someone = await testApp.signUp(newName());
  await someone.does('PATCH /api/account/preferences', { body: { dataCollection: true } });
  return someone;
}

async function counted(testApp: TestApp): Promise<Record<string, unknown>> {
  await testApp.deps.counts.save();
  return Object.fromEntries((dump(testApp.config.dataDir)['daily_count'] ?? []).map(({ name, count }) => [String(name), count]));
}

const ones = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, 1]));
const send = (someone: Someone) => someone.does('POST /api/counts', { body: { counts: everything } });

describe('what is counted', async () => {
  const testApp = await startTestApp();
  beforeEach(() => tamper(testApp.config.dataDir, 'delete from daily_count'));

  it.each([
    ['nothing of who has not answered', {}, []],
    ['nothing of who said no', { analytics: false, dataCollection: false }, []],
    ['visits of who agreed to analytics', { analytics: true }, visitCounts],
    ['functions and errors of who agreed to data collection', { dataCollection: true }, [...functionCounts, ...unexpectedCounts]],
    ['all of who agreed to both', { analytics: true, dataCollection: true }, countNames],
  ])('is %s', async (_what, preferences, names) => {
    const lea = await testApp.signUp(newName());
    if (Object.keys(preferences).length > 0) await lea.does('PATCH /api/account/preferences', { body: preferences });
    await send(lea);
    expect(await counted(testApp)).toEqual(ones(names));
  });

  it('stops with a no', async () => {
    const lea = await testApp.signUp(newName());
    await lea.does('PATCH /api/account/preferences', { body: { analytics: true } });
    await send(lea);
    await lea.does('PATCH /api/account/preferences', { body: { analytics: false } });
    await send(lea);
    expect(await counted(testApp)).toEqual(ones(visitCounts));
  });

  it('of a visitor is the visit, the one screen there is, and errors', async () => {
    await send(testApp.visitor());
    expect(await counted(testApp)).toEqual(ones(['visit', 'screen_landing', ...unexpectedCounts]));
  });

  it('is named by a closed list, so that a call brings nothing that people wrote', async () => {
    const name = 'unexpected_NOUS DEUX' as 'unexpected_page';
    const body = { counts: [{ name, count: 1 }] };
    expect(await testApp.visitor().tries('POST /api/counts', { body })).toMatchObject({ status: 400 });
    expect(await counted(testApp)).toEqual({});
  });

  it('is every count of a call that this server knows: those of a newer page, and odd ones, are left out', async () => {
    const odd = [{ name: 'screen_wall', count: 1 }, { name: 'visit', count: 0 }, { name: 'visit', count: 1.5 }, { count: 1 }];
    const body = { counts: [...odd, { name: 'visit' as const, count: 2 }] as { name: 'visit'; count: number }[] };
    await testApp.visitor().does('POST /api/counts', { body });
    expect(await counted(testApp)).toEqual({ visit: 2 });
  });

  it('adds up over people and calls, and says nothing of who', async () => {
    const [lea, max] = [await agreeing(testApp), await agreeing(testApp)];
    await lea.does('POST /api/counts', { body: { counts: [{ name: 'action_logged', count: 3 }] } });
    await counted(testApp);
    await max.does('POST /api/counts', { body: { counts: [{ name: 'action_logged', count: 4 }] } });
    await counted(testApp);
    const today = new Date().toISOString().slice(0, 10);
    expect(dump(testApp.config.dataDir)['daily_count']).toEqual([{ day: today, name: 'action_logged', count: 7 }]);
  });
});

it('counting is limited by address', async () => {
  const testApp = await startTestApp();
  const body = { counts: [{ name: 'visit' as const, count: 1 }] };
  for (let call = 0; call < 60; call++) await testApp.visitor().does('POST /api/counts', { body });
  expect(await testApp.visitor().tries('POST /api/counts', { body })).toMatchObject({ status: 429, code: 'too_many_requests' });
  expect(await counted(testApp)).toEqual({ visit: 60 });
});

describe('an address', async () => {
  const testApp = await startTestApp();
  beforeEach(async () => {
    const { counts, countedErrors, countedFunctions, countedVisits } = testApp.deps.limits;
    for (const limit of [counts, countedErrors, countedFunctions, countedVisits]) await limit.forget('127.0.0.1');
    tamper(testApp.config.dataDir, 'delete from daily_count');
  });
  const most = 1000;
  const fill = async (someone: Someone, names: readonly CountName[]) => {
    const body = { counts: names.map((name) => ({ name, count: most })) };
    for (let call = 0; call < 60; call += 1) await someone.does('POST /api/counts', { body });
    return Object.values(await counted(testApp)).reduce<number>((sum, count) => sum + Number(count), 0);
  };

  it('adds at most 100 unexpected errors in an hour, whatever their places, signed in or not', async () => {
    expect(await fill(testApp.visitor(), ['unexpected_page', 'unexpected_query'])).toBe(100);
    const lea = await agreeing(testApp);
    await testApp.deps.limits.counts.forget('127.0.0.1');
    expect(await fill(lea, unexpectedCounts)).toBe(100);
  });

  it('adds at most 100 where one call names the same place again and again', async () => {
    const counts = Array.from({ length: countNames.length }, () => ({ name: 'unexpected_page' as const, count: most }));
    await testApp.visitor().does('POST /api/counts', { body: { counts } });
    expect(await counted(testApp)).toEqual({ unexpected_page: 100 });
  });

  it('adds at most 120 visits and screens, and 600 functions, in a minute', async () => {
    expect(await fill(testApp.visitor(), ['visit', 'screen_landing'])).toBe(120);
    await testApp.deps.limits.counts.forget('127.0.0.1');
    tamper(testApp.config.dataDir, 'delete from daily_count');
    expect(await fill(await agreeing(testApp), functionCounts)).toBe(600);
  });

  it('takes nothing from another one, and writes nothing for what it may not add', async () => {
    await fill(testApp.visitor(), ['unexpected_page']);
    tamper(testApp.config.dataDir, 'delete from daily_count');
    const body = { counts: [{ name: 'unexpected_page' as const, count: 5 }] };
    await testApp.visitor().sends({ method: 'POST', url: '/api/counts', ...payloadOf(body), remoteAddress: '203.0.113.7' });
    expect(await counted(testApp)).toEqual({ unexpected_page: 5 });
    await testApp.deps.limits.counts.forget('127.0.0.1');
    await testApp.visitor().does('POST /api/counts', { body });
    expect(await counted(testApp)).toEqual({ unexpected_page: 5 });
  });
});

describe('what was added', () => {
  it('is written after half a minute, and when the server stops', async () => {
    const testApp = await startTestApp();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const counts = createCounts(testApp.deps.database);
    counts.add('visit', 2);
    vi.advanceTimersByTime(29_999);
    expect(dump(testApp.config.dataDir)['daily_count']).toEqual([]);
    vi.advanceTimersByTime(1);
    vi.useRealTimers();
    await expect.poll(() => dump(testApp.config.dataDir)['daily_count']).toMatchObject([{ name: 'visit', count: 2 }]);
    testApp.deps.counts.add('visit', 3);
    await testApp.app.close();
    expect(dump(testApp.config.dataDir)['daily_count']).toMatchObject([{ name: 'visit', count: 5 }]);
  });

  it('is kept for the next time when it could not be written', async () => {
    const testApp = await startTestApp();
    const { database, counts } = testApp.deps;
    const broken = vi.fn(() => Promise.reject(new Error('the disk is full')));
    const unlucky = createCounts({ ...database, unitOfWork: broken });
    unlucky.add('visit', 1);
    await unlucky.save();
    expect(broken).toHaveBeenCalledOnce();
    await unlucky.save();
    expect(broken).toHaveBeenCalledTimes(2);
    counts.add('visit', 1);
    expect(await counted(testApp)).toEqual({ visit: 1 });
  });

  it('belongs to the day on which it was added', async () => {
    const testApp = await startTestApp();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T23:59:59.999Z') });
    testApp.deps.counts.add('visit', 1);
    vi.setSystemTime(Date.parse('2026-11-22T00:00:00Z'));
    testApp.deps.counts.add('visit', 1);
    vi.useRealTimers();
    await testApp.deps.counts.save();
    expect(dump(testApp.config.dataDir)['daily_count']).toEqual([
      { day: '2026-11-21', name: 'visit', count: 1 },
      { day: '2026-11-22', name: 'visit', count: 1 },
    ]);
  });
});

it('the table shows today, a week and 30 days', async () => {
  const testApp = await startTestApp();
  const now = Date.parse('2026-11-21T12:00:00Z');
  const days = { '2026-11-21': 1, '2026-11-15': 10, '2026-11-14': 100, '2026-10-23': 1000, '2026-10-22': 10_000 };
  const rows = Object.entries(days).map(([day, count]) => ({ day, name: 'visit' as const, count }));
  await testApp.deps.database.unitOfWork(({ db }) => db.insertInto('daily_count').values(rows).execute());
  const [head, first, ...others] = await statsLines(testApp.deps, now);
  expect(head).toMatch(/^ +aujourd'hui +7 jours +30 jours$/);
  expect(first?.replaceAll(/\s+/g, ' ')).toBe('Visites 1 11 1 111');
  expect(others.filter((line) => line.endsWith(' 0'))).toHaveLength(countNames.length - 1);
});
