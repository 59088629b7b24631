import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { removeUnused } from '../files/unused.ts';

/** The folder of mails that were written because there is no mail server to send them. */
export interface MailFolder {
  /** Keeps a mail to somebody under the id of its job; the name of the file. */
  write(id: string, userId: string, mail: Buffer): Promise<string>;
  /** Removes a mail that nobody wants any more. */
  remove(id: string): Promise<void>;
  /** Removes all mails to somebody. */
  removeFor(userId: string): Promise<void>;
  /** Removes what was written so long ago, in milliseconds, and what was left unfinished then. */
  removeOlderThan(age: number): Promise<void>;
}

/** The names of our files. Other files in the folder are not ours to remove. */
const ours = /^[\w-]{22}\.eml(\.part)?$/;

export function createMailFolder(folder: string): MailFolder {
  const nameOf = (id: string) => `${id}.eml`;

  async function files(): Promise<string[]> {
    return (await unlessGone(readdir(folder)))?.filter((name) => ours.test(name)).map((name) => join(folder, name)) ?? [];
  }

  return {
    async write(id, userId, mail) {
      await writeDurably(folder, nameOf(id), Buffer.concat([Buffer.from(mark(userId)), mail]));
      return nameOf(id);
    },
    remove: (id) => rm(join(folder, nameOf(id)), { force: true }),
    async removeFor(userId) {
      for (const file of await files())
        if ((await unlessGone(readFile(file, 'latin1')))?.startsWith(mark(userId))) await rm(file, { force: true });
    },
    async removeOlderThan(age) {
      for (const file of await files()) await removeUnused(file, age);
    },
  };
}

// A line of its head says whose mail it is: the name of the file, which the log repeats, must not.
function mark(userId: string): string {
  return `X-Account: ${userId}\r\n`;
}

async function unlessGone<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (failure) {
    if (failure instanceof Error && 'code' in failure && (failure.code === 'ENOENT' || failure.code === 'ENOTDIR')) return undefined;
    throw failure;
  }
}

// A mail that is written counts as sent, so it must survive a power cut, and appear whole or not at all.
async function writeDurably(folder: string, name: string, bytes: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const unfinished = join(folder, `${name}.part`);
  const file = await open(unfinished, 'w', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, join(folder, name));
  const directory = await open(folder, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
