import { useQuery } from '@tanstack/react-query';
import { achievementsQuery } from './achievement-queries.ts';
import { achievementWords, achievementsMessages as texts } from './achievements-messages.fr.ts';
import { Coin } from './coin.tsx';
import styles from './latest-medals.module.css';

const shownAtMost = 3;

/** What the person unlocked last. Nothing while it is not known: the profile is whole without it. */
export function LatestMedals() {
  const { data } = useQuery(achievementsQuery);
  const latest = (data?.achievements ?? [])
    .filter(({ unlockedAt }) => unlockedAt !== null)
    .toSorted((a, b) => (b.unlockedAt ?? 0) - (a.unlockedAt ?? 0))
    .slice(0, shownAtMost);
  if (latest.length === 0) return null;
  return (
    <ul aria-label={texts.latest} className={styles.medals}>
      {latest.map(({ id }) => (
        <li key={id}>
          <Coin id={id} />
          <span className="visually-hidden">{achievementWords[id].name}</span>
        </li>
      ))}
    </ul>
  );
}
