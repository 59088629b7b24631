import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { makePrivate } from '../../files/private-file.ts';
import { classify } from './sqlite-failure.ts';

/**
 * A file beside a database in which a program has found damage. A backup and the doctor run as processes of their own: the note tells a server
 * of damage that it has not met yet. It holds the inode of the damaged file, since another one may get its name.
 */
const noteOf = (file: string) => `${file}-damaged`;
const inodeOf = (file: string) => String(statSync(file).ino);

/** Notes damage. A `failure` counts where it says that the database itself is damaged, and not only that it could not be read. */
export function noteDamage(file: string, failure?: unknown): void {
  if (failure !== undefined && !/^SQLITE_(CORRUPT|NOTADB)/.test(classify(failure)?.code ?? '')) return;
  try {
    makePrivate(noteOf(file));
    writeFileSync(noteOf(file), inodeOf(file));
  } catch {
    // The program that found the damage reports it anyway.
  }
}

export function isDamageNoted(file: string): boolean {
  try {
    const inode = readFileSync(noteOf(file), 'utf8');
    // An empty note had no room on the disk for more, or is of an earlier version.
    return inode === '' || inode === inodeOf(file);
  } catch {
    // There is no note, or it belongs to another user.
    return existsSync(noteOf(file));
  }
}

/** Once the whole database was found sound, or another one is there. */
export function forgetDamage(file: string): void {
  rmSync(noteOf(file), { force: true });
}
