import { Plus } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { Account } from '#shared/accounts';
import type { Action } from '#shared/actions';
import { canAddActions } from '#shared/board-policy';
import { activitiesMessages } from '#client/activities/activities-messages.fr.ts';
import { outbox } from '#client/outbox.ts';
import type { ShownBoard } from '#client/pending.ts';
import { changeReceived } from '#client/signals.ts';
import { ActionTile } from '#client/ui/action-tile.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { useToasts } from '#client/ui/toasts.tsx';
import { words } from '#client/ui/ui-messages.fr.ts';
import { ActionSearchBar } from './action-search-bar.tsx';
import { actionsMessages } from './actions-messages.fr.ts';
import styles from './actions-tab.module.css';
import { ConfirmActionDialog } from './confirm-action-dialog.tsx';
import { everyAction, foundActions } from './found-actions.ts';

const loadAddActions = () => import('./add-actions-dialog.tsx');
const AddActionsDialog = lazy(async () => ({ default: (await loadAddActions()).AddActionsDialog }));

interface ActionsTabProps {
  shown: ShownBoard;
  me: Account;
}

export function ActionsTab({ shown: { board, actions }, me }: ActionsTabProps) {
  const [asked, setAsked] = useState(everyAction);
  const [picked, setPicked] = useState<{ action: Action | null; open: boolean }>({ action: null, open: false });
  const [adding, setAdding] = useState<'never' | 'open' | 'closed'>('never');
  const toasts = useToasts();
  const announceOnceLogged = useLoggedToast();

  const found = foundActions(actions, asked);
  const mayAdd = canAddActions(me, board);

  async function openAddActions() {
    try {
      await loadAddActions();
      setAdding('open');
    } catch {
      toasts.show({ kind: 'error', message: words.unreachable, action: { label: words.retry, onAction: () => void openAddActions() } });
    }
  }

  function confirm() {
    if (picked.action) announceOnceLogged(outbox.logActivity({ boardId: board.id, action: picked.action }));
    setPicked({ ...picked, open: false });
  }

  return (
    <div className={styles.tab}>
      <div className={styles.sticky}>
        <ActionSearchBar value={asked} onChange={setAsked} found={found.length} />
      </div>
      {actions.length === 0 ? (
        <EmptyState
          emoji="🎯"
          title={actionsMessages.empty.title}
          text={mayAdd ? actionsMessages.empty.text : actionsMessages.empty.member}
        />
      ) : null}
      {actions.length > 0 && found.length === 0 ? <p className={styles.nothing}>{actionsMessages.nothingFound}</p> : null}
      <ul className={styles.tiles}>
        {found.map((action) => (
          <li key={action.id} className={styles.place}>
            <ActionTile
              title={action.title}
              points={action.points}
              emoji={action.emoji}
              onSelect={() => setPicked({ action, open: true })}
            />
          </li>
        ))}
        {mayAdd ? (
          <li className={styles.place}>
            <button type="button" className={styles.add} onClick={() => void openAddActions()}>
              <Plus aria-hidden="true" />
              {actionsMessages.add}
            </button>
          </li>
        ) : null}
      </ul>
      <ConfirmActionDialog {...picked} onConfirm={confirm} onClose={() => setPicked({ ...picked, open: false })} />
      {adding === 'never' ? null : (
        <Suspense>
          <AddActionsDialog
            boardId={board.id}
            actions={actions}
            open={adding === 'open'}
            onOpenChange={(open) => setAdding(open ? 'open' : 'closed')}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Says that an activity is logged, once the server has it: among the tiles the score may be out of sight. */
function useLoggedToast(): (activityId: string) => void {
  const { show } = useToasts();
  const awaited = useRef(new Set<string>());
  useEffect(
    () =>
      changeReceived.listen(({ change }) => {
        const logged = change.activities.filter(({ id }) => awaited.current.delete(id));
        if (logged.length > 0) show({ kind: 'success', message: activitiesMessages.logged, duration: 3000 });
      }),
    [show],
  );
  return (activityId) => awaited.current.add(activityId);
}
