import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { sessionOver } from '#client/api/session.ts';
import { useMe } from '#client/session/session-queries.ts';
import { changeIngested } from '#client/sync/replica/signals.ts';
import { boardHeaderOf } from '#client/sync/replica/state.ts';
import { useObserved } from '#client/ui/observable.ts';
import { usePageHidden } from '#client/ui/page-hidden.ts';
import { useToasts } from '#client/ui/toasts.tsx';
import { arrivalMessages as texts } from './arrival-messages.fr.ts';
import { arrivals, noteMembers, takeArrival } from './arrivals.ts';
import { requestsMessages } from './requests-messages.fr.ts';

/** Tells who has joined a board that is not open; the open one has a moment for it. Draws nothing itself. */
export function ArrivalToasts() {
  const { id: myId } = useMe();
  const waiting = useObserved(arrivals);
  const client = useQueryClient();
  const navigate = useNavigate();
  const { show } = useToasts();
  const isHidden = usePageHidden();
  const pathname = useRouterState({ select: ({ location }) => location.pathname });

  useEffect(() => {
    const stop = changeIngested.listen(
      ({ change: { boardId, members, activities } }) => members && noteMembers(myId, { boardId, members, activities }),
    );
    // The next person to sign in may be a member of other boards.
    const forget = sessionOver.listen(() => arrivals.set([]));
    return () => {
      stop();
      forget();
    };
  }, [myId]);

  useEffect(() => {
    if (isHidden) return;
    for (const one of waiting) {
      const { boardId } = one;
      const arrival = pathname === `/board/${boardId}` ? null : takeArrival(myId, one);
      if (!arrival) continue;
      const names = arrival.joined.map(({ username }) => username);
      const board = boardHeaderOf(client, boardId)?.title;
      const who = board === undefined ? texts.here({ names }) : texts.joins({ names, board });
      show({
        kind: 'success',
        message: `${who} ${texts.next({ count: arrival.members })}`,
        action: { label: requestsMessages.openBoard, onAction: () => void navigate({ to: '/board/$boardId', params: { boardId } }) },
      });
    }
  }, [waiting, isHidden, pathname, myId, client, navigate, show]);

  return null;
}
