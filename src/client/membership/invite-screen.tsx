import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Navigate, useNavigate, useParams } from '@tanstack/react-router';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import type { InvitationPage } from '#shared/boards';
import type { BoardId, RequestId } from '#shared/ids';
import type { BoardRequest } from '#shared/requests';
import { useAccountHere, useMe } from '#client/session/session-queries.ts';
import { signUpsHere } from '#client/session/sign-ups.ts';
import { Refused } from '#client/api/api.ts';
import { boardsQuery, invitationQuery } from '#client/boards/board-queries.ts';
import { GuestEntry } from '#client/guests/guest-entry.tsx';
import { guestEntryMessages } from '#client/guests/entry-messages.fr.ts';
import { LegalLinks } from '#client/legal/legal-links.tsx';
import { invitedBoardId } from './invitation-link.ts';
import { Failed, Page } from './invitation-page.tsx';
import { InvitationOutline, InvitationTicket } from './invitation-ticket.tsx';
import { invitePageMessages as texts } from './invite-messages.fr.ts';
import { useDocumentTitle } from '#client/ui/document-title.ts';
import { finalRefusal, useLastFailure } from '#client/sync/replica/failures.ts';
import { Banner, ErrorBanner } from '#client/ui/banner.tsx';
import { Button, buttonClass } from '#client/ui/button.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { useEntering } from './entering.ts';
import styles from './invite-screen.module.css';
import { pressedInvitation } from './pressed-invitation.ts';
import { useAnswerRequest, useJoinByLink, useSendRequest } from './request-commands.ts';
import { requestsQuery } from './request-queries.ts';
import { sentRequest } from './sent-request.ts';

/** The page of an invitation link, for anybody (decision D15). */
export function InviteScreen() {
  const { boardId } = useParams({ from: '/invite/$boardId' });
  // Programs take the full stop or bracket behind a link for a part of it.
  const invitation = invitedBoardId(`/invite/${boardId}`);
  if (invitation !== null && invitation !== boardId) return <Navigate to="/invite/$boardId" params={{ boardId: invitation }} replace />;
  return <InvitationTo key={boardId} boardId={boardId} />;
}

function InvitationTo({ boardId }: { boardId: string }) {
  const me = useAccountHere();
  // The ticket that was pressed stands until the board is drawn: what is cached of a visitor is gone before.
  const [pressed, setPressed] = useState<InvitationPage | null>(null);
  const invitation = useQuery({ ...invitationQuery(boardId), enabled: pressed === null });
  const { data, error } = invitation;
  const lastFailure = useLastFailure(error);
  // Joining uses up a link for one person: it must not be reported as invalid afterwards.
  const [isEntering, setEntering] = useState(false);
  const isStranger = data !== undefined && Boolean(me) && !data.isMember;
  const [wasStranger, setWasStranger] = useState(isStranger);
  if (isStranger && !wasStranger) setWasStranger(true);
  const enter = useEntering(Boolean(me));
  const enterOnly = useEnteringOnly(enter);
  const isIn = data !== undefined && Boolean(me) && data.isMember && pressed === null;
  const goIn = useEffectEvent(() => {
    if (typeof data?.boardId === 'string') void enter(data.boardId, wasStranger ? { title: data.title, theme: data.theme } : null);
  });
  useEffect(() => {
    if (isIn) goIn();
  }, [isIn]);

  const played = pressed ?? (data?.admitsGuest && !me ? data : null);
  if (played) {
    return (
      <PlayersTicket
        token={boardId}
        invitation={played}
        onPress={() => setPressed(played)}
        onFailed={() => setPressed(null)}
        onIn={() => void enterOnly(played)}
      />
    );
  }

  const failure = data ? error : lastFailure;
  const isMissing = failure instanceof Refused && failure.code === 'board_not_found';
  if (isMissing && !isEntering) return <Failed message={texts.error.notFound} />;
  if (data) {
    // A person who is let in while they look at the ticket sees it until the board is drawn.
    if (isIn && !wasStranger) return <Loading />;
    if (!me) return <VisitorsTicket token={boardId} invitation={data} />;
    return data.admits ? (
      <AdmittingTicket token={boardId} invitation={data} enter={enter} onEnter={() => setEntering(true)} />
    ) : (
      // A link that does not admit by itself is the board's id.
      <StrangersTicket boardId={boardId as BoardId} invitation={data} enter={enter} isIn={isIn} />
    );
  }
  if (failure) {
    return <Failed message={texts.error.loadFailed} onRetry={() => void invitation.refetch()} isRetrying={invitation.isFetching} />;
  }
  return <Loading />;
}

function Loading() {
  return (
    <Page>
      <InvitationOutline />
    </Page>
  );
}

interface GuestsTicketProps {
  boardId: BoardId;
  invitation: InvitationPage;
}

interface VisitorsTicketProps {
  token: string;
  invitation: InvitationPage;
}

function VisitorsTicket({ token, invitation }: VisitorsTicketProps) {
  const search = { redirect: `/invite/${token}` };
  const press = () => pressedInvitation.leave(token);
  const isOpen = signUpsHere() !== 'closed';
  return (
    <Ticket invitation={invitation} {...(!isOpen && { note: texts.membersOnly })}>
      <Stack gap={3}>
        {/* Nearly everybody who is invited is new here. */}
        {isOpen ? (
          <Link to="/signup" search={search} className={styles.signUp} onClick={press}>
            <span>{texts.signUp.slice(0, answerAt)}</span>
            <span className={buttonClass({ kind: 'primary', size: 'lg', wide: true })}>{texts.signUp.slice(answerAt)}</span>
          </Link>
        ) : null}
        <Link to="/login" search={search} className={buttonClass({ kind: isOpen ? 'secondary' : 'primary', wide: true })} onClick={press}>
          {texts.signIn}
        </Link>
      </Stack>
    </Ticket>
  );
}

interface PlayersTicketProps extends VisitorsTicketProps {
  onPress: () => void;
  onFailed: () => void;
  onIn: () => void;
}

/** For a visitor who may play at once, without an account of their own (decision D56). */
function PlayersTicket({ token, invitation, ...entry }: PlayersTicketProps) {
  const search = { redirect: `/invite/${token}` };
  const press = () => pressedInvitation.leave(token);
  const quiet = buttonClass({ kind: 'ghost', wide: true });
  return (
    <Ticket invitation={invitation} note={guestEntryMessages.text} isLong>
      <GuestEntry invitation={token} taken={invitation.invitedBy?.avatar} {...entry} />
      <div>
        <Link to="/login" search={search} className={quiet} onClick={press}>
          {texts.signIn}
        </Link>
        <Link to="/signup" search={search} className={quiet} onClick={press}>
          {texts.signUp}
        </Link>
        <LegalLinks />
      </div>
    </Ticket>
  );
}

/** The place where the answer begins, in a question and its answer. */
const answerAt = texts.signUp.search(/\?\s/u) + 2;

interface AdmittingTicketProps {
  token: string;
  invitation: InvitationPage;
  enter: ReturnType<typeof useEntering>;
  onEnter: () => void;
}

/** For a visitor with a link for one person, who joins without asking. */
function AdmittingTicket({ token, invitation, enter, onEnter }: AdmittingTicketProps) {
  const joining = useJoinByLink();
  const isBusy = joining.isPending || joining.isSuccess;

  function join() {
    const { title, theme } = invitation;
    joining.mutate(token, {
      onSuccess: ({ boardId }) => {
        onEnter();
        void enter(boardId, { title, theme });
      },
    });
  }
  usePressedBefore(token, join);

  if (joining.error) {
    const refusal = finalRefusal(joining.error);
    return <Failed message={refusal ?? texts.error.acceptFailed} {...(refusal === null && { onRetry: join })} />;
  }
  return (
    <Ticket invitation={invitation} kind={texts.admitted} note={texts.admittedText}>
      <Button kind="primary" size="lg" wide pending={isBusy} onClick={join}>
        {isBusy ? texts.accepting : texts.join}
      </Button>
    </Ticket>
  );
}

/** Opens the one board of somebody who has just begun to play; Accueil, should it not be read. */
function useEnteringOnly(enter: ReturnType<typeof useEntering>) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async ({ title, theme }: InvitationPage) => {
    // The cache reports it.
    const [only] = await client.fetchQuery(boardsQuery).catch(() => []);
    if (only) await enter(only.id, { title, theme });
    else await navigate({ to: '/dashboard', replace: true });
  };
}

/** Does what a visitor has pressed before signing in or up, once (decision D21). */
function usePressedBefore(invitation: string, act: () => void): void {
  const run = useEffectEvent(act);
  useEffect(() => {
    if (pressedInvitation.take(invitation)) run();
  }, [invitation]);
}

interface StrangersTicketProps extends GuestsTicketProps {
  enter: ReturnType<typeof useEntering>;
  /** The person was let in, and the board is about to open. */
  isIn: boolean;
}

function StrangersTicket({ boardId, invitation, enter, isIn }: StrangersTicketProps) {
  const requests = useQuery(requestsQuery);
  // Kept after the press: the list says 'accepted' before the board can be opened.
  const [answered, setAnswered] = useState<RequestId | null>(null);
  const waiting = requests.data?.received.find(
    (request) => request.boardId === boardId && request.type === 'invitation' && request.status === 'pending',
  );
  if (requests.isPending) {
    return <Loading />;
  }
  const requestId = answered ?? waiting?.id;
  const sent = requests.data?.sent.filter((request) => request.boardId === boardId && request.type === 'request') ?? [];
  return requestId === undefined ? (
    <AskingTicket boardId={boardId} invitation={invitation} sent={sent} isIn={isIn} />
  ) : (
    <InvitedTicket boardId={boardId} invitation={invitation} requestId={requestId} enter={enter} onAccept={() => setAnswered(requestId)} />
  );
}

interface InvitedTicketProps extends GuestsTicketProps {
  requestId: RequestId;
  enter: ReturnType<typeof useEntering>;
  onAccept: () => void;
}

/** For a person whom the administrator has invited by name, who joins without asking. */
function InvitedTicket({ boardId, invitation, requestId, enter, onAccept }: InvitedTicketProps) {
  const answer = useAnswerRequest();
  const isBusy = answer.isPending || answer.isSuccess;

  function accept() {
    const { title, theme } = invitation;
    onAccept();
    answer.mutate({ how: 'accept', requestId }, { onSuccess: () => void enter(boardId, { title, theme }) });
  }
  usePressedBefore(boardId, accept);

  return (
    <Ticket invitation={invitation} kind={texts.invited}>
      {answer.isError ? <ErrorBanner>{finalRefusal(answer.error) ?? texts.error.acceptFailed}</ErrorBanner> : null}
      <Button kind="primary" size="lg" wide pending={isBusy} onClick={accept}>
        {isBusy ? texts.accepting : texts.accept}
      </Button>
    </Ticket>
  );
}

interface AskingTicketProps extends GuestsTicketProps {
  /** The wishes to join this board that the person sent, what waits first. */
  sent: readonly BoardRequest[];
  isIn: boolean;
}

function AskingTicket({ boardId, invitation, sent, isIn }: AskingTicketProps) {
  const navigate = useNavigate();
  const send = useSendRequest(boardId);
  // Sent by itself, after signing in or up: then this page says what becomes of it.
  const [isFollowed, setFollowed] = useState(false);

  function ask() {
    send.mutate(
      { type: 'request' },
      {
        onSuccess: () => {
          sentRequest.leave();
          void navigate({ to: '/requests' });
        },
      },
    );
  }
  usePressedBefore(boardId, () => {
    setFollowed(true);
    send.mutate({ type: 'request' });
  });

  const isThere = send.error instanceof Refused && send.error.code === 'already_requested';
  if (send.error && !(isFollowed && isThere)) {
    const refusal = finalRefusal(send.error);
    const retry = refusal === null && { onRetry: ask };
    return <Failed message={refusal ?? texts.error.sendFailed} {...retry} {...(isThere && { linksToRequests: true })} />;
  }
  if (isFollowed && (send.isSuccess || isThere)) {
    const id = send.data?.request.id ?? sent[0]?.id;
    const isRejected = sent.some((one) => one.id === id && one.status === 'rejected');
    return <WaitingTicket invitation={invitation} isRejected={isRejected} isIn={isIn} />;
  }
  // The screen is left once the next one is there; until then the job is not done.
  const isBusy = send.isPending || send.isSuccess || isIn;
  return (
    <Ticket invitation={invitation} {...(sent[0]?.status === 'pending' && !isBusy && { note: `${texts.sent} ${texts.whileWaiting}` })}>
      <Button kind="primary" size="lg" wide pending={isBusy} onClick={ask}>
        {isIn ? texts.accepting : isBusy ? texts.asking : texts.ask}
      </Button>
    </Ticket>
  );
}

interface WaitingTicketProps {
  invitation: InvitationPage;
  isRejected: boolean;
  isIn: boolean;
}

/** Waits for the answer, which the live stream brings: when the person is let in, the board opens. */
function WaitingTicket({ invitation, isRejected, isIn }: WaitingTicketProps) {
  return (
    <Ticket invitation={invitation} scene={isRejected ? undefined : <Knocking icon={invitation.icon} isIn={isIn} />}>
      <Banner kind={isRejected ? 'info' : 'success'} announced>
        {isRejected ? texts.rejected : texts.sent}
      </Banner>
      {isRejected || isIn ? null : <p className={styles.text}>{texts.whileWaiting}</p>}
      {isIn ? (
        <Button size="lg" wide pending>
          {texts.accepting}
        </Button>
      ) : (
        <Stack gap={3}>
          <Link to="/requests" className={buttonClass({ kind: 'secondary', size: 'lg', wide: true })}>
            {texts.error.requests}
          </Link>
          <Link to="/create-board" className={buttonClass({ kind: 'ghost', wide: true })}>
            {texts.ownBoard}
          </Link>
        </Stack>
      )}
    </Ticket>
  );
}

/** The person before the board's door: it opens when they are let in. What is behind it stays there until then. */
function Knocking({ icon, isIn }: { icon: string; isIn: boolean }) {
  const me = useMe();
  return (
    <span aria-hidden="true" className={styles.knocking} data-open={isIn || undefined}>
      <span className={styles.doorway}>
        {icon}
        <span className={styles.door} />
      </span>
      <span className={styles.guest}>{me.avatar}</span>
    </span>
  );
}

interface TicketProps {
  invitation: InvitationPage;
  /** What the invitation is to this visitor. */
  kind?: string;
  /** Shown instead of the kind of invitation. */
  note?: string;
  /** Shown instead of the board's icon. */
  scene?: ReactNode;
  /** There is something to fill in. */
  isLong?: boolean;
  children: ReactNode;
}

function Ticket({ invitation, kind = texts.invitation, note = texts.text, scene, isLong, children }: TicketProps) {
  const { title, icon, theme, invitedBy } = invitation;
  // The title must contain no name, of a board or a person: the browser writes titles into its history.
  useDocumentTitle(texts.invitation);
  return (
    <Page theme={theme} isLong={isLong}>
      <InvitationTicket
        {...{ icon, title, note, scene }}
        face={invitedBy?.avatar}
        kind={invitedBy ? texts.invitedBy({ name: invitedBy.username }) : kind}
      >
        {children}
      </InvitationTicket>
    </Page>
  );
}
