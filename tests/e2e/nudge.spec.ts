/** The nudge: from the card of a member to the other phone. */
import { violationsOn } from './axe.ts';
import { boxOf, resize, sizes } from './boxes.ts';
import { keptPaths } from './kept.ts';
import { breakfast, createSharedBoard, logFromElsewhere, openLive, signUpPlayer } from './players.ts';
import { expect, test } from './server.ts';

test('a member nudges another one, who reads it at once and comes to the board; once a day (D35)', async ({ browser, server }) => {
  const [léa, max] = [await signUpPlayer(browser, server, 'Léa'), await signUpPlayer(browser, server, 'Max')];
  const board = await createSharedBoard([léa, max], 'Nous deux');
  await logFromElsewhere(léa, board.id, breakfast.title);
  await openLive(max.page, '/requests');
  const { page } = léa;
  const openCard = async () => {
    await openLive(page, `/board/${board.id}?tab=scores`);
    await page.getByRole('list', { name: 'Classement' }).getByRole('button', { name: max.name }).click();
    return page.getByRole('dialog', { name: max.name });
  };
  const card = await openCard();
  const nudge = card.getByRole('button', { name: 'Relancer' });
  await expect(nudge).toBeVisible();
  for (const [width, height] of sizes) {
    await resize(page, { width, height });
    await nudge.scrollIntoViewIfNeeded();
    const { width: wide, height: high } = await boxOf(nudge);
    expect(Math.min(wide, high), `${width} × ${height}`).toBeGreaterThanOrEqual(44);
  }
  expect(await violationsOn(page)).toEqual([]);
  await nudge.click();
  await expect(card.getByRole('button', { name: 'Relance envoyée' })).toBeDisabled();
  await expect(card.getByText(/^Envoyé\s: «/)).toBeVisible();
  const told = max.page.getByText(new RegExp(`^${léa.name} vous relance\\s: «\\s.+\\s»$`)).first();
  await expect(told).toBeVisible();
  await max.page.getByRole('button', { name: 'Y aller' }).click();
  await expect(max.page).toHaveURL(new RegExp(`/board/${board.id}`));

  // Written about once a second; a page that goes before leaves it to the server to say.
  await expect.poll(async () => (await keptPaths(page)).some(([, , hash]) => hash?.startsWith('["nudged"'))).toBe(true);
  const again = await openCard();
  await expect(again.getByRole('button', { name: 'Relance envoyée' })).toBeDisabled();
  // A member who has played needs no nudge.
  await logFromElsewhere(max, board.id, breakfast.title);
  await expect(again.getByRole('button', { name: /Relanc/ })).toHaveCount(0);
});
