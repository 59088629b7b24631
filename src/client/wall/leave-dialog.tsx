import { useState } from 'react';
import { sentenceOf } from '#client/api/api.ts';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { CodeField } from './code-field.tsx';
import { useLeaveWall } from './wall-commands.ts';
import { wallMessages } from './wall-messages.fr.ts';

const { leave: texts } = wallMessages;
const form = 'leave-wall';

/** The way out of the wall, by its code. */
export function LeaveDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [code, setCode] = useState('');
  const leave = useLeaveWall();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      onClosed={() => {
        setCode('');
        leave.reset();
      }}
      title={texts.open}
      description={texts.text}
      hasGuests={false}
      footer={
        <Button kind="primary" type="submit" form={form} pending={leave.isPending}>
          {texts.confirm}
        </Button>
      }
    >
      <form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          leave.mutate(code);
        }}
      >
        <CodeField value={code} onChange={setCode} />
        <ErrorBanner>{leave.error && sentenceOf(leave.error)}</ErrorBanner>
      </form>
    </Dialog>
  );
}
