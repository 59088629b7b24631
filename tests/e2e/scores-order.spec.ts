/** What comes first in Scores while everything runs on a board (D59, D62, U11). */
import { onClock } from '#shared/agreed-days';
import { dayIn, daysAfter } from '#shared/calendar';
import type { Terms } from '#shared/play';
import { randomUUID } from 'node:crypto';
import { tamper } from '../database-state.ts';
import { violationsOn } from './axe.ts';
import { boxOf, resize, sizes } from './boxes.ts';
import { faultsAt } from './page-faults.ts';
import { type Absentee, breakfast, createSharedBoard, logFromElsewhere, openLive, signUpAbsentee, signUpPlayer } from './players.ts';
import { expect, test } from './server.ts';

const today = () => dayIn('Europe/Paris', Date.now());
const stake = 'Un week-end au bord de la mer, rien que nous, sans téléphone ni vaisselle';
const season: Terms = { kind: 'season', length: 'week', stake, ties: 'void' };
const goal: Terms = { kind: 'goal', length: 'week', points: 900 };

async function agree([first, ...others]: readonly Absentee[], boardId: string, terms: Terms): Promise<void> {
  const id = randomUUID();
  await first?.does('POST /api/boards/:boardId/agreements', { params: { boardId }, body: { id, terms } });
  const yes = { params: { boardId, agreementId: id }, body: { yes: true } };
  for (const one of others) await one.does('PUT /api/boards/:boardId/agreements/:agreementId/answer', yes);
}

/** As if the season of a board had been agreed to the day before yesterday. */
function begin(dataDir: string, boardId: string): void {
  const days = { startsOn: daysAfter(today(), -1), lastDay: daysAfter(today(), 5) };
  const { startsAt, endsAt } = onClock(days, 'Europe/Paris');
  const columns = 'starts_on = ?, last_day = ?, starts_at = ?, ends_at = ?, first_revision = 0';
  tamper(dataDir, `update season set ${columns} where board_id = ?`, days.startsOn, days.lastDay, startsAt, endsAt, boardId);
}

test("'Classement' is on the first screen of Scores while everything runs, and another period moves nothing above it", async ({
  browser,
  server,
}) => {
  const léa = await signUpPlayer(browser, server, 'Léa', { viewport: { width: 320, height: 568 } });
  const { page } = léa;
  const [max, ...others] = await Promise.all(Array.from({ length: 7 }, () => signUpAbsentee(server, 'Max')));
  if (!max) throw new Error('nobody plays with Léa');
  for (const [what, terms, count] of [
    ['a season of two', season, 2],
    ['a season of eight', season, 8],
    ['a common goal of eight', goal, 8],
  ] as const)
    await test.step(what, async () => {
      await resize(page, { width: 320, height: 568 });
      const all = [léa, max, ...others.slice(0, count - 2)] as const;
      const { id: boardId, actions } = await createSharedBoard(all, 'Les irréductibles du petit-déjeuner');
      for (const one of all) await logFromElsewhere(one, boardId, breakfast.title);
      await agree(all, boardId, terms);
      begin(server.dataDir, boardId);
      await agree(all, boardId, { kind: 'contests' });
      await logFromElsewhere(max, boardId, breakfast.title);
      await logFromElsewhere(léa, boardId, breakfast.title);
      const { activities } = await max.does('GET /api/boards/:boardId', { params: { boardId } });
      const [contested] = activities.activities;
      await max.does('POST /api/boards/:boardId/contests', {
        params: { boardId },
        body: { id: randomUUID(), activityId: contested?.id ?? '', emoji: '🤨' },
      });
      await max.does('POST /api/boards/:boardId/agreements', {
        params: { boardId },
        body: { id: randomUUID(), terms: { kind: 'pause', lastDay: daysAfter(today(), 9) } },
      });
      const { user } = await léa.does('GET /api/session');
      const loss = actions.find(({ points }) => points < 0);
      const owedId = randomUUID();
      await max.does('POST /api/boards/:boardId/owed-losses', {
        params: { boardId },
        body: { id: owedId, actionId: loss?.id ?? '', for: user?.id ?? '' },
      });

      await openLive(page, `/board/${boardId}?tab=scores`);
      const title = page.getByRole('heading', { name: 'Classement', exact: true });
      const bar = page.getByRole('navigation').last();
      const chosen = page.getByRole('radio').first();
      if (terms.kind === 'season') await expect(chosen).toHaveAccessibleName(stake);
      for (const [width, height] of [
        [320, 568],
        [390, 844],
      ] as const) {
        await resize(page, { width, height });
        await expect(chosen).toBeChecked();
        const [{ y, height: own }, foot] = [await boxOf(title), await boxOf(bar)];
        expect(y + own, `${width} × ${height}`).toBeLessThanOrEqual(foot.y);
      }
      expect(await violationsOn(page)).toEqual([]);

      // Another period moves nothing that stands above it.
      const place = () => title.evaluate((element) => element.getBoundingClientRect().top + scrollY);
      const before = await place();
      for (const name of ['Semaine', 'Mois', 'Toujours']) {
        await page.getByRole('radio', { name }).check();
        await expect(page.getByRole('list', { name: 'Classement' }).getByRole('listitem')).toHaveCount(count);
        expect(await place()).toBe(before);
      }
      await chosen.check();
      await léa.does('PUT /api/boards/:boardId/owed-losses/:activityId/answer', {
        params: { boardId, activityId: owedId },
        body: { confess: false },
      });
      await expect(page.getByRole('button', { name: 'Pas moi' })).toHaveCount(0);
      await expect(page.getByRole('list', { name: 'Classement' }).getByRole('listitem')).toHaveCount(terms.kind === 'goal' ? 1 : count);
      for (const [width, height] of sizes) {
        await resize(page, { width, height });
        for (const text of ['32px', '16px']) {
          await expect.poll(() => page.evaluate(faultsAt, text), { message: `${width} × ${height}, text of ${text}` }).toEqual([]);
        }
      }
    });
});
