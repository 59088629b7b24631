/** 'Partager OU LA LA': every way of sending the address of the game to a friend. */
import { rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { signUpPlayer } from './players.ts';
import { expect, startServer, test } from './server.ts';

test.afterEach(async ({ browser }) => {
  await Promise.all(browser.contexts().map((context) => context.close()));
});

async function openPanel(page: Page) {
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Ouvrir le menu du profil' }).click();
  await page.getByRole('button', { name: 'Partager' }).click();
  const panel = page.getByRole('dialog', { name: 'Partager OU LA LA' });
  await expect(panel).toBeVisible();
  return panel;
}

const invitation = (origin: string) =>
  `Je joue à OU LA LA : des points pour chaque petite attention, et pour chaque vaisselle oubliée. On s'y retrouve ? ${origin}`;

test('each way carries the invitation, letter by letter', async ({ browser, server }) => {
  const { page } = await signUpPlayer(browser, server, 'Léa');
  const panel = await openPanel(page);
  const text = invitation(server.origin);
  const link = (name: string) => panel.getByRole('link', { name, exact: true });
  const parts = async (name: string) => new URL((await link(name).getAttribute('href')) ?? '');

  const sms = await parts('Messages');
  expect(sms.protocol).toBe('sms:');
  expect(sms.searchParams.get('body')).toBe(text);
  const mail = await parts('Mail');
  expect([mail.protocol, mail.pathname]).toEqual(['mailto:', '']);
  expect(mail.searchParams.get('subject')).toBe("Une partie d'OU LA LA ?");
  expect(mail.searchParams.get('body')).toBe(text);
  // Some programs for mail take a plus for a plus.
  expect(mail.search).not.toContain('+');

  const whatsapp = await parts('WhatsApp');
  expect(whatsapp.origin + whatsapp.pathname).toBe('https://wa.me/');
  expect(whatsapp.searchParams.get('text')).toBe(text);
  const snapchat = await parts('Snapchat');
  expect(snapchat.origin + snapchat.pathname).toBe('https://www.snapchat.com/share');
  expect(snapchat.searchParams.get('link')).toBe(server.origin);
  for (const name of ['WhatsApp', 'Snapchat']) {
    await expect(link(name)).toHaveAttribute('target', '_blank');
    await expect(link(name)).toHaveAccessibleDescription("S'ouvre dans une nouvelle fenêtre");
    await expect(link(name)).toHaveAttribute('rel', 'noopener noreferrer');
  }
  await expect(panel.getByRole('link', { name: /Messenger/ })).toHaveCount(0);

  const started = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Enregistrer dans Fichiers' }).click();
  const file = await started;
  expect(file.suggestedFilename()).toBe('ou-la-la.txt');
  expect(await readFile(await file.path(), 'utf8')).toBe(`${text}\n`);
});

test('Messenger is there where the host has an app of its own', async ({ browser }) => {
  const server = await startServer({ MESSENGER_APP_ID: '1234567890' });
  try {
    const { page } = await signUpPlayer(browser, server, 'Léa');
    const link = (await openPanel(page)).getByRole('link', { name: 'Messenger' });
    const url = new URL((await link.getAttribute('href')) ?? '');
    expect(url.origin + url.pathname).toBe('https://www.facebook.com/dialog/send');
    expect(Object.fromEntries(url.searchParams)).toEqual({ app_id: '1234567890', link: server.origin, redirect_uri: server.origin });
    await page.context().close();
  } finally {
    await server.stop();
    rmSync(server.dataDir, { recursive: true, force: true });
  }
});

test('the address is copied, and said so for a moment', async ({ browser, server }) => {
  const { page, context } = await signUpPlayer(browser, server, 'Léa');
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.origin });
  const panel = await openPanel(page);
  await panel.getByRole('button', { name: 'Copier' }).click();
  await expect(panel.getByRole('button', { name: 'Copié !' })).toBeFocused();
  await expect(panel.getByRole('status')).toHaveText('Adresse copiée');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(server.origin);
  await expect(panel.getByRole('button', { name: 'Copier' })).toBeVisible();
});

test("the system's own sharing is offered where there is one", async ({ browser, server }) => {
  const { page } = await signUpPlayer(browser, server, 'Léa');
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'share', { value: ({ text }: ShareData) => (document.body.dataset.shared = text) });
  });
  const panel = await openPanel(page);
  await panel.getByRole('button', { name: 'Partager avec...' }).click();
  await expect(page.locator('body')).toHaveAttribute('data-shared', invitation(server.origin));
  // Back to the menu, and from there to the page.
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(page.getByRole('button', { name: 'Partager' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Ouvrir le menu du profil' })).toBeFocused();
});
