/** Passkeys ('clés d'accès', decision D47): what a browser is asked for, what it answers, and what a person is told of theirs. */
import * as z from 'zod/mini';
import { passkeyId } from './ids.ts';
import { visibleText } from './visible-text.ts';
import { tidied } from './written-text.ts';

export const passkeyLimits = { perPerson: 20, nameMax: 40 } as const;

/** Bytes as WebAuthn writes them in JSON. `max` in letters. */
const bytes = (max: number) => z.string().check(z.maxLength(max, { abort: true }), z.minLength(1), z.regex(/^[\w-]+$/));

// 1,023 bytes at most, by the standard.
const credentialId = bytes(1364);
const transports = z.array(z.string().check(z.maxLength(32))).check(z.maxLength(8));

/** What a browser answers that has made a passkey. */
export const madePasskey = z.strictObject({
  id: credentialId,
  clientDataJSON: bytes(4096),
  attestationObject: bytes(16_384),
  transports: z._default(transports, []),
});
export type MadePasskey = z.infer<typeof madePasskey>;

/** What a browser answers that has used one. */
export const usedPasskey = z.strictObject({
  id: credentialId,
  clientDataJSON: bytes(4096),
  authenticatorData: bytes(4096),
  signature: bytes(4096),
  /** Whose it is, as the device knows it. Without it nobody is signed in. */
  userHandle: z.optional(bytes(128)),
});
export type UsedPasskey = z.infer<typeof usedPasskey>;

const descriptors = z.array(z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()) }));

/** What a browser is given to make one: the creation options of WebAuthn as JSON. */
export const makingOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: descriptors,
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
});
export type MakingOptions = z.infer<typeof makingOptions>;

/** What a browser is given to use one. `allowCredentials` is empty for signing in: which passkeys there are is for the device to say. */
export const usingOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  allowCredentials: descriptors,
});
export type UsingOptions = z.infer<typeof usingOptions>;

/** One of a person's passkeys. Times in milliseconds since 1970. */
export const passkey = z.object({
  id: passkeyId,
  credentialId: z.string(),
  name: z.string(),
  /** The name of the host that it was made for. It opens nothing at another. */
  rpId: z.string(),
  /** Whether that is this server's. */
  isOfHere: z.boolean(),
  /** Whether its device has copied it to others of the same owner, or to where they take it from. */
  isSynced: z.boolean(),
  createdAt: z.int(),
  lastUsedAt: z.nullable(z.int()),
});
export type Passkey = z.infer<typeof passkey>;

/** `userHandle`: what the person's devices know them by here; null before their first passkey. */
export const ownPasskeys = z.object({
  passkeys: z.array(passkey),
  userHandle: z.nullable(z.string()),
  rpId: z.string(),
  /** Without a password and with one passkey left, that one stays. */
  hasPassword: z.boolean(),
});
export type OwnPasskeys = z.infer<typeof ownPasskeys>;

export const renamePasskey = z.strictObject({
  name: z
    .string({ error: 'passkey_name_invalid' })
    .check(...tidied(visibleText, passkeyLimits.nameMax, 'passkey_name_invalid'), z.minLength(1, 'passkey_name_invalid')),
});
