/** Passkeys as this browser makes and uses them. Loaded when there is a use for them: the library with it. */
import {
  base64URLStringToBuffer,
  bufferToBase64URLString,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser';
import type { MadePasskey, MakingOptions, OwnPasskeys, UsedPasskey, UsingOptions } from '#shared/passkeys';
import { ExpectedError } from '#client/ui/unexpected.ts';

/** The person closed what the browser asked, or the browser gave up asking. */
export class PasskeyGivenUp extends ExpectedError {
  override readonly name = 'PasskeyGivenUp';
}

/** The device has a passkey of this person's already. */
export class PasskeyOnDevice extends ExpectedError {
  override readonly name = 'PasskeyOnDevice';
}

/** What answered is not on this device. */
export class PasskeyElsewhere extends ExpectedError {
  override readonly name = 'PasskeyElsewhere';
}

/** Throws {@link PasskeyGivenUp} and {@link PasskeyOnDevice}; the device says itself what else went wrong. */
export async function makePasskey(optionsJSON: MakingOptions): Promise<MadePasskey> {
  const { id, response } = await startRegistration({ optionsJSON: written(optionsJSON) }).catch(asExpected);
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return { id, clientDataJSON, attestationObject, transports };
}

/** `fills`: offered with the names that the browser fills in, and nothing is seen of it before. */
export async function askForPasskey(optionsJSON: UsingOptions, { fills = false } = {}): Promise<UsedPasskey> {
  const { id, response } = await startAuthentication({
    optionsJSON: written(optionsJSON),
    useBrowserAutofill: fills,
    verifyBrowserAutofillInput: false,
  }).catch(asExpected);
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return { id, clientDataJSON, authenticatorData, signature, ...(userHandle !== undefined && { userHandle }) };
}

/**
 * Asks this device for a finger, a face or its code by one of these passkeys, and says which one answered. Nothing of it is sent or verified: it
 * proves something to whoever believes this page.
 */
export async function gestureHere(rpId: string, credentialIds: readonly string[]): Promise<string> {
  const { id, response, authenticatorAttachment } = await startAuthentication({
    optionsJSON: {
      rpId,
      challenge: bufferToBase64URLString(crypto.getRandomValues(new Uint8Array(32)).buffer),
      allowCredentials: credentialIds.map((one) => ({ id: one, type: 'public-key', transports: ['internal'] })),
      userVerification: 'required',
    },
  }).catch(asExpected);
  if (authenticatorAttachment === 'cross-platform' || !isVerified(response.authenticatorData)) throw new PasskeyElsewhere();
  return id;
}

/** The flags stand after the hash of the host's name; the third tells that the device has made sure who it is. */
function isVerified(authenticatorData: string): boolean {
  const flags = new Uint8Array(base64URLStringToBuffer(authenticatorData))[32] ?? 0;
  return (flags & 4) !== 0;
}

/** Takes back what the browser asks or offers. */
export function giveUpAsking(): void {
  WebAuthnAbortService.cancelCeremony();
}

type Named = { id: string; type: 'public-key'; transports: string[] }[];

// The library knows the transports of today by name.
function written<Options extends object>(options: Options) {
  type Known<Value> = Value extends Named ? { id: string; type: 'public-key'; transports?: AuthenticatorTransport[] }[] : Value;
  return options as unknown as { [Key in keyof Options]: Known<Options[Key]> };
}

function asExpected(error: unknown): never {
  // A second request ends the first; closing a prompt, and waiting too long before it, have one name.
  const { name } = error instanceof WebAuthnError && error.cause instanceof Error ? error.cause : (error as Error);
  if (name === 'InvalidStateError') throw new PasskeyOnDevice();
  throw name === 'NotAllowedError' || name === 'AbortError' ? new PasskeyGivenUp() : error;
}

/** Tells the device of a passkey that opens nothing, so that it offers it no more. */
export async function forgetUnknown(rpId: string, credentialId: string): Promise<void> {
  await signals()?.signalUnknownCredential?.({ rpId, credentialId }).catch(unheard);
}

/** Tells the device which passkeys the person has here. */
export async function tellKept({ passkeys, userHandle: userId, rpId }: OwnPasskeys): Promise<void> {
  if (userId === null) return;
  const allAcceptedCredentialIds = passkeys.filter(({ isOfHere }) => isOfHere).map(({ credentialId }) => credentialId);
  await signals()?.signalAllAcceptedCredentials?.({ rpId, userId, allAcceptedCredentialIds }).catch(unheard);
}

interface Signals {
  signalUnknownCredential?: (about: { rpId: string; credentialId: string }) => Promise<void>;
  signalAllAcceptedCredentials?: (about: { rpId: string; userId: string; allAcceptedCredentialIds: string[] }) => Promise<void>;
}

function signals(): Signals | undefined {
  return 'PublicKeyCredential' in window ? PublicKeyCredential : undefined;
}

// A device that does not listen offers the passkey once more, and hears then that it opens nothing.
function unheard(): void {}
