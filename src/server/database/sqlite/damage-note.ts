import { existsSync, rmSync } from 'node:fs';
import { makePrivate } from '../../private-file.ts';
import { classify } from './sqlite-failure.ts';

/**
 * An empty file beside a database in which a program has found damage. A backup or the doctor run as processes of their own: by this a server that
 * has not met the damage yet knows of it.
 */
const noteOf = (file: string) => `${file}-damaged`;

/** Notes damage. A `failure` counts where it says that the database itself is damaged, and not only that it could not be read. */
export function noteDamage(file: string, failure?: unknown): void {
  if (failure !== undefined && !/^SQLITE_(CORRUPT|NOTADB)/.test(classify(failure)?.code ?? '')) return;
  try {
    makePrivate(noteOf(file));
  } catch {
    // Whoever found it says so anyway.
  }
}

export function isDamageNoted(file: string): boolean {
  return existsSync(noteOf(file));
}

/** Once the whole database was found sound, or another one is there. */
export function forgetDamage(file: string): void {
  rmSync(noteOf(file), { force: true });
}
