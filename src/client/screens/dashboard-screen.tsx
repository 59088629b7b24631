import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useRouterState } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { memo, Suspense, useEffect, useEffectEvent, useLayoutEffect, useMemo, useState } from 'react';
import type { QuickActions } from '#shared/actions';
import { doerOf } from '#shared/doer';
import { useMe } from '#client/session/session-queries.ts';
import { quickActionsQuery } from '#client/actions/quick-queries.ts';
import { queryKeys } from '#client/api/query-keys.ts';
import { useOpenedAt } from '#client/api/opened-at.ts';
import { boardsQuery } from '#client/boards/board-queries.ts';
import { useFeedSeen } from '#client/notices/news.ts';
import { useOutbox } from '#client/sync/outbox/outbox.ts';
import { feedWithPending } from '#client/sync/commands/projection.ts';
import { useDataAsOf } from '#client/sync/stream/last-contact.ts';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { stored } from '#client/ui/browser-storage.ts';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { InfiniteEnd } from '#client/ui/infinite-end.tsx';
import { useLazyDialog } from '#client/ui/lazy-dialog.ts';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { useObserved } from '#client/ui/observable.ts';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { words } from '#client/ui/ui-messages.fr.ts';
import { windowIs } from '#client/ui/window-frame.ts';
import { reporting } from '#client/ui/unexpected.ts';
import { dashboardMessages } from '#client/activities/activities-messages.fr.ts';
import { flattened } from '#client/sync/replica/views.ts';
import { feedQuery } from '#client/activities/activity-queries.ts';
import styles from './dashboard-screen.module.css';
import { FeedList } from '#client/activities/feed-list.tsx';
import { QuickRow } from '#client/activities/quick-row.tsx';

/** Accueil: what happened lately on all boards, and the round button that adds to it. */
export function DashboardScreen() {
  const { Dialog: AddActionDialog, ...adding } = useLazyDialog(loadAddActionDialog);
  // A new number gives the next opening a dialog that knows nothing of the last one.
  const [opening, setOpening] = useState(0);
  const [empty, setEmpty] = useState<Empty | null>(null);
  useEffect(() => {
    // At hand before it is asked for, but not before what is looked at.
    const timer = setTimeout(() => void loadAddActionDialog().catch(reporting('code')), 3000);
    return () => clearTimeout(timer);
  }, []);
  useShortcut('add', adding.open);
  useFeedSeen();
  const isWide = useObserved(wide);

  return (
    <div className={styles.screen} data-empty={empty ?? undefined}>
      <header className={styles.head}>
        <PageTitle>{dashboardMessages.title}</PageTitle>
        <Link to="/boards" className={styles.boards}>
          <span className={styles.boardsLink}>{dashboardMessages.boardsLink}</span>
          <ArrowRight aria-hidden="true" />
        </Link>
      </header>
      <section className={styles.feed} aria-label={dashboardMessages.title}>
        <Feed onAdd={adding.open} onEmpty={setEmpty} />
      </section>
      {isWide && !empty ? (
        <div className={styles.beside}>
          <Suspense>
            <RecapBeside />
            <Standings />
          </Suspense>
        </div>
      ) : null}
      {AddActionDialog ? (
        <AddActionDialog
          key={opening}
          open={adding.isOpen}
          onClose={adding.close}
          onClosed={() => setOpening((number) => number + 1)}
          // A long way at once: it would be a blur.
          onLogged={() => scrollTo({ top: 0, behavior: scrollY > innerHeight ? 'instant' : 'auto' })}
        />
      ) : null}
    </div>
  );
}

// The width at which the style sheet sets something beside the feed.
const wide = windowIs('large');
const Standings = lazyPart(async () => (await import('#client/leaderboard/standings.tsx')).Standings);
const loadParts = () => import('./home-parts.tsx');
const ConsentQuestion = lazyPart(async () => (await loadParts()).ConsentQuestion);
const Lines = lazyPart(async () => (await loadParts()).Lines);
const RecapBeside = lazyPart(async () => (await loadParts()).RecapBeside);
const FirstHome = lazyPart(async () => (await import('./first-home.tsx')).FirstHome, FirstHomeOutline);
const loadAddActionDialog = async () => (await import('#client/activities/add-action-dialog.tsx')).AddActionDialog;

/** Why there is no feed: nothing has happened yet, or there is no board. */
type Empty = 'calm' | 'first';

interface FeedProps {
  onAdd: () => void;
  onEmpty: (empty: Empty | null) => void;
}

/** A dialog that opens or closes before it concerns none of it. */
const Feed = memo(function Feed({ onAdd, onEmpty }: FeedProps) {
  const me = useMe();
  const pending = useOutbox('pending');
  const feed = useInfiniteQuery(feedQuery);
  const { data: boards, isPending: areBoardsAwaited } = useQuery(boardsQuery);
  const openedAt = useOpenedAt();
  const isWide = useObserved(wide);
  const quick = useQuickActions();
  // Memoised, since the query also reports other things, such as that it is fetching a page.
  const activities = useMemo(
    () => feed.data && feedWithPending(flattened(feed.data), pending, me, boards ?? []),
    [feed.data, pending, me, boards],
  );

  const isRowAwaited = quick.isAwaited || (areBoardsAwaited && quick.first !== null);
  if (feed.isPending || isRowAwaited) return <Skeleton shape="bubble" count={6} label={dashboardMessages.loading} />;
  if (!activities) return <ErrorBanner onRetry={feed.refetch}>{dashboardMessages.loadFailed}</ErrorBanner>;

  // As `away.ts` notes it. At the first visit, nothing is news.
  const seen = Number(stored(`seen ${me.id}`) ?? Infinity);
  const row = quick.first ? <QuickRow first={quick.first} now={quick.now ?? quick.first} /> : null;
  if (activities.length === 0) {
    return (
      <>
        {row}
        <EmptyFeed withoutBoard={boards?.length === 0} {...{ onAdd, onEmpty }} />
      </>
    );
  }
  const question = me.preferences.consentAsked ? null : (
    <div className={styles.late} data-awaited={me.actionsCount > 0}>
      <Suspense>
        <ConsentQuestion />
      </Suspense>
    </div>
  );
  return (
    <>
      {row}
      <div
        className={styles.late}
        data-awaited={!isWide && boards?.some(({ recap }) => recap)}
        data-fresh={activities.filter((one) => doerOf(one) !== me.id && one.loggedAt > seen)[1] && ''}
      >
        <Suspense>
          <Lines {...{ boards, isWide }} />
        </Suspense>
      </div>
      <FeedList activities={activities} myId={me.id} openedAt={openedAt} question={question} />
      <InfiniteEnd
        hasMore={feed.hasNextPage}
        queryKey={queryKeys.feed}
        failed={feed.isFetchNextPageError}
        // A refresh under way must not be given up for the next page.
        onMore={() => void feed.fetchNextPage({ cancelRefetch: false })}
        label={feed.isFetchNextPageError ? words.retry : words.showMore}
      />
    </>
  );
});

/** The feed waits for the first answer, or the first failure: what came above it later would push it down. */
function useQuickActions() {
  const { data, isPending, failureCount } = useQuery(quickActionsQuery);
  const isAway = useDataAsOf() !== null;
  const [known, setKnown] = useState<{ first: QuickActions | null } | null>(null);
  const isAwaited = !known && !isAway && isPending && failureCount === 0;
  // From then on the feed stays, whatever is read again: what was not there is shown the next time.
  if (!isAwaited && !known) setKnown({ first: data && data.actions.length > 0 ? data : null });
  return { first: known?.first ?? null, now: data, isAwaited };
}

/** Stands where the welcome comes, also while its code cannot be had. */
function FirstHomeOutline() {
  return <Skeleton shape="tile" count={4} label={dashboardMessages.loading} />;
}

function EmptyFeed({ withoutBoard, onAdd, onEmpty }: FeedProps & { withoutBoard: boolean }) {
  const [isMaking, setMaking] = useState(false);
  // The board that is being made is there before its screen is.
  const isFirst = withoutBoard || isMaking;
  useLayoutEffect(() => {
    onEmpty(isFirst ? 'first' : 'calm');
    return () => onEmpty(null);
  }, [onEmpty, isFirst]);
  if (isFirst) {
    return (
      <Suspense fallback={<FirstHomeOutline />}>
        <FirstHome onMaking={setMaking} />
      </Suspense>
    );
  }
  const { text, action } = dashboardMessages.empty;
  const add = (
    <Button kind="primary" onClick={onAdd}>
      {action}
    </Button>
  );
  return <EmptyState title={text} action={add} />;
}

/** Does what a shortcut of the app's icon asks for by the query `?name=1`, and takes that out of the address: a reload is no second press. */
function useShortcut(name: string, onAsked: () => void): void {
  const navigate = useNavigate();
  // It may be asked for while this screen is shown.
  const search = useRouterState({ select: ({ location }) => location.searchStr });
  const take = useEffectEvent((query: string) => {
    if (!new URLSearchParams(query).has(name)) return;
    void navigate({ to: location.pathname, replace: true });
    onAsked();
  });
  useEffect(() => take(search), [search]);
}
