// Apart from the addresses, which the first screen loads: the rules of usernames are for forms.
import { isUsername } from '#shared/account-rules';
import { decoded } from './login-address.ts';

/** The username in the link of the mail, for a password manager; empty without one. Anybody can write such a link, so it proves nothing. */
export function resetNameOf(hash: string): string {
  const [, written = ''] = /^#?reset=[^&]+&pseudo=([^&]+)$/.exec(hash) ?? [];
  const username = decoded(written);
  return isUsername(username) ? username : '';
}
