import type { Activity } from '#shared/activities';
import { useMe } from '#client/accounts/session-queries.ts';
import { live } from '#client/live.ts';
import { outbox } from '#client/outbox.ts';
import { useToasts } from '#client/ui/toasts.tsx';
import { activitiesMessages as texts } from './activities-messages.fr.ts';

interface JustLogged extends Pick<Activity, 'id' | 'title' | 'points'> {
  boardId: string;
}

/** Says at once that what one press logged is on its way, and offers to take all of it back while the toast is there. */
export function useLoggedToast(): (logged: readonly JustLogged[]) => void {
  const { show } = useToasts();
  const { id: userId } = useMe();

  function takeBack(logged: readonly JustLogged[]): void {
    for (const { boardId, id, title, points } of logged) outbox.undoActivity({ boardId, activity: { id, title, points, userId } });
    show({ kind: 'success', message: logged.length > 1 ? texts.undoneOn({ count: logged.length }) : texts.undone, duration: 3000 });
  }

  return (logged) => {
    const isHeard = live.connection() === 'live' && navigator.onLine;
    const waits = outbox.keeps() ? texts.queued : texts.pending;
    const sent = logged.length > 1 ? texts.loggedOn({ count: logged.length }) : texts.logged;
    show({
      kind: 'success',
      message: isHeard ? sent : waits,
      action: { label: texts.undo, onAction: () => takeBack(logged) },
    });
  };
}
