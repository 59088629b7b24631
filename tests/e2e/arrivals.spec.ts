/** Somebody joins a board: every member is told, by whatever way they came, once (decision D65). */
import type { RequestLists } from '#shared/requests';
import { noteArrivals } from './arrivals.ts';
import { type Absentee, createSharedBoard, openLive, signUpAbsentee, signUpPlayer } from './players.ts';
import { expect, test } from './server.ts';

const moving = { reducedMotion: 'no-preference', viewport: { width: 390, height: 844 } } as const;

test('every member sees who comes, by a link for one person, by a request and by an invitation, and the share sheet goes', async ({
  browser,
  server,
}) => {
  const [léa, max] = [await signUpPlayer(browser, server, 'Léa', moving), await signUpPlayer(browser, server, 'Max', moving)];
  const [zoé, nino] = [await signUpAbsentee(server, 'Zoé'), await signUpAbsentee(server, 'Nino')];
  const { id } = await createSharedBoard([léa], 'Nous');
  await openLive(léa.page, `/board/${id}`);
  const told = await noteArrivals(léa.page);
  await léa.page.getByRole('button', { name: 'Partager le tableau' }).click();
  const share = léa.page.getByRole('dialog', { name: 'Partager le tableau' });
  await expect(share).toBeVisible();
  await joinByLink(léa, id, max);
  await expect.poll(told).toEqual([`${max.name} est là. Que la partie commence !`]);
  await expect(share).toBeHidden();
  await expect(léa.page.locator('[data-face]')).toHaveCount(2);

  await openLive(max.page, `/board/${id}`);
  const toldMax = await noteArrivals(max.page);
  await zoé.call('POST', `/api/boards/${id}/requests`, { type: 'request' });
  await acceptAll(léa);
  await expect.poll(toldMax).toEqual([`${zoé.name} est là. Vous voilà 3.`]);
  await léa.call('POST', `/api/boards/${id}/requests`, { type: 'invitation', username: nino.name });
  await acceptAll(nino);
  const later = [`${zoé.name} est là. Vous voilà 3.`, `${nino.name} est là. Vous voilà 4.`];
  await expect.poll(toldMax).toEqual(later);
  await expect.poll(told).toEqual([`${max.name} est là. Que la partie commence !`, ...later]);
});

async function joinByLink(administrator: Absentee, boardId: string, who: Absentee): Promise<void> {
  const { link } = await administrator.call<{ link: { token: string } }>('POST', `/api/boards/${boardId}/single-links`);
  await who.call('POST', `/api/invitations/${link.token}/acceptance`);
}

async function acceptAll(who: Absentee): Promise<void> {
  const { received } = await who.call<RequestLists>('GET', '/api/requests');
  for (const { id, status } of received) if (status === 'pending') await who.call('POST', `/api/requests/${id}/acceptance`);
}
