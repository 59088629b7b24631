/** People of a board whose browsers take pushes, on a clock that begins at noon, and what they were told. */
import { afterEach, beforeEach, vi } from 'vitest';
import { afterFile } from './after-file.ts';
import { allTold, startPushService, type TestBrowser } from './push-service.ts';
import { boardOf, type Someone, startTestApp, type TestBoard } from './test-app.ts';

export const minute = 60_000;

/** For a file of tests: its hooks set the clock, in the zone of the boards and of the devices, Paris. */
export async function startPushApp() {
  const service = await startPushService();
  afterFile(() => service.close());
  const testApp = await startTestApp({ boundless: true, hasty: true, config: { pushServices: [service.origin] } });
  const { deps } = testApp;
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-18T12:00:00+01:00') }));
  afterEach(() => void vi.useRealTimers());

  const browsers: TestBrowser[] = [];
  async function subscribed(person: Someone, choices: object): Promise<TestBrowser> {
    const browser = service.browser();
    browsers.push(browser);
    await person.does('PUT /api/notifications/device', { body: { ...browser.subscription(), details: true, ...choices } });
    return browser;
  }

  let count = 0;
  return {
    testApp,
    /** All that have subscribed. */
    browsers,
    /** Moves the clock, and waits until what is due by then is told. */
    async later(milliseconds: number): Promise<void> {
      vi.setSystemTime(Date.now() + milliseconds);
      await allTold(deps);
    },
    /** Léa, Max and Zoé, none of whom is told of points of others; the board is of the first two, or of all three. */
    async trio(size: 2 | 3 = 3) {
      count += 1;
      const [lea, max, zoe] = await testApp.signUpAll(`Léa${count}`, `Max${count}`, `Zoé${count}`);
      const board = await boardOf(lea, [max, zoe].slice(0, size - 1));
      for (const one of [lea, max, zoe]) await wants(one, { points: false });
      return { lea, max, zoe, board };
    },
    async devicesOf({ lea, max, zoe }: Record<'lea' | 'max' | 'zoe', Someone>, choices: object = {}) {
      return { hers: await subscribed(lea, choices), his: await subscribed(max, choices), zoes: await subscribed(zoe, choices) };
    },
    /** The title, the kind and the page of each push. */
    told: ({ messages }: TestBrowser) =>
      messages.map(({ notification: { title, navigate, data } }) => [title, data.kind, navigate.slice(deps.origin.length)]),
    /** What a person reads of the last push. */
    async wordsOf(person: Someone, { messages }: TestBrowser) {
      const notificationId = messages.at(-1)?.notification.data.id ?? '';
      const { title, body } = await person.does('GET /api/notifications/:notificationId', { params: { notificationId } });
      return { title, body: body.replaceAll(/\s/g, ' ') };
    },
  };
}

export const wants = (person: Someone, kinds: object) => person.does('PATCH /api/notifications', { body: { kinds } });
export const mute = (person: Someone, board: TestBoard) => person.does('PUT /api/boards/:boardId/mute', { params: { boardId: board.id } });

/** The person has looked at a board, and at all that has happened there. */
export async function sees(person: Someone, board: TestBoard): Promise<void> {
  const { revision } = (await person.does('GET /api/boards/:boardId', { params: { boardId: board.id } })).board;
  await person.does('PUT /api/notifications/seen', { body: { boards: [{ boardId: board.id, revision }] } });
}
