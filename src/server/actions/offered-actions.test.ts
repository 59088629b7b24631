/** The dialog of Accueil offers the actions of all boards, in pages that are cheap each (D4, P12). */
import { expect, it } from 'vitest';
import type { OfferedAction } from '#shared/actions';
import { uniteActions } from '#shared/offered-actions';
import { boardOf, startTestApp, type Someone } from '../../../tests/test-app.ts';

const testApp = await startTestApp({ boundless: true });

async function pagesFor(person: Someone): Promise<OfferedAction[][]> {
  const pages: OfferedAction[][] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const { actions, next }: { actions: OfferedAction[]; next: string | null } = await person.does('GET /api/actions', {
      query: after === undefined ? {} : { after },
    });
    pages.push(actions);
    after = next;
  }
  return pages;
}

it('a page has the actions of a few boards, however many a person has; the pages together have all', async () => {
  const lea = await testApp.signUp('Léa');
  // Beside the two that each board has.
  const full = Array.from({ length: 298 }, (_, index) => ({ title: `Action ${index}`, points: index + 1 }));
  const boards = [];
  for (let index = 0; index < 4; index += 1) boards.push(await boardOf(lea, [], { actions: full }));
  boards.push(await boardOf(lea, [], { actions: [{ title: 'Seule', points: 3 }] }));
  const pages = await pagesFor(lea);
  expect(pages.length).toBeGreaterThanOrEqual(4);
  for (const page of pages) expect(page.reduce((sum, { boards: at }) => sum + at.length, 0)).toBeLessThanOrEqual(300);

  const actions = uniteActions(pages.flat());
  expect(actions).toHaveLength(301);
  const byTitle = (title: string) => actions.find((action) => action.title === title);
  expect(new Set(byTitle('Action 7')?.boards.map(({ boardId }) => boardId))).toEqual(new Set(boards.slice(0, 4).map(({ id }) => id)));
  const breakfasts = byTitle('Petit-déj au lit')?.boards.map(({ boardId, actionId }) => [boardId, actionId] as const);
  expect(new Map(breakfasts)).toEqual(new Map(boards.map(({ id, breakfast }) => [id, breakfast])));
  expect(byTitle('Seule')?.boards).toHaveLength(1);
  const titles = actions.map(({ title }) => title);
  expect(titles).toEqual(titles.toSorted(new Intl.Collator('fr').compare));
});

it('a page ends before a board that it cannot hold whole', async () => {
  const ines = await testApp.signUp('Inès');
  const many = (count: number) => Array.from({ length: count - 2 }, (_, index) => ({ title: `Action ${index}`, points: index + 1 }));
  for (const count of [200, 200, 100, 2]) await boardOf(ines, [], { actions: many(count) });
  const pages = await pagesFor(ines);
  for (const page of pages) {
    const ofBoards = page.flatMap(({ boards }) => boards.map(({ boardId }) => boardId));
    expect(ofBoards.length).toBeLessThanOrEqual(300);
    for (const other of pages)
      if (other !== page) expect(other.flatMap(({ boards }) => boards.filter(({ boardId }) => ofBoards.includes(boardId)))).toEqual([]);
  }
  expect(uniteActions(pages.flat()).flatMap(({ boards }) => boards)).toHaveLength(502);
});

it('a cursor of somebody else leads to nothing that is not theirs', async () => {
  const [max, zoe] = await testApp.signUpAll('Max', 'Zoé');
  const board = await boardOf(max);
  const { actions } = await zoe.does('GET /api/actions', { query: { after: board.id } });
  expect(actions).toEqual([]);
});
