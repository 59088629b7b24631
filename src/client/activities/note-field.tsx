import { MessageSquarePlus } from 'lucide-react';
import { useState } from 'react';
import { activityLimits } from '#shared/activity-limits';
import { Button } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { noteMessages as texts } from './note-messages.fr.ts';

interface NoteFieldProps {
  note: string;
  onChange: (note: string) => void;
}

/** A few words with what is about to be logged: a button until somebody wants them. */
export function OptionalNote({ note, onChange }: NoteFieldProps) {
  const [isOpen, setOpen] = useState(note !== '');
  return isOpen ? (
    <NoteField {...{ note, onChange }} autoFocus />
  ) : (
    <Button kind="ghost" icon={<MessageSquarePlus aria-hidden="true" />} onClick={() => setOpen(true)}>
      {texts.add}
    </Button>
  );
}

export function NoteField({ note, onChange, autoFocus }: NoteFieldProps & { autoFocus?: boolean }) {
  return (
    <TextField
      label={texts.label}
      hint={texts.hint}
      placeholder={texts.placeholder}
      value={note}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      maxLength={activityLimits.noteMax}
      enterKeyHint="done"
      autoComplete="off"
      // A press asked for it.
      ref={(input) => {
        if (autoFocus && input) input.focus();
      }}
    />
  );
}
