import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { FeedActivity } from '#shared/activities';
import { feedQuery } from '#client/activities/activity-queries.ts';
import { inServerTime } from '#client/api/server-clock.ts';
import { useOpenedAt } from '#client/api/opened-at.ts';
import { boardsQuery } from '#client/boards/board-queries.ts';
import { useMe } from '#client/session/session-queries.ts';
import { flattened } from '#client/sync/replica/views.ts';
import { useFocusOfLeaving } from '#client/ui/focus-after-removal.ts';
import { useLazyDialog } from '#client/ui/lazy-dialog.ts';
import { useObserved } from '#client/ui/observable.ts';
import { type Cursors, cursorsOf, seenBefore } from './absence.ts';
import { type AwayNews, awayNews } from './away.ts';
import styles from './away-line.module.css';
import { awayMessages as texts } from './away-messages.fr.ts';

/** What happened while the person was away, in one line of Accueil that opens the list. Closing the list, or leaving Accueil, is reading it. */
export function AwayLine() {
  const { read, news, isShown } = useAway();
  const { Dialog, open, close, isOpen } = useLazyDialog(loadAwayList);
  const [opened, setOpened] = useState<AwayNews | null>(null);
  // The room that is kept for the line until it is known whether there is one.
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-away-known', true);
  }, []);
  return (
    <>
      {isShown ? (
        <Line
          news={news}
          onPress={() => {
            setOpened(news);
            open();
          }}
        />
      ) : null}
      {Dialog && opened ? (
        <Dialog
          news={opened}
          open={isOpen}
          onClose={close}
          onClosed={() => {
            // The line goes, and would take the focus with it.
            document.querySelector('h1')?.focus({ preventScroll: true });
            setOpened(null);
            read();
          }}
        />
      ) : null}
    </>
  );
}

function Line({ news, onPress }: { news: AwayNews; onPress: () => void }) {
  const { id: myId } = useMe();
  const button = useRef<HTMLButtonElement>(null);
  useFocusOfLeaving(button);
  const now = useOpenedAt();
  const { logs, reactions, since, isCut } = news;
  const losses = logs.filter(({ points }) => points < 0).length;
  const names = [
    ...new Set([
      ...logs.map(({ userId, username, notedBy }) => (notedBy && userId === myId ? notedBy.username : username)),
      ...reactions.flatMap(({ by }) => by ?? []),
    ]),
  ];
  return (
    <button ref={button} type="button" className={styles.line} aria-haspopup="dialog" onClick={onPress}>
      <span className={styles.text}>
        {texts.line({ since, now, names, gains: logs.length - losses, losses, reactions: reactions.length, isCut })}
      </span>
      <ChevronRight aria-hidden="true" className={styles.arrow} />
    </button>
  );
}

function useAway() {
  const { id: myId } = useMe();
  const { data, hasNextPage } = useInfiniteQuery(feedQuery);
  const { data: boards } = useQuery(boardsQuery);
  const activities = useMemo(() => flattened<FeedActivity>(data), [data]);
  const seen = useObserved(seenBefore) ?? cursorsOf(boards ?? []);
  // What comes while the person looks is no news of their absence.
  const [until, setUntil] = useState(present);
  const news = awayNews(activities, { seen, until: inServerTime(until), myId, hasMore: hasNextPage });
  // Where the rows stand already, no room was kept for less than two logs: the line comes the next time, with them.
  const [isEarly] = useState(() => news.count > 1 && !document.querySelector('[data-key]'));
  const isShown = news.logs.length > 1 || (isEarly && news.count > 1);

  useEffect(() => {
    const look = () => {
      // A list that is open is being read.
      if (document.hidden && !document.querySelector('[role="dialog"]')) seenBefore.set(null);
      setUntil(present());
    };
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      seenBefore.set(null);
    };
  }, []);
  return { read: () => seenBefore.set(allOf(activities)), news, isShown };
}

/** All of the feed is seen. */
function allOf(activities: readonly FeedActivity[]): Cursors {
  return Object.fromEntries(activities.map(({ boardId }) => [boardId, Infinity]));
}

/** The end of the absence by this device's clock, since that of the server may be known only later. While the page is hidden the absence has no end yet. */
function present(): number {
  return document.hidden ? Infinity : Date.now();
}

const loadAwayList = async () => (await import('./away-list.tsx')).AwayList;
