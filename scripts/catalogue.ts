// npm run catalogue: writes what the catalogues of self-hosted apps ask for into a folder. Nothing of it is sent, nor kept in the repository: the addresses in it are the host's.
import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { type Content, catalogues, version } from '../deploy/catalogue/catalogues.ts';
import { readSettings, type Setting, type Settings, settings } from '../deploy/catalogue/settings.ts';
import { command, root, Stop } from './commands.mjs';

const width = 14;
const usage = `Usage : npm run catalogue -- --out dossier [catalogue…] --image … --site … …
Écrit dans un dossier vide ce que demandent ces catalogues : ${Object.keys(catalogues).join(', ')}. Sans en nommer, tous. N’envoie rien.
${Object.entries(settings)
  .map(([one, what]) => `  --${one.padEnd(width)}${what}`)
  .join('\n')}
${Object.entries(catalogues)
  .map(([one, { needs }]) => `  ${one.padEnd(width)}  demande ${needs.join(', ')}`)
  .join('\n')}`;

/** Writes the files of these catalogues, all when none is named, and returns their paths. Throws a Stop and writes nothing where that cannot be. */
export function writeCatalogues(out: string, names: readonly string[], given: Partial<Settings>): string[] {
  const unknown = names.find((one) => !Object.hasOwn(catalogues, one));
  if (unknown !== undefined) throw new Stop(`Aucun catalogue ${unknown} : ${Object.keys(catalogues).join(', ')}.`);
  const chosen = Object.entries(catalogues).filter(([one]) => names.length === 0 || names.includes(one));
  const needed = [...new Set(chosen.flatMap(([, { needs }]) => needs))];
  const said = readSettings(given, needed, version);
  if (existsSync(out) && readdirSync(out).length > 0) throw new Stop(`${out} n’est pas vide. Rien n’est écrit.`);
  const files = chosen.flatMap(([one, { files: make }]) =>
    Object.entries(make(said)).map(([path, content]): [string, Content] => [join(one, path), content]),
  );
  for (const [path, content] of files) {
    mkdirSync(dirname(join(out, path)), { recursive: true });
    if (typeof content === 'string') writeFileSync(join(out, path), content);
    else cpSync(join(root, content.copyOf), join(out, path));
  }
  return files.map(([path]) => path);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await command(async () => {
    const string = { type: 'string' } as const;
    const known = Object.fromEntries(Object.keys(settings).map((one) => [one, string])) as Record<Setting, typeof string>;
    const { values, positionals } = readArguments({ ...known, out: string, help: { type: 'boolean' } as const });
    const { out, help, ...given } = values;
    if (help) return console.log(usage);
    if (out === undefined) throw new Stop(usage);
    for (const path of writeCatalogues(resolve(out), positionals, given)) console.log(join(out, path));
  });
}

function readArguments<T extends Record<string, { type: 'string' } | { type: 'boolean' }>>(known: T) {
  try {
    return parseArgs({ options: known, allowPositionals: true });
  } catch (error) {
    throw new Stop(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
}
