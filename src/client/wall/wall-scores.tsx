import { rankMembers, withNumbers } from '#shared/leaderboard';
import type { Wall } from '#shared/walls';
import { useDayIn } from '#client/boards/flame-today.ts';
import { Face } from '#client/boards/face.tsx';
import { crownedOf } from '#client/leaderboard/lead.ts';
import { type Game, inSeason } from '#client/play/game.ts';
import { GoalBar } from '#client/play/goal-bar.tsx';
import { daysInWords, pointsOf, progressOf, titleOf } from '#client/play/play-facts.ts';
import { ShortScore } from '#client/ui/short-score.tsx';
import styles from './wall.module.css';
import { wallMessages as texts } from './wall-messages.fr.ts';

/** The members by score, in the season where one runs; accomplices as faces below what they have together (decision D53). */
export function WallScores({ wall: { board, members, activities, pauses }, game }: { wall: Wall; game: Game }) {
  const today = useDayIn(game.season?.timeZone ?? board.timeZone);
  const running = game.isRunning ? game.season : undefined;
  const goal = running?.kind === 'goal' ? progressOf({ goal: running.goal, points: pointsOf(running.standings) }) : undefined;
  const isTogether = board.playMode === 'together';
  const playing = inSeason(withNumbers(members), game);
  const crownedId = isTogether ? null : crownedOf(playing, activities);
  return (
    <section aria-label={texts.scores} className={styles.scores}>
      {isTogether ? (
        <p>
          <ShortScore score={board.totalPoints} className={styles.score} /> {texts.together}
        </p>
      ) : null}
      <ol className={styles.members}>
        {rankMembers(playing).map(({ userId, username, avatar, score }) => (
          <li key={userId} className={styles.member}>
            <Face userId={userId} avatar={avatar} isCrowned={userId === crownedId} />
            <span dir="auto" className={styles.name}>
              {username}
            </span>
            {isTogether ? null : <ShortScore score={score} className={styles.score} />}
          </li>
        ))}
      </ol>
      {game.season ? (
        <p>
          <strong>{titleOf(game.season)}</strong> · {daysInWords(game.season, today, pauses)}
        </p>
      ) : null}
      {goal && game.season ? <GoalBar label={titleOf(game.season)} {...goal} /> : null}
    </section>
  );
}
