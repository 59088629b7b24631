import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Account } from '#shared/accounts';
import type { BodyOf } from '#shared/api';
import type { PasskeyId } from '#shared/ids';
import type { MadePasskey, MakingOptions, UsedPasskey } from '#shared/passkeys';
import { api, Refused, Unreachable } from '#client/api/api.ts';
import { useCommand } from '#client/ui/command.ts';
import { ExpectedError, reporting } from '#client/ui/unexpected.ts';
import { enter } from '#client/sync/replica/caches.ts';
import { keptSession } from './entrance-commands.ts';
import { forgetUnknown, makePasskey, tellKept, askForPasskey } from './passkey-device.ts';
import { ownPasskeysQuery } from './passkey-queries.ts';

/** Signs in; the screen then navigates to `safeRedirect(...)`. */
export function usePasskeySignIn() {
  const client = useQueryClient();
  return useCommand({ mutationFn: () => signIn(), onSuccess: ({ user }) => enter(client, user) });
}

/**
 * Signs in once the person chooses a passkey among the names that the browser fills in: no command, since nobody may ever.
 * Nobody has asked for the challenge, so that it may fail in silence. `isWanted`: still, when it is there. Whether it signed in.
 */
export async function signInWhenFilled(client: QueryClient, isWanted: () => boolean): Promise<boolean> {
  const options = await api('POST /api/session/passkey-challenge').catch(reporting('command'));
  if (!options || !isWanted()) return false;
  const { user } = await signInBy(await askForPasskey(options, { fills: true }), options.rpId);
  enter(client, user);
  return true;
}

async function signIn(): Promise<{ user: Account }> {
  const options = await api('POST /api/session/passkey-challenge');
  return await signInBy(await askForPasskey(options), options.rpId);
}

async function signInBy(body: UsedPasskey, rpId: string): Promise<{ user: Account }> {
  try {
    return await keptSession(api('POST /api/session/passkey', { body }));
  } catch (failure) {
    if (failure instanceof Refused && failure.code === 'passkey_unknown') await forgetUnknown(rpId, body.id);
    throw failure;
  }
}

/** The name or the e-mail is taken, and it was sent before without a reply: most likely by this very person. */
export class PerhapsSignedUp extends ExpectedError {
  override readonly name = 'PerhapsSignedUp';
}

/** Creates an account that a passkey opens. */
export function usePasskeySignUp() {
  const client = useQueryClient();
  /** The name and the e-mail that were sent without a reply. */
  const unanswered = useRef('');
  return useCommand({
    mutationFn: async (fields: BodyOf<'POST /api/accounts/passkey-challenge'>) => {
      const sent = JSON.stringify([fields.username, fields.email]);
      const options = await api('POST /api/accounts/passkey-challenge', { body: fields }).catch((failure: unknown) => {
        const isTaken = failure instanceof Refused && /^(username|email)_taken$/.test(failure.code);
        throw isTaken && sent === unanswered.current ? new PerhapsSignedUp() : failure;
      });
      const passkey = await makePasskey(options);
      try {
        return await keptSession(keeping(passkey, options, api('POST /api/accounts/passkey', { body: { ...fields, passkey } })));
      } catch (failure) {
        if (failure instanceof Unreachable) unanswered.current = sent;
        throw failure;
      }
    },
    onSuccess: ({ user }) => enter(client, user),
  });
}

/** A passkey that the server refuses opens nothing: without this its device would offer it for ever. */
async function keeping<Reply>({ id }: MadePasskey, { rp }: MakingOptions, kept: Promise<Reply>): Promise<Reply> {
  try {
    return await kept;
  } catch (failure) {
    // One that is known opens an account, and a server that fails may have kept it.
    if (failure instanceof Refused && failure.code !== 'passkey_known' && failure.status < 500) await forgetUnknown(rp.id, id);
    throw failure;
  }
}

/** Asks for one of the person's passkeys, for what would ask for the password. */
export function useProof() {
  return useCommand({ mutationFn: async () => await askForPasskey(await api('POST /api/account/passkey-challenge')), gcTime: 0 });
}

/** The permission to add a passkey, by a proof of who one is. */
export function useAskToAdd() {
  return useCommand({
    mutationFn: (body: BodyOf<'POST /api/passkeys/challenge'>) => api('POST /api/passkeys/challenge', { body }),
    // No passwords in the cache of mutations.
    gcTime: 0,
  });
}

export function useAddPasskey() {
  const readAgain = useReadAgain();
  return useCommand({
    mutationFn: async (options: MakingOptions) => {
      const made = await makePasskey(options);
      return (await keeping(made, options, api('POST /api/passkeys', { body: made }))).passkey;
    },
    // After a lost reply too: it may be there.
    onSettled: readAgain,
  });
}

export function useRenamePasskey() {
  const readAgain = useReadAgain();
  return useCommand({
    mutationFn: ({ passkeyId, name }: { passkeyId: PasskeyId; name: string }) =>
      api('PATCH /api/passkeys/:passkeyId', { params: { passkeyId }, body: { name } }),
    onSettled: readAgain,
  });
}

/** Removes a passkey, and has its device forget it. */
export function useRemovePasskey() {
  const client = useQueryClient();
  const readAgain = useReadAgain();
  return useCommand({
    mutationFn: (passkeyId: PasskeyId) => api('DELETE /api/passkeys/:passkeyId', { params: { passkeyId } }),
    onSuccess: async () => {
      await readAgain();
      const own = client.getQueryData(ownPasskeysQuery.queryKey);
      if (own) await tellKept(own);
    },
    onError: readAgain,
  });
}

function useReadAgain() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ownPasskeysQuery.queryKey });
}
