import type { EndpointKey } from '#shared/api';
import { addressKey } from '../../http/address-key.ts';
import type { Call } from '../../http/serve.ts';
import { deviceName } from './device-name.ts';
import type { Person } from '../identity.ts';

/** Where a call comes from that signs somebody in. */
export interface Caller {
  /** For the limits. */
  address: string;
  /** For the list of a person's sessions; see `deviceName`. */
  device: string | null;
  cookieHeader: string | undefined;
  /** The person signed in in this browser so far. */
  person: Person | null;
}

export function callerOf({ ip, headers, person }: Call<EndpointKey>['request']): Caller {
  return { address: addressKey(ip), device: deviceName(headers['user-agent']), cookieHeader: headers.cookie, person };
}
