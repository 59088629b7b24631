import { chmodSync, closeSync, fchownSync, lchownSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Readable and writable by the owner only. */
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
    closeSync(openPrivate(file));
  } catch (failure) {
    if (!(failure instanceof Error && 'code' in failure && failure.code === 'EEXIST')) throw failure;
  }
}

/** Opens a new file that only its owner reads; made by root it belongs to whom `like` does, as with {@link keepOwner}. */
export function openPrivate(file: string, like = dirname(file)): number {
  const handle = openSync(file, 'wx', ownersOnly);
  giveTo(like, (uid, gid) => fchownSync(handle, uid, gid));
  return handle;
}

/**
 * What root makes in the folder of a service belongs to that service, which could not read it otherwise: to whom `like` belongs, a file that
 * is there already or the folder.
 */
export function keepOwner(file: string, like = dirname(file)): void {
  giveTo(like, (uid, gid) => lchownSync(file, uid, gid));
}

function giveTo(like: string, give: (uid: number, gid: number) => void): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(like);
  try {
    give(uid, gid);
  } catch {
    // A root that may give nothing away, as in a container without the right to or on a share: it stays its own.
  }
}
