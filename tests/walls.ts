/** Screens that show a board on a wall. */
import { get } from 'node:http';
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

export interface WallStream {
  /** Every byte. */
  text(): string;
  /** Waits for such an event; those before it are over then. */
  next(event: string): Promise<void>;
  close(): void;
}

/** The stream of a wall, from its greeting on. */
export async function wallStream(wall: Someone): Promise<WallStream> {
  const port = await wall.testApp.port();
  let [text, read] = ['', 0];
  let wake = () => {};
  const request = get({ host: '127.0.0.1', port, path: '/api/wall/live', headers: { cookie: wall.cookie ?? '' } }, (response) => {
    response.setEncoding('utf8');
    response.on('data', (more: string) => {
      text += more;
      wake();
    });
  });
  request.on('error', () => wake());
  const stream: WallStream = {
    text: () => text,
    async next(event) {
      for (;;) {
        const at = text.indexOf(`event: ${event}\n`, read);
        if (at >= 0) return void (read = at + 1);
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
    close: () => request.destroy(),
  };
  await stream.next('hello');
  return stream;
}
