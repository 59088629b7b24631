import { readdirSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'postcss';
import type { CSSOptions } from 'vite';
import { type Frame, frames } from '../src/client/ui/frames.ts';

const source = fileURLToPath(new URL('../src', import.meta.url));

/** Writes what a frame means where a sheet asks for it, as a browser would do with `@custom-media`. */
const customMedia: Plugin = {
  postcssPlugin: 'custom-media',
  AtRule: {
    media(rule) {
      rule.params = rule.params.replace(/\(--([\w-]+)\)/g, (_, name: string) => {
        if (!(name in frames)) throw rule.error(`No frame is called ${name}: see src/client/ui/frames.ts.`);
        return `(${frames[name as Frame]})`;
      });
    },
  },
};

/**
 * How the styles are read. A class of a CSS module is named by two letters for its file, by the order of the paths, so that two builds agree, and one or
 * two for its place in it: with the names as they are written, all styles would weigh 4 kB more (gzip), and so would the scripts that name them.
 */
export const css: CSSOptions = {
  modules: {
    generateScopedName(name, file) {
      const path = relative(source, file.replace(/\?.*/, ''));
      const known = classes.get(path) ?? new Map<string, string>();
      const short = known.get(name) ?? `${prefixOf(path)}${inLetters(known.size)}`;
      classes.set(path, known.set(name, short));
      return short;
    },
  },
  postcss: { plugins: [customMedia] },
};

/** The short names of each file. */
const classes = new Map<string, Map<string, string>>();
const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const sheets = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.module.css'))
  .toSorted();

function prefixOf(path: string): string {
  if (!sheets.includes(path)) sheets.push(path);
  const number = sheets.indexOf(path);
  return `${letters.charAt(Math.floor(number / letters.length))}${letters.charAt(number % letters.length)}`;
}

function inLetters(index: number): string {
  const rest = Math.floor(index / letters.length);
  return `${rest > 0 ? letters.charAt(rest - 1) : ''}${letters.charAt(index % letters.length)}`;
}
