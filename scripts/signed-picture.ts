/** Pictures that the repository keeps bear the hash of what they were drawn from: a test tells when one is out of date. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { root } from './commands.mjs';

/** Where pictures lie that are files of the app. */
export const publicFolder = join(root, 'src', 'client', 'app', 'public');

export function hashOf(source: string): string {
  return createHash('sha256').update(source).digest('hex');
}

/** The hash that the picture bears. */
export function hashInside(png: Buffer): string | undefined {
  const at = png.indexOf(`tEXt${keyword}\0`);
  return at < 0
    ? undefined
    : png
        .subarray(at, at + png.readUInt32BE(at - 4) + 4)
        .toString('latin1')
        .slice(`tEXt${keyword}\0`.length);
}

const keyword = 'Source';

/** A text of its own in the picture, before the chunk that ends it. */
export function signedBy(hash: string, png: Buffer): Buffer {
  const text = Buffer.from(`tEXt${keyword}\0${hash}`, 'latin1');
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(text.length - 4);
  check.writeUInt32BE(crc32(text));
  const end = png.length - 12;
  return Buffer.concat([png.subarray(0, end), length, text, check, png.subarray(end)]);
}
