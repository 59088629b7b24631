import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AgreedPause } from '#shared/agreed-days';
import type { BoardId, UserId } from '#shared/ids';
import type { Pause } from '#shared/pause-rules';
import type { Season } from '#shared/play';
import { useDayIn } from '#client/boards/flame-today.ts';
import { Raised } from '#client/ui/raised.tsx';
import type { Game } from './game.ts';
import { daysInWords, ownPlace, pointsOf, progressOf, titleOf } from './play-facts.ts';
import { playMessages as texts } from './play-messages.fr.ts';
import styles from './standing-line.module.css';

interface StandingLineProps {
  game: Game;
  boardId: BoardId;
  pauses: readonly Pause[] | undefined;
  hasSeason: boolean;
  myId: UserId;
}

/** In the head of a board: how one stands in what it plays for, or until when it rests. It leads to Scores. */
export function StandingLine({ game: { season, isRunning, pause, rests }, boardId, pauses, hasSeason, myId }: StandingLineProps) {
  if (season && (isRunning || !pause)) return <SeasonLine {...{ season, isRunning, boardId, pauses, myId }} />;
  return pause ? <PauseLine {...{ pause, rests, boardId, hasSeason }} /> : null;
}

interface SeasonLineProps extends Omit<StandingLineProps, 'game' | 'hasSeason'> {
  season: Season;
  isRunning: boolean;
}

function SeasonLine({ season, isRunning, boardId, pauses, myId }: SeasonLineProps) {
  const today = useDayIn(season.timeZone);
  const [title, isGoal] = [titleOf(season), season.kind === 'goal'];
  const progress = progressOf({ goal: season.goal, points: pointsOf(season.standings) });
  const place = !isRunning ? null : isGoal ? texts.progress(progress) : ownPlace(season, myId);
  const days = (daysLeft?: typeof texts.daysInBrief) => texts.within({ days: daysInWords(season, today, pauses, daysLeft) });
  // The large number is the points of all.
  const shown = isRunning && isGoal ? texts.outOf(progress) : place;
  return (
    <Line boardId={boardId} whole={`${place === null ? title : texts.standing({ what: title, place })} · ${days()}`}>
      <span className={styles.title}>
        <span className={styles.what} title={title}>
          {title}
        </span>
        {shown === null ? ' · ' : texts.afterTitle}
      </span>
      <span>
        {shown === null ? null : (
          <>
            <Raised>{shown}</Raised> ·{' '}
          </>
        )}
        {days(texts.daysInBrief)}
      </span>
    </Line>
  );
}

interface PauseLineProps {
  pause: AgreedPause;
  boardId: BoardId;
  /** Whether it has begun. */
  rests: boolean;
  hasSeason: boolean;
}

function PauseLine({ pause, boardId, rests, hasSeason }: PauseLineProps) {
  const [what, rest] = rests ? [texts.onPause(pause), texts.rests({ hasSeason })] : [texts.pauseTomorrow, texts.enjoy];
  return (
    <Line boardId={boardId} whole={`${what} · ${rest}`}>
      <span>{what}</span>
    </Line>
  );
}

/** `whole`: as it is read out. */
function Line({ boardId, whole, children }: { boardId: BoardId; whole: string; children: ReactNode }) {
  return (
    <Link
      to="/board/$boardId"
      params={{ boardId }}
      search={{ tab: 'scores' }}
      resetScroll={false}
      className={styles.line}
      aria-label={whole}
    >
      {children}
    </Link>
  );
}
