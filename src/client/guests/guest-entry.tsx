import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { avatars, defaultAvatar, tidyFirstName } from '#shared/account-rules';
import type { SignUp } from '#shared/accounts';
import { CookiesRefused } from '#client/accounts/entrance-commands.ts';
import { useTypedFields } from '#client/accounts/typed-fields.ts';
import { Refused } from '#client/api/api.ts';
import { newId } from '#client/api/new-id.ts';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { EmojiChoice } from '#client/ui/emoji-choice.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { reporting } from '#client/ui/unexpected.ts';
import { useBeginAsGuest } from './entry-commands.ts';
import { guestEntryMessages as texts } from './entry-messages.fr.ts';
import { enterAsHere, isGameHere } from '#client/accounts/game-here.ts';
import { renamed } from '#client/accounts/keeping.ts';

interface GuestEntryProps {
  /** The last segment of the link for one person. */
  invitation: string;
  /** The face of who invites: somebody else's is offered first. */
  taken: string | undefined;
  /** From now on the link may be used up; until it is said that it failed. */
  onPress: () => void;
  onFailed: () => void;
  onIn: () => void;
}

/** A first name, a face and a press, and one plays (decision D56). */
export function GuestEntry({ invitation, taken, onPress, onFailed, onIn }: GuestEntryProps) {
  const client = useQueryClient();
  const begin = useBeginAsGuest();
  // A second press after a lost reply opens what the first one made.
  const [idempotencyKey] = useState(newId);
  const [avatar, setAvatar] = useState<SignUp['avatar']>(() => freeFace(taken));
  const { typed, error, tied, ...fields } = useTypedFields({ username: '' });
  // Pending until the board is drawn.
  const isBusy = begin.isPending || begin.isSuccess;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const form = event.currentTarget;
    const name = tidyFirstName(typed.username);
    if (!fields.accept(form, name === '' ? { username: texts.nameRequired } : {})) return;
    onPress();
    begin.mutate(
      { username: typed.username, avatar, invitation, idempotencyKey },
      {
        onSuccess: ({ user }) => {
          if (user.username !== name) renamed.set(user.username);
          onIn();
        },
        onError: (failure) => {
          onFailed();
          // The page then offers to join with the game that is there.
          if (isGameHere(failure)) void enterAsHere(client).catch(reporting('command'));
          const isOfName = failure instanceof Refused && failure.field === 'username';
          fields.refuse(form, failure, { field: isOfName ? 'username' : undefined, sentence: sentenceOf(failure) });
        },
      },
    );
  }

  return (
    // Never sent by the browser itself.
    <form noValidate method="post" onSubmit={submit}>
      <Stack gap={3}>
        <TextField
          {...tied('username')}
          label={texts.name}
          autoComplete="given-name"
          autoCapitalize="words"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
        />
        <EmojiChoice
          legend={texts.face}
          areFew
          options={avatars}
          value={avatar}
          onChoose={(symbol) => setAvatar(avatars.find((offered) => offered.symbol === symbol)?.symbol ?? defaultAvatar)}
        />
        <p className="hint">{texts.terms}</p>
        <ErrorBanner>{error}</ErrorBanner>
        <Button type="submit" kind="primary" size="lg" wide pending={isBusy}>
          {texts.play}
        </Button>
      </Stack>
    </form>
  );
}

function freeFace(taken: string | undefined): SignUp['avatar'] {
  return avatars.find(({ symbol }) => symbol !== taken)?.symbol ?? defaultAvatar;
}

function sentenceOf(failure: unknown): string {
  if (failure instanceof CookiesRefused) return texts.cookiesRefused;
  if (failure instanceof Refused && failure.code === 'board_not_found') return texts.used;
  return failure instanceof Refused ? failure.sentence : texts.failed;
}
