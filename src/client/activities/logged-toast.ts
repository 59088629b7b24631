import type { Activity } from '#shared/activities';
import { useMe } from '#client/accounts/session-queries.ts';
import { outbox } from '#client/sync/outbox/outbox.ts';
import { live } from '#client/sync/stream/live.ts';
import { type ToastContent, useToasts } from '#client/ui/toasts.tsx';
import { activitiesMessages as texts } from './activities-messages.fr.ts';

interface JustLogged extends Pick<Activity, 'id' | 'title' | 'points'> {
  boardId: string;
}

/** Says at once that what one press logged is on its way, and offers to undo all of it while the toast is there. */
export function useLoggedToast(): (logged: readonly JustLogged[]) => void {
  const { show } = useToasts();
  const { id: userId } = useMe();

  function undoAll(logged: readonly JustLogged[]): void {
    for (const { boardId, id, title, points } of logged) outbox.undoActivity({ boardId, activity: { id, title, points, userId } });
    show({ ...saying('undone', logged), duration: 3000 });
  }

  return (logged) => {
    const isHeard = live.connection() === 'live' && navigator.onLine;
    const waits = outbox.isDurable() ? 'queued' : 'pending';
    show({ ...saying(isHeard ? 'logged' : waits, logged), action: { label: texts.undo, onAction: () => undoAll(logged) } });
  };
}

function saying(what: keyof typeof texts.several, logged: readonly JustLogged[]): ToastContent {
  const [first] = logged;
  const count = logged.length;
  return {
    kind: 'success',
    message: texts[what],
    stack: { key: what, message: (toasts) => texts.several[what]({ count: toasts }) },
    detail: first && (count > 1 ? texts.whichOn({ ...first, count }) : texts.which(first)),
  };
}
