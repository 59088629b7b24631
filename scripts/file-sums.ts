import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import type { Plugin } from 'vite';

/** The server sends it as a text, which its name alone tells. */
export const sumsFile = 'SHA256SUMS.txt';
const versionFile = 'version.json';

/**
 * Writes beside the pages the list of their files with their SHA-256, as `sha256sum --check` reads it, and `version.json`, which names the version and
 * the SHA-256 of that list. Two builds of the same sources have the same list. It leaves the compressed files out, since another zlib may compress
 * the same text otherwise, and Vite's notes, which no browser gets and which name where the packages lie.
 */
export function fileSums(version: string): Plugin {
  let folder = '';
  return {
    name: 'file-sums',
    apply: 'build',
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir);
    },
    // The pages are written after the bundle.
    closeBundle(error) {
      if (error) return;
      const list = sumsOf(folder, (path) => !/\.(br|gz)$|^\.vite\//.test(path) && path !== sumsFile && path !== versionFile);
      writeFileSync(join(folder, sumsFile), list);
      writeFileSync(join(folder, versionFile), `${JSON.stringify({ version, manifest: sumOf(list) })}\n`);
    },
  };
}

/** A line for each of the folder's files that are wanted, sorted by the bytes of their names. */
function sumsOf(folder: string, isWanted: (path: string) => boolean): string {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter(isWanted);
  return paths
    .sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
    .map((path) => `${sumOf(readFileSync(join(folder, path)))}  ${path}\n`)
    .join('');
}

export function sumOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
