/** R14: a backup is restored while pages are open that have seen more than it holds. */
import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import type { OpenedBoard } from '#shared/boards';
import { builtServer } from '../built-server.ts';
import { breakfast, createSharedBoard, dishes, logFromElsewhere, openLive, type Player, signUpPlayer } from './players.ts';
import { expect, startServer, test } from './server.ts';
import { confirms } from './words.ts';

const total = (page: Page) => page.getByRole('paragraph').filter({ hasText: 'Score du tableau' });
const banner = (page: Page) => page.getByRole('banner').getByRole('status').first();
const rows = (page: Page) => page.getByRole('list', { name: 'Notifications' }).getByRole('listitem');

/** The commands of the built program, on the data of a server. */
function command(dataDir: string, name: string, ...args: string[]): void {
  const program = join(dirname(builtServer), `${name}.js`);
  execFileSync(process.execPath, [program, ...args], { env: { PATH: process.env['PATH'], DATA_DIR: dataDir }, stdio: 'ignore' });
}

for (const { case: what, since } of [
  { case: 'revisions are lower than those that a page has seen', since: 0 },
  { case: 'as much was logged since as was lost, so that revisions are the same', since: 8 },
])
  test(`every page shows what the server has after its next greeting, and what waited is sent once: ${what}`, async ({ browser }) => {
    // Its own: other tests on the server of this worker would lose their data.
    const server = await startServer();
    const [léa, max, zoé] = [
      await signUpPlayer(browser, server, 'Léa'),
      await signUpPlayer(browser, server, 'Max'),
      await signUpPlayer(browser, server, 'Zoé'),
    ];
    const board = await createSharedBoard([léa, max, zoé], 'Restauré');
    const logs = async (count: number, title: string) => {
      for (let index = 0; index < count; index += 1) await logFromElsewhere(zoé, board.id, title);
    };
    await logs(2, breakfast.title);
    const backups = join(server.dataDir, 'backups');
    command(server.dataDir, 'backup', backups);

    for (const { page } of [léa, max, zoé]) await openLive(page, `/board/${board.id}?tab=notifications`);
    const lost = await createSharedBoard([léa, max], 'Perdu');
    await logs(8, dishes.title);
    for (const { page } of [léa, max]) {
      await expect(rows(page).filter({ hasText: dishes.title })).toHaveCount(8);
      await page.getByRole('tab', { name: 'Actions' }).click();
      await expect(total(page)).toHaveText('Score du tableau −80');
    }
    await expect(total(zoé.page)).toHaveText('Score du tableau −80');
    await zoé.page.goto('about:blank');
    for (const { context } of [léa, max]) await context.setOffline(true);
    await logHere(max, breakfast.title);
    await expect(banner(max.page)).toContainText('Hors ligne, 1 action en attente');

    await server.stop();
    const [backup = ''] = readdirSync(backups);
    command(server.dataDir, 'restore', '--force', join(backups, backup));
    await server.restart();
    await logs(since, breakfast.title);
    const restored = 40 + since * 20;

    // What a browser kept of a history that is no more is not shown by its next start. Accueil reads no board, and shows what was kept of
    // it only once it is opened.
    await openLive(zoé.page, '/dashboard');
    await openBoards(zoé.page);
    await zoé.page
      .getByRole('main')
      .getByRole('link', { name: /^RESTAURÉ/ })
      .click();
    await expect(total(zoé.page)).toHaveText(`Score du tableau +${restored}`);
    await zoé.page.getByRole('tab', { name: 'Notifications' }).click();
    await expect(rows(zoé.page)).toHaveCount(2 + since);
    await expect(rows(zoé.page).filter({ hasText: dishes.title })).toHaveCount(0);

    await léa.context.setOffline(false);
    await expect(total(léa.page)).toHaveText(`Score du tableau +${restored}`);
    await expect(banner(léa.page)).toBeEmpty();
    await max.context.setOffline(false);
    for (const { page } of [léa, max]) await expect(total(page)).toHaveText(`Score du tableau +${restored + 20}`);
    await expect(banner(max.page)).toBeEmpty();

    await logs(1, breakfast.title);
    for (const { page } of [léa, max]) {
      await expect(total(page)).toHaveText(`Score du tableau +${restored + 40}`);
      await page.getByRole('tab', { name: 'Notifications' }).click();
      await expect(rows(page)).toHaveCount(2 + since + 2);
      await expect(rows(page).filter({ hasText: dishes.title })).toHaveCount(0);
      await page.getByRole('link', { name: 'Accueil' }).click();
      const feed = page.getByRole('region', { name: 'Activités récentes' }).getByRole('listitem');
      // The same again and again is one bubble.
      if (since > 0) await page.getByRole('button', { name: /^Détail/ }).click();
      await expect(feed).toHaveCount(2 + since + 2);
      await openBoards(page);
      await expect(page.getByRole('main').getByRole('link', { name: /^RESTAURÉ/ })).toBeVisible();
      await expect(page.getByRole('main').getByRole('link', { name: new RegExp(`^${lost.title}`) })).toHaveCount(0);
    }
    const { board: now, activities } = await zoé.call<OpenedBoard>('GET', `/api/boards/${board.id}`);
    expect(now.totalPoints).toBe(restored + 40);
    expect(activities.activities.filter(({ username }) => username === max.name)).toHaveLength(1);
    await server.stop();
    rmSync(server.dataDir, { recursive: true, force: true });
  });

async function openBoards(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Tableaux', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Mes tableaux' })).toBeVisible();
}

async function logHere({ page }: Player, title: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: title }).click();
  await page.getByRole('dialog').getByRole('button', { name: confirms }).click();
}
