// npm run release -- <version>: gives what is committed its number, the changes of 'Unreleased' their heading, and a tag, and makes the archive of that
// version. npm run release: makes the archive of the version that is checked out. Sends nothing anywhere.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { archive } from './archive.ts';
import { command, root, Stop } from './commands.mjs';
import { prepare } from './prepare.mjs';

const image = 'registre.example.org/ou-la-la';

/** Releases the repository in a folder. Throws a Stop and changes nothing where that cannot be. Returns what its keeper types next. */
export function release(folder: string, version: string | undefined, day: string): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const packageFile = JSON.parse(read('package.json')) as { version: string };
  if (version === undefined || !/^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/.test(version)) {
    throw new Stop('Usage : npm run release -- <version>, en trois nombres comme 1.2.0.');
  }
  if (!isHigher(version, packageFile.version)) throw new Stop(`La version ${version} doit dépasser ${packageFile.version}.`);
  if (git('tag', '--list', `v${version}`) !== '') throw new Stop(`L’étiquette v${version} existe déjà.`);
  if (git('status', '--porcelain') !== '') throw new Stop('Des fichiers ne sont pas enregistrés : git status les nomme.');
  const changes = withHeading(read('CHANGELOG.md'), version, day);
  if (changes === undefined) throw new Stop('CHANGELOG.md n’a rien sous « Unreleased » : écrivez-y ce qui change.');

  const lock = JSON.parse(read('package-lock.json')) as { version: string; packages: Record<string, { version: string }> };
  const itself = lock.packages[''];
  if (!itself) throw new Stop('package-lock.json ne nomme pas ce paquet : npm install.');
  packageFile.version = lock.version = itself.version = version;
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(packageFile, undefined, 2)}\n`);
  writeFileSync(join(folder, 'package-lock.json'), `${JSON.stringify(lock, undefined, 2)}\n`);
  writeFileSync(join(folder, 'CHANGELOG.md'), changes);
  git('commit', '--quiet', '-m', `Release ${version}`, '--', 'package.json', 'package-lock.json', 'CHANGELOG.md');
  git('tag', '--annotate', `v${version}`, '-m', `OU LA LA ${version}`);
  return [
    `La version ${version} est enregistrée ici, avec l’étiquette v${version}. Rien n’est envoyé. À taper, avec votre registre :`,
    `  git push origin HEAD v${version}`,
    `  docker buildx build --platform linux/amd64,linux/arm64 -t ${image}:${version} -t ${image}:latest --push .`,
  ].join('\n');
}

/** The version that is checked out, and the time of its commit in seconds. Throws a Stop where it is anything else than a release. */
export function released(folder: string): { version: string; time: number } {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  if (git('status', '--porcelain') !== '' || !git('tag', '--points-at', 'HEAD').split('\n').includes(`v${version}`)) {
    throw new Stop(
      `Ce n’est pas la version ${version} telle qu’elle est étiquetée. L’archive d’une version : git checkout v${version}, puis npm run release. ` +
        'Une nouvelle version : npm run release -- <version>, en trois nombres comme 1.2.0.',
    );
  }
  return { version, time: Number(git('log', '-1', '--format=%ct')) };
}

/** The changelog with what was unreleased under the heading of a version; undefined where nothing was. */
function withHeading(changelog: string, version: string, day: string): string | undefined {
  const [, before = '', changes = ''] = /^([^]*?^## \[?Unreleased\]?\n)([^]*?)(?=^## |$(?![^]))/m.exec(changelog) ?? [];
  // Headings of kinds without an entry say nothing.
  if (!/^[-*] \S/m.test(changes)) return undefined;
  return `${before}\n## ${version} - ${day}\n${changes}${changelog.slice(before.length + changes.length)}`;
}

function isHigher(one: string, other: string): boolean {
  const [parts, others] = [one, other].map((version) => version.split('.').map(Number));
  const differing = parts?.findIndex((part, index) => part !== others?.[index]) ?? -1;
  return differing >= 0 && (parts?.[differing] ?? 0) > (others?.[differing] ?? 0);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await command(async () => {
    const [, , wanted] = process.argv;
    const said = wanted === undefined ? '' : `${release(root, wanted, new Date().toISOString().slice(0, 10))}\n`;
    const { version, time } = released(root);
    await prepare({ build: 'always', needs: 'tools' });
    const { file, sums } = archive(root, join(root, 'dist', 'release'), time);
    console.log(`${said}À joindre à l’étiquette v${version} : ${relative(root, file)} et ${relative(root, sums)}.`);
  });
}
