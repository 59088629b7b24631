import { useQuery } from '@tanstack/react-query';
import { ArchiveRestore } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import type { Action } from '#shared/actions';
import type { BoardId } from '#shared/ids';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { useFocusAfterRemoval } from '#client/ui/focus-after-removal.ts';
import { Stack } from '#client/ui/layout/layout.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { retiredActionsQuery } from './action-commands.ts';
import { ActionName } from './action-name.tsx';
import { manageActionsMessages as texts } from './edit-actions-messages.fr.ts';
import styles from './manage-actions-dialog.module.css';
import { useRetiring } from './retiring.ts';

interface RetiredActionsProps {
  boardId: BoardId;
  /** The actions in use. When they change, the retired ones may have changed too. */
  actions: readonly Action[];
  open: boolean;
}

/** The retired actions, which can be brought back. Renders nothing without any. */
export function RetiredActions({ boardId, actions, open }: RetiredActionsProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data: retired, isError, refetch } = useQuery({ ...retiredActionsQuery(boardId), enabled: open });
  const { bringBack, underWay } = useRetiring(boardId);
  const seen = useRef(actions);
  useEffect(() => {
    if (!open || seen.current === actions) return;
    seen.current = actions;
    void refetch();
  }, [actions, open, refetch]);
  useFocusAfterRemoval(retired?.length ?? 0, heading);

  if (retired?.length === 0) return null;
  return (
    <Stack as="section" gap={2} aria-labelledby={id}>
      <h3 ref={heading} id={id} tabIndex={-1}>
        {texts.retired}
      </h3>
      <p className="hint">{texts.retiredHint}</p>
      {retired ? (
        <ul className={styles.rows}>
          {retired.map((action) => (
            <li key={action.id} className={styles.row}>
              <span className={styles.retired}>
                <ActionName action={action} />
              </span>
              <Button
                icon={<ArchiveRestore aria-hidden="true" />}
                aria-label={texts.bringBack({ title: action.title })}
                pending={underWay.has(action.id)}
                onClick={() => bringBack(action)}
              >
                {texts.bringBackShort}
              </Button>
            </li>
          ))}
        </ul>
      ) : isError ? (
        <ErrorBanner onRetry={refetch}>{texts.retiredFailed}</ErrorBanner>
      ) : (
        <Skeleton label={texts.retiredLoading} />
      )}
    </Stack>
  );
}
