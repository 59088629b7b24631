import { isIP } from 'node:net';
import type { Config } from '../../config/config.ts';
import { withoutBrackets } from '../../config/address-advice.ts';
import { refuse } from '../../errors/refusal.ts';

/** Who asks for passkeys: the name of the host, and the only address at which they may be made and used. */
export interface RelyingParty {
  id: string;
  origin: string;
}

/**
 * From the setting alone: what a request says of host or scheme is what the last proxy made of it. Undefined without an https address with a
 * name; of a machine's own, http will do. Browsers have passkeys at no other.
 */
export function relyingPartyOf({ origin }: Pick<Config, 'origin'>): RelyingParty | undefined {
  if (origin === undefined) return undefined;
  const { protocol, hostname } = new URL(origin);
  if (isIP(withoutBrackets(hostname)) !== 0) return undefined;
  return protocol === 'https:' || hostname === 'localhost' ? { id: hostname, origin } : undefined;
}

/** Where there are no passkeys, what is about them does not exist. */
export function expectRelyingParty(config: Pick<Config, 'origin'>): RelyingParty {
  const party = relyingPartyOf(config);
  if (!party) throw refuse('not_found');
  return party;
}
