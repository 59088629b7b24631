import { randomBytes } from 'node:crypto';

// Crockford's: no I, L, O or U.
const signs = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const length = 16;

/** A code of 80 random bits, in groups of four: as good as a password that nobody guesses, and short enough to be written down. */
export function newRecoveryCode(): string {
  const code = Array.from(randomBytes(length), (byte) => signs[byte % signs.length]).join('');
  return code.replace(/.{4}(?=.)/g, '$&-');
}

/** The form in which codes are hashed: case, blanks and dashes do not count, nor does a letter that looks like a digit. */
export function readRecoveryCode(typed: string): string {
  const bare = typed.normalize('NFKC').replace(/[\s\p{Pd}\p{Cf}\u2212_]/gu, '');
  return bare.toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1');
}
