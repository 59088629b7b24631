// @ts-check
// What every command of package.json needs before it can work: the right Node, the dependencies, the build. Only Node's own
// modules may be imported here, since on a bare clone nothing else is there yet.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join, relative, sep } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { command, excerpt, root, runQuietly, Stop } from './commands.mjs';
import { compile, hasCompiled, hasPackages, install, isCompiled, putCompiled } from './install.mjs';
import { showProgress } from './progress.mjs';

/**
 * Leaves the checkout ready to run, and does only what is missing: the second time it takes some milliseconds.
 * @param {{ build?: 'when stale' | 'always' | 'never', needs?: import('./install.mjs').Needs }} [options]
 */
export async function prepare({ build = 'when stale', needs = 'application' } = {}) {
  const isInstalled = () => hasPackages(needs) && isCompiled();
  // Without the lock where nothing is to be done: whoever runs a finished checkout need not be able to write there.
  if (isInstalled() && fingerprintToBuild(build) === undefined) return;
  await alone(async () => {
    const progress = showProgress();
    let well = false;
    try {
      // Beside each other: the compiler has one core for the longest, and the rest has the other.
      await allOf([
        hasPackages(needs) && isCompiled() ? undefined : compileOnce(progress),
        installAndBuild(needs, fingerprintToBuild(build), progress),
      ]);
      if (!isCompiled()) putCompiled();
      well = true;
    } finally {
      progress.end({ well });
    }
  });
}

/** @typedef {ReturnType<typeof showProgress>} Progress */

/** @param {Progress} progress */
async function compileOnce(progress) {
  if (!hasCompiled()) await progress.during('compilation de SQLite', compile);
}

/** @param {import('./install.mjs').Needs} needs @param {string | undefined} fingerprint of what is to be built @param {Progress} progress */
async function installAndBuild(needs, fingerprint, progress) {
  if (!hasPackages(needs)) await progress.during('installation des dépendances', () => install(needs));
  if (fingerprint !== undefined) await buildAll(fingerprint, progress);
}

// Build

const dist = join(root, 'dist');
const builtStamp = join(dist, '.sources');

/**
 * The fingerprint of the sources that are to be built; undefined where nothing is. The archive of a release is built, and has no sources.
 * @param {'when stale' | 'always' | 'never'} build
 */
function fingerprintToBuild(build) {
  if (build === 'never' || !existsSync(join(root, 'src'))) return undefined;
  const fingerprint = fingerprintOfSources();
  return build === 'always' || !isBuilt(fingerprint) ? fingerprint : undefined;
}

/** @param {string} fingerprint */
function isBuilt(fingerprint) {
  return existsSync(builtStamp) && readFileSync(builtStamp, 'utf8') === fingerprint;
}

/** Contents, not times: a checkout of another branch and back needs no new build. */
function fingerprintOfSources() {
  const hash = createHash('sha256');
  const files = ['package.json', 'package-lock.json', 'vite.config.ts', ...filesIn('src'), ...filesIn('scripts')];
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

/** @param {string} fingerprint @param {Progress} progress */
async function buildAll(fingerprint, progress) {
  rmSync(builtStamp, { force: true });
  await allOf([
    progress.during('construction des pages', () => buildWith('vite.config.ts')),
    progress.during('construction du serveur', () => buildWith('scripts/vite.server.config.ts')),
  ]);
  writeFileSync(builtStamp, fingerprint);
}

/** @param {string} config */
async function buildWith(config) {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const args = [vite, 'build', '--config', config, '--logLevel', 'warn'];
  // A compilation that runs beside it takes longer, so it comes first.
  const { code, output } = await runQuietly(process.execPath, args, { priority: constants.priority.PRIORITY_BELOW_NORMAL });
  if (code !== 0) throw new Stop(`${excerpt(output)}\n\nLa construction a échoué (${config}).`);
}

/** Ends when all have ended, so that nothing still writes when the lock is given back; then fails as the first that failed. @param {unknown[]} works */
async function allOf(works) {
  const failed = (await Promise.allSettled(works)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
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
  await command(() =>
    prepare({
      build: process.argv.includes('--build') ? 'always' : 'when stale',
      needs: process.argv.includes('--tools') ? 'tools' : 'application',
    }),
  );
}
