import { expect, it } from 'vitest';
import { predefinedActions } from '#server/actions/catalogue';
import { demoBoards } from '#client/landing/demo-boards.fr.ts';

const catalogue = new Map(predefinedActions.map(({ title, points }) => [title, points]));

it.each(demoBoards.flatMap(({ actions }) => actions))('the landing page plays what the catalogue has: $title', ({ title, points }) => {
  expect(catalogue.get(title)).toBe(points);
});
