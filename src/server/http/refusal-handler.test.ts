/** What is logged where many calls are refused. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startTestApp } from '../../../tests/test-app.ts';
import { refuse } from '../errors/refusal.ts';

let lines: { msg: string; code?: string; more?: number }[] = [];
const stream = { write: (line: string) => void lines.push(JSON.parse(line)) };
const testApp = await startTestApp({ logger: { level: 'warn', stream } });
const lea = await testApp.signUp('Léa');
beforeEach(() => {
  lines = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => vi.useRealTimers());

it.each(['unavailable', 'storage_full'] as const)(
  'the first of a crowd that is refused as %s is logged, then how many more in each minute',
  async (code) => {
    vi.spyOn(testApp.deps.database, 'unitOfWork').mockImplementation(() => Promise.reject(refuse(code)));
    const calls = async (count: number) => {
      for (let call = 0; call < count; call += 1)
        expect((await lea.tries('PATCH /api/account/preferences', { body: { analytics: true } })).code).toBe(code);
    };
    const told = () => lines.map(({ msg, code: logged, more }) => [msg, logged, more]);
    await calls(50);
    expect(told()).toEqual([['request failed', code, undefined]]);
    vi.advanceTimersByTime(60_000);
    expect(told()[1]).toEqual(['more requests failed', code, 49]);
    await calls(3);
    vi.advanceTimersByTime(60_000);
    expect(told().slice(2)).toEqual([['more requests failed', code, 3]]);
    // Nothing came since: the next is news again.
    vi.advanceTimersByTime(60_000);
    await calls(1);
    expect(told().slice(3)).toEqual([['request failed', code, undefined]]);
    vi.advanceTimersByTime(60_000);
    vi.restoreAllMocks();
  },
);

it('every error of our own is logged', async () => {
  vi.spyOn(testApp.deps.database, 'unitOfWork').mockImplementation(() => Promise.reject(new Error('broken on purpose')));
  for (let call = 0; call < 3; call += 1) await lea.tries('PATCH /api/account/preferences', { body: { analytics: true } });
  expect(lines.map(({ msg, code }) => [msg, code])).toEqual(Array.from({ length: 3 }, () => ['request failed', 'server_error']));
  vi.restoreAllMocks();
});
