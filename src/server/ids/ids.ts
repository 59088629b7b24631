import { createHash, randomBytes } from 'node:crypto';

/** 128 random bits in base64url: not to be guessed, 22 characters. It becomes the id of whatever the caller names. */
export function newId<Id extends string = string>(): Id {
  return randomBytes(16).toString('base64url') as Id;
}

/** No id. It comes before all of them: where a list begins that is read from id to id. */
export const noId = '' as never;

/** A hash of an id that must be recognised but must not be readable. */
export function hashedId(id: string): string {
  return createHash('sha256').update(id).digest('base64url');
}

/** The one id for a key that a person chose. Another person's key never yields it, so it reveals nothing about what exists. */
export function repeatableId<Id extends string>(owner: string, key: string): Id {
  return createHash('sha256').update(`${owner} ${key}`).digest().subarray(0, 16).toString('base64url') as Id;
}
