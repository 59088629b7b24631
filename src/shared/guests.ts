import * as z from 'zod/mini';
import { email, idempotencyKey, newPassword } from './accounts.ts';
import { userId } from './ids.ts';

const day = 24 * 60 * 60 * 1000;

/** In milliseconds. */
export const guestLimits = {
  /** A guest who was not here for so long is erased. */
  lasts: 90 * day,
  /** Browsers keep no cookie longer. Nothing else opens the account, so that the session ends with it and not before. */
  sessionLasts: 400 * day,
  /** So long before, they are told. Nobody is erased who was not. */
  warnedBefore: 14 * day,
  /** How long a link of re-entry can be used. */
  reEntryLasts: day,
};

/** What opens the account from then on. */
export const keepByEmail = z.strictObject({ email, password: newPassword });
export type KeepByEmail = z.infer<typeof keepByEmail>;

/** As typed back: case, blanks and dashes do not count, nor do letters that look like digits. */
export const typedCode = z.strictObject({
  code: z.string({ error: 'fields_required' }).check(z.maxLength(1024, { abort: true }), z.minLength(1, 'fields_required')),
});

const token = z.string().check(z.minLength(1), z.maxLength(128));

export const returnLink = z.strictObject({ token });
export const useReturnLink = z.strictObject({ token, idempotencyKey });
export type UseReturnLink = z.infer<typeof useReturnLink>;

/** `token` stands behind '#' in the address `/retour#{token}`, which no browser sends and no server logs, and is told this once. Times in milliseconds since 1970. */
export const madeReturnLink = z.object({ token: z.string(), expiresAt: z.int() });
export type MadeReturnLink = z.infer<typeof madeReturnLink>;

/** Whose game a link of re-entry opens. */
export const returning = z.object({ username: z.string(), avatar: z.string() });
export type Returning = z.infer<typeof returning>;

/** A member who is a guest. `returnLinkUntil`: while a link of re-entry waits for them; null without one. */
export const boardGuest = z.object({ userId, returnLinkUntil: z.nullable(z.int()) });
export type BoardGuest = z.infer<typeof boardGuest>;
