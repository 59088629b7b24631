/** A board of accomplices (D53): made in a press, one sum that both see move, and no score of anybody on any screen. */
import type { Page } from '@playwright/test';
import type { OpenedBoard } from '#shared/boards';
import { violationsOn } from './axe.ts';
import { logFromElsewhere, openLive, signUpPlayer } from './players.ts';
import { expect, test } from './server.ts';
import { confirms } from './words.ts';

test('two accomplices see one sum move, whoever logs, and no score of theirs anywhere', async ({ browser, server }) => {
  const moving = { reducedMotion: 'no-preference', viewport: { width: 390, height: 844 } } as const;
  const [léa, max] = [await signUpPlayer(browser, server, 'Léa', moving), await signUpPlayer(browser, server, 'Max', moving)];
  const { page } = léa;
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'À deux, complices' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'NOUS DEUX' })).toBeVisible();
  const boardId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await léa.does('POST /api/boards/:boardId/requests', { params: { boardId }, body: { type: 'invitation', username: max.name } });
  const { received } = await max.does('GET /api/requests');
  await max.does('POST /api/requests/:requestId/acceptance', { params: { requestId: received[0]?.id ?? '' } });
  // The arrival is played over the screen, and a press would fall on it.
  const arrival = page.getByRole('status').filter({ hasText: `${max.name} est là` });
  await expect(arrival).toBeAttached();
  await expect(arrival).not.toBeAttached();
  const { actions, board } = await max.call<OpenedBoard>('GET', `/api/boards/${boardId}`);
  expect(board.playMode).toBe('together');
  const gains = actions.filter(({ points }) => points > 0);
  const [coffee, breakfast] = gains;
  if (!coffee || !breakfast) throw new Error('the kit has no gains');

  await test.step('a log moves the sum on both screens, and the face of who logged hops', async () => {
    for (const one of [léa, max]) await openLive(one.page, `/board/${boardId}`);
    const [ofLéa, ofMax] = [await noteHops(page), await noteHops(max.page)];
    const maxId = (await max.does('GET /api/session')).user?.id;
    await logFromElsewhere(max, boardId, breakfast.title);
    for (const one of [léa, max]) await expect(headOf(one.page)).toContainText(`+${breakfast.points}`);
    for (const hopped of [ofLéa, ofMax]) await expect.poll(hopped).toContain(maxId);
    await page.getByRole('tabpanel').getByRole('button', { name: coffee.title }).click();
    await page.getByRole('dialog').getByRole('button', { name: confirms }).click();
    for (const one of [léa, max]) await expect(headOf(one.page)).toContainText(`+${coffee.points + breakfast.points}`);
    await expect.poll(ofLéa).toContain((await léa.does('GET /api/session')).user?.id);
  });

  await test.step('no screen has a score, a rank or a lead', async () => {
    const sum = `+${coffee.points + breakfast.points}`;
    const expectNoScore = async (where: Page) => {
      for (const score of await where.locator('[data-score]').allInnerTexts()) expect(score.replaceAll(/[^\d+]/g, '')).toBe(sum);
      for (const word of ['Classement', 'mène de', 'Vous menez', 'place']) await expect(where.getByText(word)).toHaveCount(0);
    };
    await expectNoScore(page);
    await openLive(page, `/board/${boardId}?tab=scores`);
    const people = page.getByRole('list', { name: 'Ensemble' });
    await expect(people.getByRole('listitem')).toHaveCount(2);
    await expect(people).not.toContainText(/[+−]\d/);
    await expect(page.getByRole('heading', { name: 'Points au fil du temps' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Cette semaine' })).toContainText(sum);
    await expectNoScore(page);
    expect(await violationsOn(page)).toEqual([]);
    await people.getByRole('button', { name: max.name }).click();
    const card = page.getByRole('dialog', { name: max.name });
    await expect(card.getByText(breakfast.title)).toBeVisible();
    await expect(card.locator('[data-score]')).toHaveCount(0);
    await page.goto('/boards');
    await expect(page.getByRole('link', { name: /NOUS DEUX/ })).toContainText(`${sum} pts`);
    await expectNoScore(page);
    await page.goto('/dashboard');
    await expect(page.getByRole('link', { name: /NOUS DEUX/ }).first()).toContainText(
      `${coffee.points + breakfast.points} points ensemble`,
    );
    await expectNoScore(page);
  });

  await test.step('the scores come back once both want them', async () => {
    await openLive(page, `/board/${boardId}?tab=scores`);
    await page.getByRole('button', { name: 'Choisir un enjeu' }).click();
    await page.getByRole('button', { name: 'Chacun son score' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Proposer', exact: true }).click();
    await openLive(max.page, `/board/${boardId}`);
    await max.page.getByRole('button', { name: 'Une réponse à donner' }).click();
    await max.page.getByRole('dialog').getByRole('button', { name: "J'en suis" }).click();
    for (const one of [léa, max])
      await expect(headOf(one.page)).toContainText(
        new RegExp(`\\+${coffee.points}.*\\+${breakfast.points}|\\+${breakfast.points}.*\\+${coffee.points}`, 's'),
      );
  });
});

function headOf(page: Page) {
  return page.locator('main [data-board-header]');
}

/** Notes from now on whose faces move; returns whose did. */
async function noteHops(page: Page): Promise<() => Promise<(string | undefined)[]>> {
  // What has faces hop comes after the board, and knows nothing of a log from before.
  await page.waitForFunction(() => {
    const here = performance.getEntriesByType('resource').map(({ name }) => name);
    return ['/board-moves-', '/follow-news-'].every((part) => here.some((name) => name.includes(part)));
  });
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await page.evaluate(() => {
    const hopped: (string | undefined)[] = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (this: Element, ...given) {
      if (this instanceof HTMLElement && this.dataset['face'] !== undefined) hopped.push(this.dataset['face']);
      return animate.apply(this, given);
    };
    Object.assign(globalThis, { hopped });
  });
  return () => page.evaluate(() => (globalThis as unknown as { hopped: (string | undefined)[] }).hopped);
}
