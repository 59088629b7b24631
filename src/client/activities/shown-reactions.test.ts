import { expect, test } from 'vitest';
import { countOf, shownReactions } from './shown-reactions.ts';

const reactions = [
  { emoji: '❤️', userIds: ['max', 'lou'] },
  { emoji: '🔥', userIds: ['léa'] },
];

test('reactions are counted, one’s own marked', () => {
  const shown = shownReactions({ reactions }, 'léa').map((reaction) => [reaction.emoji, countOf(reaction), reaction.isMine]);
  expect(shown).toEqual([
    ['❤️', 2, false],
    ['🔥', 1, true],
  ]);
  expect(shownReactions({}, 'léa')).toEqual([]);
});
