// @ts-check
// What every command of package.json needs before it can work: the right Node, the dependencies, the build. Only Node's own
// modules may be imported here, since on a bare clone nothing else is there yet.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { command, excerpt, npm, root, runQuietly, Stop } from './commands.mjs';

/**
 * Leaves the checkout ready to run, and does only what is missing: the second time it takes some milliseconds.
 * @param {{ build?: 'when stale' | 'always' | 'never' }} [options]
 */
export async function prepare({ build = 'when stale' } = {}) {
  checkNode();
  // Without the lock where nothing is to be done: whoever runs a finished checkout need not be able to write there.
  if (isInstalled() && (build === 'never' || (build === 'when stale' && isBuilt(fingerprintOfSources())))) return;
  await alone(async () => {
    if (!isInstalled()) await install();
    const fingerprint = fingerprintOfSources();
    if (build === 'always' || (build === 'when stale' && !isBuilt(fingerprint))) await buildAll(fingerprint);
  });
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new Stop(`OU LA LA demande Node 20.19 ou plus récent, et celui-ci est ${process.versions.node} (https://nodejs.org).`);
}

// Dependencies

const modules = join(root, 'node_modules');
const platformStamp = join(modules, '.ou-la-la-platform');
// Native modules are compiled for one of these only; after a change of Node the same files no longer load.
const platform = `${process.platform} ${process.arch} abi${process.versions.modules}`;

function isInstalled() {
  const installed = packagesIn(join(modules, '.package-lock.json'));
  const wanted = packagesIn(join(root, 'package-lock.json'));
  if (!wanted) throw new Stop('Le fichier package-lock.json manque ou est illisible.');
  if (!installed) return false;
  if (existsSync(platformStamp) && readFileSync(platformStamp, 'utf8') !== platform) return false;
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    if (path === '') return true;
    const found = installed[path];
    return found ? found.version === version : optional === true;
  });
}

/**
 * npm leaves inside node_modules a lock file of what it really put there, written last: an install that was cut short has none.
 * @param {string} lockFile @returns {Record<string, { version?: string, optional?: boolean }> | undefined}
 */
function packagesIn(lockFile) {
  try {
    return JSON.parse(readFileSync(lockFile, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

async function install() {
  console.log('Installation des dépendances (une seule fois, une à deux minutes)…');
  // NODE_ENV=production would leave out what builds the application.
  const { code, output } = await npm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
  if (code !== 0) {
    throw new Stop(
      `${excerpt(output)}\n\nL'installation des dépendances a échoué (ci-dessus la sortie de npm ci).\n` +
        'Il faut un accès au registre npm et, si better-sqlite3 doit être compilé, python3, make et g++.',
    );
  }
  writeFileSync(platformStamp, platform);
}

// Build

const dist = join(root, 'dist');
const builtStamp = join(dist, '.sources');

/** @param {string} fingerprint */
function isBuilt(fingerprint) {
  return existsSync(builtStamp) && readFileSync(builtStamp, 'utf8') === fingerprint;
}

/** Contents, not times: a checkout of another branch and back needs no new build. */
function fingerprintOfSources() {
  const hash = createHash('sha256');
  const files = ['package.json', 'package-lock.json', 'vite.config.ts', 'vite.server.config.ts', ...filesIn('src'), ...filesIn('scripts')];
  for (const file of files.filter((name) => !/\.(test\.tsx?|mjs)$/.test(name))) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

/** @param {string} folder @returns {string[]} paths from the root, sorted */
function filesIn(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

/** @param {string} fingerprint */
async function buildAll(fingerprint) {
  console.log("Construction de l'application…");
  rmSync(builtStamp, { force: true });
  const vite = join(modules, 'vite', 'bin', 'vite.js');
  for (const config of ['vite.config.ts', 'vite.server.config.ts']) {
    const { code, output } = await runQuietly(process.execPath, [vite, 'build', '--config', config, '--logLevel', 'warn']);
    if (code !== 0) throw new Stop(`${excerpt(output)}\n\nLa construction a échoué (${config}).`);
  }
  writeFileSync(builtStamp, fingerprint);
}

// One at a time

const lock = join(root, '.cache', 'prepare.lock');

/**
 * Two commands started together would install and build into the same folders.
 * @param {() => Promise<void>} work
 */
export async function alone(work) {
  for (let waited = 0; !takeLock(); waited += 200) {
    if (waited === 1000) console.log(`Une autre commande prépare déjà l'application (${relative(root, lock)}), attente…`);
    await pause(200);
  }
  try {
    await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function takeLock() {
  try {
    mkdirSync(join(root, '.cache'), { recursive: true });
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (failure) {
    const code = failure instanceof Error && 'code' in failure ? String(failure.code) : String(failure);
    if (code !== 'EEXIST')
      throw new Stop(
        `L'application est à installer ou à construire, et ${root} n'est pas accessible en écriture (${code}) : npm run build.`,
      );
    // Held by another command, unless that one was killed before it could let go.
    const holder = statSync(lock, { throwIfNoEntry: false }) && Number(readFileSync(lock, 'utf8'));
    if (holder && !isAlive(holder)) rmSync(lock, { force: true });
    return false;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await command(() => prepare({ build: process.argv.includes('--build') ? 'always' : 'when stale' }));
}
