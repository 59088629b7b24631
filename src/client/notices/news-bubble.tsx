import { useQueryClient } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { BoardId } from '#shared/ids';
import { knocking } from '#client/membership/knocking.ts';
import { faceOf } from '#client/sync/replica/state.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { useObserved } from '#client/ui/observable.ts';
import { useAnyDialogOpen } from '#client/ui/open-dialogs.ts';
import { PointsPill } from '#client/ui/points-pill.tsx';
import { useHold } from '#client/ui/toast-hold.ts';
import { type News, without } from './fresh-news.ts';
import styles from './news-bubble.module.css';
import { newsBubbleMessages as texts } from './news-bubble-messages.fr.ts';
import { newsBubble } from './news.ts';

/** In milliseconds. */
const shownFor = 6000;
const holdKey = 'news';

/** Says for a moment what others did, on whatever screen; a press leads there. It never takes the focus. */
export function NewsBubble() {
  const client = useQueryClient();
  const logs = useObserved(newsBubble);
  const { heldKeys, eventsOf, release } = useHold();
  const isHeld = heldKeys.length > 0;
  const isUnderDialog = useAnyDialogOpen();
  const isKnocking = useObserved(knocking);
  const pathname = useRouterState({ select: ({ location }) => location.pathname });

  useEffect(() => {
    // There it is seen anyway.
    newsBubble.set(without(newsBubble.get(), ({ boardId }) => pathname === `/board/${boardId}`));
  }, [pathname]);

  useEffect(() => {
    if (logs.length === 0 || isHeld || isUnderDialog || isKnocking) return;
    const timer = setTimeout(() => newsBubble.set([]), shownFor);
    return () => clearTimeout(timer);
  }, [logs, isHeld, isUnderDialog, isKnocking]);

  // It waits until who knocks is answered.
  const last = isKnocking ? undefined : logs.at(-1);
  const isShown = last !== undefined;
  useEffect(() => {
    // One that is removed under a pointer or the focus must not hold the next.
    if (isShown) return () => release(holdKey);
  }, [isShown, release]);

  const boardId = boardOf(logs);
  const leave = () => {
    newsBubble.set([]);
    if (boardId === undefined) scrollTo({ top: 0 });
  };
  return (
    // The region stands there from the start: one that comes with its text is often not read.
    <div aria-live="polite" className={styles.region}>
      {last ? (
        <Link
          {...(boardId === undefined
            ? { to: '/dashboard' }
            : { to: '/board/$boardId', params: { boardId }, search: last.kind === 'reaction_added' ? { tab: 'notifications' } : {} })}
          className={styles.bubble}
          data-board-theme={boardId === undefined ? undefined : faceOf(client, boardId)?.theme}
          onClick={leave}
          {...eventsOf(holdKey)}
        >
          <Avatar emoji={last.by.userAvatar} size="sm" />
          <span className={styles.words}>{wordsOf(logs, last)}</span>
          {logs.length === 1 && last.kind === 'activity_logged' ? (
            <>
              {' '}
              <PointsPill points={last.points} />
            </>
          ) : null}
        </Link>
      ) : null}
    </div>
  );
}

function wordsOf(news: readonly News[], last: News): string {
  if (news.length === 1) {
    const { title } = last;
    const name = last.by.username;
    return last.kind === 'reaction_added' ? texts.reacted({ name, title, emoji: last.emoji }) : texts.one({ name, title });
  }
  const reactions = news.filter(({ kind }) => kind === 'reaction_added').length;
  const counts = { names: namesIn(news), count: news.length };
  if (reactions === 0) return texts.several(counts);
  return reactions === news.length ? texts.severalReactions(counts) : texts.mixed(counts);
}

/** Whoever did something last comes first. */
function namesIn(news: readonly News[]): string[] {
  return [...new Set(news.toReversed().map(({ by }) => by.username))];
}

/** The one board that all are of; undefined with several. */
function boardOf(news: readonly News[]): BoardId | undefined {
  const [boardId, ...others] = new Set(news.map((one) => one.boardId));
  return others.length === 0 ? boardId : undefined;
}
