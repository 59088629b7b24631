import { accountLimits, hidesSigns, isUsername, tidyUsername } from '#shared/account-rules';
import { signupMessages } from './accounts-messages.fr.ts';
import { newPasswordFault } from './password-strength.ts';

const { errors } = signupMessages;

/** The typed fields of sign-up, in the order shown; the server names them alike. */
export const fieldNames = ['username', 'email', 'password'] as const;
export type FieldName = (typeof fieldNames)[number];

/** The sentence for each of these fields that would be refused as it stands. */
export function faultsOf<Name extends FieldName>(typed: Record<Name, string>): Partial<Record<Name, string>> {
  const names = Object.keys(typed) as Name[];
  const found = names.map((name) => [name, faultFinders[name](typed[name])]);
  return Object.fromEntries(found.filter(([, sentence]) => sentence !== null));
}

const faultFinders: Record<FieldName, (typed: string) => string | null> = {
  username: usernameFault,
  email: emailFault,
  password: newPasswordFault,
};

function usernameFault(typed: string): string | null {
  const username = tidyUsername(typed);
  if (username === '') return errors.usernameRequired;
  // The server says of such a name that it is taken.
  return isUsername(username) || hidesSigns(username) ? null : errors.usernameInvalid;
}

// Texts that are surely no e-mail; the server decides about the rest, with the same sentence.
const roughEmail = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

function emailFault(typed: string): string | null {
  const email = typed.trim();
  if (email === '') return errors.emailRequired;
  return roughEmail.test(email) && email.length <= accountLimits.emailMax ? null : errors.emailInvalid;
}
