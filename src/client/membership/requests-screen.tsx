import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { BoardRequest, RequestLists } from '#shared/requests';
import { boardsQuery } from '#client/boards/board-queries.ts';
import { invitePageMessages } from './invite-messages.fr.ts';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { Button, buttonClass } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { useFocusAfterRemoval } from '#client/ui/focus-after-removal.ts';
import { useLazyDialog } from '#client/ui/lazy-dialog.ts';
import { Split, Stack } from '#client/ui/layout/layout.tsx';
import { LongList } from '#client/ui/long-list.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { Card } from '#client/ui/surface/surface.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import { useToasts } from '#client/ui/toasts.tsx';
import { useObserved } from '#client/ui/observable.ts';
import { windowIs } from '#client/ui/window-frame.ts';
import { loadJoinBoardDialog } from './load-join-board-dialog.ts';
import { requestsQuery } from './request-queries.ts';
import { RequestRow } from './request-row.tsx';
import type { Direction } from './request-sentence.tsx';
import styles from './requests-screen.module.css';
import { requestsMessages as texts } from './requests-messages.fr.ts';
import { sentRequest } from './sent-request.ts';

const hasRoom = windowIs('large');

/** Demandes: what was asked of the person, and what the person asked of others. */
export function RequestsScreen() {
  const requests = useQuery(requestsQuery);
  return (
    <Stack>
      <PageTitle subtitle={texts.subtitle}>{texts.title}</PageTitle>
      {requests.data ? (
        <div>
          <Lists lists={requests.data} />
        </div>
      ) : requests.isError ? (
        <ErrorBanner onRetry={requests.refetch} isRetrying={requests.isFetching}>
          {texts.loadFailed}
        </ErrorBanner>
      ) : (
        <Skeleton label={texts.loading} labelShown count={4} />
      )}
    </Stack>
  );
}

function Lists({ lists }: { lists: RequestLists }) {
  const hasJustSent = useJustSent();
  const [tab, setTab] = useState<Direction>(hasJustSent ? 'sent' : 'received');
  const { label, received, sent } = texts.tabs;
  const waited = useWaited(lists);
  const isWarned = lists.received.some(({ id }) => waited.has(id));

  const panel = useRef<HTMLDivElement>(null);
  useFocusAfterRemoval(lists[tab].length, panel);

  return (
    <Tabs
      label={label}
      tabs={[
        // What waits, as the badge counts it.
        { value: 'received', label: received({ count: lists.pendingCount }) },
        { value: 'sent', label: sent({ count: lists.sent.filter(({ status }) => status === 'pending').length }) },
      ]}
      selected={tab}
      onSelect={setTab}
    >
      <div ref={panel} tabIndex={-1}>
        <Rows key={tab} requests={lists[tab]} direction={tab} waited={waited}>
          {tab === 'received' ? (
            <p className="hint">
              <strong>{texts.warning.title}</strong>
              {'\u00A0: '}
              <span>{isWarned ? texts.warning.text : texts.warning.short}</span>
            </p>
          ) : null}
        </Rows>
      </div>
    </Tabs>
  );
}

/** Ids of the requests that wait, or have waited during this visit: those stay where they are, so that nothing moves under the finger. */
function useWaited({ received, sent }: RequestLists): ReadonlySet<string> {
  const [waited, setWaited] = useState<ReadonlySet<string>>(new Set());
  const more = [...received, ...sent].filter(({ id, status }) => status === 'pending' && !waited.has(id));
  if (more.length === 0) return waited;
  const all = new Set([...waited, ...more.map(({ id }) => id)]);
  setWaited(all);
  return all;
}

interface RowsProps {
  requests: readonly BoardRequest[];
  direction: Direction;
  waited: ReadonlySet<string>;
  /** Below those that wait. */
  children: ReactNode;
}

/** What waits, and beside or below it what was answered. */
function Rows({ requests, direction, waited, children }: RowsProps) {
  const { data: boards } = useQuery(boardsQuery);
  const themes = new Map(boards?.map(({ id, theme }) => [id, theme]));
  const newestFirst = requests.toSorted((a, b) => b.createdAt - a.createdAt);
  const answered = newestFirst.filter(({ id }) => !waited.has(id));
  const isOpen = useObserved(hasRoom);
  const list = (items: readonly BoardRequest[], isNew: boolean) => (
    <LongList as="ol" className={styles.rows} items={items}>
      {(request) => (
        <RequestRow
          key={request.id}
          request={request}
          direction={direction}
          theme={themes.get(request.boardId) ?? request.boardTheme}
          leadsToBoard={(isNew || direction === 'sent') && themes.has(request.boardId)}
        />
      )}
    </LongList>
  );
  const columns = (
    <>
      <Stack>
        {answered.length < requests.length ? (
          list(
            newestFirst.filter(({ id }) => waited.has(id)),
            true,
          )
        ) : (
          <Card as="div">
            <None direction={direction} isFirst={requests.length === 0} />
          </Card>
        )}
        {children}
      </Stack>
      {answered.length > 0 ? (
        // The person looks for the answers to their own requests.
        <details open={direction === 'sent' || isOpen}>
          <summary className={styles.summary}>
            {texts.answered({ count: answered.length })}
            <ChevronDown aria-hidden="true" />
          </summary>
          {list(answered, false)}
        </details>
      ) : null}
    </>
  );
  return answered.length > 0 ? <Split gap={5}>{columns}</Split> : columns;
}

function None({ direction, isFirst }: { direction: Direction; isFirst: boolean }) {
  if (direction === 'received') return isFirst ? <EmptyReceived /> : <NoneReceived />;
  return isFirst ? <EmptySent /> : <NoneSent />;
}

function EmptyReceived() {
  const { title, text } = texts.emptyReceived;
  return <EmptyState emoji="💌" title={title} text={text} action={<ToBoards />} />;
}

function NoneReceived() {
  return <EmptyState emoji="☕" title={texts.noneWaiting.received} action={<ToBoards />} />;
}

function ToBoards() {
  return (
    <Link to="/boards" className={buttonClass({ kind: 'primary' })}>
      {texts.emptyReceived.action}
    </Link>
  );
}

function EmptySent() {
  const { title, text } = texts.emptySent;
  return <EmptyState emoji="🕊️" title={title} text={text} action={<JoinBoard />} />;
}

function NoneSent() {
  return <EmptyState emoji="🕊️" title={texts.noneWaiting.sent} action={<JoinBoard />} />;
}

function JoinBoard() {
  const { Dialog: JoinBoardDialog, ...joining } = useLazyDialog(loadJoinBoardDialog);
  return (
    <>
      <Button kind="primary" onClick={joining.open}>
        {texts.emptySent.action}
      </Button>
      {JoinBoardDialog ? <JoinBoardDialog open={joining.isOpen} onClose={joining.close} /> : null}
    </>
  );
}

/** Whether one comes from an invitation page after asking to join; says once that it is done. */
function useJustSent(): boolean {
  const { show } = useToasts();
  const [hasJustSent] = useState(sentRequest.isLeft);
  useEffect(() => {
    if (!sentRequest.isLeft()) return;
    sentRequest.forget();
    show({ kind: 'success', message: invitePageMessages.sent });
  }, [show]);
  return hasJustSent;
}
