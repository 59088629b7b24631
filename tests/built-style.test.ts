/** What the build makes of the styles. `npm test` builds first. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const dist = fileURLToPath(new URL('../dist/client/', import.meta.url));
const page = (name: string) => readFileSync(`${dist}${name}`, 'utf8');
/** The links to styles in a page: which file each name stands for, and whether it applies from the start. */
const linksIn = (html: string) =>
  [...html.matchAll(/<link( rel="stylesheet")? data-styles="([^"]+)"[^>]* href="\/([^"]+)">/g)].map(
    ([, applies, name = '', file = '']) => ({
      name,
      file,
      applies: applies !== undefined,
    }),
  );

test('an iPhone that is turned does not make the text larger by itself', () => {
  const folder = `${dist}assets/`;
  const styles = readdirSync(folder).filter((name) => name.endsWith('.css'));
  // Safari on iOS knows it by this name only.
  const rules = styles
    .map((style) => readFileSync(`${folder}${style}`, 'utf8'))
    .join('')
    .match(/[^{}]*\{[^{}]*text-size-adjust[^{}]*\}/g);
  expect(rules).toEqual([expect.stringMatching(/^html\{(.*;)?-webkit-text-size-adjust:none[;}]/)]);
});

test('every page links to all styles in the same order, whichever of them apply from the start', () => {
  const all = linksIn(page('index.html'));
  expect(all.map(({ file }) => file).toSorted()).toEqual(
    readdirSync(`${dist}assets`)
      .filter((name) => name.endsWith('.css'))
      .map((name) => `assets/${name}`)
      .toSorted(),
  );
  expect(all.filter(({ applies }) => applies).map(({ name }) => name)).toEqual(['start.css']);
  for (const name of readdirSync(`${dist}.pages`)) {
    const links = linksIn(page(`.pages/${name}`));
    expect(links.map(({ file }) => file)).toEqual(all.map(({ file }) => file));
    expect(links.filter(({ applies }) => applies).length, name).toBeGreaterThan(1);
  }
});

test('the landing page waits for its own styles and for those that every page needs', () => {
  const applying = linksIn(page('.pages/landing.html')).filter(({ applies }) => applies);
  expect(applying.map(({ name }) => name)).toEqual(['start.css', 'landing.css']);
});

test('no script names a file of styles by what stands in it', () => {
  const scripts = readdirSync(`${dist}assets`).filter((name) => name.endsWith('.js'));
  const names = new Set(linksIn(page('index.html')).map(({ name }) => name));
  const named = scripts.flatMap((script) => page(`assets/${script}`).match(/[\w./-]+\.css\b/g) ?? []);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !names.has(name))).toEqual([]);
});
