import { useNavigate } from '@tanstack/react-router';
import { Link2 } from 'lucide-react';
import { type SubmitEvent, useId, useRef, useState } from 'react';
import { joinBoardMessages as texts } from '#client/boards/boards-messages.fr.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { invitationLink, invitedBoardId } from './invitation-link.ts';

interface JoinBoardDialogProps {
  open: boolean;
  onClose: () => void;
  /** A text that another app shared. */
  shared?: { pasted: string; isLink: boolean } | null | undefined;
}

/** Takes a pasted invitation link and leads to its page. */
export function JoinBoardDialog({ open, onClose, shared }: JoinBoardDialogProps) {
  const formId = useId();
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const [pasted, setPasted] = useState(shared?.pasted ?? '');
  const [isInvalid, setInvalid] = useState(shared?.isLink === false);
  const [taken, setTaken] = useState(shared);
  // Something more was shared while this dialog was here.
  if (shared && shared !== taken) {
    setTaken(shared);
    setPasted(shared.pasted);
    setInvalid(!shared.isLink);
  }

  function join(event: SubmitEvent) {
    event.preventDefault();
    const boardId = invitedBoardId(pasted);
    setInvalid(boardId === null);
    if (boardId === null) {
      field.current?.focus();
      return;
    }
    onClose();
    void navigate({ to: '/invite/$boardId', params: { boardId } });
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      onClosed={() => {
        setPasted('');
        setInvalid(false);
      }}
      title={texts.title}
      description={texts.text}
      footer={
        <Button kind="primary" type="submit" form={formId}>
          {texts.submit}
        </Button>
      }
    >
      <form id={formId} noValidate onSubmit={join}>
        <TextField
          ref={field}
          data-autofocus=""
          label={texts.link}
          start={<Link2 aria-hidden="true" />}
          error={isInvalid ? texts.invalid : null}
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          aria-required="true"
          value={pasted}
          onChange={({ target }) => {
            setPasted(target.value);
            setInvalid(false);
          }}
          onPaste={(event) => {
            const text = event.clipboardData.getData('text');
            // A field of one line would glue the link to the lines around it.
            const boardId = /[\r\n]/.test(text.trim()) ? invitedBoardId(text) : null;
            if (boardId === null) return;
            event.preventDefault();
            setPasted(invitationLink(boardId));
            setInvalid(false);
          }}
        />
      </form>
    </Dialog>
  );
}
