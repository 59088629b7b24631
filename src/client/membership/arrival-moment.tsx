import { useEffect, useEffectEvent } from 'react';
import type { OpenedBoard } from '#shared/boards';
import type { UserId } from '#shared/ids';
import { Avatar } from '#client/ui/avatar.tsx';
import { playMoment, useCanPlay } from '#client/ui/moment.tsx';
import { useObserved } from '#client/ui/observable.ts';
import { wantsStillness } from '#client/ui/stillness.ts';
import { useToasts } from '#client/ui/toasts.tsx';
import { arrivalMessages as texts } from './arrival-messages.fr.ts';
import { arrivals, noteMembers, takeArrival } from './arrivals.ts';

/** Plays that somebody has joined the open board: their face, large, then walks to its seat in the header, and the first tiles stir. */
export function ArrivalMoment({ opened: { board, members, activities }, myId }: { opened: OpenedBoard; myId: UserId }) {
  const boardId = board.id;
  const waiting = useObserved(arrivals).find((one) => one.boardId === boardId);
  const canPlay = useCanPlay();
  const { show } = useToasts();

  useEffect(() => {
    noteMembers(myId, { boardId, members, activities: activities.activities });
  }, [myId, boardId, members, activities]);

  const tell = useEffectEvent(async () => {
    const arrival = waiting && takeArrival(myId, waiting);
    if (!arrival) return;
    const { joined } = arrival;
    const title = texts.here({ names: joined.map(({ username }) => username) });
    const text = texts.next({ count: arrival.members });
    // A moment without motion is heard alone.
    if (wantsStillness()) return void show({ kind: 'success', message: `${title} ${text}` });
    const picture = joined.slice(0, facesShown).map(({ userId, avatar }) => <Avatar key={userId} emoji={avatar} size="xl" />);
    await playMoment({ picture, title, text, theme: board.theme, confetti: true });
    for (const { userId } of joined) walkIn(userId);
    stirTiles();
  });
  useEffect(() => {
    if (waiting && canPlay) void tell();
  }, [waiting, canPlay]);

  return null;
}

const facesShown = 3;

/** From the edge of the header, in steps. */
function walkIn(userId: UserId): void {
  const face = [...document.querySelectorAll<HTMLElement>('[data-face]')].find(({ dataset }) => dataset.face === userId);
  if (!face) return;
  const away = innerWidth - face.getBoundingClientRect().left;
  const steps = 6;
  const frames = Array.from({ length: steps + 1 }, (_, step) => ({
    translate: `${away * (1 - step / steps)}px ${step % 2 === 1 ? -6 : 0}px`,
    rotate: step === steps ? '0deg' : `${step % 2 === 1 ? -8 : 8}deg`,
  }));
  face.animate(frames, { duration: 900, easing: 'ease-out' });
}

/** Shows where to begin. */
function stirTiles(): void {
  const tiles = [...document.querySelectorAll('[role="tabpanel"] li')].slice(0, 3);
  tiles.forEach((tile, index) => tile.animate({ scale: [1, 1.06, 1] }, { duration: 500, delay: 900 + index * 160, iterations: 2 }));
}
