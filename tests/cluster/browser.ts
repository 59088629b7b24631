import { setTimeout as pause } from 'node:timers/promises';
import type { Answer, Person, ServerAddress } from '../people.ts';
import { Stream } from '../stream.ts';

/** A browser: it opens its stream again as often as it is cut, and compares revisions when it is greeted, as the client does. */
export class Browser {
  readonly seen = new Set<string>();
  readonly #server: ServerAddress;
  readonly #person: Person;
  #stream: Stream | undefined;
  #left = false;
  reopened = -1;
  readonly #running: Promise<void>;
  readonly #revisions = new Map<string, number>();

  constructor(server: ServerAddress, person: Person) {
    this.#server = server;
    this.#person = person;
    this.#running = this.#run();
  }

  async #run(): Promise<void> {
    while (!this.#left) {
      try {
        this.#stream = await Stream.greeted(this.#server.origin, this.#person.cookie);
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
