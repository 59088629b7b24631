import { createHash, randomBytes } from 'node:crypto';

/** 128 random bits in base64url: not to be guessed, 22 characters. */
export function newId(): string {
  return randomBytes(16).toString('base64url');
}

/** A hash of an id that must be recognised but must not be readable. */
export function hashedId(id: string): string {
  return createHash('sha256').update(id).digest('base64url');
}

/** The one id for a key that a person chose. Another person's key never yields it, so it reveals nothing about what exists. */
export function repeatableId(userId: string, key: string): string {
  return createHash('sha256').update(`${userId} ${key}`).digest().subarray(0, 16).toString('base64url');
}
