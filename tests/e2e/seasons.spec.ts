/** Seasons, pauses and agreements on two phones (D39, D40, D42): proposed, agreed to, played, won and settled. */
import { dayIn, daysAfter } from '#shared/calendar';
import { onClock } from '#shared/agreed-days';
import type { Terms } from '#shared/play';
import { randomUUID } from 'node:crypto';
import { tamper } from '../database-state.ts';
import { violationsOn } from './axe.ts';
import { resize, sizes } from './boxes.ts';
import { forgetFontShifts, noteShifts, shiftsOf } from './layout-shifts.ts';
import { faultsAt } from './page-faults.ts';
import {
  type Absentee,
  breakfast,
  createSharedBoard,
  logFromElsewhere,
  openLive,
  type Player,
  signUpAbsentee,
  signUpPlayer,
} from './players.ts';
import { expect, test } from './server.ts';
import { confirms } from './words.ts';

const phone = { viewport: { width: 390, height: 844 } };
const today = () => dayIn('Europe/Paris', Date.now());
const terms: Extract<Terms, { kind: 'season' }> = { kind: 'season', length: 'week', stake: 'Le petit-déj au lit, dimanche', ties: 'void' };
const goal: Terms = { kind: 'goal', length: 'month', points: 1_000_000, stake: 'Un week-end au bord de la mer, '.repeat(4).trim() };

async function propose(player: Absentee, boardId: string, what: Terms): Promise<string> {
  const id = randomUUID();
  await player.does('POST /api/boards/:boardId/agreements', { params: { boardId }, body: { id, terms: what } });
  return id;
}

/** Moves the season or the pause of a board, as if it had been agreed to for these days. */
function moveDays(dataDir: string, table: 'season' | 'pause', boardId: string, startsOn: string, lastDay = daysAfter(startsOn, 6)): void {
  const { startsAt, endsAt } = onClock({ startsOn, lastDay }, 'Europe/Paris');
  const columns = 'starts_on = ?, last_day = ?, starts_at = ?, ends_at = ?, first_revision = 0';
  tamper(dataDir, `update ${table} set ${columns} where board_id = ?`, startsOn, lastDay, startsAt, endsAt, boardId);
}

async function log({ page }: Player, title: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: title }).click();
  await page.getByRole('dialog').getByRole('button', { name: confirms }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

test('a season is proposed, told elsewhere in the app, agreed to live, played on both phones, won and settled', async ({
  browser,
  server,
}) => {
  const [léa, max] = [await signUpPlayer(browser, server, 'Léa', phone), await signUpPlayer(browser, server, 'Max', phone)];
  const board = await createSharedBoard([léa, max], 'Nous deux');
  await openLive(léa.page, `/board/${board.id}`);
  await log(léa, breakfast.title);
  await openLive(max.page, '/requests');

  await léa.page.getByRole('tab', { name: 'Scores' }).click();
  await léa.page.getByRole('button', { name: 'Choisir un enjeu' }).click();
  const dialog = léa.page.getByRole('dialog', { name: 'Jouer pour quelque chose' });
  await expect(dialog.getByText('Étape 1')).toBeVisible();
  expect(await violationsOn(léa.page)).toEqual([]);
  await dialog.getByRole('button', { name: /^Saison/ }).click();
  await dialog.getByRole('button', { name: 'Une semaine' }).click();
  expect(await violationsOn(léa.page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Le petit-déj au lit, dimanche' }).click();
  await dialog.getByRole('radio', { name: "L'enjeu tombe à l'eau" }).check();
  expect(await violationsOn(léa.page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Proposer' }).click();

  await expect(max.page.getByText(`${léa.name} propose une saison`).first()).toBeVisible();
  expect(await violationsOn(max.page)).toEqual([]);
  await max.page.getByRole('button', { name: 'Répondre' }).click();
  await expect(dialog).toBeHidden();
  const proposed = léa.page.getByRole('region', { name: 'Vous proposez une saison' });
  await expect(proposed).toContainText(`On attend ${max.name}.`);
  const asked = max.page.getByRole('dialog', { name: `${léa.name} propose une saison` });
  await expect(asked).toContainText('Le petit-déj au lit, dimanche');
  await expect(max.page).toHaveURL(`/board/${board.id}?tab=scores`);
  expect(await violationsOn(max.page)).toEqual([]);
  // Closed, it waits; the same page once more is no second press.
  await max.page.keyboard.press('Escape');
  await openLive(max.page, `/board/${board.id}`);
  const answer = max.page.getByRole('button', { name: 'Une réponse à donner' });
  await expect(answer).toBeVisible();
  await expect(asked).toBeHidden();
  await answer.click();
  await asked.getByRole('button', { name: "J'en suis" }).click();
  await expect(max.page.getByRole('link', { name: /^Le petit-déj au lit, dimanche · dès demain/ })).toBeVisible();
  await expect(proposed).toHaveCount(0);
  await expect(léa.page.getByRole('region', { name: terms.stake, exact: true })).toContainText('Dès demain');

  // As if it had been agreed to yesterday.
  const begun = Date.now();
  moveDays(server.dataDir, 'season', board.id, today());
  await logFromElsewhere(léa, board.id, breakfast.title);
  await openLive(max.page, `/board/${board.id}`);
  await openLive(léa.page, `/board/${board.id}?tab=scores`);
  const standing = léa.page.getByRole('region', { name: terms.stake, exact: true });
  await expect(standing).toContainText('Vous menez de 20 points');
  expect(await violationsOn(léa.page)).toEqual([]);
  await log(max, breakfast.title);
  await log(max, breakfast.title);
  await expect(standing).toContainText(`20 points derrière ${max.name}`);
  await expect(max.page.getByRole('link', { name: /^Le petit-déj.*: vous menez de 20.points.· encore \d jours/ })).toBeVisible();

  // A week later: what was logged in the season lies as far back as the season itself.
  moveDays(server.dataDir, 'season', board.id, daysAfter(today(), -7));
  const backAWeek = 'update activity set logged_at = logged_at - 7 * 86400000 where board_id = ? and logged_at >= ?';
  tamper(server.dataDir, backAWeek, board.id, begun);
  // It closes what is over; so does a job, each minute.
  await propose(léa, board.id, goal);
  for (const { page } of [léa, max]) await openLive(page, `/board/${board.id}?tab=scores`);
  const podium = max.page.getByRole('region', { name: /^Le petit-déj.*: le podium$/ });
  await expect(podium).toContainText('Vous gagnez');
  await expect(podium.getByText('À régler')).toBeVisible();
  expect(await violationsOn(max.page)).toEqual([]);
  await expect(léa.page.getByRole('button', { name: "C'est réglé" })).toHaveCount(0);
  await podium.getByRole('button', { name: "C'est réglé" }).click();
  for (const { page } of [léa, max]) await expect(page.getByText(/^Réglé le /)).toBeVisible();

  await max.page.getByRole('button', { name: 'Palmarès' }).click();
  const hall = max.page.getByRole('dialog', { name: 'Palmarès' });
  await expect(hall.getByRole('heading', { name: terms.stake })).toBeVisible();
  expect(await violationsOn(max.page)).toEqual([]);
  await max.page.keyboard.press('Escape');
  // What waits for an answer comes first.
  const again = max.page.getByRole('button', { name: /^On remet ça/ });
  await expect(again).toHaveCount(0);
  await max.page.getByRole('button', { name: 'Une réponse à donner' }).click();
  await max.page.getByRole('button', { name: 'Pas cette fois' }).click();
  await again.click();
  await expect(max.page.getByRole('dialog', { name: 'Jouer pour quelque chose' })).toContainText('Le petit-déj au lit, dimanche');
});

test('the flame rests in a pause that all agreed to, and goes on after it', async ({ browser, server }) => {
  const [léa, max] = [await signUpPlayer(browser, server, 'Léa', phone), await signUpAbsentee(server, 'Max')];
  const board = await createSharedBoard([léa, max], 'Nous deux');
  for (const player of [léa, max]) await logFromElsewhere(player, board.id, breakfast.title);
  const { page } = léa;
  await openLive(page, `/board/${board.id}?tab=scores`);
  await expect(page.getByRole('img', { name: "Série : 1 jour, à deux aujourd'hui" }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Choisir un enjeu' }).click();
  const dialog = page.getByRole('dialog', { name: 'Jouer pour quelque chose' });
  await dialog.getByRole('button', { name: /^Faire une pause/ }).click();
  expect(await violationsOn(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Une semaine' }).click();
  await dialog.getByRole('button', { name: 'Proposer' }).click();
  await expect(dialog).toBeHidden();
  const [asked] = (await max.does('GET /api/boards/:boardId', { params: { boardId: board.id } })).play?.agreements ?? [];
  const params = { boardId: board.id, agreementId: asked?.id ?? '' };
  await max.does('PUT /api/boards/:boardId/agreements/:agreementId/answer', { params, body: { yes: true } });
  await expect(page.getByRole('region', { name: 'Pause' })).toContainText('Dès demain');

  // As if all that had been four days ago.
  const ago = daysAfter(today(), -4);
  for (const statement of [
    'update member_day set day = ? where board_id = ?',
    'update board set lit_on = ? where id = ?',
    "update activity set logged_at = logged_at - 4 * 86400000 where ? <> '' and board_id = ?",
  ])
    tamper(server.dataDir, statement, ago, board.id);
  const rest = (lastDay: string) => moveDays(server.dataDir, 'pause', board.id, daysAfter(ago, 1), lastDay);
  rest(daysAfter(today(), 3));
  await openLive(page, `/board/${board.id}`);
  await expect(page.getByRole('link', { name: /^En pause jusqu'au .*la série se repose$/ })).toBeVisible();
  const resting = page.getByRole('img', { name: /^Série : 1 jour, au repos jusqu'au / });
  await expect(resting).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);
  await logFromElsewhere(max, board.id, breakfast.title);
  await expect(page.getByRole('main').locator('header')).toContainText('+40');
  await expect(resting).toBeVisible();
  await page.goto('/boards');
  await expect(page.getByRole('link', { name: /Série : 1 jour, au repos/ })).toBeVisible();

  rest(daysAfter(today(), -1));
  await openLive(page, `/board/${board.id}`);
  await expect(page.getByRole('link', { name: /^En pause/ })).toHaveCount(0);
  await expect(page.getByRole('img', { name: "Série : 1 jour, pas encore allumée aujourd'hui" })).toBeVisible();
  await log(léa, breakfast.title);
  await expect(page.getByRole('img', { name: "Série : 2 jours, à deux aujourd'hui" })).toBeVisible();
});

test('what a board plays for moves nothing aside, however late it comes, and fits on every phone and screen, on the card of the board too', async ({
  browser,
  server,
}) => {
  const [léa, max] = [await signUpPlayer(browser, server, 'Léa', phone), await signUpAbsentee(server, 'Max')];
  await test.step('it moves nothing aside, however late it comes', async () => {
    const [without, having] = [await createSharedBoard([léa, max], 'Sans'), await createSharedBoard([léa, max], 'Avec')];
    for (const { id } of [without, having]) await logFromElsewhere(léa, id, breakfast.title);
    const params = { boardId: having.id, agreementId: await propose(max, having.id, terms) };
    await léa.does('PUT /api/boards/:boardId/agreements/:agreementId/answer', { params, body: { yes: true } });
    const { page } = léa;
    await noteShifts(page);
    for (const [{ id }, tab, seen] of [
      [having, '', () => page.getByRole('link', { name: /^Le petit-déj au lit, dimanche · dès demain/ })],
      [having, '?tab=scores', () => page.getByText(/^Dès demain$/)],
      [without, '?tab=scores', () => page.getByText(/^Jouer pour quelque chose$/)],
    ] as const) {
      let come = () => {};
      const isTime = new Promise<void>((resolve) => (come = resolve));
      // What the head needs comes with the board.
      await page.route(/\/assets\/play-[\w-]{8}\.js/, async (route) => {
        await isTime;
        await route.fallback();
      });
      await page.goto(`/board/${id}${tab}`);
      await expect(page.getByText('Score du tableau')).toBeVisible();
      await forgetFontShifts(page);
      come();
      await expect(seen()).toBeVisible();
      // The browser tells of a shift a moment after it.
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
      expect(await shiftsOf(page), `${id}${tab}`).toEqual([]);
      await page.unrouteAll();
    }
  });

  await test.step('a season, a proposal and a contest fit', async () => {
    const board = await createSharedBoard([léa, max], 'Nous deux');
    const boardId = board.id;
    for (const what of [terms, { kind: 'contests' }] as const) {
      const agreementId = await propose(max, boardId, what);
      await léa.does('PUT /api/boards/:boardId/agreements/:agreementId/answer', { params: { boardId, agreementId }, body: { yes: true } });
    }
    await propose(max, boardId, { kind: 'pause', lastDay: daysAfter(today(), 21) });
    await logFromElsewhere(léa, boardId, breakfast.title);
    const { activities } = await max.does('GET /api/boards/:boardId', { params: { boardId } });
    await max.does('POST /api/boards/:boardId/contests', {
      params: { boardId },
      body: { id: randomUUID(), activityId: activities.activities[0]?.id ?? '', emoji: '🤨' },
    });
    for (const path of [`/board/${boardId}`, `/board/${boardId}?tab=scores`, `/board/${boardId}?tab=notifications`]) {
      await openLive(léa.page, path);
      await expect(léa.page.getByRole('button', { name: '2 réponses à donner' })).toBeVisible();
      await expect(léa.page.getByRole('link', { name: /^Le petit-déj/ })).toBeVisible();
      for (const [width, height] of sizes) {
        await resize(léa.page, { width, height });
        for (const text of ['32px', '16px']) {
          const message = `${path}, ${width} × ${height}, text of ${text}`;
          await expect.poll(() => léa.page.evaluate(faultsAt, text), { message }).toEqual([]);
        }
      }
    }
  });

  await test.step('the card of a board says what runs and what waits for an answer, fits, and hears of the answer', async () => {
    const { id: boardId } = await createSharedBoard([léa, max], 'Les irréductibles du petit-déjeuner');
    const agreementId = await propose(max, boardId, terms);
    const yes = { params: { boardId, agreementId }, body: { yes: true } };
    await léa.does('PUT /api/boards/:boardId/agreements/:agreementId/answer', yes);
    const asked = await propose(max, boardId, { kind: 'contests' });
    moveDays(server.dataDir, 'season', boardId, today());
    await logFromElsewhere(max, boardId, breakfast.title);
    await openLive(léa.page, '/boards');
    const card = léa.page.getByRole('link', { name: /petit-déjeuner/i });
    await expect(card).toContainText('À vous de répondre');
    // The points of the season are the large ones (D59).
    await expect(card).toContainText(/À 20\spointsVous 0Max\.\w+ \+20/);
    await expect(card).toContainText(new RegExp(`${terms.stake} · Encore \\d\\sjours`));
    expect(await violationsOn(léa.page)).toEqual([]);
    for (const [width, height] of sizes) {
      await resize(léa.page, { width, height });
      for (const text of ['32px', '16px']) {
        await expect.poll(() => léa.page.evaluate(faultsAt, text), { message: `${width} × ${height}, text of ${text}` }).toEqual([]);
      }
    }
    await léa.does('PUT /api/boards/:boardId/agreements/:agreementId/answer', {
      params: { boardId, agreementId: asked },
      body: { yes: true },
    });
    await expect(card).not.toContainText('À vous de répondre');
  });
});
