/** R13: what R6 says of PostgreSQL holds through a PgBouncer that pools by transaction. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { freePort } from '../built-server.ts';
import { startPostgres } from '../postgres/server.ts';
import { run } from '../postgres/test-databases.ts';
import { proveOutages } from './postgres-outages.ts';

const postgres = await startPostgres({ durable: true });
const pooler = await startPgBouncer(postgres.port);
afterAll(async () => {
  await pooler.stop();
  await postgres.remove();
});

await proveOutages('R13', postgres, pooler.url);

async function startPgBouncer(databasePort: number) {
  const folder = mkdtempSync(join(tmpdir(), 'ou-la-la-pgbouncer-'));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const settings = join(folder, 'pgbouncer.ini');
  writeFileSync(
    settings,
    `[databases]
postgres = host=127.0.0.1 port=${databasePort} dbname=postgres user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 8
server_login_retry = 1
`,
  );
  // It refuses to be run by the one who may do everything.
  const nobody = process.getuid?.() === 0 ? { uid: Number(execFileSync('id', ['-u', 'nobody'], { encoding: 'utf8' })) } : {};
  const child = spawn('pgbouncer', ['--quiet', settings], { ...nobody, stdio: ['ignore', 'ignore', 'inherit'] });
  const end = () => void child.kill('SIGKILL');
  process.on('exit', end);
  const url = `postgres://postgres@127.0.0.1:${port}/postgres?pgbouncer=true`;
  while (!(await run(url, 'select 1').catch(() => null))) await new Promise((resolve) => setTimeout(resolve, 50));
  return {
    url,
    async stop() {
      process.off('exit', end);
      const ended = once(child, 'exit');
      child.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
