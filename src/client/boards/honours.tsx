import { useQuery } from '@tanstack/react-query';
import { boardsQuery } from '#client/boards/board-queries.ts';
import { useMe } from '#client/session/session-queries.ts';
import { achievementsQuery } from '#client/achievements/achievement-queries.ts';
import { achievementWords, achievementsMessages as texts } from '#client/achievements/achievements-messages.fr.ts';
import { Coin } from '#client/achievements/coin.tsx';
import { cardsWithPending } from '#client/sync/commands/projection.ts';
import { useOutbox } from '#client/sync/outbox/outbox.ts';
import styles from './honours.module.css';

const shownAtMost = 3;

/** The points of the person over all boards, and what they unlocked last. Nothing while it is not known: the profile is whole without it. */
export function Honours() {
  const { id: myId } = useMe();
  const { data: cards = [] } = useQuery(boardsQuery);
  const boards = cardsWithPending(cards, useOutbox('pending'));
  const { data } = useQuery(achievementsQuery);
  // A card of a large board does not tell the scores: no sum then, which would be wrong.
  const scores = boards.map(({ members }) => members?.find(({ userId }) => userId === myId)?.score);
  const isKnown = scores.length > 0 && !scores.includes(undefined);
  const latest = (data?.achievements ?? [])
    .filter(({ unlockedAt }) => unlockedAt !== null)
    .toSorted((a, b) => (b.unlockedAt ?? 0) - (a.unlockedAt ?? 0))
    .slice(0, shownAtMost);
  return (
    <>
      {isKnown ? (
        <p className={styles.points}>
          {texts.points({ points: scores.reduce<number>((sum, score) => sum + (score ?? 0), 0), count: scores.length })}
        </p>
      ) : null}
      {latest.length > 0 ? (
        <ul aria-label={texts.latest} className={styles.medals}>
          {latest.map(({ id }) => (
            <li key={id}>
              <Coin id={id} />
              <span className="visually-hidden">{achievementWords[id].name}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}
