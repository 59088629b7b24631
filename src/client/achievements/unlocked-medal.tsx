import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { type AchievementId, achievements } from '#shared/achievement-rules';
import { useMe } from '#client/session/session-queries.ts';
import { celebrate } from '#client/ui/celebration.ts';
import { useObserved } from '#client/ui/observable.ts';
import { useAnyDialogOpen } from '#client/ui/open-dialogs.ts';
import { useToastRoom } from '#client/ui/toast-room.ts';
import { achievementWords, achievementsMessages as texts } from './achievements-messages.fr.ts';
import { Coin } from './coin.tsx';
import styles from './unlocked-medal.module.css';
import { firstUntold, unlockedNews } from '#client/sync/replica/unlocked-news.ts';

/** In milliseconds. As long as the motion in the stylesheet. */
const shownMs = 4600;

/** Shows what was just unlocked, one after the other, and takes no press: whatever lies under it can be used meanwhile. */
export function UnlockedMedal() {
  const news = useObserved(unlockedNews);
  const { id: myId } = useMe();
  const shownBefore = useRef(new Set<AchievementId>());
  const element = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<AchievementId | null>(null);
  // A dialog is what the person looks at. And nobody looks at a hidden page.
  const isUnderDialog = useAnyDialogOpen();
  const isHidden = useSyncExternalStore(onVisibility, isPageHidden);
  const waits = isUnderDialog || isHidden;

  const tabs = useRef<BroadcastChannel>(null);
  useEffect(() => {
    if (typeof BroadcastChannel === 'undefined') return;
    const channel = new BroadcastChannel(`ou-la-la-medals-${myId}`);
    // Another tab has shown it.
    channel.addEventListener('message', ({ data }: MessageEvent<AchievementId>) => shownBefore.current.add(data));
    tabs.current = channel;
    return () => channel.close();
  }, [myId]);

  useEffect(() => {
    if (shown !== null || waits) return;
    const next = firstUntold(news, myId, shownBefore.current);
    if (next === undefined) {
      if (news.length > 0) unlockedNews.set([]);
      return;
    }
    shownBefore.current.add(next);
    tabs.current?.postMessage(next);
    setShown(next);
  }, [news, shown, waits, myId]);

  useEffect(() => {
    if (shown === null) return;
    if (throwsConfetti(shown) && element.current) celebrate(element.current);
    const timer = setTimeout(() => setShown(null), shownMs);
    return () => clearTimeout(timer);
  }, [shown]);

  // The next person in this browser must not see it.
  useEffect(() => () => unlockedNews.set([]), []);

  useToastRoom(element);
  return (
    <div ref={element} aria-live="polite" className={styles.slot}>
      {shown === null ? null : (
        <div key={shown} className={styles.medal}>
          <Coin id={shown} />
          <div>
            <p className={styles.what}>{texts.unlocked}</p>
            <p className={styles.name}>{achievementWords[shown].name}</p>
          </div>
        </div>
      )}
    </div>
  );
}

function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

function isPageHidden(): boolean {
  return document.visibilityState === 'hidden';
}

/** Only what was won, and took some doing: the first steps come every moment, and nobody celebrates a loss (decision D26). */
function throwsConfetti(id: AchievementId): boolean {
  const { family, goal } = achievements[id];
  return family === 'streaks' || (family === 'points' && goal >= 500);
}
