import { useEffect, useRef, useState } from 'react';
import { type AchievementId, achievements } from '#shared/achievement-rules';
import { celebrate } from '#client/ui/celebration.ts';
import { useObserved } from '#client/ui/observable.ts';
import { useAnyDialogOpen } from '#client/ui/open-dialogs.ts';
import { achievementWords, achievementsMessages as texts } from './achievements-messages.fr.ts';
import { Coin } from './coin.tsx';
import styles from './unlocked-medal.module.css';
import { unlockedNews } from './unlocked-news.ts';

/** In milliseconds. As long as the motion in the stylesheet. */
const shownMs = 4600;

/** Shows what was just unlocked, one after the other, and takes no press: whatever lies under it can be used meanwhile. */
export function UnlockedMedal() {
  const news = useObserved(unlockedNews);
  const told = useRef(new Set<AchievementId>());
  const element = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<AchievementId | null>(null);
  // A dialog is what the person looks at.
  const waits = useAnyDialogOpen();

  useEffect(() => {
    if (shown !== null || waits) return;
    const next = news.find((id) => !told.current.has(id));
    if (next === undefined) {
      if (news.length > 0) unlockedNews.set([]);
      return;
    }
    told.current.add(next);
    setShown(next);
  }, [news, shown, waits]);

  useEffect(() => {
    if (shown === null) return;
    if (throwsConfetti(shown) && element.current) celebrate(element.current).catch(() => undefined);
    const timer = setTimeout(() => setShown(null), shownMs);
    return () => clearTimeout(timer);
  }, [shown]);

  // Who comes next in this browser has unlocked nothing.
  useEffect(() => () => unlockedNews.set([]), []);

  return (
    <div ref={element} aria-live="polite" className={styles.place}>
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

/** Only what was won, and took some doing: the first steps come every moment, and nobody celebrates a loss (decision D26). */
function throwsConfetti(id: AchievementId): boolean {
  const { family, goal } = achievements[id];
  return family === 'streaks' || (family === 'points' && goal >= 500);
}
