import type { BoardRow } from './board-store.ts';

export type PlayedAs = Pick<BoardRow, 'play_mode'>;

export function isTogether({ play_mode }: PlayedAs): boolean {
  return play_mode === 'together';
}

/**
 * A member's score as replies and streams tell it: no way out of the server leads past here. Null on a board of accomplices, where nobody is told
 * one, their own neither: from that and the board's sum the score of the other of two could be told (decision D53).
 */
export function toldScore(board: PlayedAs, score: number): number | null {
  return isTogether(board) ? null : score;
}
