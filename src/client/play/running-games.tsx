import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import type { UserId } from '#shared/ids';
import type { Pause } from '#shared/pause-rules';
import type { Season } from '#shared/play';
import { useDayIn } from '#client/boards/flame-today.ts';
import type { ShownBoard } from '#client/sync/commands/projection.ts';
import { Row } from '#client/ui/layout/layout.tsx';
import { Card } from '#client/ui/surface/surface.tsx';
import { GoalBar } from './goal-bar.tsx';
import { daysInWords, ownPlace, partOf, pointsOf, progressOf, titleOf } from './play-facts.ts';
import { playMessages as texts } from './play-messages.fr.ts';
import styles from './running-games.module.css';

interface RunningGamesProps {
  shown: ShownBoard;
  myId: UserId;
}

/** What a board plays at the moment, in a line above the ranking, whose rows it does not repeat (decision D59). */
export function RunningGames({ shown: { play }, myId }: RunningGamesProps) {
  return play?.seasons.map((season) => <RunningGame key={season.id} season={season} pauses={play.pauses} myId={myId} />);
}

interface RunningGameProps {
  season: Season;
  pauses: readonly Pause[] | undefined;
  myId: UserId;
}

/** Its name and the days that are left, how one stands or how far all are; its terms open with a press. */
function RunningGame({ season, pauses, myId }: RunningGameProps) {
  const id = useId();
  const today = useDayIn(season.timeZone);
  const { kind, goal, stake, ties, standings, lastDay, startsOn } = season;
  const isOn = startsOn <= today && today <= lastDay;
  const progress = progressOf({ goal, points: pointsOf(standings) });
  const place = isOn && kind === 'season' ? ownPlace(season, myId, texts.behind) : null;
  const isGoalOn = isOn && kind === 'goal';
  const ownPart = isGoalOn ? partOf(standings, myId) : undefined;
  return (
    <Card aria-labelledby={id} className={styles.game}>
      <details>
        <summary>
          <Row as="span" gap={2}>
            <span id={id} role="heading" aria-level={2} dir="auto" className={styles.name} title={titleOf(season)}>
              {titleOf(season)}
            </span>
            <Row as="span" gap={1} className={styles.more}>
              {isGoalOn ? <strong>{texts.percent(progress)}</strong> : null}
              <ChevronDown aria-hidden="true" />
            </Row>
          </Row>
          <span className={styles.facts}>
            <strong>{daysInWords(season, today, pauses)}</strong> {place === null ? null : <span>{texts.alone({ place })}</span>}
            {ownPart === undefined ? null : <span>{texts.ownPart({ points: ownPart })}</span>}
          </span>
        </summary>
        <p className={styles.facts}>
          {stake === null ? null : `${texts.stakeOf({ stake })} `}
          {texts.until({ lastDay })}. {kind === 'season' ? texts.ties(ties) : null}
        </p>
      </details>
      {isGoalOn ? <GoalBar {...progress} label={texts.goal} isAlone /> : null}
      {kind === 'goal' && progress.points >= progress.goal ? <p className={styles.facts}>{texts.reachedAlready}</p> : null}
    </Card>
  );
}
