import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dump, queued, tamper } from '../../../tests/database-state.ts';
import { startTestApp, type TestApp } from '../../../tests/test-app.ts';
import { createTallies } from '../metrics/tallies.ts';
import type { Database } from '../database/database.ts';
import { claimJob, deleteJobsAbout, insertJob, listDueJobs } from './job-store.ts';
import { createJobs, type Jobs } from './jobs.ts';
import { createPlaces } from './places.ts';
import type { Worker } from './runner.ts';

let testApp: TestApp;
const running: Jobs[] = [];
const lines: string[] = [];
beforeEach(async () => {
  lines.length = 0;
  testApp = await startTestApp();
});
afterEach(async () => {
  vi.useRealTimers();
  for (const jobs of running.splice(0)) await jobs.stop();
});

const kind = 'password_reset_mail';
const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
const rows = () => queued(testApp.config.dataDir);
const queue = (subject = '') => testApp.deps.database.unitOfWork(({ db }) => insertJob(db, { kind, subject, due: 0 }));

const lookAgain = async (jobs: Jobs) => {
  jobs.look(kind);
  await jobs.idle(kind);
};
/** Queues a job, and does what is to be done. */
const runOne = async (run: Worker['run']) => {
  await queue();
  const { jobs } = start(run);
  await jobs.idle(kind);
};
/** A job that only counts how often it is done. */
function counting() {
  let runs = 0;
  return { run: () => Promise.resolve(void (runs += 1)), runs: () => runs };
}

function start(run: Worker['run'], worker: Partial<Worker> = {}, replaced: Partial<Database> = {}) {
  const database = { ...testApp.deps.database, ...replaced };
  const tallies = createTallies();
  const jobs = createJobs({
    database,
    workers: { [kind]: { run, longestRun: 1000, waits: [60_000], mostAttempts: 3, patience: 0, ...worker } },
    tallies,
  });
  const say = (_: object, line: string) => void lines.push(line);
  jobs.start({ info: say, warn: say, error: say });
  running.push(jobs);
  return { jobs, tallies: tallies.jobs[kind] };
}

describe('a job', () => {
  it('is done once and is gone', async () => {
    await queue('Léa');
    const subjects: string[] = [];
    let idle = 0;
    const { jobs, tallies } = start(({ subject }) => Promise.resolve(void subjects.push(subject)), { onIdle: () => void (idle += 1) });
    await jobs.idle(kind);
    await lookAgain(jobs);
    expect(subjects).toEqual(['Léa']);
    expect(rows()).toEqual([]);
    expect(tallies).toEqual({ done: 1, postponed: 0, given_up: 0 });
    expect(idle).toBe(1);
  });

  it('that fails waits for its next turn, and is given up at last', async () => {
    await queue();
    const { jobs, tallies } = start(() => Promise.reject(new Error('no')));
    for (const attempts of [1, 2]) {
      await jobs.idle(kind);
      expect(rows()).toMatchObject([{ attempts, last_failure: 'Error' }]);
      expect(Number(rows()[0]?.['due'])).toBeGreaterThan(Date.now() + 50_000);
      tamper(testApp.config.dataDir, 'update job set due = 0');
      jobs.look(kind);
    }
    await jobs.idle(kind);
    expect(rows()).toEqual([]);
    expect(tallies).toEqual({ done: 0, postponed: 2, given_up: 1 });
    expect(lines).toEqual(['job not done yet', 'job not done yet', 'job given up']);
  });

  it('that the database refuses has not failed', async () => {
    await runOne(() => testApp.deps.database.unitOfWork(({ db }) => db.selectFrom('nowhere' as 'job').execute()) as Promise<never>);
    expect(rows()).toMatchObject([{ attempts: 0 }]);
    expect(lines).toEqual(['job not done yet']);
  });

  it('that is deleted while it is done is cleaned up after', async () => {
    await queue('Max');
    let cleaned = 0;
    const { jobs } = start(async () => {
      await testApp.deps.database.unitOfWork(({ db }) => deleteJobsAbout(db, 'Max', kind));
      return () => Promise.resolve(void (cleaned += 1));
    });
    await jobs.idle(kind);
    expect(cleaned).toBe(1);
    expect(rows()).toEqual([]);
  });

  it('that another copy has by now is not postponed by the one that lost it', async () => {
    const due = Date.now() + 99_000;
    await runOne(() => {
      tamper(testApp.config.dataDir, 'update job set due = ?', due);
      return Promise.reject(new Error('too late'));
    });
    expect(rows()).toMatchObject([{ due, last_failure: null }]);
  });

  it('whose claim is lost is told so, and keeps it otherwise', async () => {
    const kept: boolean[] = [];
    await runOne(async (_, { keepClaim }) => {
      kept.push(await testApp.deps.database.unitOfWork(keepClaim));
      kept.push(await testApp.deps.database.unitOfWork(keepClaim));
      tamper(testApp.config.dataDir, 'update job set due = 5');
      kept.push(await testApp.deps.database.unitOfWork(keepClaim));
      return undefined;
    });
    expect(kept).toEqual([true, true, false]);
  });

  it('under way when the server stops is left for the next start, and is no failed attempt', async () => {
    await queue();
    const { jobs } = start(async (_, { signal }) => {
      await pause(60_000, undefined, { signal });
      return undefined;
    });
    await expect.poll(() => Number(rows()[0]?.['due'])).toBeGreaterThan(0);
    await jobs.stop();
    expect(rows()).toMatchObject([{ due: 0, attempts: 0 }]);
    expect(lines).toEqual([]);
  });
});

describe('a job that is put off', () => {
  const hour = 60 * 60 * 1000;
  const due = Date.now() + 3 * hour;
  const longest = { putOff: 4 * hour };
  const putOff: Worker['run'] = async (_, context) => {
    await testApp.deps.database.unitOfWork((transaction) => context.putOff(transaction, due));
    return undefined;
  };

  it('keeps its row, and waits as if it had just been queued', async () => {
    await queue('Léa');
    const [before] = rows();
    tamper(testApp.config.dataDir, "update job set attempts = 2, last_failure = 'HTTP_500'");
    const { jobs, tallies } = start(putOff, longest);
    await jobs.idle(kind);
    expect(rows()).toEqual([{ ...before, due, attempts: 0, last_failure: null, created_at: due }]);
    expect(tallies).toEqual({ done: 1, postponed: 0, given_up: 0 });
  });

  it('is there once, and at its time, where the copy is killed right after', async () => {
    await queue('Léa');
    const { unitOfWork } = testApp.deps.database;
    let isKilled = false;
    const dying: Partial<Database> = { unitOfWork: (...work) => (isKilled ? Promise.reject(full) : unitOfWork(...work)) };
    const run: Worker['run'] = async (...job) => {
      await putOff(...job);
      return void (isKilled = true);
    };
    const { jobs } = start(run, longest, dying);
    await jobs.idle(kind);
    expect(rows()).toMatchObject([{ due, attempts: 0 }]);
  });

  it('that another copy has by now stays as that one left it', async () => {
    await queue('Léa');
    const { jobs } = start(async (...job) => {
      tamper(testApp.config.dataDir, 'update job set due = ?', due + 1);
      return await putOff(...job);
    }, longest);
    await jobs.idle(kind);
    expect(rows()).toMatchObject([{ due: due + 1, attempts: 1 }]);
  });
});

describe('jobs that share places', () => {
  const places = { total: 3, perOwner: 2 };
  const sharing: Worker['sharing'] = {
    places: createPlaces(places),
    partiesOf: (_db, subjects) => Promise.resolve(new Map(subjects.map((owner) => [owner, { owner, host: '' }]))),
  };
  const queueAll = (subjects: readonly string[]) =>
    testApp.deps.database.unitOfWork(async ({ db }) => {
      for (const [due, subject] of subjects.entries()) await insertJob(db, { kind, subject, due });
    });

  it('are done in turns by owner, however many one has', async () => {
    await queueAll([...Array.from({ length: 500 }, () => 'Léa'), 'Max', 'Zoé', 'Max']);
    const done: string[] = [];
    const { jobs } = start(({ subject }) => Promise.resolve(void done.push(subject)), { sharing });
    await jobs.idle(kind);
    expect(done).toHaveLength(503);
    // Before each job a page of Léa's is read.
    for (const name of ['Max', 'Zoé']) expect(done.indexOf(name)).toBeLessThan(10);
    expect(done.lastIndexOf('Max')).toBeLessThan(12);
    expect(rows()).toEqual([]);
  });

  it('leave the other places to other owners where those of one owner hang', async () => {
    await queueAll(['Léa', 'Léa', 'Léa', 'Léa', 'Max', 'Zoé', 'Max']);
    const done: string[] = [];
    let hanging = 0;
    let most = 0;
    const { jobs } = start(
      async ({ subject }, { signal }) => {
        if (subject !== 'Léa') return void done.push(subject);
        most = Math.max(most, (hanging += 1));
        await pause(60_000, undefined, { signal });
        return undefined;
      },
      { sharing, longestRun: 60_000 },
    );
    await expect.poll(() => done.toSorted()).toEqual(['Max', 'Max', 'Zoé']);
    expect(most).toBe(2);
    await jobs.stop();
    expect(rows()).toMatchObject(Array.from({ length: 4 }, () => ({ subject: 'Léa', attempts: 0 })));
  });

  it('are tried again as soon as they are due, without another look', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: Date.now() });
    await queue();
    let attempts = 0;
    const run = async () => {
      attempts += 1;
      if (attempts === 1) throw new Error('no');
      return undefined;
    };
    const { jobs } = start(run, { sharing, waits: [5000] });
    await jobs.idle(kind);
    expect(attempts).toBe(1);
    await vi.advanceTimersByTimeAsync(5001);
    await jobs.idle(kind);
    expect(attempts).toBe(2);
    expect(rows()).toEqual([]);
  });

  it('follow each other as the places of their one owner come free, without another look', async () => {
    await queueAll(Array.from({ length: 250 }, () => 'Léa'));
    let done = 0;
    const { jobs } = start(
      async () => {
        await pause(1);
        done += 1;
        return undefined;
      },
      { sharing },
    );
    await jobs.idle(kind);
    expect(done).toBe(250);
  });

  it('of one owner for a host that hangs keep none for another host of theirs waiting, however many there are', async () => {
    const [hanging, prompt] = ['https://hanging.example', 'https://prompt.example'];
    const ofHosts = createPlaces({ total: 8, perOwner: 4 });
    const partiesOf: NonNullable<Worker['sharing']>['partiesOf'] = (_db, subjects) =>
      Promise.resolve(new Map(subjects.map((host) => [host, { owner: 'Léa', host }])));
    await queueAll([...Array.from({ length: 300 }, () => hanging), ...Array.from({ length: 60 }, () => prompt)]);
    // The queue is not read again because of the time.
    setClock(Date.now());
    const done = { [hanging]: 0, [prompt]: 0 };
    const { jobs } = start(
      async ({ subject }, { signal }) => {
        if (subject === hanging) await pause(60_000, undefined, { signal });
        ofHosts.called(subject, { hasAnswered: true, after: 1 });
        done[subject] = (done[subject] ?? 0) + 1;
        return undefined;
      },
      { sharing: { places: ofHosts, partiesOf }, longestRun: 60_000 },
    );
    await expect.poll(() => done[prompt], { timeout: 10_000 }).toBe(60);
    expect(done[hanging]).toBe(0);
    await jobs.stop();
    expect(rows()).toHaveLength(300);
  });
});

/** The clock of the copies that are started and looked at from now on. */
const setClock = (now: number) => void vi.useFakeTimers({ toFake: ['Date'], now });
const done = () => Promise.resolve(undefined);

describe('several copies', () => {
  it('do each job once, however many they are', async () => {
    const subjects = Array.from({ length: 12 }, (_, index) => `${index}`);
    for (const subject of subjects) await queue(subject);
    const ran: string[] = [];
    const copies = Array.from({ length: 4 }, () => start(({ subject }) => Promise.resolve(void ran.push(subject))));
    for (const { jobs } of copies) await jobs.idle(kind);
    await expect.poll(rows).toEqual([]);
    expect(ran.toSorted()).toEqual(subjects.toSorted());
  });

  it.each([-30, 30])('whose clocks differ by %i s leave a killed one its job until its claim runs out, and then do it', async (seconds) => {
    await queue('Léa');
    const { database } = testApp.deps;
    const now = Date.now();
    const [job] = await listDueJobs(database.read, { kinds: [kind], now, latest: Number.MAX_SAFE_INTEGER, limit: 1 });
    // As a runner does whose job takes a second at most, and which is killed then.
    await database.unitOfWork(async ({ db }) => job && claimJob(db, job, now + 61_000));
    const subjects: string[] = [];
    setClock(now + 1000 + seconds * 1000);
    const { jobs } = start(({ subject }) => Promise.resolve(void subjects.push(subject)));
    await jobs.idle(kind);
    expect(subjects).toEqual([]);
    setClock(now + 61_000);
    await lookAgain(jobs);
    expect(subjects).toEqual(['Léa']);
    expect(rows()).toEqual([]);
  });
});

it('a job that ends the process each time is given up', async () => {
  await queue();
  tamper(testApp.config.dataDir, 'update job set attempts = 3');
  const { run, runs } = counting();
  const { jobs, tallies } = start(run);
  await jobs.idle(kind);
  expect([runs(), rows(), tallies]).toEqual([0, [], { done: 0, postponed: 0, given_up: 1 }]);
  expect(lines).toEqual(['job given up']);
});

it('an attempt is counted before it begins', async () => {
  await runOne(() => {
    expect(rows()).toMatchObject([{ attempts: 1 }]);
    return done();
  });
  expect(lines).toEqual([]);
});

it('a job of a kind that only another version knows stays, and keeps nothing waiting', async () => {
  await queue('unheard of');
  tamper(testApp.config.dataDir, "update job set kind = 'unheard_of', due = -1");
  await queue('Léa');
  const { jobs } = start(done);
  await jobs.idle(kind);
  expect(rows()).toMatchObject([{ kind: 'unheard_of', due: -1, attempts: 0 }]);
});

describe('on a full disk', () => {
  /** Units of work that are refused as long as the disk is full. */
  const onDisk = (disk: { isFull: boolean }): Partial<Database> => ({
    unitOfWork: (...work) => (disk.isFull ? Promise.reject(full) : testApp.deps.database.unitOfWork(...work)),
  });

  it('no job begins, and each is done once there is room', async () => {
    await queue();
    const { run, runs } = counting();
    const disk = { isFull: true };
    const { jobs } = start(run, {}, onDisk(disk));
    await jobs.idle(kind);
    expect([runs(), lines]).toEqual([0, ['jobs wait']]);
    disk.isFull = false;
    await lookAgain(jobs);
    expect([runs(), rows()]).toEqual([1, []]);
  });

  it('a job that was done is taken out by the server that stops once there is room, and is not done again by the next start', async () => {
    await queue();
    const disk = { isFull: false };
    const { jobs } = start(() => Promise.resolve(void (disk.isFull = true)), {}, onDisk(disk));
    await jobs.idle(kind);
    expect(rows()).toHaveLength(1);
    disk.isFull = false;
    await jobs.stop();
    expect(rows()).toEqual([]);
  });
});

describe('a recurring job', () => {
  const [minute, hour] = [60 * 1000, 60 * 60 * 1000];
  const row = () => (dump(testApp.config.dataDir)['job'] ?? [])[0];
  const recurs = { every: hour, mostAttempts: Infinity };

  it('is done at the first start of all, and after that every hour, through every restart', async () => {
    const now = Date.now();
    const { run, runs } = counting();
    for (const [minutes, expected] of [
      [0, 1],
      [59, 1],
      [61, 2],
      [300, 3],
      [301, 3],
    ] as const) {
      setClock(now + minutes * 60_000);
      const { jobs } = start(run, recurs);
      await jobs.idle(kind);
      await jobs.stop();
      expect(runs(), `after ${minutes} minutes`).toBe(expected);
    }
    expect(row()).toMatchObject({ id: kind, due: now + 300 * 60_000 + hour, attempts: 0, last_failure: null });
  });

  it.each([-30, 30])('is done by one copy, though the clock of the other differs by %i s', async (seconds) => {
    const now = Date.now();
    const { run, runs } = counting();
    const copies: Jobs[] = [];
    for (const at of [0, hour, 2 * hour])
      for (const [index, skew] of [0, seconds * 1000].entries()) {
        setClock(now + at + 30_000 + skew);
        const jobs = (copies[index] ??= start(run, recurs).jobs);
        await lookAgain(jobs);
      }
    expect(runs()).toBe(3);
  });

  it('that fails is tried again after longer and longer, is never given up, and keeps its failure until it succeeds', async () => {
    let fails = true;
    const begun = Date.now();
    const waits = [20 * minute, 40 * minute] as const;
    const { jobs, tallies } = start(() => (fails ? Promise.reject(full) : done()), { ...recurs, waits });
    for (const [index, minutes] of [20, 40, 40, 40].entries()) {
      await jobs.idle(kind);
      expect(row()).toMatchObject({ attempts: index + 1, last_failure: 'SQLITE_FULL' });
      expect(Math.round((Number(row()?.['due']) - begun) / (20 * minute)) * 20).toBe(minutes);
      tamper(testApp.config.dataDir, 'update job set due = 0');
      fails = index < 3;
      jobs.look(kind);
    }
    await jobs.idle(kind);
    expect(row()).toMatchObject({ attempts: 0, last_failure: null });
    expect(tallies).toEqual({ done: 1, postponed: 4, given_up: 0 });
  });

  it('is done once where several copies start at the same moment', async () => {
    const { run, runs } = counting();
    const copies = Array.from({ length: 4 }, () => start(run, recurs));
    for (const { jobs } of copies) await jobs.idle(kind);
    expect(runs()).toBe(1);
    expect(dump(testApp.config.dataDir)['job']).toHaveLength(1);
  });

  it('does not wait until a clock that was set back has caught up', async () => {
    const now = Date.now();
    const { run, runs } = counting();
    const { jobs } = start(run, recurs);
    await jobs.idle(kind);
    setClock(now - 48 * hour);
    await lookAgain(jobs);
    expect(runs()).toBe(2);
  });
});
