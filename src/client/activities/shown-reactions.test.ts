import { expect, test } from 'vitest';
import { countOf, keyOfReaction, shownReactions, type WantedReactions } from './shown-reactions.ts';

const reactions = [
  { emoji: '❤️', userIds: ['max', 'lou'] },
  { emoji: '🔥', userIds: ['léa'] },
];
const pressed = (...presses: [emoji: string, isOn: boolean, activityId?: string][]): WantedReactions =>
  new Map(presses.map(([emoji, isOn, activityId = 'a'], press) => [keyOfReaction(activityId, emoji), { isOn, press }]));
const shown = (wanted: WantedReactions) =>
  shownReactions({ id: 'a', reactions }, wanted, 'léa').map(
    (reaction) => `${reaction.emoji} ${countOf(reaction)}${reaction.isMine ? ' mine' : ''}`,
  );

test('reactions are counted, one’s own marked', () => {
  expect(shown(new Map())).toEqual(['❤️ 2', '🔥 1 mine']);
  expect(shownReactions({ id: 'a' }, new Map(), 'léa')).toEqual([]);
});

test('what is on its way is seen at once: added, joined, taken back', () => {
  expect(shown(pressed(['👏', true]))).toEqual(['❤️ 2', '🔥 1 mine', '👏 1 mine']);
  expect(shown(pressed(['❤️', true]))).toEqual(['❤️ 3 mine', '🔥 1 mine']);
  expect(shown(pressed(['🔥', false]))).toEqual(['❤️ 2']);
});

test('what the server knows already is not counted twice, nor taken back twice', () => {
  expect(shown(pressed(['🔥', true]))).toEqual(['❤️ 2', '🔥 1 mine']);
  expect(shown(pressed(['❤️', false], ['👏', false]))).toEqual(['❤️ 2', '🔥 1 mine']);
});

test('a press on another activity shows there alone', () => {
  expect(shown(pressed(['👏', true, 'b'], ['👏', true, 'ab']))).toEqual(['❤️ 2', '🔥 1 mine']);
});
