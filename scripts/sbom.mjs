// @ts-check
// npm run sbom: what OU LA LA is made of. Writes a bill of materials (CycloneDX) into dist/sbom.cdx.json, for programs that look for known
// holes, and the licences of all of it into docs/licences.md. Both are made of the lock file alone; tests/sbom.test.ts holds them to it.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { command, excerpt, npm, root, Stop } from './commands.mjs';

/** Built into what is served, though nothing of it runs by its name: the list of emoji (see vite.config.ts). */
const builtIn = new Set(['emojibase-data']);

/** The licences that what is shipped may have: none asks the product to be given away, or anybody to publish its source. */
export const allowed = [
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0', 'Unlicense', 'CC0-1.0'],
  // Of fonts: they may be served with anything, and not be sold by themselves.
  'OFL-1.1',
];

/**
 * Whether an expression of SPDX leaves a choice that is allowed: of 'or' one, of 'and' each. Without a licence, or with one that it does not
 * know how to read, it does not.
 * @param {string | undefined} licence
 */
export function isAllowed(licence = '') {
  const plain = licence.replace(/^\((.*)\)$/, '$1');
  if (/[()]/.test(plain)) return false;
  return plain.split(' OR ').some((choice) => choice.split(' AND ').every((one) => allowed.includes(one)));
}

/** @typedef {{ name: string, version: string, licence: string | undefined }} Shipped */

/** What the lock file says is shipped: all that runs beside the server or in the browser, on any system. @returns {Shipped[]} */
export function shipped() {
  /** @type {Record<string, { version: string, license?: string, dev?: boolean }>} */
  const packages = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const found = Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && (!dev || builtIn.has(nameOf(path))))
    .map(([path, { version, license }]) => ({ name: nameOf(path), version, licence: license }));
  // One release may be installed at several places.
  const once = new Map(found.map((one) => [`${one.name}@${one.version}`, one]));
  return [...once.values()].sort((a, b) => compare(a.name, b.name) || compare(a.version, b.version));
}

/** @param {string} path as in `node_modules/a/node_modules/@b/c` */
function nameOf(path) {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/** @param {string} a @param {string} b */
function compare(a, b) {
  return a < b ? -1 : Number(a > b);
}

/** The text of docs/licences.md. */
export function licenceList() {
  const all = shipped();
  /** @type {Map<string, Shipped[]>} */
  const byLicence = new Map();
  for (const one of all) byLicence.set(one.licence ?? 'unknown', [...(byLicence.get(one.licence ?? 'unknown') ?? []), one]);
  const rows = [...byLicence].sort(([a, some], [b, others]) => others.length - some.length || compare(a, b));
  return [
    '# Licences',
    '',
    'Of all that is shipped: what runs beside the server or in the browser, on any system. OU LA LA itself is under the MIT licence.',
    'Written by `npm run sbom` from the lock file; `tests/sbom.test.ts` refuses an unknown licence and any that would bind the product.',
    '',
    ...rows.flatMap(([licence, some]) => [
      `## ${licence} (${some.length})`,
      '',
      `${some.map(({ name, version }) => `${name} ${version}`).join(', ')}.`,
      '',
    ]),
  ]
    .join('\n')
    .trimEnd()
    .concat('\n');
}

/**
 * @typedef {{ 'bom-ref': string, name: string, version: string, purl: string, licenses?: object[], hashes?: { alg: string, content: string }[] }} Component
 * @typedef {{
 *   bomFormat: string, specVersion: string, metadata: { component: Component & { type: string } },
 *   components: Component[], dependencies: { ref: string, dependsOn: string[] }[],
 * }} Bill
 */

/** The bill of materials that npm makes of the lock file, without what only builds and tests. @returns {Promise<Bill>} */
export async function billOfMaterials() {
  const { code, output } = await npm(['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--loglevel=silent']);
  if (code !== 0) throw new Stop(`${excerpt(output)}\n\nnpm sbom a échoué (il demande npm 10 ou plus récent).`);
  /** @type {Bill} */
  const bill = JSON.parse(output.slice(output.indexOf('{')));
  const wanted = new Set(shipped().map(({ name, version }) => `pkg:npm/${name.replace('@', '%40')}@${version}`));
  const components = bill.components.filter(({ purl }) => wanted.has(purl));
  const refs = new Set([bill.metadata.component, ...components].map((component) => component['bom-ref']));
  // npm calls the product a library, by the name of the folder that it lies in.
  const { name } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return {
    ...bill,
    metadata: { ...bill.metadata, component: { ...bill.metadata.component, name, type: 'application' } },
    components,
    dependencies: bill.dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) })),
  };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await command(async () => {
    const bill = join(root, 'dist', 'sbom.cdx.json');
    mkdirSync(dirname(bill), { recursive: true });
    writeFileSync(bill, `${JSON.stringify(await billOfMaterials(), null, 1)}\n`);
    writeFileSync(join(root, 'docs', 'licences.md'), licenceList());
    console.log('dist/sbom.cdx.json, docs/licences.md');
  });
}
