import { useEffect, useRef } from 'react';
import type { Board, Member } from '#shared/boards';
import type { UserId } from '#shared/ids';
import { store, stored } from '#client/ui/browser-storage.ts';
import { FlamePicture } from '#client/ui/flame-picture.tsx';
import { playMoment, useCanPlay } from '#client/ui/moment.tsx';
import { daysInWords } from './days-in-words.fr.ts';
import styles from './flame-lit.module.css';
import { flameToday, useDayIn } from './flame-today.ts';

const noteKey = 'flames-lit';
/** More boards than anybody opens in a day. */
const notesKept = 100;

interface FlameLitProps {
  board: Pick<Board, 'id' | 'flame' | 'timeZone' | 'theme'>;
  members: readonly Member[];
  /** The newest, with what waits to be sent. */
  activities: Parameters<typeof flameToday>[2];
  myId: UserId;
}

/** Plays the moment in which the second person of a day lights the flame, for whoever has the board open (decision D66): once a day. */
export function FlameLit({ board, members, activities, myId }: FlameLitProps) {
  const today = useDayIn(board.timeZone);
  const { isLitToday, days, played } = flameToday(board, today, activities);
  const canPlay = useCanPlay();
  const wasLit = useRef({ today, isLitToday });
  useEffect(() => {
    const { current: before } = wasLit;
    const isNews = isLitToday && !before.isLitToday && before.today === today;
    // It waits until it can be seen.
    if (isNews && !canPlay) return;
    wasLit.current = { today, isLitToday };
    if (!isNews) return;
    const note = `${board.id} ${today} ${myId}`;
    const notes = stored(noteKey)?.split('\n') ?? [];
    if (notes.includes(note)) return;
    store(noteKey, [...notes, note].slice(-notesKept).join('\n'));
    const faces = members
      .filter(({ userId }) => played.has(userId))
      .toSorted((one, other) => Number(one.userId !== myId) - Number(other.userId !== myId));
    void playMoment({
      picture: (
        <span className={styles.picture}>
          {faces.slice(0, 2).map(({ userId, avatar }) => (
            <span key={userId}>{avatar}</span>
          ))}
          <FlamePicture isLit />
        </span>
      ),
      title: daysInWords(days),
      theme: board.theme,
    });
  }, [isLitToday, canPlay, today, days, board, members, played, myId]);
  return null;
}
