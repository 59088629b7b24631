import { useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { SignUpFields } from '#shared/accounts';
import { Refused } from '#client/api/api.ts';
import { Button } from '#client/ui/button.tsx';
import { reportUnexpected } from '#client/ui/unexpected.ts';
import { CookiesRefused } from './entrance-commands.ts';
import { PerhapsSignedUp, signInWhenFilled, usePasskeySignIn, usePasskeySignUp } from './passkey-commands.ts';
import { giveUpAsking, PasskeyGivenUp } from './passkey-device.ts';
import { passkeyMessages as texts } from './passkey-messages.fr.ts';
import { passkeyAbilitiesQuery } from './passkey-queries.ts';

/** In milliseconds: what the browser offers with the names that it fills in is asked for anew, before its challenge is over. */
const challengeRenewedEvery = 4 * 60 * 1000;

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
    const offer = async () => {
      try {
        await signInWhenFilled(client);
        if (!isOver) latest.current.onSignedIn();
      } catch (failure) {
        // Nobody has asked for it: a network that is gone is said to whoever presses a button.
        if (isOver || failure instanceof PasskeyGivenUp) return;
        if (failure instanceof Refused || failure instanceof CookiesRefused) tell(latest.current.onFailed, failure);
        else reportUnexpected('command', failure);
      }
    };
    void offer();
    const timer = setInterval(() => void offer(), challengeRenewedEvery);
    return () => {
      isOver = true;
      clearInterval(timer);
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
