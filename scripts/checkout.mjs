// @ts-check
import { spawnSync } from 'node:child_process';
import { root } from './commands.mjs';

/**
 * What is checked out, as in 71ea3ea; with a + where something else than the record of what was measured is not committed. Undefined where
 * this is no checkout.
 * @returns {string | undefined}
 */
export function checkedOut() {
  /** @param {string[]} args */
  const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  const { status, stdout } = git('rev-parse', '--short=7', 'HEAD');
  if (status !== 0) return undefined;
  const changed = git('status', '--porcelain', '--', ':!docs').stdout.trim() !== '';
  return `${stdout.trim()}${changed ? '+' : ''}`;
}
