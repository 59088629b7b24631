import { useEffect } from 'react';
import type { Board } from '#shared/boards';
import type { UserId } from '#shared/ids';
import type { Play } from '#shared/play';
import { serverTime } from '#client/api/server-clock.ts';
import { store, stored } from '#client/ui/browser-storage.ts';
import { playMoment, useCanPlay } from '#client/ui/moment.tsx';
import { foldsAt, outcomeOf, titleOf, winnerNames } from './play-facts.ts';
import { PodiumPicture } from './podium.tsx';

/** The seasons and people for which it was played; kept here also while the browser keeps no notes. */
const played = new Set<string>();
const noteKey = 'podiums-seen';
/** More than end in two days. */
const notesKept = 50;

interface PodiumMomentProps {
  board: Pick<Board, 'theme'>;
  play: Play | undefined;
  myId: UserId;
}

/** Plays the podium of a season that has just ended, once in this browser, to whoever played in it. Draws nothing itself. */
export function PodiumMoment({ board: { theme }, play, myId }: PodiumMomentProps) {
  const season = play?.past.find(
    (one) => one.kind === 'season' && winnerNames(one).length > 0 && one.places.some(({ userId }) => userId === myId),
  );
  const canPlay = useCanPlay();
  useEffect(() => {
    if (!season || !canPlay || foldsAt(season) <= serverTime()) return;
    const key = `${season.id} ${myId}`;
    const notes = stored(noteKey)?.split('\n') ?? [];
    if (played.has(key) || notes.includes(key)) return;
    played.add(key);
    store(noteKey, [...notes, key].slice(-notesKept).join('\n'));
    void playMoment({
      picture: <PodiumPicture places={season.places} />,
      title: outcomeOf({ ...season, stake: null }, myId),
      text: titleOf(season),
      theme,
      milliseconds: 2400,
    });
  }, [season, canPlay, myId, theme]);
  return null;
}
