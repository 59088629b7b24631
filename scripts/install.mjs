// @ts-check
// The locked dependencies, and what of them is compiled on this machine. Only Node's own modules may be imported here, since on a bare
// clone nothing else is there yet.
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, constants } from 'node:os';
import { dirname, join } from 'node:path';
import { excerpt, npm, root, Stop } from './commands.mjs';
import { nodeMajor } from './node-version.cjs';

/**
 * What a command needs of them: what builds and runs the application, or the tools of the tests and checks as well, which are as much again.
 * @typedef {'application' | 'tools'} Needs
 */

/**
 * The packages, keyed by their paths as in a lock file.
 * @typedef {Record<string, { version?: string, optional?: boolean, dev?: boolean, devOptional?: boolean }>} Packages
 */

const modules = join(root, 'node_modules');
const lockFile = join(root, 'package-lock.json');
// Native modules are compiled for one of these only; after a change of Node the same files no longer load.
const platform = `${process.platform} ${process.arch} abi${process.versions.modules}`;
/** Says what is in node_modules: without it, whoever put it there by hand had npm compile as well. */
const stamp = join(modules, '.ou-la-la-platform');
const uncompiled = `${platform} uncompiled`;

const compiledPackage = 'better-sqlite3';
/** From Node 24 on its own SQLite is used (src/server/database/sqlite/open-connection.ts), and nothing is compiled. */
const bringsSqlite = nodeMajor >= 24;
const inModules = `node_modules/${compiledPackage}`;
const inPackage = 'build/Release/better_sqlite3.node';

/** @param {Needs} needs */
export function hasPackages(needs) {
  const installed = packagesIn(join(modules, '.package-lock.json'));
  const wanted = packagesIn(lockFile);
  if (!wanted) throw new Stop('Le fichier package-lock.json manque ou est illisible.');
  if (!installed || ![undefined, platform, uncompiled].includes(readStamp())) return false;
  return isComplete(installed, wanted, needs);
}

/**
 * Whether all that is needed is there, in the release that is locked. What is for other systems may be missing.
 * @param {Packages} installed @param {Packages} wanted @param {Needs} needs
 */
export function isComplete(installed, wanted, needs) {
  return Object.entries(wanted).every(([path, { version, optional, dev, devOptional }]) => {
    if (path === '' || (dev && needs === 'application')) return true;
    const found = installed[path];
    return found ? found.version === version : optional === true || (devOptional === true && needs === 'application');
  });
}

export function isCompiled() {
  return bringsSqlite || (readStamp() !== uncompiled && existsSync(join(root, inModules, inPackage)));
}

/**
 * Puts exactly what is locked into node_modules. Install scripts are left out: `compile` does what the one of better-sqlite3 would, and esbuild's
 * only saves its command a detour that nothing here takes.
 * @param {Needs} needs
 */
export async function install(needs) {
  // NODE_ENV=production would leave out the tools by itself.
  const extent = needs === 'tools' ? '--include=dev' : '--omit=dev';
  // The compiler beside it needs longer, so that one comes first.
  const priority = constants.priority.PRIORITY_BELOW_NORMAL;
  const { code, output } = await npm(['ci', extent, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], { priority });
  if (code !== 0) {
    throw new Stop(
      `${excerpt(output)}\n\nL'installation des dépendances a échoué (ci-dessus la sortie de npm ci). Il faut un accès au registre npm.`,
    );
  }
  writeFileSync(stamp, uncompiled);
}

/**
 * SQLite is one file of 269,000 lines, and the start waits for it. The package's own -O3 takes two and a half times as long, for logs that are
 * no faster (record 0045). Elsewhere than on Linux the compiler is another one.
 */
const flags =
  process.platform === 'linux'
    ? '-O1 -finline-small-functions -foptimize-sibling-calls -fstrict-aliasing -fexpensive-optimizations -freorder-blocks-and-partition'
    : '';

/**
 * Makes what better-sqlite3's own install script makes, in a folder of its own: so it need not wait for all the other packages. The script
 * fetches the binary, or compiles it where there is none for this Node or no way to it. It is kept outside of node_modules, which each
 * `npm ci` empties: another dependency, or the tools, would cost another minute of compiling.
 */
export async function compile() {
  const folder = join(root, '.cache', 'compiling');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { packages, ...lock } = JSON.parse(readFileSync(lockFile, 'utf8'));
  const alone = { name: 'compiling', dependencies: { [compiledPackage]: packages[inModules].version } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(alone));
  // The same lock: npm takes out of it what this one package needs.
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ ...lock, name: alone.name, packages: { ...packages, '': alone } }));
  const env = { JOBS: String(availableParallelism()), CFLAGS: flags, ...process.env };
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const { code, output } = await npm(['ci', '--omit=dev', '--ignore-scripts=false', '--foreground-scripts', ...quiet], {
    cwd: folder,
    env,
  });
  const made = join(folder, inModules, inPackage);
  if (code !== 0 || !existsSync(made)) {
    throw new Stop(
      `${excerpt(output)}\n\nL'installation de ${compiledPackage} a échoué (ci-dessus sa sortie). ` +
        'Là où son fichier ne peut pas être téléchargé, il faut python3, make et g++.',
    );
  }
  rmSync(dirname(keptBinary()), { recursive: true, force: true });
  copy(made, keptBinary());
  rmSync(folder, { recursive: true, force: true });
}

/** Whether nothing is left to compile. */
export function hasCompiled() {
  return bringsSqlite || existsSync(keptBinary());
}

/** Puts what was compiled among the installed packages. */
export function putCompiled() {
  copy(keptBinary(), join(root, inModules, inPackage));
  writeFileSync(stamp, platform);
}

function keptBinary() {
  const version = packagesIn(lockFile)?.[inModules]?.version;
  return join(root, '.cache', 'compiled', `${compiledPackage}-${version}-${platform.replaceAll(' ', '-')}.node`);
}

/** @param {string} from @param {string} to whole or not there, whenever it is cut off */
function copy(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, `${to}.part`);
  renameSync(`${to}.part`, to);
}

/**
 * npm leaves inside node_modules a lock file of what it really put there, written last: an install that was cut short has none.
 * @param {string} file @returns {Packages | undefined}
 */
function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

function readStamp() {
  return existsSync(stamp) ? readFileSync(stamp, 'utf8') : undefined;
}
