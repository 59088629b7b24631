import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { type AchievementFamily, achievementFamilies, achievements } from '#shared/achievement-rules';
import type { AchievementProgress } from '#shared/achievements';
import { Unreachable } from '#client/api/api.ts';
import { useLastFailure } from '#client/sync/replica/failures.ts';
import { useConnection } from '#client/sync/stream/live.ts';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { words } from '#client/ui/ui-messages.fr.ts';
import { achievementsQuery } from './achievement-queries.ts';
import { achievementWords, achievementsMessages as texts } from './achievements-messages.fr.ts';
import styles from './achievements-screen.module.css';
import { Coin } from './coin.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { useReadOnChange } from './read-on-change.ts';

/** 'Succès': what one has unlocked, and how far one is with the rest. */
export function AchievementsScreen() {
  const { data, isError, error, isFetching, refetch } = useQuery(achievementsQuery);
  useReadOnChange(refetch);
  const isAway = useLastFailure(error) instanceof Unreachable && !data;
  useTitleInSight(isAway);
  const all = data?.achievements;
  const count = all?.filter(({ unlockedAt }) => unlockedAt !== null).length ?? 0;
  return (
    <div className={styles.screen}>
      <div className={styles.head}>
        <PageTitle>{texts.title}</PageTitle>
        {all ? (
          <>
            <p className={styles.count}>{texts.progress({ count, total: all.length })}</p>
            <ProgressBar label={texts.title} value={count} goal={all.length} />
          </>
        ) : null}
      </div>
      {isAway ? (
        <div role="alert">
          <EmptyState
            title={texts.away.title}
            text={texts.away.text}
            action={
              <Button kind="primary" pending={isFetching} onClick={() => void refetch()}>
                {words.retry}
              </Button>
            }
          />
        </div>
      ) : (
        <div className={styles.families}>
          {all ? (
            achievementFamilies.map((family) => (
              <Family key={family} family={family} members={all.filter(({ id }) => achievements[id].family === family)} />
            ))
          ) : isError ? (
            <ErrorBanner onRetry={refetch} isRetrying={isFetching}>
              {texts.loadFailed}
            </ErrorBanner>
          ) : (
            <Skeleton label={texts.loading} labelShown shape="card" count={6} />
          )}
        </div>
      )}
    </div>
  );
}

/** The banner that tells of a lost connection lies over the top of a page, so that nothing moves: here there is nothing else to read. */
function useTitleInSight(isAway: boolean): void {
  const isLost = useConnection() === 'lost';
  useEffect(() => {
    if (isAway && isLost) scrollTo({ top: 0, behavior: 'instant' });
  }, [isAway, isLost]);
}

function Family({ family, members }: { family: AchievementFamily; members: readonly AchievementProgress[] }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.family}>
      <h2 id={id} className={styles.name}>
        {texts.families[family]}
      </h2>
      <ul className={styles.medals}>
        {members.map((one) => (
          <Card key={one.id} {...one} />
        ))}
      </ul>
    </section>
  );
}

function Card({ id, progress, unlockedAt }: AchievementProgress) {
  const [isOpen, setIsOpen] = useState(false);
  const { name, how, line } = achievementWords[id];
  const { goal, measure } = achievements[id];
  const isLocked = unlockedAt === null;
  const isCounted = goal > 1 && measure !== 'pause';
  const share = isLocked ? (isCounted ? (100 * Math.min(progress, goal)) / goal : 0) : 100;
  const state = isLocked ? texts.locked : line;
  const earning = isLocked ? how : texts.earned({ title: how, time: unlockedAt });
  return (
    <li className={styles.medal} data-locked={isLocked || undefined}>
      <Coin id={id} isLocked={isLocked} share={share} />
      <h3 className={styles.title}>
        <button type="button" className={styles.opener} aria-haspopup="dialog" aria-expanded={isOpen} onClick={() => setIsOpen(true)}>
          {name}
        </button>
      </h3>
      {isLocked && isCounted ? (
        <span aria-hidden="true" className={styles.figure}>
          {texts.counted({ count: progress, total: goal })}
        </span>
      ) : null}
      {/* What the medal tells at a tap is read without one, too. */}
      <div className="visually-hidden">
        <p>{state}</p>
        <p>{earning}</p>
        {isLocked && isCounted ? <ProgressBar label={texts.towards({ title: name })} value={progress} goal={goal} /> : null}
      </div>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title={name}>
        <div className={styles.told}>
          <Coin id={id} isLocked={isLocked} share={share} />
          <p className={styles.line}>{state}</p>
          <p className={styles.how}>{earning}</p>
        </div>
      </Dialog>
    </li>
  );
}
