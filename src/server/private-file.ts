import { chmodSync, closeSync, openSync, statSync } from 'node:fs';

/** Only its owner. */
const ownersOnly = 0o600;

/**
 * Takes from everybody but its owner the right to read a file of ours, where it is there: whatever the folder and the umask permit, and
 * however an earlier program or a copy left it. Somebody else's file stays as it is.
 */
export function keepPrivate(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isFile() && found.uid === process.getuid?.() && (found.mode & 0o077) !== 0) chmodSync(file, ownersOnly);
}

/** Makes an empty file that only its owner reads, unless there is one. */
export function makePrivate(file: string): void {
  try {
    closeSync(openSync(file, 'wx', ownersOnly));
  } catch (failure) {
    if (!(failure instanceof Error && 'code' in failure && failure.code === 'EEXIST')) throw failure;
  }
}
