import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Db } from '../database/database.ts';
import type { Bus } from './bus.ts';
import { createMemoryBus } from './memory-bus.ts';
import type { Reader } from './open-streams.ts';
import { createResync } from './resync.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const second = 1000;

interface Circumstances {
  /** `alone`: no other copy shares the database. */
  state?: ReturnType<Bus['state']>;
  streams?: number;
  /** In milliseconds, how long each greeting takes. */
  greetingTakes?: number;
}

function startCopy({ state = 'connected', streams = 1, greetingTakes = 0 }: Circumstances = {}) {
  const happened: string[] = [];
  let epoch = 'first';
  const changes: boolean[] = [];
  let noteSilence: Parameters<Bus['onSilence']>[0] = () => undefined;
  const readers = Array.from({ length: streams }, (_, index): Reader => {
    const greetAgain = () => {
      happened.push('greeted');
      return new Promise<void>((resolve) => setTimeout(resolve, greetingTakes));
    };
    const ignore = () => undefined;
    return { userId: `p${index}`, sessionId: `s${index}`, credential: '', greetAgain, write: ignore, end: ignore };
  });
  const resync = createResync({
    bus: { ...createMemoryBus(), state: () => state, onSilence: (listener) => (noteSilence = listener) },
    liveFeed: { carried: () => ({ boardIds: [], readers }), end: (_, reason) => happened.push(reason), found: () => undefined },
    database: { read: {} as Db, classify: () => undefined, wasChangedElsewhere: () => Promise.resolve(changes.shift() ?? false) },
    epoch: { current: () => Promise.resolve(epoch) },
    identity: {
      goOn: (sessions) => {
        happened.push('looked');
        return Promise.resolve(sessions.map(() => true));
      },
    },
    boardKeys: { forget: () => undefined, atHand: () => [] },
  });
  resync.start({ warn: () => undefined });
  return {
    happened,
    fallSilent: () => noteSilence('other', false),
    replaceHistory: () => (epoch = 'second'),
    changeElsewhere: () => changes.push(true),
  };
}

describe('a copy', () => {
  it('greets all streams at once when another one falls silent without a word', async () => {
    const { happened, fallSilent } = startCopy();
    await vi.advanceTimersByTimeAsync(second);
    fallSilent();
    await vi.advanceTimersByTimeAsync(1);
    expect(happened).toEqual(['looked', 'greeted']);
  });

  it('looks every few seconds for what others did, however long its greetings take', async () => {
    const { happened, fallSilent } = startCopy({ streams: 12, greetingTakes: second });
    fallSilent();
    await vi.advanceTimersByTimeAsync(11 * second);
    expect(happened.filter((what) => what === 'greeted')).toHaveLength(12);
    for (const between of happened.join(' ').split('looked')) expect(between.split('greeted').length - 1).toBeLessThanOrEqual(4);
  });

  it.each(['connected', 'alone'] as const)('that is %s ends its streams when the database went back to an older state', async (state) => {
    const { happened, replaceHistory } = startCopy({ state });
    await vi.advanceTimersByTimeAsync(10 * second);
    expect(happened).not.toContain('restarting');
    replaceHistory();
    await vi.advanceTimersByTimeAsync(4 * second);
    expect(happened.filter((what) => what === 'restarting')).toHaveLength(1);
  });

  it('that is alone looks and greets again only when another program has changed something', async () => {
    const { happened, changeElsewhere } = startCopy({ state: 'alone' });
    await vi.advanceTimersByTimeAsync(10 * second);
    expect(happened).toEqual([]);
    changeElsewhere();
    await vi.advanceTimersByTimeAsync(10 * second);
    expect(happened).toEqual(['looked', 'greeted']);
  });
});
