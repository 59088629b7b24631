import { useQuery } from '@tanstack/react-query';
import type { UserOnBoard } from '#shared/ids';
import { finalRefusal, useLastFailure } from '#client/sync/replica/failures.ts';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { memberAchievementsQuery } from './achievement-queries.ts';
import { achievementWords, achievementsMessages } from './achievements-messages.fr.ts';
import { Coin } from './coin.tsx';
import styles from './member-medals.module.css';
import { useReadOnChange } from './read-on-change.ts';

/** What a member of a board has unlocked. */
export function MemberMedals({ boardId, userId, name }: UserOnBoard & { name: string }) {
  const { data, error, isFetching, refetch } = useQuery(memberAchievementsQuery({ boardId, userId }));
  const failure = useLastFailure(error);
  useReadOnChange(refetch);
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
  return (
    <ul className={styles.medals}>
      {data.achievements.map((one) => (
        <li key={one} className={styles.medal}>
          <Coin id={one} />
          <span className={styles.words}>{achievementWords[one].name}</span>
        </li>
      ))}
    </ul>
  );
}
