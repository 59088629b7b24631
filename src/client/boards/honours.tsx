import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { achievementsQuery } from '#client/achievements/achievement-queries.ts';
import { achievementWords, achievementsMessages as texts } from '#client/achievements/achievements-messages.fr.ts';
import { Coin } from '#client/achievements/coin.tsx';
import { buttonClass } from '#client/ui/button.tsx';
import { classNames } from '#client/ui/class-names.ts';
import { Row } from '#client/ui/layout/layout.tsx';
import styles from './honours.module.css';
import { useOwnPoints } from './own-points.ts';

const shownAtMost = 3;

/** The points of the person over all boards, and what they unlocked last. Nothing while it is not known: the profile is whole without it. */
export function Honours() {
  const own = useOwnPoints();
  return (
    <Row justify="middle" gap={2} className={styles.honours}>
      {own ? <p className={styles.points}>{texts.points({ points: own.points, count: own.boards })}</p> : null}
      <LatestMedals />
    </Row>
  );
}

/** What the person unlocked last; where it is a card of its own, with a heading and the way to all. */
export function LatestMedals({ isCard = false }: { isCard?: boolean }) {
  const { data } = useQuery(achievementsQuery);
  const latest = (data?.achievements ?? [])
    .filter(({ unlockedAt }) => unlockedAt !== null)
    .toSorted((a, b) => (b.unlockedAt ?? 0) - (a.unlockedAt ?? 0))
    .slice(0, shownAtMost);
  if (latest.length === 0) return null;
  return (
    <>
      {isCard ? <h2 className={styles.heading}>{texts.latest}</h2> : null}
      <Row as="ul" aria-label={texts.latest} justify="middle" gap={2}>
        {latest.map(({ id }) => (
          <li key={id}>
            <Coin id={id} />
            <span className="visually-hidden">{achievementWords[id].name}</span>
          </li>
        ))}
      </Row>
      {isCard ? (
        <Link to="/succes" className={classNames(buttonClass(), styles.all)}>
          {texts.of.open}
        </Link>
      ) : null}
    </>
  );
}
