import { addressKey } from '../../http/address-key.ts';
import type { Call } from '../../http/serve.ts';
import type { SessionCaller } from '../callers.ts';
import { deviceName } from './device-name.ts';

/** The browser that somebody signs in with. */
export interface Browser {
  /** For the limits. */
  address: string;
  /** For the list of a person's sessions; see `deviceName`. */
  device: string | null;
  cookieHeader: string | undefined;
  /** The person who was signed in there before. */
  caller: SessionCaller | null;
}

export function browserOf({ caller, request: { ip, headers } }: Pick<Call<'POST /api/session'>, 'caller' | 'request'>): Browser {
  return { address: addressKey(ip), device: deviceName(headers['user-agent']), cookieHeader: headers.cookie, caller };
}
