// @ts-check
// Finds the browsers other than Chromium that the game is played in: as the system has them, never fetched.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Stop } from './commands.mjs';

/** @typedef {'firefox' | 'webkit'} Engine */
/** @typedef {{ engine: Engine, name: string, variable: string, path: string | undefined, packages: string }} Found */

/**
 * Each engine with the path of what drives it, or without one where it is not installed.
 * @returns {Found[]}
 */
export function findEngines() {
  const macFirefox = '/Applications/Firefox.app/Contents/MacOS/firefox';
  return [
    {
      engine: 'firefox',
      name: 'Firefox',
      variable: 'FIREFOX_PATH',
      path: chosen('FIREFOX_PATH') ?? onPath('firefox-esr') ?? onPath('firefox') ?? (existsSync(macFirefox) ? macFirefox : undefined),
      packages: 'firefox-esr',
    },
    {
      engine: 'webkit',
      name: 'WebKitGTK',
      variable: 'WEBKIT_DRIVER_PATH',
      // It shows itself on a screen of its own.
      path: onPath('Xvfb') && (chosen('WEBKIT_DRIVER_PATH') ?? onPath('WebKitWebDriver')),
      packages: 'webkit2gtk-driver xvfb',
    },
  ];
}

/**
 * What is missing, and how to have it.
 * @param {Found[]} missing
 */
export function missingEngines(missing) {
  const names = missing.map(({ name }) => name).join(' et ');
  const packages = missing.map((one) => one.packages).join(' ');
  return `${names} : pas sur cette machine. Pour y jouer les tests : sudo apt-get install ${packages}`;
}

/** @param {string} variable */
function chosen(variable) {
  const path = process.env[variable];
  if (path && !existsSync(path)) throw new Stop(`${variable}=${path} : ce fichier n'existe pas.`);
  return path || undefined;
}

/** @param {string} program */
function onPath(program) {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path));
}
