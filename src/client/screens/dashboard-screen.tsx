import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, useMemo, useState } from 'react';
import type { QuickActions } from '#shared/actions';
import { doerOf } from '#shared/doer';
import { useMe } from '#client/session/session-queries.ts';
import { quickActionsQuery } from '#client/actions/quick-queries.ts';
import { useOpenedAt } from '#client/api/opened-at.ts';
import { boardsQuery } from '#client/boards/board-queries.ts';
import { TurnStripOutline } from '#client/leaderboard/turn-strip-outline.tsx';
import { TurnStrip } from '#client/leaderboard/turn-strip.tsx';
import { cursorsOf, seenBefore } from '#client/notices/absence.ts';
import { useOutbox } from '#client/sync/outbox/outbox.ts';
import { feedWithPending } from '#client/sync/commands/projection.ts';
import { useDataAsOf } from '#client/sync/stream/last-contact.ts';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { dashboardMessages } from '#client/activities/activities-messages.fr.ts';
import { flattened } from '#client/sync/replica/views.ts';
import { feedQuery } from '#client/activities/activity-queries.ts';
import { FeedList } from '#client/activities/feed-list.tsx';
import { QuickRow } from '#client/activities/quick-row.tsx';
import { HomeFrame } from './home-frame.tsx';

/** Accueil: whose turn it is, and what happened lately on all boards. */
export function DashboardScreen() {
  const [isMaking, setMaking] = useState(false);
  const home = useHome();
  // The board that is being made is there before its screen is.
  const isFirst = home.activities?.length === 0 && (isMaking || home.boards?.length === 0);

  const title = <PageTitle>{dashboardMessages.title}</PageTitle>;
  const parts = home.isAwaited
    ? {
        turns: <TurnStripOutline />,
        feed: <Skeleton shape="bubble" count={6} label={dashboardMessages.loading} />,
      }
    : isFirst
      ? {
          feed: (
            <Suspense fallback={<FirstHomeOutline />}>
              <FirstHome onMaking={setMaking} />
            </Suspense>
          ),
          last: <Link to="/boards">{dashboardMessages.boardsLink}</Link>,
        }
      : {
          turns: home.boards && home.boards.length > 0 ? <TurnStrip boards={home.boards} /> : null,
          favourites: home.quick ? <QuickRow first={home.quick.first} now={home.quick.now} /> : null,
          news: home.activities && home.activities.length > 0 ? <News boards={home.boards} /> : null,
          newsLines: home.newsLines,
          feed: <Feed {...home} />,
          aside: (
            <Suspense>
              <Aside />
            </Suspense>
          ),
        };
  return <HomeFrame title={title} label={dashboardMessages.title} {...parts} />;
}

const loadParts = () => import('./home-parts.tsx');
const Aside = lazyPart(async () => (await loadParts()).Aside);
const CalmHome = lazyPart(async () => (await loadParts()).CalmHome);
const ConsentQuestion = lazyPart(async () => (await loadParts()).ConsentQuestion);
const News = lazyPart(async () => (await loadParts()).News);
const FirstHome = lazyPart(async () => (await import('./first-home.tsx')).FirstHome, FirstHomeOutline);

/** All that Accueil shows, at once: what came later above the feed would push it down. */
function useHome() {
  const me = useMe();
  const pending = useOutbox('pending');
  const feed = useInfiniteQuery(feedQuery);
  const boards = useQuery(boardsQuery);
  const quick = useQuickActions();
  const isAway = useDataAsOf() !== null;
  // Memoised, since the query also reports other things, such as that it is fetching a page.
  const activities = useMemo(
    () => feed.data && feedWithPending(flattened(feed.data), pending, me, boards.data ?? []),
    [feed.data, pending, me, boards.data],
  );
  const areBoardsAwaited = boards.isPending && !isAway && boards.failureCount === 0;
  // As `away.ts` counts it.
  const seen = seenBefore.get() ?? cursorsOf(boards.data ?? []);
  const isFresh =
    (activities ?? []).filter((one) => doerOf(one) !== me.id && !one.undone && one.revision > (seen[one.boardId] ?? Infinity)).length > 1;
  const told = [boards.data?.some(({ film, recap }) => film ?? recap), boards.data?.some(({ gesture }) => gesture), isFresh];
  const newsLines = told.filter(Boolean).length;
  const isAwaited = feed.isPending || quick.isAwaited || areBoardsAwaited;
  return { feed, activities, boards: boards.data, quick: quick.shown, newsLines, isAwaited };
}

type FeedProps = Pick<ReturnType<typeof useHome>, 'feed' | 'activities' | 'boards'>;

function Feed({ feed, activities, boards }: FeedProps) {
  const me = useMe();
  const openedAt = useOpenedAt();
  if (!activities) return <ErrorBanner onRetry={feed.refetch}>{dashboardMessages.loadFailed}</ErrorBanner>;
  if (activities.length === 0) {
    return (
      <Suspense>
        <CalmHome />
      </Suspense>
    );
  }
  const question = me.preferences.consentAsked ? null : (
    <Suspense>
      <ConsentQuestion />
    </Suspense>
  );
  return (
    <FeedList
      {...{ activities, boards, openedAt, question }}
      myId={me.id}
      hasMore={feed.hasNextPage}
      failed={feed.isFetchNextPageError}
      // A refresh under way must not be given up for the next page.
      onMore={() => void feed.fetchNextPage({ cancelRefetch: false })}
    />
  );
}

/** Accueil waits for the first answer, or the first failure. */
function useQuickActions() {
  const { data, isPending, failureCount } = useQuery(quickActionsQuery);
  const isAway = useDataAsOf() !== null;
  const [known, setKnown] = useState<{ first: QuickActions | null } | null>(null);
  const isAwaited = !known && !isAway && isPending && failureCount === 0;
  // From then on the feed stays, whatever is read again: what was not there is shown the next time.
  if (!isAwaited && !known) setKnown({ first: data && data.actions.length > 0 ? data : null });
  return { shown: known?.first ? { first: known.first, now: data ?? known.first } : null, isAwaited };
}

/** Stands where the welcome comes, also while its code cannot be had. */
function FirstHomeOutline() {
  return <Skeleton shape="tile" count={4} label={dashboardMessages.loading} />;
}
