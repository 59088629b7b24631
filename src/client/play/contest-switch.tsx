import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BoardId } from '#shared/ids';
import { boardQuery } from '#client/boards/board-queries.ts';
import { finalRefusal } from '#client/sync/replica/failures.ts';
import { Button } from '#client/ui/button.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { useToasts } from '#client/ui/toasts.tsx';
import { useSwitchOff } from './contest-commands.ts';
import { contestMessages as texts } from './contest-messages.fr.ts';

/** Ends 'Mauvaise foi !' on a board, once it is confirmed; nothing where it is off. */
export function ContestSwitch({ boardId }: { boardId: BoardId }) {
  const { data } = useQuery(boardQuery(boardId));
  const { show } = useToasts();
  const [isAsked, setAsked] = useState(false);
  const switching = useSwitchOff(boardId);
  return (
    <>
      {data?.play?.contests?.isOn ? (
        <Button aria-haspopup="dialog" onClick={() => setAsked(true)}>
          {texts.off}
        </Button>
      ) : null}
      <ConfirmDialog
        open={isAsked}
        onCancel={() => setAsked(false)}
        onConfirm={() =>
          switching.mutate(undefined, {
            onSuccess: () => {
              setAsked(false);
              show({ kind: 'info', message: texts.offDone });
            },
          })
        }
        title={texts.offTitle}
        text={texts.offText}
        confirmLabel={texts.off}
        pending={switching.isPending}
        error={switching.isError ? (finalRefusal(switching.error) ?? texts.failed) : null}
      />
    </>
  );
}
