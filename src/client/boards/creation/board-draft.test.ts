import { expect, it } from 'vitest';
import { actionKey } from '#shared/offered-actions';
import { boardOf, emptyDraft, withKit } from './board-draft.ts';
import { kits } from './kits.fr.ts';

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

it('a new board has its actions as they were ordered by hand, and after them what was chosen since', () => {
  const draft = { ...emptyDraft, chosen: ['vaisselle', 'câlin', 'massage'], own: [{ title: 'Chaussette', points: -5 }] };
  const order = ['5 câlin', '5 gone', '-5 chaussette', '5 vaisselle'];
  expect(boardOf('key', { ...draft, order }, catalogue).actions.map(({ title }) => title)).toEqual([
    'Câlin',
    'Chaussette',
    'Vaisselle',
    'Massage',
  ]);
});

it('a kit comes in its own order, whatever was ordered before', () => {
  const [kit] = kits;
  if (!kit) throw new Error('no kit');
  const draft = withKit({ ...emptyDraft, order: kit.actions.map(actionKey).toReversed() }, kit);
  expect(boardOf('key', draft, catalogue).actions).toEqual(kit.actions);
});

it('another kit takes the place of the first one, also after a reload, and leaves what the person wrote', () => {
  const [kit, other] = kits;
  if (!kit || !other) throw new Error('no kits');
  const own = { title: 'Chaussette', points: -5 };
  const draft = withKit({ ...emptyDraft, own: [own] }, kit);
  const reloaded = JSON.parse(JSON.stringify(draft)) as typeof draft;
  expect(withKit(reloaded, other).own).toEqual([...other.actions, own]);
});
