/** A feed of many pages in one more engine: all that is read is drawn (decision 0071), and a jump shows rows. */
import { expect } from 'vitest';
import { type Board, newActivityId, type Person } from '../people.ts';
import type { Phone } from './phone.ts';

/** In milliseconds: ten pages, one after the other. */
const longestWay = 200_000;

/** Logs the actions of the board by turns, since the same again and again would be one bubble; the points of each log. */
export async function logMany(person: Person, { id: boardId, actions }: Board, count: number): Promise<number[]> {
  const points: number[] = [];
  while (points.length < count) {
    for (const action of actions.slice(0, count - points.length)) {
      await person.does('POST /api/boards/:boardId/activities', {
        params: { boardId },
        body: { id: newActivityId(), actionId: action.id },
      });
      points.push(action.points);
    }
  }
  return points;
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
    .toMatchObject({ last: count, drawn: count, isFilled: true });
  for (const jump of [scrollToMiddle, scrollToStart]) {
    await phone.run(jump);
    await expect.poll(() => phone.run(look)).toMatchObject({ drawn: count, isFilled: true });
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

/** The positions of the first and the last activity in sight, and how many are drawn. */
function look() {
  const isInSight = (element: Element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  };
  const items = [...document.querySelectorAll('main ol > *')];
  const inSight = items.filter(isInSight);
  return {
    first: items.findIndex(isInSight) + 1,
    last: items.findLastIndex(isInSight) + 1,
    drawn: items.filter((item) => item.hasAttribute('data-key')).length,
    isFilled: inSight.length > 0 && inSight.every((item) => item.hasAttribute('data-key')),
  };
}
