import type { BoardId } from '#shared/ids';
import { createObservable } from '#client/ui/observable.ts';
import { wantsStillness } from '#client/ui/stillness.ts';

/** The board whose share dialog is to be opened once its screen is there. */
export interface OfferedSharing {
  boardId: BoardId;
  /** It was made in one press, and nobody has seen its actions yet: they are dealt first. */
  isUnseen: boolean;
  /** It was made for two. */
  forOne: boolean;
}

export const offeredSharing = createObservable<OfferedSharing | null>(null);

/** In milliseconds: between two tiles, for one, and what is left to look at them. */
const [between, flight, seenFor] = [30, 360, 600];

/** Deals the tiles of a new board out of its header, like cards. Returns the milliseconds until they have been seen. */
export function dealTiles(screen: HTMLElement): number {
  const tiles = [...screen.querySelectorAll('[role="tabpanel"] li')];
  if (wantsStillness()) return seenFor;
  const deck = screen.getBoundingClientRect();
  tiles.forEach((tile, index) => {
    const { left, top, width } = tile.getBoundingClientRect();
    const [x, y] = [deck.left + deck.width / 2 - left - width / 2, deck.top - top];
    tile.animate(
      [
        { transform: `translate(${x}px, ${y}px) rotate(${index % 2 === 0 ? -14 : 14}deg) scale(0.6)`, opacity: 0 },
        { opacity: 1, offset: 0.4 },
        { transform: 'none', opacity: 1 },
      ],
      { duration: flight, delay: index * between, easing: 'cubic-bezier(0.2, 0.8, 0.3, 1.08)', fill: 'backwards' },
    );
  });
  return tiles.length * between + flight + seenFor;
}
