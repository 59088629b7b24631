import { useQueryClient } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { BoardId } from '#shared/ids';
import type { News, NewsKind, NoticeOf } from '#shared/notices';
import { reactionsMessages } from '#client/activities/reactions-messages.fr.ts';
import { isBoardForTwo, thank } from '#client/activities/thanks.ts';
import { boardHeaderOf } from '#client/sync/replica/state.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { passFocusOn } from '#client/ui/focus-after-removal.ts';
import { useObserved } from '#client/ui/observable.ts';
import { useAnyDialogOpen } from '#client/ui/open-dialogs.ts';
import { PointsPill } from '#client/ui/points-pill.tsx';
import { Pill } from '#client/ui/surface/surface.tsx';
import { signed } from '#client/ui/signed.ts';
import { useHold } from '#client/ui/toast-hold.ts';
import { without } from './taken-back.ts';
import styles from './news-bubble.module.css';
import riposte from './riposte.module.css';
import { loggedSentence, tellerOf } from './told-log.ts';
import { newsBubbleMessages as texts } from './news-bubble-messages.fr.ts';
import { newsBubble } from './news.ts';
import { rainFrom } from './reaction-rain.ts';

/** In milliseconds. */
const shownFor = 6000;
const holdKey = 'news';

/** Says for a moment, in the bar at the top, what others did, on whatever screen; a press leads there. It never takes the focus. */
export function NewsBubble() {
  const client = useQueryClient();
  const logs = useObserved(newsBubble);
  const { heldKeys, eventsOf, release } = useHold();
  const isHeld = heldKeys.length > 0;
  const isUnderDialog = useAnyDialogOpen();
  const pathname = useRouterState({ select: ({ location }) => location.pathname });

  useEffect(() => {
    // On the board itself its activities are seen anyway.
    newsBubble.set(without(newsBubble.get(), (one) => 'activityId' in one && pathname === `/board/${one.boardId}`));
  }, [pathname]);

  useEffect(() => {
    if (logs.length === 0 || isHeld || isUnderDialog) return;
    const timer = setTimeout(() => newsBubble.set([]), shownFor);
    return () => clearTimeout(timer);
  }, [logs, isHeld, isUnderDialog]);

  const last = logs.at(-1);
  const isShown = last !== undefined;
  useEffect(() => {
    // A bubble that is removed under the pointer or the focus sends no event that would release its hold.
    if (isShown) return () => release(holdKey);
  }, [isShown, release]);

  const bubble = useRef<HTMLAnchorElement>(null);
  const raining = last?.kind === 'reaction_added' ? last : undefined;
  useEffect(() => {
    if (raining) rainFrom(bubble.current, raining.emoji);
  }, [raining]);

  const [bar] = useState(() => document.querySelector('[data-top-slot]'));
  const boardId = boardOf(logs);
  const isForTwo = last !== undefined && isBoardForTwo(client, last.boardId);
  const seen = isForTwo && logs.length === 1 && last.kind === 'activity_logged' && last.forYou ? last : undefined;
  const leave = () => {
    newsBubble.set([]);
    if (boardId === undefined) scrollTo({ top: 0 });
  };
  return createPortal(
    // The region stands there from the start: one that comes with its text is often not read. With an `aria-live` of its own, Base UI would keep
    // the bar around it from being hidden under a dialog.
    <div className={styles.region}>
      <div role="status">
        {last ? (
          <Link
            {...(boardId === undefined
              ? { to: '/dashboard' }
              : { to: '/board/$boardId', params: { boardId }, search: last.kind === 'reaction_added' ? { tab: 'notifications' } : {} })}
            ref={bubble}
            className={styles.bubble}
            data-board-theme={boardId === undefined ? undefined : boardHeaderOf(client, boardId)?.theme}
            onClick={leave}
            {...eventsOf(holdKey)}
          >
            {seen ? (
              // Beside what thanks for it there is little room: the face, which is one's own, gives way.
              <span className={riposte.words}>
                <span className={riposte.title}>
                  {loggedSentence(seen, true)} · {signed(seen.points)}
                </span>
              </span>
            ) : (
              <>
                <Avatar emoji={last.by.userAvatar} size="sm" />
                <span className={styles.words}>{withEmoji(wordsOf(logs, last, isForTwo), last)}</span>
                {logs.length === 1 && last.kind === 'activity_logged' ? (
                  <>
                    {' '}
                    <PointsPill points={last.points} />
                  </>
                ) : null}
                {last.kind === 'reaction_added' ? (
                  <span aria-hidden="true" className={styles.emoji}>
                    {last.emoji}
                  </span>
                ) : null}
              </>
            )}
          </Link>
        ) : null}
      </div>
      {seen ? (
        <Pill
          aria-label={reactionsMessages.thankFor({ name: tellerOf(seen), title: seen.title })}
          onClick={() => {
            thank(seen);
            // The bubble goes with the focus.
            passFocusOn([document.querySelector('h1')]);
            newsBubble.set([]);
          }}
          {...eventsOf(holdKey)}
        >
          {reactionsMessages.thank}
        </Pill>
      ) : null}
    </div>,
    bar ?? document.body,
  );
}

/** The words with the reaction in them as the picture that it is. */
function withEmoji(sentence: string, last: News): ReactNode {
  if (last.kind !== 'reaction_added') return sentence;
  const [before = '', ...after] = sentence.split(last.emoji);
  return after.length === 0 ? (
    before
  ) : (
    <>
      {before}
      <span className={styles.emoji}>{last.emoji}</span>
      {after.join(last.emoji)}
    </>
  );
}

const words: { [Kind in NewsKind]: (news: NoticeOf<Kind>, isForTwo: boolean) => string } = {
  activity_logged: loggedSentence,
  reaction_added: ({ by, title, emoji }) => texts.reacted({ name: by.username, title, emoji }),
};

function wordsOf<Kind extends NewsKind>(news: readonly News[], last: NoticeOf<Kind>, isForTwo: boolean): string {
  const kind: Kind = last.kind;
  if (news.length === 1) return words[kind](last, isForTwo);
  const reactions = news.filter((one) => one.kind === 'reaction_added').length;
  const counts = { names: namesIn(news), count: news.length };
  if (reactions === 0) return texts.several(counts);
  return reactions === news.length ? texts.severalReactions(counts) : texts.mixed(counts);
}

/** The names of the people in the news, the most recent first. */
function namesIn(news: readonly News[]): string[] {
  return [...new Set(news.toReversed().map(tellerOf))];
}

/** The one board that all are of; undefined with several. */
function boardOf(news: readonly News[]): BoardId | undefined {
  const [boardId, ...others] = new Set(news.map((one) => one.boardId));
  return others.length === 0 ? boardId : undefined;
}
