import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createGzip } from 'node:zlib';

/** A file that is not what was written: cut short, or with other bytes. */
export class Damaged extends Error {}

/** Packs a file with gzip, which adds a checksum; on the disk when it resolves. Only its owner reads it. */
export async function pack(from: string, to: string): Promise<void> {
  // Sealed text hardly gets smaller, so a low level is enough.
  const gzip = createGzip({ level: constants.Z_BEST_SPEED });
  await pipeline(createReadStream(from), gzip, createWriteStream(to, { mode: 0o600, flags: 'wx', flush: true }));
}

/** The reverse, also of a file that somebody has unpacked before. Throws {@link Damaged}. */
export async function unpack(from: string, to: string): Promise<void> {
  await unpackInto(from, createWriteStream(to, { mode: 0o600, flags: 'wx', flush: true }));
}

/** Reads a packed file to its end. Throws {@link Damaged}. */
export async function readThrough(file: string): Promise<void> {
  await unpackInto(file, new Writable({ write: (_chunk, _encoding, done) => done() }));
}

async function unpackInto(from: string, to: Writable): Promise<void> {
  if (!(await isPacked(from))) return await pipeline(createReadStream(from), to);
  try {
    await pipeline(createReadStream(from), createGunzip(), to);
  } catch (failure) {
    const code = failure instanceof Error && 'code' in failure ? String(failure.code) : '';
    // Z_DATA_ERROR: other bytes; Z_BUF_ERROR: its end is missing.
    if (code.startsWith('Z_')) throw new Damaged(code);
    throw failure;
  }
}

async function isPacked(file: string): Promise<boolean> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await handle.close();
  }
}
