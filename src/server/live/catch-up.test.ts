/** Streams get the changes of a board in order and none twice, wherever it was changed. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BoardChange } from '#shared/boards';
import { type CatchUp, createCatchUp } from './catch-up.ts';

const nothing = { boardId: 'home', complete: true, totalPoints: 0, activities: [] };
const change = (after: number, revision: number): BoardChange => ({ ...nothing, after, revision });

let inDatabase: number | undefined;
let reads: { after: number; answer: () => void; fail: () => void }[];
/** '1-2': the revision after which a change was told, and its own. */
let delivered: string[];
let missing: string[];
let catchUp: CatchUp;

beforeEach(() => {
  [inDatabase, reads, delivered, missing] = [1, [], [], []];
  catchUp = createCatchUp({
    read: (_boardId, after) =>
      new Promise((resolve, reject) => {
        const answer = () => resolve(inDatabase === undefined ? undefined : change(after, inDatabase));
        reads.push({ after, answer, fail: () => reject(new Error('the database does not answer')) });
      }),
    mark: () => 0,
    deliver: ({ after, revision }) => void delivered.push(`${after}-${revision}`),
    missing: (boardId) => void missing.push(boardId),
  });
  catchUp.follow('home', 1);
});

afterEach(() => void vi.useRealTimers());

const turn = (_done?: void) => new Promise((resolve) => setImmediate(resolve));
const answerRead = () => turn(reads.shift()?.answer());
const failRead = () => turn(reads.shift()?.fail());

describe('a board', () => {
  it('that is changed here is not read', () => {
    catchUp.take(change(1, 2));
    catchUp.take(change(2, 3));
    expect([...delivered, ...reads]).toEqual(['1-2', '2-3']);
  });

  it('that is changed elsewhere is read from where its streams are, many changes at once', async () => {
    inDatabase = 2;
    catchUp.heard('home', 2);
    for (const revision of [3, 4, 5]) catchUp.heard('home', revision);
    inDatabase = 5;
    await answerRead();
    expect([delivered, reads.length]).toEqual([['1-5'], 0]);
    catchUp.heard('home', 4);
    expect(reads).toHaveLength(0);
  });

  it('that is changed here after an unheard change elsewhere is read', async () => {
    inDatabase = 3;
    catchUp.take(change(2, 3));
    expect(delivered).toEqual([]);
    await answerRead();
    expect(delivered).toEqual(['1-3']);
  });

  it('that is changed here while it is read is told once, in order', async () => {
    catchUp.heard('home', 2);
    catchUp.take(change(2, 3));
    inDatabase = 2;
    await answerRead();
    inDatabase = 3;
    await answerRead();
    expect(delivered).toEqual(['1-2', '2-3']);
    catchUp.take(change(2, 3));
    expect(delivered).toHaveLength(2);
  });

  it('that cannot be read now is read when it is heard of again', async () => {
    catchUp.heard('home', 2);
    await failRead();
    inDatabase = 2;
    catchUp.heard('home', 2);
    await answerRead();
    expect(delivered).toEqual(['1-2']);
  });

  it.each([
    ['that cannot be read', () => failRead()],
    ['that is read as it was before', () => answerRead()],
  ])('%s is read again by itself, as long as it has streams', async (_, answerBadly) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    // Acknowledged before the one that it follows, by a database with several connections.
    catchUp.take(change(2, 3));
    await answerBadly();
    expect([delivered, reads.length]).toEqual([[], 0]);
    inDatabase = 3;
    vi.advanceTimersByTime(1000);
    await answerRead();
    expect(delivered).toEqual(['1-3']);
    vi.advanceTimersByTime(5000);
    expect(reads).toHaveLength(0);

    catchUp.heard('home', 4);
    await answerBadly();
    catchUp.unfollow('home');
    vi.advanceTimersByTime(5000);
    expect(reads).toHaveLength(0);
  });

  it('that is heard of often while it cannot be read is read again once', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    for (const revision of [2, 3, 4]) {
      catchUp.heard('home', revision);
      await failRead();
      vi.advanceTimersByTime(100);
    }
    // A second after the last one.
    vi.advanceTimersByTime(899);
    expect(reads).toHaveLength(0);
    vi.advanceTimersByTime(1);
    expect(reads).toHaveLength(1);
  });

  it('that is gone is said to be missing', async () => {
    catchUp.heard('home', 2);
    inDatabase = undefined;
    await answerRead();
    expect([delivered, missing]).toEqual([[], ['home']]);
  });

  it('without streams is not read, and what was read for those that left is not told', async () => {
    catchUp.heard('home', 2);
    catchUp.unfollow('home');
    inDatabase = 2;
    await answerRead();
    catchUp.heard('home', 3);
    catchUp.take(change(2, 3));
    expect([delivered, reads.length]).toEqual([[], 0]);
  });
});
