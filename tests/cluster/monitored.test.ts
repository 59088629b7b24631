/** What people write does not get into Redis (S8): seen by its own MONITOR, on whatever a copy sends it. */
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { accept, boardOf, log, password, type Someone } from '../test-app.ts';
import { startCopies } from './copies.ts';

const { redis, one, other, at, listen } = await startCopies();

/** Every command that Redis gets from now on. */
async function monitor(): Promise<() => string> {
  let seen = '';
  const socket = connect(redis.port, '127.0.0.1', () => socket.write('MONITOR\r\n'));
  socket.setEncoding('utf8').on('data', (text: string) => (seen += text));
  await expect.poll(() => seen).toContain('+OK');
  return () => seen;
}

it('neither titles, names and addresses nor passwords and tokens', async () => {
  const seen = await monitor();
  const [lea, max] = await one.signUpAll('Canarilea', 'Canarimax');
  const board = await boardOf(lea, [], {
    title: 'Canarititre',
    actions: [{ title: 'Canariaction', points: 5, category: 'Canaricatégorie' }],
  });
  const [mine, there] = [await listen(one, lea), await listen(other, max)];
  await lea.does('POST /api/boards/:boardId/requests', { params: { boardId: board.id }, body: { type: 'invitation', username: max.name } });
  await there.next('requests');
  await accept(max, board.id);
  await there.next('joined');
  await log(lea, board, 'breakfast');
  await there.next('change');

  // A proposal, whose title the toast on another copy shows.
  const far: Someone = at(other, max);
  await far.does('POST /api/boards/:boardId/proposals', {
    params: { boardId: board.id },
    body: { title: 'Canariproposition', points: 7 },
  });
  expect(await mine.next('notice', ({ notice }) => notice.kind === 'proposal_made')).toMatchObject({
    notice: { title: 'Canariproposition', username: max.name },
  });

  await one.visitor().tries('POST /api/session', { body: { identifier: 'Canarinomfaux', password: 'Canarimotdepasse' } });
  await one.visitor().tries('POST /api/session', { body: { identifier: max.email, password: 'Canarimotdepasse' } });
  await one.visitor().tries('POST /api/password-resets', { body: { email: max.email } });
  await max.does('PATCH /api/account/preferences', { body: { onlineStatus: false } });
  await max.does('DELETE /api/session');
  await there.end();

  const text = seen().toLowerCase();
  for (const command of ['publish', 'subscribe', 'evalsha']) expect(text).toContain(command);
  for (const secret of ['canari', 'example.org', password, '127.0.0.1:lea', ...tokensOf(lea), ...tokensOf(max)])
    expect(text, secret).not.toContain(secret.toLowerCase());
});

function tokensOf({ cookie, deviceCookie }: Someone): string[] {
  return [cookie, deviceCookie]
    .flatMap((pair) => decodeURIComponent(pair?.split('=')[1] ?? '').split('.'))
    .filter((part) => part.length > 8);
}
