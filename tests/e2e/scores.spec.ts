/** The ranking of a board: places of any length at any size, and the card of a member behind each. */
import type { OpenedBoard } from '#shared/boards';
import type { Scores } from '#shared/scores';
import { boxOf, overlaps, resize, sizes } from './boxes.ts';
import { faultsAt } from './page-faults.ts';
import {
  breakfast,
  createSharedBoard,
  dishes,
  followFromElsewhere,
  logFromElsewhere,
  openLive,
  signUpAbsentee,
  signUpPlayer,
} from './players.ts';
import { expect, test } from './server.ts';

test('the card of a member says what they do, live, and outlasts their leaving; names and scores of any length overlap nothing and widen nothing', async ({
  browser,
  server,
}) => {
  const léa = await signUpPlayer(browser, server, 'Léa', { viewport: { width: 844, height: 390 } });
  const max = await signUpAbsentee(server, 'Max');
  const board = await createSharedBoard([léa, max], 'Nous deux');
  await logFromElsewhere(max, board.id, breakfast.title);
  const { page } = léa;
  await openLive(page, `/board/${board.id}?tab=scores`);
  const place = page.getByRole('list', { name: 'Classement' }).getByRole('button', { name: max.name });
  await place.press('Enter');
  const card = page.getByRole('dialog', { name: max.name });
  await expect(card.getByText('1ʳᵉ place sur 2')).toBeInViewport();
  await expect(card.getByRole('region', { name: 'Dernières actions' }).getByText(breakfast.title)).toBeInViewport();
  await expect(card.getByRole('region', { name: 'Succès' })).toContainText('Ça commence');
  await expect(card.getByRole('button', { name: 'Fermer' })).toBeInViewport();

  await logFromElsewhere(max, board.id, dishes.title);
  await expect(card.getByRole('region', { name: 'Dernières actions' }).getByRole('listitem')).toHaveText([
    new RegExp(`${dishes.title}.*−15`),
    new RegExp(`${breakfast.title}.*\\+20`),
  ]);
  await expect(card.getByText("5 points d'avance sur vous")).toBeVisible();
  await expect(card.getByRole('region', { name: 'Succès' })).toContainText('Faute avouée');
  const { members } = await max.call<OpenedBoard>('GET', `/api/boards/${board.id}`);
  const { userId } = members.find(({ username }) => username === max.name) ?? {};
  await max.call('DELETE', `/api/boards/${board.id}/members/${userId}`);
  await expect(card.getByText(`${max.name} n'est plus sur ce tableau.`)).toBeVisible();
  await expect(card.getByText('Hors classement')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(card).toBeHidden();
  await expect(place).toHaveCount(0);

  await test.step('a name of 30 letters and a score of ten digits overlap nothing and widen nothing, at any size', async () => {
    const names = ['Éléonore-Marguerite.Anne-Sophie', 'محمد_عبداللطيف', 'Maximilien.Bartholomée_Auguste', 'שרון'];
    const [zoé, nino] = [await signUpAbsentee(server, 'Zoé'), await signUpAbsentee(server, 'Nino')];
    for (const count of [2, 4]) {
      const others = [max, zoé, nino].slice(1 - count);
      const crowd = await createSharedBoard([léa, ...others], 'Nous');
      await logFromElsewhere(léa, crowd.id, breakfast.title);
      // Nobody logs up to ten digits in a test, and names of tests have a number.
      const enlarged = <M extends { score: number | null }>(ranked: readonly M[]) =>
        ranked.map((member, index) => ({ ...member, username: names[index], score: (index % 2 ? -1 : 1) * (1_234_567_890 - index) }));
      await page.route(/\/api\/boards\/[^/]+(\/scores.*)?$/, async (route) => {
        const reply = await route.fetch();
        const read = (await reply.json()) as OpenedBoard | Scores;
        await route.fulfill({ response: reply, json: { ...read, members: enlarged<{ score: number | null }>(read.members) } });
      });
      await followFromElsewhere(page, `${server.origin}/board/${crowd.id}?tab=scores`);
      const places = page.getByRole('list', { name: 'Classement' }).getByRole('listitem');
      await expect(places).toHaveCount(count);
      await expect(places.first()).toContainText('+1,2 Md');
      await expect(page.getByRole('group', { name: 'Points au fil du temps' })).toBeVisible();
      for (const [width, height] of sizes) {
        await resize(page, { width, height });
        for (const text of ['16px', '32px']) {
          const message = `${count} members, ${width} × ${height}, text of ${text}`;
          // Names are no words of a language.
          const faults = async () => (await page.evaluate(faultsAt, text)).filter((fault) => !names.some((name) => fault.includes(name)));
          await expect.poll(faults, { message }).toEqual([]);
          const scores = await Promise.all((await places.locator('[data-score]').all()).map(boxOf));
          const boxes = await Promise.all((await places.all()).map(boxOf));
          for (const [index, score] of scores.entries()) {
            const box = boxes[index];
            expect(box && score.x >= box.x && score.x + score.width <= box.x + box.width, message).toBe(true);
            for (const other of scores.slice(index + 1)) expect(overlaps(score, other), message).toBe(false);
          }
        }
      }
    }
  });
});
