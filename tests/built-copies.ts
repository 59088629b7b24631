/** Several copies of the built server on one database, with a Redis and a balancer of their own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Balancer, startBalancer } from './balancer.ts';
import { type RunningServer, startServer } from './built-server.ts';
import { type RedisServer, startRedis } from './redis-server.ts';

/** They look like one server, which answers at the balancer's address. */
export interface BuiltCopies extends Pick<RunningServer, 'origin' | 'dataDir' | 'stop' | 'restart'> {
  copies: readonly RunningServer[];
  redis: RedisServer;
  /** Ends all and removes the data. */
  close(): Promise<void>;
}

export async function startBuiltCopies(count: number, settings: Record<string, string> = {}): Promise<BuiltCopies> {
  const redis = await startRedis();
  const dataDir = mkdtempSync(join(tmpdir(), 'ou-la-la-copies-'));
  const copies: RunningServer[] = [];
  // One after the other: the first makes the master key that all share.
  for (let copy = 0; copy < count; copy += 1) copies.push(await startServer({ REDIS_URL: redis.url, ...settings }, { dataDir }));
  const balancer: Balancer = await startBalancer(copies.map(({ origin }) => Number(new URL(origin).port)));

  return {
    origin: balancer.origin,
    dataDir,
    copies,
    redis,
    async stop(signal) {
      const endings = await Promise.all(copies.map((copy) => copy.stop(signal)));
      return endings[0] ?? { code: null, after: 0 };
    },
    async restart(env) {
      for (const copy of copies) await copy.restart(env);
    },
    async close() {
      await balancer.close();
      await Promise.all(copies.map((copy) => copy.stop()));
      await redis.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
