// @ts-check
// Finds a Chromium for the end-to-end tests. Being there proves nothing (a library may lack, a sandbox may forbid it), so each
// candidate is launched and must show a page.
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { excerpt, installApart, root, runQuietly, Stop } from './commands.mjs';

/** Playwright's and system browsers are tried as they are; on CI everything runs as root, where Chromium refuses its sandbox. */
export const chromiumArgs = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * The path of a Chromium that works; undefined means Playwright's own, which Playwright finds by itself. As a newcomer's machine has none, with
 * `asNewcomer` those of this machine are passed over.
 * @param {{ asNewcomer?: boolean }} [how] @returns {Promise<string | undefined>}
 */
export async function findBrowser({ asNewcomer = false } = {}) {
  const chosen = asNewcomer ? undefined : process.env['CHROMIUM_PATH'];
  if (chosen) {
    const problem = await launchProblem(chosen);
    if (problem) throw new Stop(`CHROMIUM_PATH=${chosen} ne démarre pas :\n${problem}`);
    return chosen;
  }
  if (!(await launchProblem(undefined))) return undefined;
  const fetchedEarlier = existsSync(starter) ? [starter] : [];
  for (const path of [...(asNewcomer ? [] : systemBrowsers()), ...fetchedEarlier]) if (!(await launchProblem(path))) return path;

  console.log('Aucun navigateur trouvé : téléchargement de Chromium par Playwright…');
  await installWithPlaywright();
  if (!(await launchProblem(undefined))) return undefined;

  if (process.platform === 'linux' && process.arch === 'x64') {
    console.log('Sans succès : Chromium depuis le registre npm (67 Mo, une seule fois)…');
    const path = await installFromRegistry();
    if (path && !(await launchProblem(path))) return path;
  }
  throw new Stop(
    'Aucun Chromium utilisable pour les tests de bout en bout. Au choix :\n' +
      '  sudo apt-get install chromium\n' +
      '  npx playwright install --with-deps chromium\n' +
      '  CHROMIUM_PATH=/chemin/vers/chromium npm test',
  );
}

/**
 * What keeps this browser from showing a page, or undefined when it shows one.
 * @param {string | undefined} executablePath
 */
async function launchProblem(executablePath) {
  const { chromium } = await import('@playwright/test');
  try {
    const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: chromiumArgs, timeout: 20_000 });
    try {
      const page = await browser.newPage();
      await page.setContent('<script>document.title = "oh" + " " + "là"</script>', { timeout: 10_000 });
      return (await page.title()) === 'oh là' ? undefined : 'la page reste vide';
    } finally {
      await browser.close();
    }
  } catch (error) {
    // Playwright's message repeats the whole command line; what the browser itself said is marked [err].
    const lines = String(error instanceof Error ? error.message : error).split('\n');
    return [lines[0], ...new Set(lines.filter((line) => line.includes('[err]')))].slice(0, 12).join('\n');
  }
}

function systemBrowsers() {
  // The one without windows draws nothing around the page: the tests cost it half as much.
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
  const onPath = (process.env['PATH'] ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  const elsewhere = [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  ];
  return [...onPath, ...elsewhere].filter((path) => existsSync(path));
}

async function installWithPlaywright() {
  // Behind a firewall its downloads would otherwise be tried for minutes.
  process.env['PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT'] ??= '15000';
  const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
  await runQuietly(process.execPath, [cli, 'install', 'chromium'], { timeout: 240_000 });
}

const registryPackage = '@sparticuz/chromium@147.0.0';
const folder = join(root, '.cache', 'chromium-147');
const starter = join(folder, 'chromium');

/**
 * A Chromium for servers, packed in an npm package: fetched into a folder of its own, so that the install is left as it is.
 * @returns {Promise<string | undefined>} its path, or undefined when it could not be had
 */
async function installFromRegistry() {
  const unpacked = join(folder, 'unpacked');
  try {
    await installApart(folder, registryPackage);
  } catch (failure) {
    console.error(failure instanceof Stop ? failure.message : failure);
    return undefined;
  }
  mkdirSync(unpacked);

  // The package unpacks into the temporary folder; it adds the libraries a bare machine lacks (nss) only where it believes itself on
  // Amazon's. Unpacking once, here, also keeps two test workers from doing it at the same time.
  const unpack = `process.env.TMPDIR = ${JSON.stringify(unpacked)}; process.env.AWS_EXECUTION_ENV = 'AWS_Lambda_nodejs20.x';
    const { default: chromium } = await import('@sparticuz/chromium'); await chromium.executablePath();`;
  const done = await runQuietly(process.execPath, ['--input-type=module', '--eval', unpack], { cwd: folder });
  if (done.code !== 0) {
    console.error(excerpt(done.output));
    return undefined;
  }

  // Its own list of fonts names folders of Amazon's machines: without this one, a machine that has no fonts shows no text.
  const ownFonts = join(unpacked, 'fonts');
  writeFileSync(
    join(ownFonts, 'fonts.conf'),
    `<?xml version="1.0"?>\n<fontconfig><dir>${ownFonts}</dir><cachedir>${join(folder, 'font-cache')}</cachedir></fontconfig>\n`,
  );
  const fonts = existsSync('/etc/fonts/fonts.conf') ? '' : 'export FONTCONFIG_PATH="$here/fonts"\n';
  writeFileSync(
    starter,
    `#!/bin/sh\nhere="$(dirname "$0")/unpacked"\n${fonts}export LD_LIBRARY_PATH="\${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}$here/al2023/lib"\nexec "$here/chromium" "$@"\n`,
  );
  chmodSync(starter, 0o755);
  return starter;
}
