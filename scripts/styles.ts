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
 * How the styles are read. The classes of CSS modules are named `card-x3f9`. The second part follows from the path of the file, so that two builds
 * agree. Vite's own names have a line number as well, which is 200 bytes more in the scripts of the first screen.
 */
export const css: CSSOptions = {
  modules: {
    generateScopedName(name, file) {
      const path = relative(source, file.replace(/\?.*/, ''));
      return `${name}-${createHash('sha256').update(path).digest('base64url').slice(0, 4)}`;
    },
  },
  postcss: { plugins: [customMedia] },
};
