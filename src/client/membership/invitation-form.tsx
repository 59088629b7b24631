import { type SubmitEvent, useRef, useState } from 'react';
import type { BoardId } from '#shared/ids';
import { Refused } from '#client/api/api.ts';
import { useSendRequest } from './request-commands.ts';
import { mayPass } from '#client/sync/replica/query-client.ts';
import { Banner, ErrorBanner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { shareBoardMessages } from './share-board-messages.fr.ts';

const texts = shareBoardMessages.direct;

interface InvitationFormProps {
  boardId: BoardId;
  /** The administrator invites; another member proposes. */
  type: 'invitation' | 'member_invitation';
  label: string;
  example?: string | undefined;
  submit: string;
  submitting: string;
  sent: string;
  /** Leads to the link, for somebody who has no account yet; without it the link is in sight. */
  onUseLink?: (() => void) | undefined;
}

/** Takes a username and sends the invitation, or the proposal. */
export function InvitationForm(props: InvitationFormProps) {
  const send = useSendRequest(props.boardId);
  const field = useRef<HTMLInputElement>(null);
  const [username, setUsername] = useState('');
  const fault = faultOf(send.error);

  function submit(event?: SubmitEvent) {
    event?.preventDefault();
    // Pressed once more after it went: the name is gone with it.
    if (send.isSuccess && username === '') return;
    send.mutate(
      { type: props.type, username: username.trim() },
      { onSuccess: () => setUsername(''), onSettled: () => field.current?.focus() },
    );
  }

  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <TextField
          ref={field}
          label={props.label}
          placeholder={props.example}
          error={fault.ofField}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="send"
          maxLength={64}
          aria-required="true"
          value={username}
          onChange={({ target }) => {
            setUsername(target.value);
            send.reset();
          }}
        />
        <Button kind="primary" type="submit" pending={send.isPending}>
          {send.isPending ? props.submitting : props.submit}
        </Button>
        {send.isSuccess ? (
          <Banner kind="success" announced>
            {props.sent}
          </Banner>
        ) : null}
        {fault.isUnknownPerson ? (
          <Banner announced action={props.onUseLink ? <Button onClick={props.onUseLink}>{texts.switchToLink}</Button> : null}>
            {texts.unknown}
          </Banner>
        ) : null}
        <ErrorBanner onRetry={submit}>{fault.ofSending}</ErrorBanner>
      </Stack>
    </form>
  );
}

interface Fault {
  ofField: string | null;
  ofSending: string | null;
  isUnknownPerson: boolean;
}

/** A refusal is about the name, save where asking again can help. */
function faultOf(error: Error | null): Fault {
  if (error === null) return { ofField: null, ofSending: null, isUnknownPerson: false };
  if (error instanceof Refused && !mayPass(error)) {
    return { ofField: error.sentence, ofSending: null, isUnknownPerson: error.code === 'user_not_found' };
  }
  return { ofField: null, ofSending: texts.failed, isUnknownPerson: false };
}
