import { createHmac } from 'node:crypto';
import { clocksDiffer } from '#shared/clock-rules';
import type { Redis } from '../redis/redis.ts';
import { type Bounds, createSlidingLimit, type Limit, longestAttempt } from './limit.ts';

interface Sharing {
  redis: Pick<Redis, 'answers' | 'run'>;
  /** The name of the limit, a prefix of its keys. */
  name: string;
  /** Keys are addresses and e-mails, too: Redis is shown what only the holder of this secret can compute. */
  secret: string;
  /** In milliseconds; by default the clock of Redis, which all copies share whatever their own say. */
  now?: () => number;
}

/**
 * Works as {@link createSlidingLimit}, for all copies together. While Redis does not answer, each copy counts on from what it
 * has let through itself, which it therefore remembers.
 */
export function createSharedLimit({ attempts: most, within }: Bounds, { redis, name, secret, now }: Sharing): Limit {
  const own = createSlidingLimit({ attempts: most, within });
  const time = () => now?.() ?? '';

  function hidden(key: string): string {
    return createHmac('sha256', secret).update(name).update('\0').update(key).digest().subarray(0, 16).toString('base64url');
  }

  /** Undefined where Redis does not answer. */
  async function ask(script: string, key: string, ...parameters: (string | number)[]): Promise<unknown> {
    if (!redis.answers()) return undefined;
    return await redis.run(script, `ou-la-la:limit:${name}:${hidden(key)}`, parameters).catch(() => undefined);
  }

  return {
    async spend(key, attempts = 1) {
      if (attempts === 0) return true;
      const answer = await ask(spendScript, key, most, within, attempts, time());
      if (answer === 0) return false;
      const isAllowedHere = await own.spend(key, attempts);
      return answer === 1 || isAllowedHere;
    },
    async wait(key, attempts = 1) {
      const answer = await ask(waitScript, key, most, within, attempts, time());
      return answer === undefined ? await own.wait(key, attempts) : Number(answer);
    },
    async giveBack(key) {
      await own.giveBack(key);
      await ask(giveBackScript, key, longestAttempt, time());
    },
    async forget(key) {
      await own.forget(key);
      await ask(`return redis.call('DEL', KEYS[1])`, key);
    },
  };
}

// A key is the list of the times of its attempts, the oldest first. Each script is one step for Redis: nothing comes between.
const nowOf = (argument: string) => `
local now = tonumber(${argument})
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end`;

const spendScript = `
local most, within, attempts = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
${nowOf('ARGV[4]')}
local oldest = redis.call('LINDEX', KEYS[1], 0)
while oldest and tonumber(oldest) <= now - within do
  redis.call('LPOP', KEYS[1])
  oldest = redis.call('LINDEX', KEYS[1], 0)
end
-- Counted while the clock was ahead, they would count until then.
local newest = redis.call('LINDEX', KEYS[1], -1)
while newest and tonumber(newest) > now + ${clocksDiffer} do
  redis.call('RPOP', KEYS[1])
  newest = redis.call('LINDEX', KEYS[1], -1)
end
if redis.call('LLEN', KEYS[1]) + attempts > most then return 0 end
for _ = 1, attempts do redis.call('RPUSH', KEYS[1], now) end
redis.call('PEXPIRE', KEYS[1], within)
return 1`;

const waitScript = `
local most, within, attempts = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
${nowOf('ARGV[4]')}
local index = redis.call('LLEN', KEYS[1]) + attempts - most - 1
if index < 0 then return 0 end
local time = redis.call('LINDEX', KEYS[1], index)
if not time then return 0 end
return math.max(0, tonumber(time) + within - now)`;

// Which attempt it was is unknown, so the oldest possible one is removed: the others must not expire early.
const giveBackScript = `
local longest = tonumber(ARGV[1])
${nowOf('ARGV[2]')}
local times = redis.call('LRANGE', KEYS[1], 0, -1)
if #times == 0 then return 0 end
local oldest = #times
for index, time in ipairs(times) do
  if tonumber(time) > now - longest then
    oldest = index
    break
  end
end
redis.call('LSET', KEYS[1], oldest - 1, 'back')
redis.call('LREM', KEYS[1], 1, 'back')
return 1`;
