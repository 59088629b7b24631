/** U11: the head of a board with everything running. What runs replaces what rests (D59), and questions are one pill (D61). */
import { randomUUID } from 'node:crypto';
import type { Locator } from '@playwright/test';
import { newestRecapWeek } from '#shared/recap-weeks';
import { dayIn, daysAfter, defaultTimeZone } from '#shared/calendar';
import { onClock } from '#shared/agreed-days';
import type { Terms } from '#shared/play';
import { tamper } from '../database-state.ts';
import { boxOf, overlaps, resize } from './boxes.ts';
import { faultsAt } from './page-faults.ts';
import {
  type Absentee,
  breakfast,
  createSharedBoard,
  dishes,
  logFromElsewhere,
  openLive,
  type Player,
  signUpAbsentee,
  signUpPlayer,
} from './players.ts';
import { expect, type RunningServer, test } from './server.ts';

const today = () => dayIn(defaultTimeZone, Date.now());

async function agree([first, ...others]: readonly Absentee[], boardId: string, terms: Terms): Promise<void> {
  const id = randomUUID();
  await first?.does('POST /api/boards/:boardId/agreements', { params: { boardId }, body: { id, terms } });
  for (const one of others)
    await one.does('PUT /api/boards/:boardId/agreements/:agreementId/answer', {
      params: { boardId, agreementId: id },
      body: { yes: true },
    });
}

/** A board on which everything runs: a season or a goal, a pause to answer, a contest, a loss, an action, a knock, a recap and a flame at risk. */
async function everything(server: RunningServer, léa: Player, others: readonly Absentee[], terms: Terms): Promise<string> {
  const people = [léa, ...others];
  const [max = léa] = others;
  const { id: boardId } = await createSharedBoard([léa, ...others], people.length === 2 ? 'Nous deux' : 'La coloc');
  await agree(people, boardId, { kind: 'contests' });
  await agree(people, boardId, terms);
  const days = { startsOn: daysAfter(today(), -3), lastDay: daysAfter(today(), 20) };
  const { startsAt, endsAt } = onClock(days, defaultTimeZone);
  tamper(
    server.dataDir,
    'update season set starts_on = ?, last_day = ?, starts_at = ?, ends_at = ?, first_revision = 0 where board_id = ?',
    ...[days.startsOn, days.lastDay, startsAt, endsAt, boardId],
  );
  for (const one of people) await logFromElsewhere(one, boardId, breakfast.title);
  await logFromElsewhere(léa, boardId, breakfast.title);
  const { activities, actions, members } = await léa.does('GET /api/boards/:boardId', { params: { boardId } });
  const me = members.find(({ username }) => username === léa.name)?.userId;
  const mine = activities.activities.find(({ userId }) => userId === me);
  await max.call('POST', `/api/boards/${boardId}/contests`, { id: randomUUID(), activityId: mine?.id, emoji: '🤨' });
  const loss = actions.find(({ title }) => title === dishes.title);
  await max.call('POST', `/api/boards/${boardId}/owed-losses`, { id: randomUUID(), actionId: loss?.id, for: me });
  await max.call('POST', `/api/boards/${boardId}/proposals`, { title: 'Une balade', points: 15, emoji: '🚶' });
  const pause = { kind: 'pause', lastDay: daysAfter(today(), 9) } as const;
  await max.does('POST /api/boards/:boardId/agreements', { params: { boardId }, body: { id: randomUUID(), terms: pause } });
  const sacha = await signUpAbsentee(server, 'Sacha');
  await sacha.call('POST', `/api/boards/${boardId}/requests`, { type: 'request' });
  tamper(
    server.dataDir,
    'update board set recap_week = ?, lit_on = ?, flame_days = 12, flame_record = 41, flame_revision = revision where id = ?',
    ...[newestRecapWeek(defaultTimeZone, Date.now()), daysAfter(today(), -1), boardId],
  );
  return boardId;
}

const season: Terms = { kind: 'season', length: 'week', stake: 'Le petit-déj au lit, dimanche', ties: 'void' };
const goal: Terms = { kind: 'goal', length: 'month', points: 900, stake: 'Un week-end au bord de la mer' };
/** What is wrong within it: the rest of the screen has tests of its own. */
async function faultsOf(part: Locator, text: string): Promise<string[]> {
  const found = await part.page().evaluate(faultsAt, text);
  const inside = await part.evaluate((element) => [...element.querySelectorAll('[class]')].map((one) => one.getAttribute('class') ?? ''));
  return found.filter((fault) => inside.some((name) => fault.endsWith(` ${name}`)));
}
const bottomOf = async (part: Locator) => {
  const { y, height } = await boxOf(part);
  return y + height;
};

test('the head of a board on which everything runs ends soon, keeps its lines and cuts nothing, from 280 to 1920 pixels (U11)', async ({
  browser,
  server,
}) => {
  const léa = await signUpPlayer(browser, server, 'Léa', { hasTouch: true });
  const [max, ...more] = await Promise.all(Array.from({ length: 7 }, (_, index) => signUpAbsentee(server, `Max${index}`)));
  if (!max) throw new Error('nobody plays with Léa');
  const others = [...more, max];
  const { page } = léa;
  let crowded = '';
  for (const { count, terms, width, height, edge } of [
    { count: 8, terms: season, width: 320, height: 568, edge: 200 },
    { count: 2, terms: season, width: 390, height: 844, edge: 260 },
    { count: 2, terms: goal, width: 320, height: 568, edge: 200 },
    { count: 8, terms: goal, width: 390, height: 844, edge: 260 },
  ])
    await test.step(`of ${count} with a ${terms.kind} it ends at ${edge} px at ${width} × ${height}`, async () => {
      await resize(page, { width, height });
      const boardId = await everything(server, léa, others.slice(1 - count), terms);
      if (count === 8 && terms.kind === 'season') crowded = boardId;
      await openLive(page, `/board/${boardId}`);
      const head = page.locator('[data-board-header]');
      const pill = head.getByRole('button', { name: /^5\sréponses à donner$/ });
      await expect(pill).toBeVisible();
      expect(await bottomOf(head)).toBeLessThanOrEqual(edge);
      // Each stands in its own place.
      const parts = [
        head.getByRole('heading', { level: 1 }),
        head.getByRole('button', { name: 'Partager le tableau' }),
        head.getByRole('button', { name: 'Réglages du tableau' }),
        ...(await head.locator('[data-lands]').all()),
        head.getByRole('img', { name: /^Série/ }),
      ];
      const boxes = await Promise.all(parts.map((part) => boxOf(part)));
      for (const [index, box] of boxes.entries())
        for (const other of boxes.slice(index + 1)) expect(overlaps(box, other), `${index}`).toBe(false);
      // Two whole actions below it, above what stands at the foot.
      const foot = (await boxOf(page.getByRole('navigation').last())).y;
      const tiles = page.getByRole('tabpanel').getByRole('listitem');
      for (const tile of (await tiles.all()).slice(0, 2)) expect(await bottomOf(tile)).toBeLessThanOrEqual(foot);
    });

  await test.step('it keeps its lines and cuts nothing', async () => {
    // Where a mouse points.
    const { context } = léa;
    const wide = await (
      await browser.newContext({ baseURL: server.origin, reducedMotion: 'reduce', storageState: await context.storageState() })
    ).newPage();
    await openLive(wide, `/board/${crowded}`);
    const head = wide.locator('[data-board-header]');
    await expect(head.getByRole('button', { name: /réponses à donner$/ })).toBeVisible();
    for (const [width, height] of [
      [280, 568],
      [320, 568],
      [360, 640],
      [390, 844],
      [430, 932],
      [600, 960],
      [667, 375],
      [768, 1024],
      [844, 390],
      [1024, 768],
      [1280, 800],
      [1920, 1080],
    ] as const) {
      await resize(wide, { width, height });
      for (const text of width < 320 ? ['16px'] : ['32px', '16px'])
        await expect.poll(() => faultsOf(head, text), { message: `${width} × ${height}, text of ${text}` }).toEqual([]);
      const around = await boxOf(head);
      for (const part of await head.locator('h1, button, a, [data-score]').all()) {
        const box = await boxOf(part);
        expect(box.x >= around.x && box.x + box.width <= around.x + around.width, `${width} × ${height}`).toBe(true);
      }
      const tools = await Promise.all(
        ['Partager le tableau', 'Réglages du tableau'].map((name) => boxOf(head.getByRole('button', { name }))),
      );
      expect(tools[0]?.y, `${width} × ${height}`).toBe(tools[1]?.y);
    }
  });

  await test.step('who is not asked sees no pill, and the recap has its place (D61)', async () => {
    const { id: boardId } = await createSharedBoard([léa, max], 'Calme');
    await logFromElsewhere(max, boardId, breakfast.title);
    await openLive(léa.page, `/board/${boardId}`);
    const head = léa.page.locator('[data-board-header]');
    await expect(head.getByText("Et vous, un geste aujourd'hui ?")).toHaveCount(0);
    await expect(head.getByRole('button', { name: /à donner$/ })).toHaveCount(0);
    await léa.call('POST', `/api/boards/${boardId}/agreements`, { id: randomUUID(), terms: season });
    await expect(head.getByRole('button', { name: /à donner$/ })).toHaveCount(0);
  });
});
