/** A feed of many pages in one more engine: as much of it is drawn as can be seen (decision 0046), and who scrolls sees no hole. */
import { expect } from 'vitest';
import { type Board, newActivityId, type Person } from '../people.ts';
import type { Phone } from './phone.ts';

/** More than ever lie around what a phone shows. */
const mostDrawn = 60;
const atOnce = 30;
/** In milliseconds: ten pages, one after the other. */
const longestWay = 200_000;

export async function logMany(person: Person, { id: boardId, actions: [action] }: Board, count: number): Promise<void> {
  const log = () =>
    person.does('POST /api/boards/:boardId/activities', { params: { boardId }, body: { id: newActivityId(), actionId: action?.id } });
  for (let logged = 0; logged < count; logged += atOnce) await Promise.all(Array.from({ length: atOnce }, log));
}

/** Down to the last of so many, page after page, and up again by jumps. */
export async function readFeed(phone: Phone, count: number): Promise<void> {
  await expect
    .poll(
      async () => {
        await phone.run(scrollToEnd);
        return await phone.run(look);
      },
      { timeout: longestWay },
    )
    .toMatchObject({ last: count, known: count, isFilled: true });
  for (const jump of [scrollToMiddle, scrollToStart]) {
    expect((await phone.run(look)).drawn).toBeLessThanOrEqual(mostDrawn);
    await phone.run(jump);
    await expect.poll(() => phone.run(look)).toMatchObject({ known: count, isFilled: true });
  }
  await expect.poll(() => phone.run(look)).toMatchObject({ first: 1 });
}

// What follows runs in the page.

function scrollToEnd(): void {
  scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' });
}

function scrollToMiddle(): void {
  scrollTo({ top: document.documentElement.scrollHeight / 2, behavior: 'instant' });
}

function scrollToStart(): void {
  scrollTo({ top: 0, behavior: 'instant' });
}

/** The places of the first and the last activity in sight, and of how many they are, as who hears the list is told. */
function look() {
  const isInSight = (element: Element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  };
  const rows = [...document.querySelectorAll('main ol > [data-key]')];
  const inSight = rows.filter(isInSight);
  const told = (row: Element | undefined, name: string) => Number(row?.getAttribute(name));
  return {
    first: told(inSight[0], 'aria-posinset'),
    last: told(inSight.at(-1), 'aria-posinset'),
    known: told(inSight[0], 'aria-setsize'),
    drawn: rows.length,
    isFilled: inSight.length > 0 && ![...document.querySelectorAll('[data-hole]')].some(isInSight),
  };
}
