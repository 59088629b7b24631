/**
 * Programs of others that judge the app. Installed by the lock file beside this one into a folder of their own, when a test asks for them
 * first: 50 MB that nobody who runs or changes the app needs. No script of theirs runs at the install.
 */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { excerpt, npm, root } from '../../scripts/commands.mjs';
import { alone } from '../../scripts/prepare.mjs';

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const described = ['package.json', 'package-lock.json'];

/** Where they are installed: the folder that has their `node_modules`. */
export async function judges(): Promise<string> {
  const version = createHash('sha256');
  for (const name of described) version.update(readFileSync(here(name)));
  const home = join(root, '.cache', `judges-${version.digest('hex').slice(0, 12)}`);
  if (!isInstalled(home)) await alone(() => install(home));
  return home;
}

// npm writes this last: an install that was cut short has none.
const isInstalled = (home: string) => existsSync(join(home, 'node_modules', '.package-lock.json'));

async function install(home: string): Promise<void> {
  // Another test may have done it meanwhile.
  if (isInstalled(home)) return;
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  for (const name of [...described, 'absent']) cpSync(here(name), join(home, name), { recursive: true });
  const { code, output } = await npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: home });
  if (code !== 0) {
    rmSync(home, { recursive: true, force: true });
    throw new Error(`the judges could not be installed:\n${excerpt(output)}`);
  }
}
