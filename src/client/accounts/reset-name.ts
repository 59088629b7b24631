// Apart from the addresses, which the first screen loads: the rules of usernames are for forms.
import { isUsername } from '#shared/account-rules';
import { decoded } from './login-address.ts';

/** The username in the link of the mail, for a password manager; empty without one. Anybody can write such a link, so it proves nothing. */
export function resetNameOf(hash: string): string {
  const [, written = ''] = /^#?reset=[^&]+&pseudo=([^&]+)$/.exec(hash) ?? [];
  const username = decoded(written);
  return isUsername(username) ? username : '';
}

/**
 * What the link of the mail carries behind '#', which no browser sends and no server logs: `/login#reset=<token>&pseudo=<username>`. Null
 * for any other address.
 */
export function resetTokenOf(hash: string): string | null {
  const [, token] = /^#?reset=([\w-]+)/.exec(hash) ?? [];
  return token ?? null;
}

/** The same of the link at the foot of the weekly mail: `/login#recap=<token>`. */
export function recapTokenOf(hash: string): string | null {
  const [, token] = /^#?recap=([\w-]{1,64})(?:[^\w&-]|$)/.exec(hash) ?? [];
  return token ?? null;
}
