// @ts-check
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Whether the server built in a folder imports a package. What else is among the dependencies builds, or is in the pages already.
 * @param {string} folder of the checkout @returns {(name: string) => boolean}
 */
export function importedByServer(folder) {
  const server = join(folder, 'dist', 'server');
  const programs = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
  const text = programs.map((name) => readFileSync(join(server, name), 'utf8')).join('\n');
  return (name) => new RegExp(`(from |import ?\\()["']${name}["'/]`).test(text);
}
