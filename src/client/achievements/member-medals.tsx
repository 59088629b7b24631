import { useQuery } from '@tanstack/react-query';
import { type AchievementId, achievements } from '#shared/achievement-rules';
import type { UserOnBoard } from '#shared/ids';
import { useEffect, useRef, useState } from 'react';
import { finalRefusal, useLastFailure } from '#client/sync/replica/failures.ts';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { memberAchievementsQuery } from './achievement-queries.ts';
import { achievementWords, achievementsMessages } from './achievements-messages.fr.ts';
import { Coin } from './coin.tsx';
import { metalOf } from './medal-metal.ts';
import styles from './member-medals.module.css';
import { useReadOnChange } from './read-on-change.ts';

interface MemberMedalsProps extends UserOnBoard {
  name: string;
  /** At first no more medals than this, the dearest first; the others come when asked for. */
  most?: number | undefined;
}

/** What a member of a board has unlocked. */
export function MemberMedals({ boardId, userId, name, most }: MemberMedalsProps) {
  const [isWhole, setWhole] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const { data, error, isFetching, refetch } = useQuery(memberAchievementsQuery({ boardId, userId }));
  const failure = useLastFailure(error);
  useReadOnChange(refetch);
  // The button that asked is gone: the focus goes to what it brought.
  useEffect(() => {
    if (isWhole && most !== undefined) (list.current?.children[most] as HTMLElement | undefined)?.focus();
  }, [isWhole, most]);
  const refusal = finalRefusal(failure);
  if (refusal) return <ErrorBanner>{refusal}</ErrorBanner>;
  if (!data && failure)
    return (
      <ErrorBanner onRetry={refetch} isRetrying={isFetching}>
        {achievementsMessages.loadFailed}
      </ErrorBanner>
    );
  if (!data) return <Skeleton label={achievementsMessages.loading} count={1} />;
  if (data.achievements.length === 0) return <p className={styles.none}>{achievementsMessages.of.none({ name })}</p>;
  const sorted = most === undefined ? data.achievements : data.achievements.toSorted(dearestFirst);
  const shown = isWhole ? sorted : sorted.slice(0, most);
  const others = data.achievements.length - shown.length;
  return (
    <>
      <ul ref={list} className={styles.medals}>
        {shown.map((one, index) => (
          <Stack as="li" gap={1} key={one} tabIndex={isWhole && index === most ? -1 : undefined} className={styles.medal}>
            <Coin id={one} />
            {achievementWords[one].name}
          </Stack>
        ))}
      </ul>
      {others > 0 ? <Button onClick={() => setWhole(true)}>{achievementsMessages.of.others({ count: others })}</Button> : null}
    </>
  );
}

const worth = { gold: 0, silver: 1, bronze: 2 };

function dearestFirst(a: AchievementId, b: AchievementId): number {
  return worth[metalOf(achievements[a])] - worth[metalOf(achievements[b])];
}
