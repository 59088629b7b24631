import { randomBytes } from 'node:crypto';

/** 128 random bits in base64url: not to be guessed, 22 characters. */
export function newId(): string {
  return randomBytes(16).toString('base64url');
}
