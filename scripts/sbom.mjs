// @ts-check
// npm run sbom: what OU LA LA is made of. Writes a bill of materials (CycloneDX) into dist/sbom.cdx.json, for programs that look for known
// holes, and the licences of all of it into docs/licences.md. Both are made of the lock file alone; tests/sbom.test.ts holds them to it.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { command, excerpt, npm, root, Stop } from './commands.mjs';

/** Among what `npm start` needs, since it builds, but nothing of it runs beside the server or in the browser. */
export const builders = ['vite', '@vitejs/plugin-react'];

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

/**
 * @typedef {{
 *   version: string, license?: string, dependencies?: Record<string, string>, optionalDependencies?: Record<string, string>,
 *   peerDependencies?: Record<string, string>, peerDependenciesMeta?: Record<string, { optional?: boolean }>,
 * }} Locked
 */

/** What the lock file says is shipped: all that runs beside the server or in the browser, on any system. @returns {Shipped[]} */
export function shipped() {
  /** @type {Record<string, Locked>} */
  const packages = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  /** @type {Map<string, Shipped>} */
  const found = new Map();
  /** @param {string} path */
  const visit = (path) => {
    for (const name of neededBy(packages[path]).filter((one) => !builders.includes(one))) {
      const needed = placeOf(name, path, packages);
      const { version, license } = packages[needed] ?? {};
      // One that nobody has to have may be missing.
      if (version === undefined || found.has(needed)) continue;
      found.set(needed, { name, version, licence: license });
      visit(needed);
    }
  };
  visit('');
  // One release may be installed at several places.
  const once = new Map([...found.values()].map((one) => [`${one.name}@${one.version}`, one]));
  return [...once.values()].sort((a, b) => compare(a.name, b.name) || compare(a.version, b.version));
}

/** The names of all that a package cannot do without, and of what it is better with. @param {Locked} [locked] */
function neededBy({ dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta = {} } = { version: '' }) {
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers];
}

/**
 * Where Node finds a package: beside the one that asks, or beside one that this lies in.
 * @param {string} name @param {string} from a path, as in `node_modules/a/node_modules/@b/c` @param {Record<string, unknown>} packages
 */
function placeOf(name, from, packages) {
  for (let folder = from; folder !== ''; folder = folder.slice(0, Math.max(folder.lastIndexOf('/node_modules/'), 0))) {
    const place = `${folder}/node_modules/${name}`;
    if (place in packages) return place;
  }
  return `node_modules/${name}`;
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
    'Their texts lie in each package beside the server. Those of what browsers get go along with it: each build writes them into `/licences.txt`.',
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
