/** Screens that show a board on a wall. */
import { Someone, type TestBoard } from './test-app.ts';

/** The four digits by which one leaves the walls of the tests. */
export const wallCode = '4071';

/** A browser in which this person has opened a wall: all that it has is the cookie of that. */
export async function wallBy(person: Someone, { id: boardId }: Pick<TestBoard, 'id'>, { logs = true } = {}): Promise<Someone> {
  const browser = await person.elsewhere();
  const { headers, status } = await browser.tries('POST /api/boards/:boardId/walls', {
    params: { boardId },
    body: { logs, code: wallCode },
  });
  const cookie = [headers['set-cookie']]
    .flat()
    .map(String)
    .find((line) => line.startsWith('ou-la-la-wall='));
  if (!cookie) throw new Error(`no wall: ${status}`);
  return Object.assign(new Someone(person.testApp, `mur de ${person.name}`), { cookie: cookie.split(';')[0] });
}
