import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { tokenPrefix } from '#shared/token-rules';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** So many digits hold 256 bits, and so many the 32 of the checksum. */
const [randomDigits, checkDigits] = [43, 6];
const form = new RegExp(`^${tokenPrefix}[0-9A-Za-z]{${randomDigits + checkDigits}}$`);

/** A new token: the prefix, 256 random bits, and a checksum by which a cut one is known without asking the database. */
export function newTokenText(): string {
  const random = tokenPrefix + base62(BigInt(`0x${randomBytes(32).toString('hex')}`), randomDigits);
  return random + checkOf(random);
}

export function isTokenText(text: string): boolean {
  return form.test(text) && checkOf(text.slice(0, -checkDigits)) === text.slice(-checkDigits);
}

function checkOf(text: string): string {
  return base62(BigInt(crc32(text)), checkDigits);
}

function base62(number: bigint, length: number): string {
  let text = '';
  for (let rest = number; text.length < length; rest /= 62n) text = `${digits[Number(rest % 62n)]}${text}`;
  return text;
}
