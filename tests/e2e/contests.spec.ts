/** 'Mauvaise foi !' on several phones (D43): two toss a coin, three vote. */
import { randomUUID } from 'node:crypto';
import { violationsOn } from './axe.ts';
import { breakfast, createSharedBoard, logFromElsewhere, openLive, type Player, signUpPlayer } from './players.ts';
import { expect, test } from './server.ts';

const phone = { viewport: { width: 390, height: 844 } };

async function agreeToContest([first, ...others]: [Player, ...Player[]], boardId: string): Promise<void> {
  const id = randomUUID();
  await first.does('POST /api/boards/:boardId/agreements', { params: { boardId }, body: { id, terms: { kind: 'contests' } } });
  for (const one of others)
    await one.does('PUT /api/boards/:boardId/agreements/:agreementId/answer', {
      params: { boardId, agreementId: id },
      body: { yes: true },
    });
}

/** Says 'Mauvaise foi !' of the newest activity, from the list of the board. */
async function contest({ page }: Player, boardId: string): Promise<void> {
  await openLive(page, `/board/${boardId}?tab=notifications`);
  await page.getByRole('button', { name: `Réagir à « ${breakfast.title} »` }).click();
  await page.getByRole('menuitem', { name: /^🤨/ }).click();
  await expect(page.getByTitle(/^Mauvaise foi/)).toHaveText(/🤨/);
}

test('two play pile ou face and both see the same; three vote, and what is voted off is undone for all', async ({ browser, server }) => {
  const [léa, max] = [await signUpPlayer(browser, server, 'Léa', phone), await signUpPlayer(browser, server, 'Max', phone)];

  await test.step('two play pile ou face', async () => {
    const board = await createSharedBoard([léa, max], 'Nous deux');
    await agreeToContest([léa, max], board.id);
    await logFromElsewhere(max, board.id, breakfast.title);
    await openLive(max.page, `/board/${board.id}`);
    await contest(léa, board.id);

    await max.page.getByRole('button', { name: 'Une réponse à donner' }).click();
    const asked = max.page.getByRole('dialog');
    await expect(asked).toContainText(breakfast.title);
    expect(await violationsOn(max.page)).toEqual([]);
    await asked.getByRole('button', { name: 'Je maintiens' }).click();
    await expect(asked).toBeHidden();
    await léa.page.getByRole('button', { name: 'Une réponse à donner' }).click();
    await léa.page
      .getByRole('dialog')
      .getByRole('button', { name: /^Pile ou face/ })
      .click();
    const result = /^(Pile|Face)\s:/;
    const said = [];
    for (const { page } of [léa, max]) {
      const words = page.getByRole('status').filter({ hasText: result });
      await expect(words).toHaveCount(1);
      said.push(await words.textContent());
    }
    expect(said[0]).toBe(said[1]);
    expect(await violationsOn(léa.page)).toEqual([]);
  });

  await test.step('three vote', async () => {
    const zoé = await signUpPlayer(browser, server, 'Zoé', phone);
    const board = await createSharedBoard([léa, max, zoé], 'La coloc');
    await agreeToContest([léa, max, zoé], board.id);
    await logFromElsewhere(max, board.id, breakfast.title);
    await openLive(max.page, `/board/${board.id}?tab=scores`);
    await openLive(zoé.page, `/board/${board.id}`);
    await contest(léa, board.id);

    await max.page.getByRole('button', { name: 'Une réponse à donner' }).click();
    await max.page.getByRole('dialog').getByRole('button', { name: 'Je maintiens' }).click();
    await zoé.page.getByRole('button', { name: 'Une réponse à donner' }).click();
    const dialog = zoé.page.getByRole('dialog');
    expect(await violationsOn(zoé.page)).toEqual([]);
    // A passing message is looked for from before it is there.
    await Promise.all([
      expect(zoé.page.getByRole('region', { name: 'Messages' })).toContainText('Le vote a parlé : on efface.'),
      dialog.getByRole('button', { name: 'On efface' }).click(),
    ]);
    await expect(dialog).toBeHidden();
    for (const { page } of [léa, max])
      await expect(page.getByRole('status').filter({ hasText: 'Le vote a parlé : on efface.' })).toHaveCount(1);
    await expect(léa.page.locator('[data-undone]').filter({ hasText: breakfast.title })).toBeVisible();
  });
});
