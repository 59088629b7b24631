import * as z from 'zod/mini';
import {
  accountLimits,
  asciiEmail,
  avatars,
  defaultAvatar,
  hidesSigns,
  isUsername,
  preparedPassword,
  tidyFirstName,
  tidyUsername,
} from './account-rules.ts';
import { boardId, sessionId, userId } from './ids.ts';
import { madePasskey, usedPasskey } from './passkeys.ts';
import { programFilled } from './program-filled.ts';
import { bounded, tidied } from './written-text.ts';

const avatar = z.enum(avatars.map(({ symbol }) => symbol));

const usernameBy = (tidy: (typed: string) => string) =>
  z.string({ error: 'username_required' }).check(
    bounded(accountLimits.usernameMax, 'username_invalid'),
    z.overwrite(tidy),
    z.minLength(1, { error: 'username_required', abort: true }),
    z.refine((name) => !hidesSigns(name), { error: 'username_taken', abort: true }),
    z.maxLength(accountLimits.usernameMax, 'username_invalid'),
    z.refine(isUsername, { error: 'username_invalid' }),
  );

const username = usernameBy(tidyUsername);

// As zod has it, but for top-level domains of other scripts. What is before '@' is ASCII: few mail servers take anything else.
const emailPattern =
  /^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+(?:[A-Za-z]{2,}|[Xx][Nn]--[A-Za-z0-9-]+)$/;

const tidiedEmail = tidied((typed) => asciiEmail(typed.trim()), accountLimits.emailMax, 'email_invalid');
const isEmail = z.email({ error: 'email_invalid', pattern: emailPattern });

export const email = z.string({ error: 'email_invalid' }).check(...tidiedEmail, isEmail);

export const newPassword = z
  .string({ error: 'password_too_short' })
  .check(
    ...tidied(preparedPassword, accountLimits.passwordMax, 'password_too_long'),
    z.minLength(accountLimits.passwordMin, 'password_too_short'),
  );

/** The policies for who may create an account here: everybody, people with an invitation link, or nobody (decision D44). */
export const signUpPolicies = ['open', 'invited', 'closed'] as const;
export type SignUpPolicy = (typeof signUpPolicies)[number];

const chosenAvatar = z._default(avatar, defaultAvatar);
const invitation = z.string().check(z.minLength(1), z.maxLength(128));

const signUpShape = {
  username,
  email,
  avatar: chosenAvatar,
  /** The last segment of an invitation's link, as the page finds it. Asked for where sign-ups are `invited`; anywhere else it changes nothing. */
  invitation: programFilled(invitation),
};

/** 128 random bits of the client's in base64url: the same call under the same key, after a lost reply, signs in to the account of the first. */
export const idempotencyKey = z.optional(z.string().check(z.maxLength(64, { abort: true }), z.regex(/^[\w-]{22,64}$/)));

export const signUp = z.strictObject({
  idempotencyKey,
  ...signUpShape,
  password: newPassword,
});
export type SignUp = z.infer<typeof signUp>;

/** All of a sign-up but what opens the account. */
export const signUpFields = z.strictObject(signUpShape);
export type SignUpFields = z.infer<typeof signUpFields>;

/** With a passkey instead of a password. */
export const signUpWithPasskey = z.strictObject({ ...signUpShape, passkey: madePasskey });
export type SignUpWithPasskey = z.infer<typeof signUpWithPasskey>;

/** A first name and a face: an account without an address, which somebody makes by a link for one person (decision D56). */
export const signUpGuest = z.strictObject({ idempotencyKey, username: usernameBy(tidyFirstName), avatar: chosenAvatar, invitation });
export type SignUpGuest = z.infer<typeof signUpGuest>;

/** `identifier` is an e-mail, or a username when it has no '@'. */
export const signIn = z.strictObject({
  identifier: z
    .string({ error: 'fields_required' })
    .check(...tidied((typed) => typed.trim(), accountLimits.emailMax, 'invalid_input'), z.minLength(1, 'fields_required')),
  // Blanks alone are an empty field, as the screen says too; within a password each character counts.
  password: z.string({ error: 'fields_required' }).check(
    z.maxLength(1024, { error: 'password_too_long', abort: true }),
    z.refine((password) => password.trim() !== '', { error: 'fields_required' }),
  ),
});
export type SignIn = z.infer<typeof signIn>;

/** What a person decided about their privacy (decision D8). */
const preferenceShape = {
  /** Counts which functions are used. */
  dataCollection: z.boolean(),
  /** Shows the members of the person's boards that they are there. */
  onlineStatus: z.boolean(),
  /** Keeps the session after the browser is closed. */
  essentialCookies: z.boolean(),
  /** Counts visits. */
  analytics: z.boolean(),
  /** Hides what is shown while the app is in the background, and in print. */
  screenshotProtection: z.boolean(),
};

/** `consentAsked`: the person has said yes or no to being counted; until then both counters are off. */
export const preferences = z.object({ ...preferenceShape, consentAsked: z.boolean() });
export type Preferences = z.infer<typeof preferences>;

/** Each is saved on its own; those left out stay. */
export const changePreferences = z
  .partial(z.strictObject(preferenceShape))
  .check(z.refine((change) => Object.keys(change).length > 0, { error: 'invalid_input' }));
export type ChangePreferences = z.infer<typeof changePreferences>;

/** Each is saved on its own; those left out stay. */
export const changeProfile = z
  .strictObject({ username: z.optional(username), avatar: z.optional(avatar) })
  .check(z.refine((change) => Object.keys(change).length > 0, { error: 'invalid_input' }));
export type ChangeProfile = z.infer<typeof changeProfile>;

// What is only compared may be anything; the bound keeps a hash from taking long.
const typedPassword = z
  .string({ error: 'password_required' })
  .check(z.minLength(1, 'password_required'), z.maxLength(1024, 'password_too_long'));

/** What is asked of a signed-in person again before what cannot be taken back: the password, or a passkey. */
const proofShape = { password: z.optional(typedPassword), passkey: z.optional(usedPasskey) };

const isProved = ({ password, passkey }: { password?: unknown; passkey?: unknown }) => (password === undefined) !== (passkey === undefined);

/** A guest has neither: then the session is the proof. */
const isAtMostOne = ({ password, passkey }: { password?: unknown; passkey?: unknown }) => password === undefined || passkey === undefined;
const proofFault = { error: 'password_required', path: ['password'] };

export const proof = z.strictObject(proofShape).check(z.refine(isAtMostOne, proofFault));
export type Proof = z.infer<typeof proof>;

export const changePassword = z.strictObject({ currentPassword: proofShape.password, passkey: proofShape.passkey, newPassword }).check(
  z.refine(({ currentPassword: password, passkey }) => isProved({ password, passkey }), {
    error: 'password_required',
    path: ['currentPassword'],
  }),
);

export const askForReset = z.strictObject({
  email: z.string({ error: 'email_required' }).check(...tidiedEmail, z.minLength(1, { error: 'email_required', abort: true }), isEmail),
});

/** `token` is what the link of the mail carries. Pages of earlier versions send all that comes after `reset=`, with the name that follows '&'. */
export const resetPassword = z.strictObject({
  token: z.string().check(...tidied((written) => written.replace(/&.*/s, ''), 256)),
  password: newPassword,
});

/** A browser in which the person is signed in. Times in milliseconds since 1970. */
export const session = z.object({
  id: sessionId,
  /** As in 'Firefox sur Android'; null when the browser did not say. */
  device: z.nullable(z.string()),
  createdAt: z.int(),
  /** Moved once a day; more often where pushes depend on it. */
  lastActiveAt: z.int(),
  /** The one that asks. */
  isCurrent: z.boolean(),
});
export type Session = z.infer<typeof session>;

/** The boards that end with the account of their administrator, and to whom each could be given instead. */
export const deletionPreview = z.object({
  boards: z.array(
    z.object({
      id: boardId,
      title: z.string(),
      icon: z.string(),
      theme: z.string(),
      /** The other members. */
      members: z.array(z.object({ userId, username: z.string(), avatar: z.string() })),
    }),
  ),
});
export type DeletionPreview = z.infer<typeof deletionPreview>;

const someBoard = boardId.check(z.minLength(1), z.maxLength(64));
const somebody = userId.check(z.minLength(1), z.maxLength(64));

export const deleteAccount = z
  .strictObject({
    ...proofShape,
    /** Boards that go to another member instead of being deleted. */
    handOvers: z._default(z.array(z.strictObject({ boardId: someBoard, userId: somebody })).check(z.maxLength(200)), []),
    /** All the boards that the person was shown. When given and no longer true, nothing is deleted. */
    boards: z.optional(z.array(someBoard).check(z.maxLength(200))),
  })
  .check(z.refine(isAtMostOne, proofFault));
export type DeleteAccount = z.infer<typeof deleteAccount>;

/** The signed-in person. `points`: without those of boards of accomplices (decision D53). `createdAt` in milliseconds since 1970. */
export const account = z.object({
  id: userId,
  username: z.string(),
  /** Null for an account without an address. */
  email: z.nullable(z.string()),
  /** A guest has neither an address nor a password or passkey: the session alone opens the account (decision D56). */
  isGuest: z.boolean(),
  /** When all of it is erased, for a guest of a demo; null for everybody else. */
  demoUntil: z.nullable(z.int()),
  avatar: z.string(),
  points: z.int(),
  boardsCount: z.int(),
  actionsCount: z.int(),
  createdAt: z.int(),
  preferences,
});
export type Account = z.infer<typeof account>;

/** What any signed-in person may learn of another by asking for a username. */
export const publicProfile = z.object({ username: z.string(), avatar: z.string() });
export type PublicProfile = z.infer<typeof publicProfile>;
