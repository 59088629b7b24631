/** What the build makes of the scripts. `npm test` builds first. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { importsIn } from '#client/ui/static-imports.ts';
import { browsers } from '../vite.config.ts';

interface Chunk {
  file: string;
  imports?: string[];
}

const dist = fileURLToPath(new URL('../dist/client/', import.meta.url));
const manifest = JSON.parse(readFileSync(`${dist}.vite/manifest.json`, 'utf8')) as Record<string, Chunk>;
const page = readFileSync(`${dist}index.html`, 'utf8');
const codeOf = (file: string) => readFileSync(`${dist}${file}`, 'utf8');
const scripts = readdirSync(`${dist}assets`).filter((name) => name.endsWith('.js'));

test('the imports that are read from a built file are those that the bundler wrote into it', () => {
  const chunks = Object.values(manifest).filter(({ file }) => file.startsWith('assets/') && file.endsWith('.js'));
  expect(chunks.length).toBeGreaterThan(50);
  for (const { file, imports = [] } of chunks) {
    const written = imports.map((name) => manifest[name]?.file.replace('assets/', './'));
    expect(new Set(importsIn(codeOf(file))), file).toEqual(new Set(written));
  }
});

test('every import() of a built file names that file to the loader of lazy modules', () => {
  for (const script of scripts) {
    const code = codeOf(`assets/${script}`);
    const imported = [...code.matchAll(/\bimport\(["'`]\.\/([^"'`]+)["'`]\)/g)].map(([, name = '']) => `assets/${name}`);
    const named = [...code.matchAll(/,(\["assets\/[^\]]*\])\)/g)].map(([, names = '']) => (JSON.parse(names) as string[])[0] ?? '');
    expect(new Set(named), script).toEqual(new Set(imported));
    expect(code, script).not.toContain('__vite__mapDeps');
    expect(code, script).not.toContain('vite:preloadError');
  }
});

test('no script has a regular expression that an older browser refuses to read', () => {
  // Lookbehind came with Safari 16.4, modifiers inside of an expression with 26: they cannot be rewritten for the browsers of the build.
  for (const script of scripts)
    expect(codeOf(`assets/${script}`).match(/.{0,40}\(\?(<[=!]|[a-z]*-?[a-z]+:).{0,40}/g) ?? [], script).toEqual([]);
});

test('the page names the browsers that it is built for, in a script that any browser can read', () => {
  const [, sentence = ''] = /<p class="requirements"[^>]*>(.*?)<\/p>/.exec(page) ?? [];
  for (const browser of browsers) {
    const [, name = '', version = ''] = /^([a-z]+)([\d.]+)$/.exec(browser) ?? [];
    expect(sentence.toLowerCase()).toContain(`${name} ${version}`);
  }
  const [, script = ''] = /<p class="requirements".*?<script[^>]*>(.*?)<\/script>/s.exec(page) ?? [];
  expect(script).toContain('light-dark');
  expect(script).not.toMatch(/=>|`|\?\.|\?\?|\b(let|const|class|async)\b/);
});
