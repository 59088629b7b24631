import { hash, verify } from '@node-rs/argon2';

// Argon2id, which is the library's default, with OWASP's parameters for 19 MiB.
const argon2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Takes about 20 ms of a processor: never inside a unit of work, where everybody's writing would wait for it. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, argon2);
}

/** Takes as long as hashing. */
export function isPassword(password: string, hashed: string): Promise<boolean> {
  return verify(hashed, password);
}
