import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dump, tamper } from '../../../tests/database-state.ts';
import { startTestApp, type TestApp } from '../../../tests/test-app.ts';
import { createTallies } from '../metrics/tallies.ts';
import { deleteJobsAbout, insertJob } from './job-store.ts';
import { createJobs, type Jobs } from './jobs.ts';
import type { Worker } from './runner.ts';

let testApp: TestApp;
const running: Jobs[] = [];
const lines: string[] = [];
beforeEach(async () => {
  lines.length = 0;
  testApp = await startTestApp();
});
afterEach(async () => {
  for (const jobs of running.splice(0)) await jobs.stop();
});

const kind = 'password_reset_mail';
const rows = () => dump(testApp.config.dataDir)['job'] ?? [];
const queue = (subject = '') => testApp.deps.database.unitOfWork(({ db }) => insertJob(db, { kind, subject, due: 0 }));

function start(run: Worker['run'], worker: Partial<Worker> = {}) {
  const { database } = testApp.deps;
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
    jobs.look(kind);
    await jobs.idle(kind);
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
      expect(rows()).toMatchObject([{ attempts }]);
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
    await queue();
    const { jobs } = start(
      () => testApp.deps.database.unitOfWork(({ db }) => db.selectFrom('nowhere' as 'job').execute()) as Promise<never>,
    );
    await jobs.idle(kind);
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
    await queue();
    const due = Date.now() + 99_000;
    const { jobs } = start(() => {
      tamper(testApp.config.dataDir, 'update job set due = ?', due);
      return Promise.reject(new Error('too late'));
    });
    await jobs.idle(kind);
    expect(rows()).toMatchObject([{ due, attempts: 0 }]);
  });

  it('whose claim is lost is told so, and keeps it otherwise', async () => {
    await queue();
    const kept: boolean[] = [];
    const { jobs } = start(async (_, { keepClaim }) => {
      kept.push(await testApp.deps.database.unitOfWork(keepClaim));
      kept.push(await testApp.deps.database.unitOfWork(keepClaim));
      tamper(testApp.config.dataDir, 'update job set due = 5');
      kept.push(await testApp.deps.database.unitOfWork(keepClaim));
      return undefined;
    });
    await jobs.idle(kind);
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
