/** What the host's commands do shows at once on copies that they have a bus to. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { builtProgram } from '../built-programs.ts';
import { boardOf } from '../test-app.ts';
import { withoutHeartbeats } from '../stream.ts';
import { startCopies } from './copies.ts';

const { redis, one, other, listen } = await startCopies();
withoutHeartbeats();

async function people(...args: string[]): Promise<unknown> {
  const { dataDir, databaseUrl = '' } = one.config;
  const child = spawn(process.execPath, [builtProgram('people'), ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, REDIS_URL: redis.url, NODE_NO_WARNINGS: '1' },
  });
  const [code] = await once(child, 'close');
  return code;
}

it('ended sessions lose their streams on every copy, which are told why, and a deleted account its board', async () => {
  const [lea, max] = await one.signUpAll('Léa', 'Max');
  const board = await boardOf(lea, [max]);
  const [ending, witness] = [await listen(other, lea), await listen(other, max)];
  expect(await people('end-sessions', 'Léa')).toBe(0);
  await ending.end();
  expect(ending.all('bye')).toEqual([{ type: 'bye', reason: 'session_ended' }]);
  expect(await people('delete', 'Léa', '--yes')).toBe(0);
  expect(await witness.next('gone')).toEqual({ type: 'gone', boardId: board.id, reason: 'deleted' });
  expect(witness.closed).toBe(false);
});
