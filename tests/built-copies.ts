/** Several copies of the built server on one PostgreSQL, with a Redis and a balancer of their own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Balancer, startBalancer } from './balancer.ts';
import { type RunningServer, startServer } from './built-server.ts';
import { startPostgres } from './postgres/server.ts';
import { emptyDatabaseFor, testServer } from './postgres/test-databases.ts';
import { type RedisServer, startRedis } from './redis-server.ts';

/** They look like one server, which answers at the balancer's address. */
export interface BuiltCopies extends Pick<RunningServer, 'origin' | 'dataDir' | 'output' | 'stop' | 'restart'> {
  copies: readonly RunningServer[];
  redis: RedisServer;
  /** Ends all and removes the data. */
  close(): Promise<void>;
}

export async function startBuiltCopies(count: number, settings: Record<string, string> = {}): Promise<BuiltCopies> {
  const redis = await startRedis();
  const dataDir = mkdtempSync(join(tmpdir(), 'ou-la-la-copies-'));
  const postgres = testServer === undefined ? await startPostgres() : undefined;
  const databaseUrl = await emptyDatabaseFor(testServer ?? postgres?.url ?? '', dataDir);
  const shared = { REDIS_URL: redis.url, DATABASE_URL: databaseUrl, ...settings };
  // All at once: they migrate together, and share a master key.
  const copies = await Promise.all(Array.from({ length: count }, () => startServer(shared, { dataDir })));
  const balancer: Balancer = await startBalancer(copies.map(({ origin }) => Number(new URL(origin).port)));

  return {
    origin: balancer.origin,
    dataDir,
    copies,
    redis,
    output: () => copies.map((copy) => copy.output()).join('\n'),
    async stop(signal) {
      const endings = await Promise.all(copies.map((copy) => copy.stop(signal)));
      return endings.find(({ code }) => code !== 0) ?? { code: 0, after: Math.max(...endings.map(({ after }) => after)) };
    },
    async restart(env) {
      await Promise.all(copies.map((copy) => copy.restart(env)));
    },
    async close() {
      await balancer.close();
      await Promise.all(copies.map((copy) => copy.stop()));
      await redis.stop();
      await postgres?.remove();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
