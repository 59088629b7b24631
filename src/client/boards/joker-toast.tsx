import { useEffect } from 'react';
import type { Board } from '#shared/boards';
import { daysAfter } from '#shared/calendar';
import { useToasts } from '#client/ui/toasts.tsx';
import { flameMessages } from './flame-messages.fr.ts';
import { flameToday, useDayIn } from './flame-today.ts';

/** The boards of which it was said since the app started, each with the day. */
const told = new Set<string>();

/** Says once, on the board, that a joker filled yesterday. Draws nothing itself. */
export function JokerToast({ board }: { board: Pick<Board, 'id' | 'flame' | 'timeZone'> }) {
  const { show } = useToasts();
  const { days, jokerUsedOn, isLitToday, today } = flameToday(board, useDayIn(board.timeZone));
  const isSaved = days > 0 && !isLitToday && jokerUsedOn === daysAfter(today, -1);
  const key = `${board.id} ${today}`;
  useEffect(() => {
    if (!isSaved || told.has(key)) return;
    told.add(key);
    show({ message: flameMessages.saved({ days }) });
  }, [isSaved, key, days, show]);
  return null;
}
