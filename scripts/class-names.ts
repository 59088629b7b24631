import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('../src', import.meta.url));

/**
 * How the classes of CSS modules are named: `card-x3f9`. The second part follows from the path of the file, so that two builds agree. Vite's own
 * names have a line number as well, which is 200 bytes more in the scripts of the first screen.
 */
export const classNames = {
  generateScopedName(name: string, file: string): string {
    const path = relative(source, file.replace(/\?.*/, ''));
    return `${name}-${createHash('sha256').update(path).digest('base64url').slice(0, 4)}`;
  },
};
