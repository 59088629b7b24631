import { daysAfter, daysBetween } from '#shared/calendar';
import { daysForJoker, mostJokers } from '#shared/flame-rules';
import type { UserId } from '#shared/ids';
import { flameMessages as texts } from '#client/boards/flame-messages.fr.ts';
import { type FlameToday, flameToday, useDayIn } from '#client/boards/flame-today.ts';
import type { ShownBoard } from '#client/sync/commands/projection.ts';
import { FlamePicture } from '#client/ui/flame-picture.tsx';
import { FlameNudges } from './flame-nudges.tsx';
import styles from './flame-facts.module.css';
import { FactCard } from './period-facts.tsx';

interface FlameFactsProps {
  shown: ShownBoard;
  myId: UserId;
}

/** How long the flame of a board has burned, what it needs today, its jokers and its record. */
export function FlameFacts({ shown, myId }: FlameFactsProps) {
  const { board, members, activities } = shown;
  const flame = flameToday(board, useDayIn(board.timeZone), activities);
  const { days, isLitToday, jokers, jokerUsedOn, record, today, restsUntil } = flame;
  const isDuel = members.length === 2;
  const burns = days > 0;
  return (
    <FactCard title={texts.title({ isDuel })}>
      <p className={styles.days} data-out={burns ? undefined : ''}>
        <span className={styles.picture}>
          <FlamePicture isLit={isLitToday} rests={restsUntil !== undefined} />
        </span>
        {burns ? texts.days({ days }) : record > 0 ? texts.out : texts.unlit}
      </p>
      <p>{sentenceOf(flame, shown, myId)}</p>
      {restsUntil === undefined ? <FlameNudges shown={shown} flame={flame} myId={myId} /> : null}
      {jokerUsedOn !== undefined && daysBetween(jokerUsedOn, today) <= toldFor ? (
        <p>{jokerUsedOn === daysAfter(today, -1) ? texts.jokerUsedYesterday : texts.jokerUsed({ day: jokerUsedOn })}</p>
      ) : null}
      {burns || record > 0 ? (
        <p className={styles.more}>
          {burns && jokers > 0 ? <span>{texts.jokers({ count: jokers })}</span> : null}
          {burns && jokers < mostJokers && restsUntil === undefined ? (
            <span>{texts.nextJoker({ days: daysToJoker(days, isLitToday) })}</span>
          ) : null}
          <span>{texts.record({ days: record })}</span>
        </p>
      ) : null}
    </FactCard>
  );
}

/** In days. */
const toldFor = 7;

/** Today counts among them while it is not lit. */
function daysToJoker(days: number, isLitToday: boolean): number {
  return daysForJoker - (days % daysForJoker) - (isLitToday ? 0 : 1);
}

function sentenceOf({ days, isLitToday, played, restsUntil }: FlameToday, { members }: ShownBoard, myId: UserId): string {
  const isDuel = members.length === 2;
  if (restsUntil !== undefined) return texts.rests({ lastDay: restsUntil });
  if (isLitToday) return texts.lit({ isDuel });
  if (days === 0 && played.size === 0) return texts.begin({ isDuel });
  const others = members.filter(({ userId }) => userId !== myId);
  const other = others.find(({ userId }) => played.has(userId));
  if (other) return texts.yourTurn({ name: other.username, isDuel });
  if (played.has(myId)) return texts.theirTurn({ name: isDuel ? (others[0]?.username ?? null) : null });
  return texts.waiting({ isDuel });
}
