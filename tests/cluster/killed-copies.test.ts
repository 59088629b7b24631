/** Two built copies behind a balancer that scatters every request; they are killed in turn under load (R12). */
import { setTimeout as pause } from 'node:timers/promises';
import { Agent } from 'undici';
import { afterAll, expect, it } from 'vitest';
import { startBuiltCopies } from '../built-copies.ts';
import { Load } from '../faults/load.ts';
import { compare, doctor, sound, storedActivities } from '../faults/soundness.ts';
import { counted, tell } from '../figures.ts';
import { type Answer, makeBoard, Person } from '../people.ts';
import { Stream } from '../stream.ts';

/** More for a longer look. */
const kills = Number(process.env['CLUSTER_KILLS'] ?? 2);

const several = await startBuiltCopies(2);
const dispatcher = new Agent({ connections: 16 });
afterAll(async () => {
  await dispatcher.destroy();
  await several.close();
});

/** A browser: it opens its stream again as often as it is cut, and compares revisions when it is greeted, as the client does. */
class Browser {
  readonly seen = new Set<string>();
  readonly #person: Person;
  #stream: Stream | undefined;
  #left = false;
  reopened = -1;
  readonly #running: Promise<void>;
  readonly #revisions = new Map<string, number>();

  constructor(person: Person) {
    this.#person = person;
    this.#running = this.#run();
  }

  async #run(): Promise<void> {
    while (!this.#left) {
      try {
        this.#stream = await Stream.greeted(several.origin, this.#person.cookie);
        this.reopened += 1;
        await this.#read(this.#stream);
      } catch {
        // No copy answered, or the one that did is gone again.
        await pause(20);
      }
    }
  }

  async #read(stream: Stream): Promise<void> {
    for (let next = 0; !stream.closed && !this.#left; ) {
      await stream.until(() => stream.closed || stream.events.length > next || this.#left, 'silence', 600_000);
      for (; next < stream.events.length; next += 1) {
        const event = stream.events[next];
        if (event?.type === 'hello') for (const [boardId, revision] of Object.entries(event.boards)) await this.#fetch(boardId, revision);
        if (event?.type !== 'change') continue;
        const known = this.#revisions.get(event.boardId) ?? 0;
        if (event.after > known || !event.complete) await this.#fetch(event.boardId, event.revision);
        else if (event.revision > known) this.#take(event.boardId, event);
      }
    }
  }

  async #fetch(boardId: string, revision: number): Promise<void> {
    for (let known = this.#revisions.get(boardId) ?? 0; known < revision; known = this.#revisions.get(boardId) ?? 0) {
      const input = { params: { boardId }, query: { after: String(known) } };
      const { body, status } = await this.#person.tries('GET /api/boards/:boardId/changes', input);
      if (status !== 200) throw new Error(`changes: ${status}`);
      if (!body.complete) await this.#readAll(boardId);
      this.#take(boardId, body);
    }
  }

  /** So much has happened that a change tells the newest page alone. */
  async #readAll(boardId: string): Promise<void> {
    let query: Record<string, string> | undefined = {};
    while (query) {
      const page: Answer<'GET /api/boards/:boardId/activities'> = await this.#person.tries('GET /api/boards/:boardId/activities', {
        params: { boardId },
        query,
      });
      if (page.status !== 200) throw new Error(`activities: ${page.status}`);
      for (const { id } of page.body.activities) this.seen.add(id);
      query = page.body.next === null ? undefined : { before: String(page.body.next) };
    }
  }

  #take(boardId: string, change: { revision: number; activities: readonly { id: string }[] }): void {
    this.#revisions.set(boardId, change.revision);
    for (const { id } of change.activities) this.seen.add(id);
  }

  async leave(): Promise<void> {
    this.#left = true;
    this.#stream?.close();
    await this.#running;
  }
}

it('copies killed in turn lose nothing that was acknowledged, and streams come back elsewhere and miss nothing', async (test) => {
  const server = { origin: several.origin };
  const [lea, max, zoe] = await Promise.all(['Lea', 'Max', 'Zoe'].map((name) => Person.signUp(server, name, dispatcher)));
  if (!lea || !max || !zoe) throw new Error('somebody is missing');
  const boards = [await makeBoard('Maison', [lea, max]), await makeBoard('Coloc', [zoe, max])];
  const browsers = [new Browser(max), new Browser(max), new Browser(lea)];

  const load = new Load({ boards, logsPerSecond: 20, undone: 0.1 });
  load.start();
  for (let kill = 0; kill < kills; kill += 1) {
    await pause(300 + Math.random() * 500);
    const copy = several.copies[kill % 2];
    await copy?.stop('SIGKILL');
    await pause(Math.random() * 300);
    await copy?.restart();
  }
  await load.finish();
  expect(load.faults).toEqual([]);

  const stored = storedActivities(several.dataDir);
  const { lost, doubled } = compare(load, stored);
  const acknowledged = counted(load.count(({ answered }) => answered));
  tell(test, 'R12', `${kills} kills of copies in turn, ${acknowledged} acknowledged, ${lost} lost, ${doubled} doubled`);
  expect({ lost, doubled }).toEqual({ lost: 0, doubled: 0 });
  const expected = (person: Person) =>
    stored.filter(({ board_id }) => boards.some(({ id, members }) => id === board_id && members.includes(person)));
  for (const [browser, person] of [
    [browsers[0], max],
    [browsers[1], max],
    [browsers[2], lea],
  ] as const)
    await expect.poll(() => expected(person).filter(({ id }) => !browser?.seen.has(id)), { timeout: 60_000 }).toEqual([]);
  expect(Math.max(...browsers.map(({ reopened }) => reopened))).toBeGreaterThan(0);
  for (const browser of browsers) await browser.leave();
  await several.stop('SIGKILL');
  expect(await doctor(several.dataDir)).toEqual(sound);
});
