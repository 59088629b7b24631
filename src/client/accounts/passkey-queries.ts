import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '#client/api/api.ts';

/** What this browser can do with passkeys, where this server has them at all. */
export interface PasskeyAbilities {
  /** Makes and uses them, on this device or by one nearby. */
  has: boolean;
  /** Offers them where a name is filled in. */
  fills: boolean;
}

const none: PasskeyAbilities = { has: false, fills: false };

/** What the browser says of itself counts, not its name: a button that does nothing is worse than none. */
export const passkeyAbilitiesQuery = queryOptions({
  queryKey: ['passkey-abilities'],
  queryFn: async ({ signal }): Promise<PasskeyAbilities> => {
    const { getClientCapabilities } = 'PublicKeyCredential' in window ? PublicKeyCredential : {};
    if (!getClientCapabilities || !(await api('GET /api/configuration', { signal })).passkeys) return none;
    const can = await PublicKeyCredential.getClientCapabilities();
    const has = ['passkeyPlatformAuthenticator', 'userVerifyingPlatformAuthenticator', 'hybridTransport'].some(
      (name) => can[name] === true,
    );
    return { has, fills: can['conditionalGet'] === true };
  },
  staleTime: Number.POSITIVE_INFINITY,
});

/** The person's passkeys; null where this server has none of anybody. */
export const ownPasskeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: async ({ signal }) => {
    const { passkeys } = await api('GET /api/configuration', { signal });
    return passkeys ? await api('GET /api/passkeys', { signal }) : null;
  },
  staleTime: 0,
});

/** Whether one of the person's passkeys can stand for the password in this browser; undefined until that is known. */
export function useCanProve(): boolean | undefined {
  const { data: own } = useQuery(ownPasskeysQuery);
  const { data: can } = useQuery(passkeyAbilitiesQuery);
  if (own === undefined || can === undefined) return undefined;
  return can.has && own?.passkeys.some(({ isOfHere }) => isOfHere) === true;
}
