import { useEffect } from 'react';
import type { Board } from '#shared/boards';
import { daysAfter } from '#shared/calendar';
import type { UserId } from '#shared/ids';
import { store, stored } from '#client/ui/browser-storage.ts';
import { useToasts } from '#client/ui/toasts.tsx';
import { flameMessages } from './flame-messages.fr.ts';
import { flameToday, useDayIn } from './flame-today.ts';

/** The boards, days and people for which it was said; kept here also while the browser keeps no notes. */
const told = new Set<string>();
const noteKey = 'jokers-told';
/** More boards than anybody opens in a day. */
const notesKept = 100;

interface JokerToastProps {
  board: Pick<Board, 'id' | 'flame' | 'timeZone'>;
  myId: UserId;
}

/** Says once a day in this browser, on the board, that a joker filled yesterday. Draws nothing itself. */
export function JokerToast({ board, myId }: JokerToastProps) {
  const { show } = useToasts();
  const { days, jokerUsedOn, isLitToday, today } = flameToday(board, useDayIn(board.timeZone));
  const isSaved = days > 0 && !isLitToday && jokerUsedOn === daysAfter(today, -1);
  const key = `${board.id} ${today} ${myId}`;
  useEffect(() => {
    if (!isSaved) return;
    const notes = stored(noteKey)?.split('\n') ?? [];
    if (told.has(key) || notes.includes(key)) return;
    told.add(key);
    store(noteKey, [...notes, key].slice(-notesKept).join('\n'));
    show({ message: flameMessages.saved({ days }) });
  }, [isSaved, key, days, show]);
  return null;
}
