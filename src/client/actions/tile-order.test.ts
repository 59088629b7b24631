import { describe, expect, it } from 'vitest';
import { inTileOrder } from './tile-order.ts';

const board = ['câlin', 'vaisselle', 'petit-déj', 'massage'].map((id) => ({ id }));
const ids = (actions: readonly { id: string }[]) => actions.map(({ id }) => id);

describe('the tiles of a board', () => {
  it('stand in its own order when the person has logged nothing there', () => {
    expect(inTileOrder(board)).toEqual(board);
    expect(inTileOrder(board, [])).toEqual(board);
  });

  it('begin with what the person logs most; the others keep their order', () => {
    expect(ids(inTileOrder(board, ['massage', 'vaisselle']))).toEqual(['massage', 'vaisselle', 'câlin', 'petit-déj']);
  });

  it('take a new one in where the board has it, and no other moves', () => {
    const grown = [...board, { id: 'fleurs' }];
    expect(ids(inTileOrder(grown, ['massage']))).toEqual(['massage', 'câlin', 'vaisselle', 'petit-déj', 'fleurs']);
  });

  it('do without those that are gone', () => {
    expect(ids(inTileOrder(board.slice(1), ['câlin', 'massage']))).toEqual(['massage', 'vaisselle', 'petit-déj']);
  });

  it('leave the list that they are made of as it is', () => {
    const kept = ids(board);
    inTileOrder(board, ['massage']);
    expect(ids(board)).toEqual(kept);
  });
});
