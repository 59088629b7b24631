import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { boardHeaderOf } from '#client/sync/replica/state.ts';
import { FlamePicture } from '#client/ui/flame-picture.tsx';
import { useMe } from '#client/session/session-queries.ts';
import { Row } from '#client/ui/layout/layout.tsx';
import { useObserved } from '#client/ui/observable.ts';
import { useAnyDialogOpen } from '#client/ui/open-dialogs.ts';
import { usePageHidden } from '#client/ui/page-hidden.ts';
import { useToasts } from '#client/ui/toasts.tsx';
import { achievementWords, achievementsMessages as texts, flameMarkWords } from './achievements-messages.fr.ts';
import { Coin } from './coin.tsx';
import { isMark, markOf } from './flame-mark.ts';
import styles from './unlocked-medal.module.css';
import { firstUntold, type UnlockedId, unlockedNews } from '#client/sync/replica/unlocked-news.ts';

/** In milliseconds. */
const shownMs = 4600;
/** What was just noted is read first: how long its card stands alone. In milliseconds. */
const readMs = 2400;

/** Shows what was just unlocked, one after the other, in the place of the toasts: what stands there waits meanwhile. Draws nothing itself. */
export function UnlockedMedal() {
  const news = useObserved(unlockedNews);
  const { id: myId } = useMe();
  const { show, dismiss } = useToasts();
  const client = useQueryClient();
  const shownBefore = useRef(new Set<UnlockedId>());
  const followsAnother = useRef(false);
  const [shown, setShown] = useState<UnlockedId | null>(null);
  // A dialog is what the person looks at. And nobody looks at a hidden page.
  const isUnderDialog = useAnyDialogOpen();
  const isHidden = usePageHidden();
  const waits = isUnderDialog || isHidden;

  const tabs = useRef<BroadcastChannel>(null);
  useEffect(() => {
    if (typeof BroadcastChannel === 'undefined') return;
    const channel = new BroadcastChannel(`ou-la-la-medals-${myId}`);
    // Another tab has shown it.
    channel.addEventListener('message', ({ data }: MessageEvent<UnlockedId>) => shownBefore.current.add(data));
    tabs.current = channel;
    return () => channel.close();
  }, [myId]);

  useEffect(() => {
    if (shown !== null || waits) return;
    const next = firstUntold(news, myId, shownBefore.current);
    if (next === undefined) {
      followsAnother.current = false;
      if (news.length > 0) unlockedNews.set([]);
      return;
    }
    const isBehindCard = !followsAnother.current && document.querySelector('[data-toast]') !== null;
    const timer = setTimeout(
      () => {
        shownBefore.current.add(next);
        tabs.current?.postMessage(next);
        followsAnother.current = true;
        setShown(next);
      },
      isBehindCard ? readMs : 0,
    );
    return () => clearTimeout(timer);
  }, [news, shown, waits, myId]);

  useEffect(() => {
    if (shown === null) return;
    const words = wordsOf(shown, client);
    const face = <Medal id={shown} words={words} onGone={() => setShown(null)} />;
    const toast = show({ message: words.name, face, comesFirst: true, duration: shownMs });
    return () => dismiss(toast);
  }, [shown, client, show, dismiss]);

  // The next person in this browser must not see it.
  useEffect(() => () => unlockedNews.set([]), []);
  return null;
}

interface Words {
  what: string;
  name: string;
  line: string;
}

function wordsOf(id: UnlockedId, client: QueryClient): Words {
  if (!isMark(id)) return { what: texts.unlocked, ...achievementWords[id] };
  const mark = markOf(id);
  const board = boardHeaderOf(client, mark.boardId)?.title ?? null;
  return { what: flameMarkWords.of({ board }), name: flameMarkWords.name(mark), line: flameMarkWords.line(mark) };
}

interface MedalProps {
  id: UnlockedId;
  words: Words;
  onGone: () => void;
}

function Medal({ id, words: { what, name, line }, onGone }: MedalProps) {
  const element = useRef<HTMLDivElement>(null);
  const gone = useRef(onGone);
  useEffect(() => {
    const [{ current }, node] = [gone, element.current];
    // Not when its effects are only played again.
    return () => void setTimeout(() => node?.isConnected || current());
  }, []);
  return (
    <div ref={element} data-medal="">
      <Row gap={3} wraps={false}>
        <span aria-hidden="true" className={styles.drop}>
          {isMark(id) ? <FlamePicture isLit /> : <Coin id={id} />}
        </span>
        <div className={styles.words}>
          <p className={styles.what}>{what}</p>
          <p className={styles.name}>{name}</p>
          <p className={styles.line}>{line}</p>
        </div>
      </Row>
    </div>
  );
}
