/** D34: the flame of a board, which two people light each day. */
import type { ActivityPage } from '#shared/activities';
import { violationsOn } from './axe.ts';
import { resize, sizes } from './boxes.ts';
import { faultsAt } from './page-faults.ts';
import { breakfast, createSharedBoard, dishes, logFromElsewhere, openLive, type Player, signUpAbsentee, signUpPlayer } from './players.ts';
import { expect, test } from './server.ts';
import { confirms } from './words.ts';

const lit = "Série : 1 jour, à deux aujourd'hui";

/** Logs an action on the board that is open. */
async function log({ page }: Player, title: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: title }).click();
  await page.getByRole('dialog').getByRole('button', { name: confirms }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

async function undoLastOf(player: Player, boardId: string): Promise<void> {
  const { activities } = await player.call<ActivityPage>('GET', `/api/boards/${boardId}/activities`);
  const last = activities.find(({ username, undone }) => username === player.name && undone === null);
  await player.call('POST', `/api/boards/${boardId}/activities/${last?.id}/undo`);
}

test('the second person of a day lights the flame on both phones, and an undo puts it out; it and its facts fit at every size, and axe finds nothing', async ({
  browser,
  server,
}) => {
  const [léa, max] = [await signUpPlayer(browser, server, 'Léa'), await signUpPlayer(browser, server, 'Max')];

  await test.step('the second person of a day lights it on both phones, and an undo puts it out', async () => {
    const board = await createSharedBoard([léa, max], 'Nous deux');
    const phones = [léa, max] as const;
    for (const { page } of phones) await openLive(page, `/board/${board.id}`);
    await log(léa, breakfast.title);
    await expect(max.page.getByRole('main').locator('header')).toContainText('+20');
    for (const { page } of phones) await expect(page.getByRole('img', { name: /^Série/ })).toHaveCount(0);
    await log(max, dishes.title);
    for (const { page } of phones) await expect(page.getByRole('img', { name: lit })).toBeVisible();

    await max.page.getByRole('tab', { name: 'Scores' }).click();
    const facts = max.page.getByRole('region', { name: 'Série à deux' });
    await expect(facts).toContainText("Vous avez joué à deux aujourd'hui.");
    await expect(facts).toContainText('Record : 1 jour');
    await léa.page.goto('/boards');
    await expect(léa.page.getByRole('link', { name: lit })).toBeVisible();

    await undoLastOf(max, board.id);
    await expect(facts).toContainText(`${léa.name} a joué aujourd'hui. Il ne manque que vous.`);
    await expect(léa.page.getByRole('link', { name: 'NOUS DEUX' })).toBeVisible();
    await expect(léa.page.getByRole('img', { name: /^Série/ })).toHaveCount(0);
  });

  await test.step('it and its facts fit at every size, and axe finds nothing', async () => {
    const { page } = léa;
    const zoé = await signUpAbsentee(server, 'Zoé');
    const boards = [await createSharedBoard([léa, max], 'Nous deux'), await createSharedBoard([léa, max, zoé], 'Nous autres')];
    for (const { id } of boards) for (const person of [léa, max]) await logFromElsewhere(person, id, breakfast.title);
    // The cards of both stand beside each other.
    for (const path of [...boards.flatMap(({ id }) => [`/board/${id}`, `/board/${id}?tab=scores`]), '/boards']) {
      await openLive(page, path);
      await expect(page.getByRole('img', { name: /^Série : 1 jour/ }).nth(path === '/boards' ? 1 : 0)).toBeVisible();
      expect(await violationsOn(page), path).toEqual([]);
      for (const [width, height] of sizes)
        for (const text of ['32px', '16px']) {
          await resize(page, { width, height });
          await expect.poll(() => page.evaluate(faultsAt, text), { message: `${path}, ${width} × ${height}, text of ${text}` }).toEqual([]);
        }
    }
  });
});
