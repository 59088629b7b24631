import { preparedPassword } from '#shared/account-rules';
import type { UserId } from '#shared/ids';
import { WrongSetting } from '../../config/config.ts';
import { nativeProblem } from '../../errors/system-problems.fr.ts';
import { type Asker, createHashQueue } from './hash-queue.ts';
import { readRecoveryCode } from './recovery-code.ts';

// Not loaded by the commands: it takes 4 MB.
const loadArgon2 = () => import('@node-rs/argon2');

// Argon2id, which is the library's default, with OWASP's parameters for 19 MiB.
const argon2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// One fewer than libuv's pool has threads: hashing on all of them would keep every read and write of a file waiting. A hundred
// hashes take a second or two on an idle machine.
const queue = createHashQueue({ atOnce: 3, waiting: 100, patience: 10_000 });

/** Throws {@link WrongSetting} where the native module does not load: nobody could sign in. */
export async function expectPasswordHashing(): Promise<void> {
  await loadArgon2().catch(() => {
    throw new WrongSetting(nativeProblem('@node-rs/argon2'));
  });
}

/** A person, signed in or on a device that is known: one change of a password needs no more than two hashes at once. */
export function askedByPerson(userId: UserId): Asker {
  return { key: `person ${userId}`, mostAtOnce: 2 };
}

/** Anybody there: a school may sign in at once. */
export function askedFrom(address: string): Asker {
  return { key: `address ${address}` };
}

/**
 * Takes about 20 ms of a processor: never inside a unit of work, where everybody's writing would wait for it. Throws `unavailable`
 * where too many are under way, and `too_many_requests` where too many are this person's.
 */
export function hashPassword(password: string, asker: Asker): Promise<string> {
  return queue(asker, async () => (await loadArgon2()).hash(preparedPassword(password), argon2));
}

/** The result of comparing a password with a hash. */
export interface Comparison {
  isRight: boolean;
  /** The hash is of what was typed: earlier versions did not prepare it. */
  isOfRaw: boolean;
}

/** What a typed password is compared with. */
interface Secret {
  hash: string;
  /** 1 for a code of recovery, whose hash is of what `readRecoveryCode` makes of it. */
  is_code?: number;
}

/**
 * Takes as long as hashing, and throws the same; twice as long for a wrong one that is typed in another form than the prepared one, whether it is compared
 * with a password or with a code. Without a secret it takes as long, and is false.
 */
export async function comparePassword(typed: string, kept: Secret | undefined, asker: Asker): Promise<Comparison> {
  return await queue(asker, async () => {
    const { verify } = await loadArgon2();
    const { hash, is_code: isCode } = kept ?? { hash: nobodys };
    const prepared = preparedPassword(typed);
    const isSame = await verify(hash, isCode === 1 ? readRecoveryCode(typed) : prepared);
    const isOfRaw = !isSame && typed !== prepared && (await verify(hash, typed));
    return { isRight: kept !== undefined && (isSame || isOfRaw), isOfRaw };
  });
}

// The hash of a random, unknown password, with the same parameters.
const nobodys = '$argon2id$v=19$m=19456,t=2,p=1$FCziSzCuNkkI8vVnA6YhuA$zE2jDZH4EpfxtF7fi9hbmBobkYi0EtGIT+Jfn8DzH2o';
