/** U8: at home, by a name and without TLS, all works that a browser allows there, and what is missing is said once (decision D46). */
import { rmSync } from 'node:fs';
import type { Browser, Page } from '@playwright/test';
import { chromiumArgs } from '../../scripts/browser.mjs';
import { expect, startServer, test } from './server.ts';
import { confirms } from './words.ts';

const lacking = "Cette adresse n'est pas sécurisée (http) : pas de mode hors ligne, d'installation ni de notifications ici.";

test('over plain http two people play, a log made without a line is sent once it is back, and what is missing is said once', async ({
  playwright,
}) => {
  const server = await startServer();
  // A name that only this test knows: to a browser, the machine itself is as safe as https.
  const origin = `http://jeu.test:${new URL(server.origin).port}`;
  await server.restart({ ORIGIN: origin });
  const { executablePath } = test.info().project.use.launchOptions ?? {};
  const browser = await playwright.chromium.launch({
    ...(executablePath && { executablePath }),
    args: [...chromiumArgs, '--host-resolver-rules=MAP jeu.test 127.0.0.1'],
  });
  try {
    const léa = await signUp(browser, origin, 'Léa');
    expect(await léa.evaluate(() => isSecureContext)).toBe(false);
    await expect(léa.getByText(lacking)).toHaveCount(0);
    await léa.goto('/create-board');
    await léa.getByRole('button', { name: 'À deux, chacun son score' }).click();
    await expect(léa).toHaveURL(/\/board\/[\w-]+/);
    const address = new URL(léa.url()).pathname;
    const max = await signUp(browser, origin, 'Max', `/invite/${address.split('/')[2]}`);
    await expect(max.getByText(/Demande envoyée/)).toBeVisible();
    await léa.goto('/requests');
    await léa.getByRole('button', { name: 'Accepter' }).click();
    await expect(max).toHaveURL(new RegExp(`${address}$`));

    await léa.goto(address);
    const tile = léa.getByRole('main').getByRole('button', { name: /\+20/ }).first();
    await tile.click();
    await léa.getByRole('dialog').getByRole('button', { name: confirms }).click();
    await expect(total(max)).toHaveText('Score du tableau +20');
    await léa.context().setOffline(true);
    await tile.click();
    await léa.getByRole('dialog').getByRole('button', { name: confirms }).click();
    await expect(total(léa)).toHaveText('Score du tableau +40');
    await léa.context().setOffline(false);
    await expect(total(max)).toHaveText('Score du tableau +40');

    await léa.goto('/edit-profile');
    await expect(léa.getByText(lacking)).toHaveCount(1);
    await léa.getByRole('link', { name: 'Passer en https' }).click();
    await expect(léa.getByRole('heading', { level: 1, name: 'Passer en https' })).toBeVisible();
  } finally {
    await browser.close();
    await server.stop();
    rmSync(server.dataDir, { recursive: true, force: true });
  }
});

const total = (page: Page) => page.getByRole('paragraph').filter({ hasText: 'Score du tableau' });

async function signUp(browser: Browser, origin: string, name: string, invitation?: string): Promise<Page> {
  const page = await (
    await browser.newContext({ baseURL: origin, locale: 'fr-FR', timezoneId: 'Europe/Paris', reducedMotion: 'reduce' })
  ).newPage();
  await page.goto(invitation ?? '/signup');
  if (invitation !== undefined) await page.getByRole('link', { name: /S'inscrire/ }).click();
  await page.getByLabel('Pseudo').fill(name);
  await page.getByLabel('Email').fill(`${name.normalize('NFD').replaceAll(/\P{ASCII}/gu, '')}@example.org`);
  await page.getByLabel('Mot de passe').fill('orage violet 42');
  await page.getByRole('button', { name: 'Créer un compte' }).click();
  await expect(page).not.toHaveURL(/signup/);
  return page;
}
