import { useQueryClient } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { type ComponentProps, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useAskedBeforeBack } from '#client/ui/back-button.ts';
import type { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { profileMessages } from './profile-messages.fr.ts';
import { sessionOf } from '#client/session/session-queries.ts';

const { leave: texts } = profileMessages;

interface UnsavedChangesProps {
  exist: boolean;
  /** Called when the person gives them up. */
  onGiveUp: () => void;
}

/** Asks before the screen is left with changes, whichever way; closing the browser's tab asks in the browser's own words. */
export function UnsavedChanges({ exist, onGiveUp }: UnsavedChangesProps) {
  const client = useQueryClient();
  const { status, proceed, reset } = useBlocker({
    disabled: !exist,
    enableBeforeUnload: true,
    withResolver: true,
    // Never blocks an ended session: /login is shown, and what was typed is kept. The router hears of Back and Forward only once the
    // browser has moved: the question would appear over another entry of the history.
    shouldBlockFn: ({ action, current, next }) =>
      (action === 'PUSH' || action === 'REPLACE') && current.pathname !== next.pathname && sessionOf(client) !== null,
  });
  const [leave, setLeave] = useState<(() => void) | null>(null);
  useAskedBeforeBack(exist, (go) => {
    if (sessionOf(client)) setLeave(() => go);
    else go();
  });
  return (
    <Suspense>
      <LeaveDialog
        open={status === 'blocked' || leave !== null}
        onCancel={() => {
          reset?.();
          setLeave(null);
        }}
        onConfirm={() => {
          onGiveUp();
          setLeave(null);
          // Asked about Back, then about a link: the link came last.
          if (proceed) proceed();
          else leave?.();
        }}
        title={texts.title}
        text={texts.text}
        confirmLabel={texts.confirm}
        cancelLabel={texts.stay}
        danger
      />
    </Suspense>
  );
}

function BrowsersQuestion({ open, onConfirm, onCancel }: ComponentProps<typeof ConfirmDialog>) {
  const ask = useEffectEvent(() => (confirm(texts.title) ? onConfirm() : onCancel()));
  useEffect(() => {
    if (open) ask();
  }, [open]);
  return null;
}

/** Loaded once the screen is painted: nothing is typed before. Where it cannot be, the browser asks. */
const LeaveDialog = lazyPart(async () => (await import('#client/ui/confirm-dialog.tsx')).ConfirmDialog, BrowsersQuestion);
