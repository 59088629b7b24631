import { useState } from 'react';
import { visibleText } from '#shared/visible-text';
import { newId } from '#client/api/new-id.ts';
import type { BoardId } from '#shared/ids';
import type { Shown } from '#client/sync/commands/items.ts';
import { outbox } from '#client/sync/outbox/outbox.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { NoteField } from './note-field.tsx';
import { noteMessages as texts } from './note-messages.fr.ts';

interface NoteDialogProps {
  activity: Shown;
  boardId: BoardId;
  open: boolean;
  onClose: () => void;
}

/** Writes, changes or takes away the note under an activity of one's own; an empty one takes it away. */
export function NoteDialog({ activity, boardId, open, onClose }: NoteDialogProps) {
  const before = activity.note ?? '';
  /** What is typed, until the dialog is closed. */
  const [typed, setTyped] = useState<string | null>(null);

  function save() {
    const note = visibleText(typed ?? before);
    if (note !== before) outbox.enqueue({ kind: 'note', id: newId(), boardId, activityId: activity.id, note });
    onClose();
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      onClosed={() => setTyped(null)}
      title={before === '' ? texts.add : texts.change}
      description={activity.title}
      footer={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button kind="primary" type="submit" form={formId(activity)}>
            {texts.save}
          </Button>
        </>
      }
    >
      <form
        id={formId(activity)}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <NoteField note={typed ?? before} onChange={setTyped} />
      </form>
    </Dialog>
  );
}

function formId({ id }: Shown): string {
  return `note-${id}`;
}
