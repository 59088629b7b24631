/**
 * `npm run pictures`: every screen of the demonstration on a phone, dark and light, and the main ones at every size, a sheet for each, into
 * .cache/pictures, to be looked at. And what is kept: the picture of the README, and what the system and messengers show of the app: its icons, its
 * screenshots, the picture beside a link.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, chromium, type Page } from '@playwright/test';
import { type RunningServer, startServer } from '../tests/e2e/server.ts';
import { chromiumArgs, findBrowser } from './browser.mjs';
import { drawAppIcons } from './app-icons.ts';
import { takeAppScreenshots } from './app-screenshots.ts';
import { phone, type SheetScreen, sheetSizes, takeSheet } from './picture-sheets.ts';
import { root } from './commands.mjs';
import { takeSocialPicture } from './social-picture.ts';

const folder = join(root, '.cache', 'pictures');
const sheets = join(folder, 'sizes');
const themes = ['dark', 'light'] as const;

type Theme = (typeof themes)[number];
interface Picture extends SheetScreen {
  name: string;
  /** One of the main screens. */
  onSheet?: true;
}

async function takeAll(): Promise<void> {
  mkdirSync(sheets, { recursive: true });
  const server = await startServer();
  const executablePath = await findBrowser();
  const browser = await chromium.launch({ args: chromiumArgs, ...(executablePath === undefined ? {} : { executablePath }) });
  try {
    const password = await plantDemonstration(server);
    for (const theme of themes) {
      await takeSignedOut(browser, server, theme);
      await takeSignedIn(browser, server, theme, password);
      await takeSheets(browser, server, theme, password);
    }
    await takeScreenshots(browser, server, password);
    await takeReadmePicture(browser);
    await drawAppIcons(browser);
    await takeSocialPicture(browser);
  } finally {
    await browser.close();
    await server.stop();
    rmSync(server.dataDir, { recursive: true, force: true });
  }
}

async function plantDemonstration(server: RunningServer): Promise<string> {
  await server.stop();
  const seed = fileURLToPath(new URL('../dist/server/seed-demo.js', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [seed], { env: { ...process.env, DATA_DIR: server.dataDir } });
  await server.restart();
  const password = /Mot de passe commun : (\S+)/.exec(stdout)?.[1];
  if (password === undefined) throw new Error(`the demonstration did not say its password:\n${stdout}`);
  return password;
}

async function takeSignedOut(browser: Browser, server: RunningServer, theme: Theme): Promise<void> {
  const page = await open(browser, server, theme);
  await take(page, theme, [
    { name: 'accueil-public', path: '/' },
    { name: 'connexion', path: '/login' },
    { name: 'inscription', path: '/signup' },
  ]);
  await page.context().close();
}

async function takeSignedIn(browser: Browser, server: RunningServer, theme: Theme, password: string): Promise<void> {
  const page = await open(browser, server, theme);
  await signIn(page, 'Max', password);
  await take(page, theme, [{ name: 'demandes', path: '/requests' }]);
  await page.context().clearCookies();

  await signIn(page, 'Léa', password);
  const screens = await screensOfMembers(page);
  await take(page, theme, screens);
  await page.context().clearCookies();
  const [board] = screens.flatMap(({ name, path }) => (name === 'actions' ? [path] : []));
  await take(page, theme, [{ name: 'invitation', path: `${board}`.replace('/board/', '/invite/') }]);
  await page.context().close();
}

async function screensOfMembers(page: Page): Promise<Picture[]> {
  const two = await boardPath(page, 'NOUS DEUX');
  const four = await boardPath(page, 'LA COLOC');
  const press = (name: string | RegExp) => (at: Page) => at.getByRole('button', { name }).click();
  return [
    { name: 'accueil', path: '/dashboard', onSheet: true },
    { name: 'ajouter', path: '/dashboard', press: press('Noter une action'), onSheet: true },
    { name: 'profil', path: '/dashboard', press: press('Ouvrir le menu du profil') },
    { name: 'confidentialite', path: '/dashboard', press: (at) => openPanel(at, 'Confidentialité') },
    { name: 'partager', path: '/dashboard', press: (at) => openPanel(at, 'Partager') },
    { name: 'modifier', path: '/edit-profile' },
    { name: 'succes', path: '/succes', onSheet: true },
    { name: 'tableaux', path: '/boards', onSheet: true },
    { name: 'rejoindre', path: '/boards', press: openJoinDialog },
    { name: 'creer', path: '/create-board', onSheet: true },
    { name: 'actions', path: two, onSheet: true },
    { name: 'confirmer', path: two, press: press(/Café servi/) },
    { name: 'gerer', path: two, press: press('Gérer les actions'), onSheet: true },
    { name: 'scores-a-deux', path: `${two}?tab=scores`, onSheet: true },
    { name: 'scores', path: `${four}?tab=scores`, onSheet: true },
    { name: 'periodes', path: `${four}?tab=scores`, press: showCurves },
    { name: 'notifications', path: `${four}?tab=notifications`, onSheet: true },
    { name: 'reglages', path: two, press: press('Réglages du tableau'), onSheet: true },
    { name: 'partage', path: two, press: press('Partager le tableau'), onSheet: true },
  ];
}

async function takeSheets(browser: Browser, server: RunningServer, theme: Theme, password: string): Promise<void> {
  const page = await open(browser, server, theme);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const takeSizes = async (who: string, screens: readonly SheetScreen[]) => {
    for (const size of sheetSizes) await takeSheet(page, size, screens, join(sheets, `${who}-${size.width}x${size.height}-${theme}.jpg`));
    await page.setViewportSize(phone);
  };
  await takeSizes('visiteurs', [{ path: '/' }, { path: '/signup' }]);
  await signIn(page, 'Léa', password);
  const screens = await screensOfMembers(page);
  await takeSizes(
    'membres',
    screens.filter(({ onSheet }) => onSheet),
  );
  await page.context().close();
}

async function takeScreenshots(browser: Browser, server: RunningServer, password: string): Promise<void> {
  const page = await open(browser, server, 'dark');
  await signIn(page, 'Léa', password);
  await takeAppScreenshots(page, await boardPath(page, 'LA COLOC'));
  await page.context().close();
}

/** The last month, with what stands below the ranking. */
async function showCurves(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Mois' }).check();
  await page.getByRole('region', { name: 'Points au fil du temps' }).evaluate((region) => region.scrollIntoView());
}

async function openPanel(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Ouvrir le menu du profil' }).click();
  await page.getByRole('button', { name, exact: true }).click();
}

async function openJoinDialog(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Nouveau tableau' }).click();
  await page.getByRole('menuitem', { name: 'Rejoindre un tableau' }).click();
}

async function open(browser: Browser, server: RunningServer, theme: Theme): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.origin, viewport: phone, locale: 'fr-FR', deviceScaleFactor: 2 });
  await context.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme);
  return context.newPage();
}

async function signIn(page: Page, username: string, password: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email ou pseudo').fill(username);
  await page.getByLabel('Mot de passe', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await page.waitForURL('**/dashboard');
  const origin = new URL(page.url()).origin;
  await page.request.patch('/api/account/preferences', { data: { analytics: false, dataCollection: false }, headers: { origin } });
}

async function boardPath(page: Page, title: string): Promise<string> {
  await page.goto('/boards');
  const href = await page.getByRole('link', { name: title }).getAttribute('href');
  if (href === null) throw new Error(`no board ${title}`);
  return href;
}

async function take(page: Page, theme: Theme, pictures: readonly Picture[]): Promise<void> {
  for (const { name, path, press } of pictures) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await press?.(page);
    // Entrances and counting scores come to rest.
    await page.waitForTimeout(1800);
    await page.screenshot({ path: join(folder, `${name}-${theme}.png`), scale: 'css' });
  }
}

/** Three screens side by side, for the top of the README. */
async function takeReadmePicture(browser: Browser): Promise<void> {
  const shown = ['accueil-dark', 'tableaux-light', 'scores-a-deux-dark'].map((name) =>
    readFileSync(join(folder, `${name}.png`)).toString('base64'),
  );
  const page = await browser.newPage({ viewport: { width: 3 * phone.width + 4 * 24, height: phone.height + 48 } });
  const images = shown.map((picture) => `<img style="border-radius:32px" src="data:image/png;base64,${picture}">`).join('');
  await page.setContent(`<body style="margin:24px;display:flex;gap:24px;background:transparent">${images}</body>`);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setDefaultBackgroundColorOverride', { color: { r: 0, g: 0, b: 0, a: 0 } });
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 85 });
  writeFileSync(join(root, 'docs', 'screens.webp'), Buffer.from(data, 'base64'));
}

await takeAll();
