// @ts-check
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync } from 'oxc-parser';
import { root } from './commands.mjs';

/**
 * `to`: a path of ours, as in src/shared/boards.ts, or the name of a package as it is written. `names`: what is taken from it by name.
 * `type`: erased by the compiler.
 * @typedef {{ from: string, line: number, to: string, names: string[], type: boolean }} Import
 */

/** @type {Record<string, string>} */
const aliases = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).imports;

/** Every import between the files of a folder. @param {string} folder @returns {Import[]} */
export function importsIn(folder) {
  return sourcesIn(folder).flatMap((file) => importsOf(file, readFileSync(join(root, file), 'utf8')));
}

/** @param {string} folder @returns {string[]} paths from the root of the repository */
export function sourcesIn(folder) {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  return files.filter((file) => /\.tsx?$/.test(file)).map((file) => posix.join(folder, file));
}

/** What this text imports, were it that file. @param {string} file @param {string} text @returns {Import[]} */
export function importsOf(file, text) {
  const { module, errors } = parseSync(file, text);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  /** @param {string} name @param {number} start @param {{ importName: { name: string | null }, isType: boolean }[]} entries */
  const imported = (name, start, entries) => ({
    from: file,
    line: text.slice(0, start).split('\n').length,
    to: resolve(file, name),
    names: entries.flatMap(({ importName }) => importName.name ?? []),
    type: entries.length > 0 && entries.every(({ isType }) => isType),
  });
  return [
    ...module.staticImports.map(({ start, moduleRequest, entries }) => imported(moduleRequest.value, start, entries)),
    ...module.staticExports.flatMap(({ start, entries }) => {
      const source = entries[0]?.moduleRequest;
      // What is imported above and only handed on here names its source too.
      const isKnown = module.staticImports.some(({ moduleRequest }) => moduleRequest.start === source?.start);
      return source && !isKnown ? [imported(source.value, start, entries)] : [];
    }),
    ...module.dynamicImports.flatMap(({ start, moduleRequest }) => {
      const literal = /^(['"])(.*)\1$/.exec(text.slice(moduleRequest.start, moduleRequest.end));
      return literal?.[2] === undefined ? [] : [imported(literal[2], start, [])];
    }),
  ];
}

/** @param {string} file @param {string} name as the import writes it */
function resolve(file, name) {
  if (name.startsWith('.')) return posix.join(posix.dirname(file), name);
  for (const [alias, path] of Object.entries(aliases)) {
    const prefix = alias.replace('*', '');
    if (name.startsWith(prefix)) return posix.normalize(path.replace('*', () => name.slice(prefix.length)));
  }
  return name;
}
