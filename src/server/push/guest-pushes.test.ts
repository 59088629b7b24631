import { expect, it } from 'vitest';
import { guestLimits } from '#shared/guests';
import { guestOn } from '../../../tests/guests.ts';
import { tamper } from '../../../tests/database-state.ts';
import { minute, startPushApp } from '../../../tests/push-people.ts';

const { testApp, trio, devicesOf, told, wordsOf, later } = await startPushApp();
const { dataDir } = testApp.config;
const day = 24 * 60 * minute;

async function erases(): Promise<void> {
  tamper(dataDir, "update job set due = 0 where id = 'erase_guests'");
  testApp.deps.jobs.look('erase_guests');
  await testApp.deps.jobs.idle('erase_guests');
}

it('a guest is told once, two weeks before the account ends, what kind it is and nothing more', async () => {
  const { lea, max, board } = await trio(2);
  const guest = await guestOn(testApp, lea, board, 'Absente');
  const { zoes } = await devicesOf({ lea, max, zoe: guest });
  await erases();
  await later(minute);
  expect(told(zoes)).toEqual([]);
  tamper(dataDir, 'update guest set seen_at = ?', Date.now() - guestLimits.lasts + 13 * day);
  await erases();
  await later(minute);
  expect(told(zoes)).toEqual([['Gardez votre partie', 'requests', `/board/${board.id}`]]);
  expect(await wordsOf(guest, zoes)).toEqual({
    title: 'MAISON',
    body: "Votre partie s'efface dans deux semaines : gardez-la, ou revenez jouer",
  });
  await erases();
  await later(60 * minute);
  expect(told(zoes)).toHaveLength(1);
});

it('a guest who has come back, or kept the game, before the push leaves is told nothing', async () => {
  const { lea, max, board } = await trio(2);
  const guest = await guestOn(testApp, lea, board, 'Revenue');
  const { zoes } = await devicesOf({ lea, max, zoe: guest }, { quietFrom: 11, quietTo: 14 });
  tamper(dataDir, 'update guest set seen_at = 0, warned_at = null');
  await erases();
  await later(minute);
  await guest.does('POST /api/guest/code/confirm', { body: await guest.does('POST /api/guest/code') });
  await later(4 * 60 * minute);
  expect(told(zoes)).toEqual([]);
});
