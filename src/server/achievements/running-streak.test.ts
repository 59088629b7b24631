/** The streak that goes on is read for all boards at once, each with its own today. */
import { expect, it } from 'vitest';
import { dayIn, daysAfter } from '#shared/calendar';
import { saveDays, withStreaks } from '#server/leaderboard/member-day-store';
import { boardOf, startTestApp } from '../../../tests/test-app.ts';
import { readAchievements } from './achievements.ts';

const { deps, signUp } = await startTestApp({ boundless: true, hasty: true });
// In Paris it is the fourth: elsewhere it is the fifth already, or still the third.
const later = { timeZone: 'Pacific/Kiritimati', now: Date.parse('2026-11-04T20:00:00Z'), today: '2026-11-05' };
const earlier = { timeZone: 'Pacific/Pago_Pago', now: Date.parse('2026-11-04T05:00:00Z'), today: '2026-11-03' };

const lengths = [1, 7, 8, 9, 54, 99, 100, 150];

it.each(lengths)('a streak of %i days is counted so, on whichever board it is the longest', async (length) => {
  const { timeZone, now, today } = lengths.indexOf(length) % 2 ? later : earlier;
  const lea = await signUp(`Léa-${length}`);
  const [here, there, broken] = [await boardOf(lea), await boardOf(lea), await boardOf(lea)];
  await lea.does('PATCH /api/boards/:boardId', { params: { boardId: there.id }, body: { timeZone } });
  expect([dayIn('Europe/Paris', now), dayIn(timeZone, now)]).toEqual(['2026-11-04', today]);
  const plant = ({ id }: { id: string }, last: string, count: number) =>
    deps.database.unitOfWork(({ db }) =>
      saveDays(db, withStreaks(daysUpTo(last, count).map((day) => dayOf({ board_id: id, user_id: lea.id, day })))),
    );
  const progress = async () => (await readAchievements(deps, lea.id, now)).find(({ id }) => id === 'hundred-days')?.progress;

  await plant(broken, '2026-11-02', length + 20);
  expect(await progress()).toBe(0);
  // One day shorter, but up to today.
  await plant(here, '2026-11-04', length - 1);
  await plant(there, daysAfter(today, -1), length);
  expect(await progress()).toBe(Math.min(length, 100));
  // What lies behind a missing day is none of it.
  await plant(there, daysAfter(today, -length - 2), 30);
  expect(await progress()).toBe(Math.min(length, 100));
});

function daysUpTo(last: string, count: number): string[] {
  return Array.from({ length: count }, (_, back) => daysAfter(last, -back));
}

function dayOf(of: { board_id: string; user_id: string; day: string }) {
  return { ...of, gained: 20, lost: 0, actions: 1 };
}
