/** A member who looks at a board on one copy hears no push of what is logged on the other. */
import { expect, it } from 'vitest';
import { afterFile } from '../after-file.ts';
import { allTold, startPushService } from '../push-service.ts';
import { boardOf, log } from '../test-app.ts';
import { startCopies } from './copies.ts';

const service = await startPushService();
afterFile(() => service.close());
const { one, other, at } = await startCopies({ pushServices: [service.origin] });

it('a push is not sent to who looks at the board through another copy (D33)', async () => {
  const [lea, max] = await one.signUpAll('Léa', 'Max');
  const board = await boardOf(lea, [max]);
  const hers = service.browser();
  await lea.does('PUT /api/notifications/device', { body: { ...hers.subscription(), quietFrom: 0, quietTo: 0 } });
  const laptop = at(other, await lea.elsewhere());
  const look = (looking: boolean) =>
    laptop.does('PUT /api/notifications/seen', { body: { boards: [{ boardId: board.id, revision: 1, looking }] } });
  await look(true);
  await log(max, board, 'breakfast');
  for (const { deps } of [one, other]) await allTold(deps);
  expect(hers.messages).toEqual([]);
  await look(false);
  // The push that waits is told at its time; this log could be told no sooner.
  await log(at(other, max), board, 'dishes');
  expect(await one.deps.database.read.selectFrom('board_look').selectAll().execute()).toEqual([]);
});
