import { MessageSquarePlus } from 'lucide-react';
import { useState } from 'react';
import { activityLimits } from '#shared/activity-limits';
import { classNames } from '#client/ui/class-names.ts';
import { Field } from '#client/ui/field.tsx';
import { Pill } from '#client/ui/surface/surface.tsx';
import styles from './note-field.module.css';
import { noteMessages as texts } from './note-messages.fr.ts';

interface NoteFieldProps {
  note: string;
  onChange: (note: string) => void;
}

/** A few words with what is about to be logged: a pill until somebody wants them. */
export function OptionalNote({ note, onChange }: NoteFieldProps) {
  const [isOpen, setOpen] = useState(note !== '');
  return isOpen ? (
    <NoteField {...{ note, onChange }} takesFocus />
  ) : (
    <Pill onClick={() => setOpen(true)}>
      <MessageSquarePlus aria-hidden="true" />
      {texts.add}
    </Pill>
  );
}

export function NoteField({ note, onChange, takesFocus }: NoteFieldProps & { takesFocus?: boolean }) {
  return (
    <Field label={texts.label} hint={texts.hint}>
      {({ className, ...tied }) => (
        <textarea
          {...tied}
          className={classNames(className, styles.note)}
          rows={2}
          placeholder={texts.placeholder}
          value={note}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          // It is one paragraph: Enter sends it, where there is something to send.
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            event.currentTarget.form?.requestSubmit();
          }}
          maxLength={activityLimits.noteMax}
          enterKeyHint="done"
          ref={takesFocus ? focusNew : undefined}
        />
      )}
    </Field>
  );
}

/** A press asked for the field. One function for all drawings: a new one would take the focus with each. */
function focusNew(field: HTMLTextAreaElement | null): void {
  field?.focus();
}
