import type { UserId } from '#shared/ids';
import type { PlayOnCard } from '#shared/play';
import { useServerTime } from '#client/api/server-time.ts';
import { useDayIn } from '#client/boards/flame-today.ts';
import styles from './card-play.module.css';
import { daysInWords, lapsesOf, openAgreements, titleOf } from './play-facts.ts';
import { playMessages as texts } from './play-messages.fr.ts';

interface CardPlayProps {
  play: PlayOnCard;
  myId: UserId;
}

/** On the card of a board: whether a proposal waits for one's own answer, and how long what it plays for lasts. */
export function CardPlay({ play, myId }: CardPlayProps) {
  const now = useServerTime(lapsesOf(play));
  const isAsked = openAgreements(play, { now }).some(({ agreed }) => !agreed.includes(myId));
  if (!isAsked && play.seasons.length === 0) return null;
  return (
    <span className={styles.play}>
      {isAsked ? <span className={styles.asks}>{texts.answerIt}</span> : null}
      {play.seasons.map((season) => (
        <SeasonOnCard key={season.kind} season={season} pauses={play.pauses} />
      ))}
    </span>
  );
}

interface SeasonOnCardProps {
  season: PlayOnCard['seasons'][number];
  pauses: PlayOnCard['pauses'];
}

/** The points are the card's own numbers (decision D59). */
function SeasonOnCard({ season, pauses }: SeasonOnCardProps) {
  return (
    <span>
      <span className={styles.what}>{titleOf(season)}</span> · {daysInWords(season, useDayIn(season.timeZone), pauses)}
    </span>
  );
}
