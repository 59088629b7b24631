import type { Activity } from '#shared/activities';
import type { ActivityId, BoardId } from '#shared/ids';
import { serverTime } from '#client/api/server-clock.ts';
import { useMe } from '#client/session/session-queries.ts';
import type { Credited, DayBefore } from '#client/sync/commands/items.ts';
import { undoOf } from '#client/sync/commands/registry.ts';
import { outbox } from '#client/sync/outbox/outbox.ts';
import { live } from '#client/sync/stream/live.ts';
import { play } from '#client/ui/sounds.ts';
import { type ToastContent, useToasts } from '#client/ui/toasts.tsx';
import { activitiesMessages } from './activities-messages.fr.ts';
import { loggedMessages as texts } from './logged-messages.fr.ts';
import { wantsStillness } from '#client/ui/stillness.ts';

interface JustLogged extends Pick<Activity, 'id' | 'title' | 'points'> {
  boardId: BoardId;
  /** The member whom it is credited to, where it was noted for somebody else. */
  for?: Credited;
  /** The day before, where it was noted for that. */
  late?: DayBefore;
}

/** Says at once that what one press logged is on its way, and offers to undo all of it while the toast is there. */
export function useLoggedToast(): (logged: readonly JustLogged[]) => void {
  const { show, revise, dismiss } = useToasts();
  const { id: userId } = useMe();

  function undoAll(logged: readonly JustLogged[]): void {
    for (const { boardId, for: credited = { userId }, late: { playedAt } = {}, ...one } of logged)
      outbox.enqueue(undoOf(boardId, { ...one, ...credited, playedAt, loggedAt: serverTime() }));
    show({ ...saying('undone', logged), duration: 3000 });
  }

  return (logged) => {
    if (logged[0]) {
      play(logged[0].points < 0 ? 'loss' : 'gain');
      vibrate(logged[0]);
    }
    const isHeard = live.connection() === 'live' && navigator.onLine;
    const action = { label: texts.undo, onAction: () => undoAll(logged) };
    const noted = saying('logged', logged);
    const items = logged.map(({ id }) => ({ kind: 'log' as const, id }));
    if (isHeard) {
      const toast = show({ ...noted, action });
      latest = { ids: logged.map(({ id }) => id), toast };
      // What was refused is told by another toast: this one would contradict it.
      let isKept = false;
      const stop = outbox.onKept(() => (isKept = revise(toast, { message: activitiesMessages.queued })));
      outbox.onSettled(items, (areLogged) => {
        stop();
        if (!areLogged) dismiss(toast);
        else if (isKept) revise(toast, { message: noted.message });
      });
      return;
    }
    const waiting = saying(outbox.isDurable() ? 'queued' : 'pending', logged);
    // Logs that wait after earlier ones were sent get a card of their own.
    const key = `waiting ${sent}`;
    const toast = show({ ...waiting, stack: { ...waiting.stack, key }, action });
    outbox.onSettled(items, (areLogged) => {
      if (!areLogged) return dismiss(toast);
      sent += 1;
      revise(toast, { ...noted, stack: { ...noted.stack, key } });
    });
  };
}

/** The toast that told of the latest log, if that is one of these activities. */
export function toastOfLog(ids: readonly ActivityId[]): number | null {
  return latest?.ids.some((id) => ids.includes(id)) ? latest.toast : null;
}

let latest: { ids: readonly ActivityId[]; toast: number } | null = null;

/** How many toasts have told of something that waited and was sent then. */
let sent = 0;

const sentences = { logged: texts.logged, undone: texts.undone, queued: activitiesMessages.queued, pending: activitiesMessages.pending };

function saying(what: keyof typeof texts.several, logged: readonly JustLogged[]) {
  const [first] = logged;
  const count = new Set(logged.map(({ boardId }) => boardId)).size;
  const names = logged.some((one) => one.for) ? logged.map((one) => one.for?.username ?? texts.you) : [];
  const isLate = first?.late !== undefined;
  const points = first && texts.worth({ points: first.points, count });
  // What is read has the number; what is heard first is what happened (decision D23).
  const message =
    first && what === 'logged' ? (
      <>
        <span className="visually-hidden">{texts.loggedFor({ names, isLate })}</span>
        <span aria-hidden="true">{(first.points < 0 ? texts.notedLoss : texts.noted)({ points: first.points, count, names, isLate })}</span>
      </>
    ) : (
      sentences[what]
    );
  return {
    kind: 'success',
    message,
    stack: { key: what, message: (toasts: number) => texts.several[what]({ count: toasts }) },
    detail: first && (
      <>
        {first.title}
        <span data-said-above={what === 'logged' || undefined}>
          {' ·\u00A0'}
          {points}
        </span>
      </>
    ),
  } satisfies ToastContent;
}

/** A short tap in the hand: two for a loss. */
function vibrate({ points }: Pick<JustLogged, 'points'>): void {
  if (!('vibrate' in navigator) || wantsStillness()) return;
  navigator.vibrate(points < 0 ? [10, 70, 10] : 18);
}
