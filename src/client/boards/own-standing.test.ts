import { expect, test } from 'vitest';
import { distanceOf, duelOf, placeOf, rankOf } from './own-standing.ts';

const [léa, max, zoé] = ['Léa', 'Max', 'Zoé'].map((username) => ({ userId: username, username })) as [Person, Person, Person];

interface Person {
  userId: string;
  username: string;
}

const scored = (person: Person, score: number) => ({ ...person, score });

test('two stand against each other, oneself first; one or three do not', () => {
  const members = [scored(max, 5), scored(léa, 3)];
  expect(duelOf(members, 'Léa')?.map(({ username }) => username)).toEqual(['Léa', 'Max']);
  expect(duelOf(members.slice(1), 'Léa')).toBeNull();
  expect(duelOf([...members, scored(zoé, 0)], 'Léa')).toBeNull();
});

test('among three and more one has a place, which equals share', () => {
  const members = [scored(max, 5), scored(léa, 3), scored(zoé, 3)];
  expect(rankOf(members, 'Léa')).toEqual({ rank: 2, shared: true });
  expect(rankOf(members, 'Max')).toEqual({ rank: 1, shared: false });
  expect(rankOf(members.slice(1), 'Léa')).toBeNull();
});

test('one of two has a place as well, once anybody has points', () => {
  const members = [scored(max, 5), scored(léa, 3)];
  expect(placeOf(members, 'Léa')).toEqual({ rank: 2, shared: false });
  expect(placeOf([scored(max, 5), scored(léa, 5)], 'Léa')).toEqual({ rank: 1, shared: true });
  expect(placeOf([scored(max, 0), scored(léa, 0)], 'Léa')).toBeNull();
  expect(placeOf([scored(léa, 3)], 'Léa')).toBeNull();
});

test('the distance is to the best of the others', () => {
  const members = [scored(max, 5), scored(léa, 3), scored(zoé, 4)];
  expect(distanceOf(members, 'Léa')).toMatchObject({ points: -2, rival: max });
  expect(distanceOf(members, 'Max')).toMatchObject({ points: 1, rival: zoé });
  expect(distanceOf([scored(léa, 3)], 'Léa')).toBeNull();
});
