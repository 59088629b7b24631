import type { UserId } from '#shared/ids';
import type { PlayOnCard } from '#shared/play';
import { useServerTime } from '#client/api/server-time.ts';
import { useDayIn } from '#client/boards/flame-today.ts';
import styles from './card-play.module.css';
import { daysInWords, lapsesOf, openAgreements, ownPlace, pointsOf, progressOf, titleOf } from './play-facts.ts';
import { playMessages as texts } from './play-messages.fr.ts';

interface CardPlayProps {
  play: PlayOnCard;
  myId: UserId;
}

/** On the card of a board: whether a proposal waits for one's own answer, how long its seasons last, and one's own place in them. */
export function CardPlay({ play, myId }: CardPlayProps) {
  const now = useServerTime(lapsesOf(play));
  const isAsked = openAgreements(play, { now }).some(({ agreed }) => !agreed.includes(myId));
  if (!isAsked && play.seasons.length === 0) return null;
  return (
    <span className={styles.play}>
      {isAsked ? <span className={styles.asks}>{texts.answerIt}</span> : null}
      {play.seasons.map((season) => (
        <SeasonOnCard key={season.kind} season={season} pauses={play.pauses} myId={myId} />
      ))}
    </span>
  );
}

interface SeasonOnCardProps {
  season: PlayOnCard['seasons'][number];
  pauses: PlayOnCard['pauses'];
  myId: UserId;
}

function SeasonOnCard({ season, pauses, myId }: SeasonOnCardProps) {
  const today = useDayIn(season.timeZone);
  const place = season.startsOn > today ? null : placeIn(season, myId);
  return (
    <span>
      <span className={styles.what}>{place === null ? titleOf(season) : texts.standing({ what: titleOf(season), place })}</span>
      {' · '}
      {daysInWords(season, today, pauses)}
    </span>
  );
}

function placeIn({ kind, goal, standings }: PlayOnCard['seasons'][number], myId: UserId): string | null {
  if (!standings) return null;
  return kind === 'goal' ? texts.part(progressOf({ goal, points: pointsOf(standings) })) : ownPlace({ standings }, myId);
}
