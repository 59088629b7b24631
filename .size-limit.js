// @ts-check
// Goal P8: how much script a visit loads, compressed, and how much style. What script belongs to a visit is read from Vite's manifest: a chunk
// and all it imports statically. Fonts and pictures are not counted.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** @typedef {{ file: string, name?: string, imports?: string[], isDynamicEntry?: boolean }} Chunk */

/** @type {Record<string, Chunk>} */
const manifest = JSON.parse(readFileSync(new URL('dist/client/.vite/manifest.json', import.meta.url), 'utf8'));

const landing = filesOf('index.html', 'client/landing/landing-screen.tsx');
const dashboard = filesOf('index.html', shared('app'), shared('home'));
const furtherScreens = Object.keys(manifest).filter(
  (name) => manifest[name]?.isDynamicEntry && name.endsWith('-screen.tsx') && !name.endsWith('/landing-screen.tsx'),
);
// The scripts inside index.html, outside of Vite's graph, as the page has them.
const page = readFileSync(new URL('dist/client/index.html', import.meta.url), 'utf8');
const inside = 'dist/inside-the-page.js';
writeFileSync(
  new URL(inside, import.meta.url),
  [...page.matchAll(/<script(?![^>]*\ssrc=)[^>]*>(.*?)<\/script>/gs)].map(([, text]) => text).join(''),
);
// The first paint of a page waits for the styles that it links to as such.
const landingPage = readFileSync(new URL('dist/client/.pages/landing.html', import.meta.url), 'utf8');
const landingStyles = [...landingPage.matchAll(/<link rel="stylesheet"[^>]* href="\/([^"]+)"/g)].map(([, file]) => String(file));
const allStyles = readdirSync(new URL('dist/client/assets', import.meta.url)).filter((name) => name.endsWith('.css'));
if (landingStyles.length === 0) throw new Error('the landing page has no styles');
if (furtherScreens.length === 0) throw new Error('no screen has a chunk of its own');

export default [
  limit('Landing page', landing, '90 kB', [inside]),
  limit('First signed-in screen', dashboard, '150 kB', [inside]),
  limit('Styles before the first paint of the landing page', landingStyles, '12 kB'),
  limit(
    'All styles',
    allStyles.map((name) => `assets/${name}`),
    '32 kB',
  ),
  ...furtherScreens.map((name) =>
    limit(
      name,
      filesOf(name).filter((file) => !dashboard.includes(file)),
      '40 kB',
    ),
  ),
];

/** @param {string} name @param {string[]} files of the build @param {string} most @param {string[]} others */
function limit(name, files, most, others = []) {
  return { name, path: [...others, ...files.map((file) => `dist/client/${file}`)], limit: most, gzip: true };
}

/** @param {string} name of a file that scripts/shared-chunks.ts makes */
function shared(name) {
  return Object.keys(manifest).find((key) => manifest[key]?.name === name && !manifest[key].isDynamicEntry) ?? name;
}

/**
 * The scripts that load with these chunks.
 * @param {string[]} names as in the manifest
 */
function filesOf(...names) {
  const seen = new Set();
  /** @param {string} name */
  const visit = (name) => {
    if (seen.has(name)) return;
    const chunk = manifest[name];
    if (!chunk) throw new Error(`${name} has no chunk in the manifest: was it renamed, or is it no longer loaded lazily?`);
    seen.add(name);
    chunk.imports?.forEach(visit);
  };
  names.forEach(visit);
  return [...seen].map((name) => manifest[name]?.file ?? '');
}
