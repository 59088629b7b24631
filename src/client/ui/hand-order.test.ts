import { describe, expect, it } from 'vitest';
import { inOrderOf, movedBy } from './hand-order.ts';

const actions = ['a', 'b', 'c'].map((id) => ({ id }));

describe('an order that somebody wants', () => {
  it('is drawn over the actions as they are', () => {
    expect(inOrderOf(actions, null)).toEqual(actions);
    expect(inOrderOf(actions, ['c', 'a', 'b']).map(({ id }) => id)).toEqual(['c', 'a', 'b']);
  });

  it('puts what came meanwhile at the end and leaves out what went', () => {
    expect(inOrderOf(actions, ['gone', 'c', 'a']).map(({ id }) => id)).toEqual(['c', 'a', 'b']);
  });
});

describe('an action that is moved', () => {
  it('changes places with its neighbour', () => {
    expect(movedBy(['a', 'b', 'c'], 'c', -1)).toEqual(['a', 'c', 'b']);
    expect(movedBy(['a', 'b', 'c'], 'a', 1)).toEqual(['b', 'a', 'c']);
  });

  it('stays at either end, and where it is not there', () => {
    expect(movedBy(['a', 'b'], 'a', -1)).toEqual(['a', 'b']);
    expect(movedBy(['a', 'b'], 'b', 1)).toEqual(['a', 'b']);
    expect(movedBy(['a', 'b'], 'c', 1)).toEqual(['a', 'b']);
  });
});
