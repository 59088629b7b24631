import { expect, it } from 'vitest';
import { boardOf, emptyDraft } from './board-draft.ts';

const catalogue = ['Câlin', 'Massage', 'Vaisselle'].map((title) => ({
  id: title.toLowerCase(),
  title,
  points: 5,
  category: null,
  emoji: null,
}));

it('a new board has its own actions first, then those of the catalogue in the order in which they were chosen', () => {
  const draft = { ...emptyDraft, name: 'Nous deux', chosen: ['vaisselle', 'câlin', 'gone'], own: [{ title: 'Chaussette', points: -5 }] };
  expect(boardOf('key', draft, catalogue).actions.map(({ title }) => title)).toEqual(['Chaussette', 'Vaisselle', 'Câlin']);
});
