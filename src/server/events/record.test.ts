import type { AppEvent } from '#shared/events';
import { expect, it } from 'vitest';
import type { Db, Transaction, Work } from '../database/database.ts';
import { createRecording } from './record.ts';

/** A database that keeps nothing, and commits unless the work throws. */
const commits = async <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> => {
  const follows: (() => void)[] = [];
  const value = await work({ db: {} as Db, afterCommit: (follow) => void follows.push(follow) });
  for (const follow of follows) follow();
  return value;
};

const left = (userId: string): AppEvent => ({ type: 'sums_changed', userId });

function recording(followUp: (work: Work, event: AppEvent) => Promise<void> = () => Promise.resolve()) {
  const delivered: AppEvent[] = [];
  const { unitOfWork } = createRecording({ unitOfWork: commits } as unknown as Parameters<typeof createRecording>[0], {
    followUp,
    deliver: (event) => void delivered.push(event),
  });
  return { unitOfWork, delivered };
}

it('an event is delivered after the commit, before what followed from it', async () => {
  const { unitOfWork, delivered } = recording(async (work, event) => {
    if (event.type !== 'sums_changed' || event.userId.length > 2) return;
    work.record(left(`${event.userId}a`));
    work.record(left(`${event.userId}b`));
  });
  await unitOfWork(async ({ record }) => {
    record(left('x'));
    record(left('long'));
    await Promise.resolve();
    expect(delivered).toEqual([]);
  });
  expect(delivered.map((event) => 'userId' in event && event.userId)).toEqual(['x', 'xa', 'xaa', 'xab', 'xb', 'xba', 'xbb', 'long']);
});

it('nothing is delivered of a unit of work that fails, nor when a follow-up fails', async () => {
  const { unitOfWork, delivered } = recording();
  const refused = unitOfWork(async ({ record }) => {
    record(left('x'));
    throw await Promise.resolve(new Error('refused'));
  });
  await expect(refused).rejects.toThrow('refused');
  const failing = recording(() => Promise.reject(new Error('full')));
  await expect(failing.unitOfWork(async ({ record }) => record(left('x')))).rejects.toThrow('full');
  expect([...delivered, ...failing.delivered]).toEqual([]);
});

it('a follow-up that was asked for early runs once, and returns what it recorded', async () => {
  let follows = 0;
  const { unitOfWork, delivered } = recording(async ({ record }, event) => {
    follows += 1;
    if (event.type === 'sums_changed') record({ type: 'preferences_changed', userId: event.userId, onlineStatus: true });
    await Promise.resolve();
  });
  const followed = await unitOfWork(async ({ followUp, record }) => {
    record(left('x'));
    const events = await followUp();
    record(left('y'));
    return events;
  });
  expect(followed).toEqual([left('x'), { type: 'preferences_changed', userId: 'x', onlineStatus: true }]);
  expect(delivered).toHaveLength(4);
  expect(follows).toBe(4);
});
