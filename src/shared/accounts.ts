import * as z from 'zod/mini';
import { accountLimits, avatars, defaultAvatar, isUsername, tidyUsername } from './account-rules.ts';

const avatar = z.enum(avatars.map(({ symbol }) => symbol));

const username = z
  .string({ error: 'username_required' })
  .check(
    z.overwrite(tidyUsername),
    z.minLength(1, { error: 'username_required', abort: true }),
    z.refine(isUsername, { error: 'username_invalid' }),
  );

const email = z
  .string({ error: 'email_invalid' })
  .check(z.trim(), z.maxLength(accountLimits.emailMax, 'email_invalid'), z.email({ error: 'email_invalid' }));

const newPassword = z
  .string({ error: 'password_too_short' })
  .check(z.minLength(accountLimits.passwordMin, 'password_too_short'), z.maxLength(accountLimits.passwordMax, 'password_too_long'));

export const signUp = z.strictObject({ username, email, password: newPassword, avatar: z._default(avatar, defaultAvatar) });
export type SignUp = z.infer<typeof signUp>;

/** `identifier` is an e-mail, or a username when it has no '@'. */
export const signIn = z.strictObject({
  identifier: z
    .string({ error: 'fields_required' })
    .check(z.trim(), z.minLength(1, 'fields_required'), z.maxLength(accountLimits.emailMax)),
  // Blanks alone are an empty field, as the screen says too; within a password each character counts.
  password: z.string({ error: 'fields_required' }).check(
    z.refine((password) => password.trim() !== '', { error: 'fields_required' }),
    z.maxLength(1024),
  ),
});
export type SignIn = z.infer<typeof signIn>;

/** The signed-in person. `createdAt` in milliseconds since 1970. */
export const account = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  avatar: z.string(),
  points: z.int(),
  boardsCount: z.int(),
  actionsCount: z.int(),
  createdAt: z.int(),
});
export type Account = z.infer<typeof account>;

/** What any signed-in person may learn of another by asking for a username. */
export const publicProfile = z.object({ username: z.string(), avatar: z.string() });
export type PublicProfile = z.infer<typeof publicProfile>;
