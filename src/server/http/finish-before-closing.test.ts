/** R10: what a stopping server still does. */
import { get } from 'node:http';
import { expect, it } from 'vitest';
import { boardOf, openStage } from '../../../tests/cast.ts';
import { Stream } from '../../../tests/stream.ts';

it('a request under way is answered before the server closes; streams do not hold it up', async () => {
  const stage = await openStage();
  const lea = await stage.signUp('Léa');
  const board = await boardOf(lea);
  const port = await stage.port();
  const stream = await Stream.open(lea);
  await stream.next('hello');

  let open = () => {};
  const gate = new Promise<void>((resolve) => (open = resolve));
  const held = stage.deps.database.unitOfWork(() => gate);
  // Waits behind the unit that is held.
  const origin = `http://127.0.0.1:${port}`;
  const reply = fetch(`${origin}/api/boards/${board.id}/activities`, {
    method: 'POST',
    headers: { origin, cookie: lea.cookie ?? '', 'content-type': 'application/json' },
    body: JSON.stringify({ id: 'under-way-when-it-stops', actionId: board.breakfast }),
  });
  await new Promise((resolve) => setTimeout(resolve, 100));

  const closed = stage.app.close();
  await stream.next('bye');
  setTimeout(open, 200);
  expect((await reply).status).toBe(201);
  await Promise.all([held, closed]);
  await expect(new Promise((_, reject) => get(origin, { agent: false }).on('error', reject))).rejects.toThrow('ECONNREFUSED');
});
