import { daysAfter } from '#shared/calendar';
import { FlamePicture } from '#client/ui/flame-picture.tsx';
import styles from './flame.module.css';
import { flameMessages as texts } from './flame-messages.fr.ts';
import { type BoardWithFlame, flameToday, useDayIn } from './flame-today.ts';

interface FlameProps {
  board: BoardWithFlame;
  memberCount: number;
  /** The newest, with what waits to be sent: the flame burns at once. */
  activities?: Parameters<typeof flameToday>[2];
  isOnCard?: boolean;
  /** Opens its card. */
  onPress?: (() => void) | undefined;
}

/** The flame of a board and its days, as long as it burns; its jokers are heard. Alone there is none. */
export function Flame({ board, memberCount, activities, isOnCard = false, onPress }: FlameProps) {
  const { days, isLitToday: isLit, jokers, jokerUsedOn, today, restsUntil } = flameToday(board, useDayIn(board.timeZone), activities);
  if (days === 0 || memberCount < 2) return null;
  const isSaved = jokerUsedOn === daysAfter(today, -1);
  const label = texts.label({ days, isLit, isDuel: memberCount === 2, jokers, isSaved, restsUntil });
  const flame = (
    <span
      role="img"
      aria-label={label}
      title={label}
      className={styles.flame}
      data-lit={isLit || restsUntil !== undefined || undefined}
      data-flame=""
      data-on-card={isOnCard || undefined}
    >
      <FlamePicture isLit={isLit} rests={restsUntil !== undefined} />
      <span>{days}</span>
    </span>
  );
  if (!onPress) return flame;
  return (
    <button type="button" aria-haspopup="dialog" className={styles.press} onClick={onPress}>
      {flame}
    </button>
  );
}
