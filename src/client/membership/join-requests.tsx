import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { BoardRequest, RequestLists } from '#shared/requests';
import { useOpenedAt } from '#client/api/opened-at.ts';
import { sessionOver } from '#client/api/session.ts';
import { boardHeaderOf } from '#client/sync/replica/state.ts';
import { Button } from '#client/ui/button.tsx';
import { useGuestSlot } from '#client/ui/dialog-guests.tsx';
import { useObserved } from '#client/ui/observable.ts';
import { useToasts } from '#client/ui/toasts.tsx';
import { reporting } from '#client/ui/unexpected.ts';
import { AnswerCard } from './answer-card.tsx';
import { useAnswering } from './answering.ts';
import styles from './answer-card.module.css';
import { ArrivalToasts } from './arrival-toasts.tsx';
import { OwedLosses } from './owed-losses.tsx';
import { askedHere, requestsQuery } from './request-queries.ts';
import { requestsMessages } from './requests-messages.fr.ts';
import { type Welcome, welcome, welcomes } from './welcome.ts';

const texts = requestsMessages.joinRequests;
/** A request that is older than this when the app opens has no card, only its row in Demandes. In milliseconds. */
const recentMs = 30 * 60 * 1000;

/** On every signed-in screen: a card answers join requests at once, and a toast tells a person that they were let in. */
export function JoinRequests() {
  const { data: lists } = useQuery(requestsQuery);
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const isOnRequests = pathname.startsWith('/requests');
  const guestSlot = useGuestSlot();
  const openedAt = useOpenedAt();
  const [putOff, setPutOff] = useState<ReadonlySet<string>>(new Set());
  useAccepted(lists, isOnRequests);

  const waiting =
    lists?.received
      .filter(({ id, type, status, createdAt }) => isPendingJoinRequest(type, status) && createdAt > openedAt - recentMs && !putOff.has(id))
      .toSorted((a, b) => a.createdAt - b.createdAt) ?? [];
  // On Demandes the row itself can be answered. On its own board the head asks, where no dialog covers it.
  const isAskedByHead = ({ boardId }: BoardRequest) => !guestSlot && pathname === `/board/${boardId}`;
  const [first, ...others] = waiting.filter((one) => !isAskedByHead(one));
  const heard = guestSlot ? first : waiting.find(isAskedByHead);
  return (
    <>
      {/* There from the start: a live region that comes with its text is often not read. The slot at the foot is one itself. */}
      <p aria-live="polite" className="visually-hidden">
        {heard && !isOnRequests ? texts.aloud({ from: heard.fromUsername, board: heard.boardTitle }) : ''}
      </p>
      {first && !isOnRequests ? (
        <JoinRequestCard
          key={first.id}
          request={first}
          others={others.length}
          onLater={() => setPutOff(new Set([...putOff, ...waiting.map(({ id }) => id)]))}
        />
      ) : null}
      <OwedLosses />
      <Welcomes />
      <ArrivalToasts />
    </>
  );
}

function isPendingJoinRequest(type: BoardRequest['type'], status: BoardRequest['status']): boolean {
  return type === 'request' && status === 'pending';
}

interface JoinRequestCardProps {
  request: BoardRequest;
  /** How many wait behind this one. */
  others: number;
  onLater: () => void;
}

function JoinRequestCard({ request, others, onLater }: JoinRequestCardProps) {
  const { answer, isBusy, answering } = useAnswering(request);
  const { fromUsername: from, boardTitle: board, avatar } = request;
  return (
    <AnswerCard
      {...{ avatar, onLater }}
      rank="request"
      label={texts.title({ from })}
      title={texts.title({ from })}
      text={
        <>
          {texts.text({ board })}
          {others > 0 ? (
            <>
              {' · '}
              <Link to="/requests" className={styles.others}>
                {texts.others({ count: others })}
              </Link>
            </>
          ) : null}
        </>
      }
      later={texts.later}
    >
      <Button pending={answering === 'reject'} aria-disabled={isBusy} onClick={() => answer('reject')}>
        {requestsMessages.reject}
      </Button>
      <Button kind="primary" pending={answering === 'accept'} aria-disabled={isBusy} onClick={() => answer('accept')}>
        {requestsMessages.accept}
      </Button>
    </AnswerCard>
  );
}

/** Tells a person that their request was accepted: on Demandes the board opens, elsewhere a toast offers it, since they may be busy. */
function useAccepted(lists: RequestLists | undefined, isOnRequests: boolean): void {
  const { show } = useToasts();
  const router = useRouter();
  const navigate = useNavigate();

  useEffect(() => {
    for (const { id, type, status, boardId, boardTitle: title } of lists?.sent ?? []) {
      // A list that came from storage was read by no query of this page.
      if (isPendingJoinRequest(type, status)) askedHere.add(id);
      const isNews = status === 'accepted' && askedHere.delete(id);
      if (!isNews || router.matchRoute({ to: '/board/$boardId', params: { boardId } })) continue;
      const open = () => {
        welcome({ boardId, title });
        void navigate({ to: '/board/$boardId', params: { boardId } });
      };
      if (isOnRequests && document.visibilityState === 'visible') open();
      else
        show({ kind: 'success', message: texts.accepted({ board: title }), action: { label: requestsMessages.openBoard, onAction: open } });
    }
  }, [lists, isOnRequests, router, navigate, show]);
}

/** Celebrates on the new board that the person was let in. */
function Welcomes() {
  const expected = useObserved(welcomes);
  const client = useQueryClient();
  const element = useRef<HTMLSpanElement>(null);
  const { show } = useToasts();
  const pathname = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });

  useEffect(() => {
    const isHere = ({ boardId }: Welcome) => pathname === `/board/${boardId}`;
    const arrived = expected.find(isHere);
    if (!arrived) return;
    welcomes.set(expected.filter((one) => !isHere(one)));
    show({ kind: 'success', message: requestsMessages.welcome({ board: arrived.title }), untilNext: true });
    const theme = arrived.theme ?? boardHeaderOf(client, arrived.boardId)?.theme ?? 'pink';
    const { current } = element;
    if (current) throwConfetti(current, theme);
  }, [expected, pathname, show, client]);

  // The next person to sign in may be a member already.
  useEffect(() => sessionOver.listen(() => welcomes.set([])), []);

  return <span ref={element} hidden />;
}

function throwConfetti(element: HTMLElement, theme: string): void {
  element.dataset['boardTheme'] = theme;
  // Without confetti the words remain.
  void import('#client/ui/celebration.ts').then(({ celebrate }) => celebrate(element)).catch(reporting('code'));
}
