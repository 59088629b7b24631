import { expect, it } from 'vitest';
import { predefinedActions } from '#server/actions/catalogue';
import { demoBoards } from '#client/landing/demo-boards.fr.ts';

const catalogue = new Map<string, number>(predefinedActions.map(({ title, points }) => [title, points]));
interface Played {
  title: string;
  points: number;
}
const played = demoBoards.flatMap<Played>(({ actions }) => actions);

it.each(played)('the landing page plays what the catalogue has: $title', ({ title, points }) => {
  expect(catalogue.get(title)).toBe(points);
});
