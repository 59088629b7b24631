import { createHash } from 'node:crypto';
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
 * How the styles are read. A class of a CSS module is named by three letters that follow from the path of the file, so that two builds agree, and one or
 * two for its place in it: with the names as they are written, all styles would weigh 3 kB more (gzip), and so would the scripts that name them.
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
const prefixes = new Map<string, string>();
const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

function prefixOf(path: string): string {
  const hash = createHash('sha256').update(path).digest();
  const prefix = [0, 1, 2].map((at) => letters.charAt(hash.readUInt16BE(2 * at) % letters.length)).join('');
  const other = prefixes.get(prefix);
  if (other !== undefined && other !== path) throw new Error(`${path} and ${other} would name their classes alike: rename one of them`);
  prefixes.set(prefix, path);
  return prefix;
}

function inLetters(index: number): string {
  const rest = Math.floor(index / letters.length);
  return `${rest > 0 ? letters.charAt(rest - 1) : ''}${letters.charAt(index % letters.length)}`;
}
