// @ts-check
// npm run inventory: asks the registry for the newest release of each direct dependency and writes it into docs/dependencies.md. What a
// package is for, and why it stays as it is, is kept there by hand.
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './commands.mjs';

const document = join(root, 'docs', 'dependencies.md');
const { dependencies, optionalDependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const judges = JSON.parse(readFileSync(join(root, 'tests', 'judges', 'package.json'), 'utf8'));

let text = readFileSync(document, 'utf8');
/** @type {Map<string, { purpose: string, why: string }>} */
const kept = new Map();
for (const [, name = '', purpose = '', why = ''] of text.matchAll(/^\| `([^`]+)` \| (.*?) \| .*? \| .*? \| (.*?) \|$/gm)) {
  kept.set(name, { purpose, why });
}

for (const [title, versions] of [
  ['For building and running', { ...dependencies, ...optionalDependencies }],
  ['For testing and checking', devDependencies],
  ['Judges', judges.dependencies],
]) {
  /** @type {string[]} */
  const rows = [];
  for (const [name, version] of Object.entries(/** @type {Record<string, string>} */ (versions))) rows.push(await row(name, version));
  const table = new RegExp(`(## ${title}\\n\\n(?:[^|#].*\\n|\\n)*\\|.*\\n\\|.*\\n)(?:\\|.*\\n)*`);
  text = text.replace(table, (_, head) => `${head}${rows.join('\n')}\n`);
}
writeFileSync(document, text.replace(/Asked on \d{4}-\d\d-\d\d/, `Asked on ${new Date().toISOString().slice(0, 10)}`));

/** @param {string} name @param {string} version @returns {Promise<string>} */
async function row(name, version) {
  const { stdout } = await promisify(execFile)('npm', ['view', name, 'version', 'time', 'deprecated', '--json'], { maxBuffer: 64e6 });
  const { version: newest, time, deprecated } = JSON.parse(stdout);
  const { purpose, why } = kept.get(name) ?? { purpose: '', why: '' };
  const dated = (/** @type {string} */ one) => `${one} (${time[one]?.slice(0, 10) ?? 'unknown'})`;
  if (purpose === '') console.error(`${name}: docs/dependencies.md does not say yet what it is for`);
  return `| \`${name}\` | ${purpose} | ${dated(version)} | ${dated(newest)}${deprecated ? ', deprecated' : ''} | ${why} |`;
}
