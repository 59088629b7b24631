import { useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { SignUpFields } from '#shared/accounts';
import { Refused, Unreachable } from '#client/api/api.ts';
import { serverTime } from '#client/api/server-clock.ts';
import { Button } from '#client/ui/button.tsx';
import { ExpectedError, reportUnexpected } from '#client/ui/unexpected.ts';
import { CookiesRefused } from './entrance-commands.ts';
import { PerhapsSignedUp, signInWhenFilled, usePasskeySignIn, usePasskeySignUp } from './passkey-commands.ts';
import { giveUpAsking, PasskeyGivenUp } from './passkey-device.ts';
import { passkeyMessages as texts } from './passkey-messages.fr.ts';
import { passkeyAbilitiesQuery } from './passkey-queries.ts';

/** In milliseconds: what the browser offers with the names that it fills in is asked for anew, before its challenge is over. */
const challengeRenewedEvery = 4 * 60 * 1000;
const lookedAtEvery = 15_000;

interface PasskeySignInProps {
  onTry: () => void;
  onSignedIn: () => void;
  /** Called with a sentence of the server's where it has one. */
  onFailed: (failure: unknown, sentence: string | null) => void;
}

/** The button to sign in by a passkey, and the same among the names that the browser fills in. */
export function PasskeySignIn({ onTry, onSignedIn, onFailed }: PasskeySignInProps) {
  const { data: can } = useQuery(passkeyAbilitiesQuery);
  const signIn = usePasskeySignIn();
  const client = useQueryClient();
  const latest = useRef({ onSignedIn, onFailed });
  useEffect(() => {
    latest.current = { onSignedIn, onFailed };
  });

  const fills = can?.has === true && can.fills;
  const isPressed = signIn.isPending || signIn.isSuccess;
  useEffect(() => {
    if (!fills || isPressed) return;
    let isOver = false;
    let askedAt = -Infinity;
    const offer = async () => {
      askedAt = serverTime();
      try {
        const isIn = await signInWhenFilled(client, () => !isOver);
        if (isIn && !isOver) latest.current.onSignedIn();
      } catch (failure) {
        if (isOver || failure instanceof PasskeyGivenUp) return;
        // The person has chosen one.
        if (failure instanceof ExpectedError) tell(latest.current.onFailed, failure);
        else reportUnexpected('command', failure);
        const mayTryAgain = failure instanceof Unreachable || (failure instanceof Refused && failure.code !== 'too_many_attempts');
        if (mayTryAgain) void offer();
      }
    };
    const renew = () => {
      // Hidden pages are many and ask in vain; one that comes back into sight late asks at once.
      if (document.visibilityState === 'visible' && serverTime() - askedAt >= challengeRenewedEvery) void offer();
    };
    // Drawn out of sight, it waits to be seen.
    renew();
    const timer = setInterval(renew, lookedAtEvery);
    document.addEventListener('visibilitychange', renew);
    return () => {
      isOver = true;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', renew);
      giveUpAsking();
    };
  }, [fills, isPressed, client]);

  if (!can?.has) return null;
  return (
    <Button
      icon={<KeyRound aria-hidden="true" />}
      pending={isPressed}
      onClick={() => {
        onTry();
        signIn.mutate(undefined, { onSuccess: onSignedIn, onError: (failure) => tell(onFailed, failure) });
      }}
    >
      {texts.signIn}
    </Button>
  );
}

interface PasskeySignUpProps {
  /** What was typed, once it can be accepted; else it shows what cannot. */
  read: () => SignUpFields | null;
  onSignedUp: () => void;
  onFailed: (failure: unknown, sentence: string | null) => void;
}

/** The button to create an account that a passkey opens, without a password. */
export function PasskeySignUp({ read, onSignedUp, onFailed }: PasskeySignUpProps) {
  const { data: can } = useQuery(passkeyAbilitiesQuery);
  const signUp = usePasskeySignUp();
  if (!can?.has) return null;
  return (
    <Button
      icon={<KeyRound aria-hidden="true" />}
      pending={signUp.isPending || signUp.isSuccess}
      onClick={() => {
        const fields = read();
        if (fields)
          signUp.mutate(fields, {
            onSuccess: onSignedUp,
            onError: (failure) => tell(onFailed, failure, failure instanceof PerhapsSignedUp ? texts.perhapsSignedUp : texts.notMade),
          });
      }}
    >
      {texts.signUp}
    </Button>
  );
}

/** Closing what the browser asked is no failure. */
function tell(onFailed: PasskeySignInProps['onFailed'], failure: unknown, otherwise: string = texts.failed): void {
  if (failure instanceof PasskeyGivenUp) return;
  const isKnown = failure instanceof Refused || failure instanceof CookiesRefused;
  onFailed(failure, failure instanceof Refused ? failure.sentence : isKnown ? null : otherwise);
}
