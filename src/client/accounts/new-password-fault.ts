import { accountLimits } from '#shared/account-rules';
import { passwordMessages } from './accounts-messages.fr.ts';

const { errors } = passwordMessages;

/** The sentence for a password that would surely be refused, else null. The server also knows the commonest ones. */
export function newPasswordFault(typed: string): string | null {
  if (typed.length < accountLimits.passwordMin) return errors.tooShort;
  return typed.length > accountLimits.passwordMax ? errors.tooLong : null;
}
