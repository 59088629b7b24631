import { hash, verify } from '@node-rs/argon2';
import { createHashQueue } from './hash-queue.ts';

// Argon2id, which is the library's default, with OWASP's parameters for 19 MiB.
const argon2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// As many as threads of libuv's pool would keep reading and writing of files waiting; the others are over within a second or two, where nothing else is
// to do.
const queue = createHashQueue({ atOnce: 3, waiting: 100, patience: 10_000 });

/**
 * Takes about 20 ms of a processor: never inside a unit of work, where everybody's writing would wait for it. Throws `unavailable`
 * where too many are under way.
 */
export function hashPassword(password: string): Promise<string> {
  return queue(() => hash(password, argon2));
}

/** Takes as long as hashing, and throws the same. */
export function isPassword(password: string, hashed: string): Promise<boolean> {
  return queue(() => verify(hashed, password));
}
