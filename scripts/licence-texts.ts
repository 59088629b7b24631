import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin, Rollup } from 'vite';

export const licencesFile = 'licences.txt';

/**
 * Writes beside the page the licences of all that others made and browsers get: nearly each of them wants its text to go along. They are those
 * of the packages as they are installed. `further`: packages that the bundler does not see, since what is served of them is made another way.
 */
export function licenceTexts(further: readonly string[]): Plugin {
  let root = '';
  return {
    name: 'licence-texts',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    generateBundle(_options, bundle) {
      const files = Object.values(bundle).flatMap(originsOf);
      const folders = files.flatMap((file) => folderOfPackage(resolve(root, file)) ?? []);
      const others = further.map((name) => resolve(root, '../node_modules', name));
      // A package that is linked to would otherwise be named by both of its paths.
      const packages = [...new Set([...folders, ...others].map((folder) => realpathSync(folder)))].map(packageIn);
      this.emitFile({ type: 'asset', fileName: licencesFile, source: textOf(packages) });
    },
  };
}

interface Package {
  /** With its release, as in `react 19.0.0`. */
  name: string;
  licence: string;
  text: string;
}

/** The files that something is left of in a script. */
function originsOf(file: Rollup.OutputAsset | Rollup.OutputChunk): string[] {
  return file.type === 'chunk' ? file.moduleIds : file.originalFileNames;
}

/** The package may be installed within another one. The bundler's own few lines belong to none. */
function folderOfPackage(path: string): string | undefined {
  return /^.*\/node_modules\/(@[^/]+\/)?[^/]+/.exec(path)?.[0];
}

function packageIn(folder: string): Package {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, string>;
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
  if (!file || !license) throw new Error(`${folder} goes into the client, and has no licence`);
  return { name: `${name} ${version}`, licence: license, text: readFileSync(join(folder, file), 'utf8').trim() };
}

/** In French, as all that people read; the licences as they are, each once for all packages that have the same to the word. */
function textOf(packages: readonly Package[]): string {
  const byText = new Map<string, Package[]>();
  for (const one of packages.toSorted((a, b) => (a.name < b.name ? -1 : 1))) byText.set(one.text, [...(byText.get(one.text) ?? []), one]);
  const parts = [...byText].map(([text, some]) => {
    const licences = [...new Set(some.map(({ licence }) => licence))].join(', ');
    return `${'-'.repeat(80)}\n${some.map(({ name }) => name).join(', ')} (${licences})\n\n${text}\n`;
  });
  return `${opening}\n\n${parts.join('\n')}`;
}

const opening = "OU LA LA contient des programmes, des polices et des listes faits par d'autres. Voici sous quelles licences.";
