// Apart from the addresses, which the first screen loads: the rules of usernames are for forms.
import { isUsername } from '#shared/account-rules';
import { decoded } from './login-address.ts';

/** Whose password the link of the mail changes, for a password manager; empty where it does not say. Anybody can write a link. */
export function resetNameOf(hash: string): string {
  const [, written = ''] = /^#?reset=[^&]+&pseudo=([^&]+)$/.exec(hash) ?? [];
  const username = decoded(written);
  return isUsername(username) ? username : '';
}
