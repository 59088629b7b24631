/** People who change everything that can be changed on their boards, at a steady pace, so that there is something to miss. */
import { setTimeout as pause } from 'node:timers/promises';
import type { EndpointKey } from '#shared/api';
import { avatars } from '#shared/account-rules';
import { themes } from '#shared/board-choices';
import { acceptInvitation, type Board, type Input, makeBoard, newActivityId, oneOf, type Person } from '../people.ts';

interface Changing {
  id: string;
  administrator: Person;
  /** The others, as far as nobody else has changed it. */
  members: Set<Person>;
  actions: Board['actions'];
  /** Some of those that count. */
  activities: string[];
}

export interface People {
  /** They make boards. */
  owners: readonly Person[];
  /** They are on the boards from the beginning and go by ever new names. */
  restless: readonly Person[];
  /** They come and go. */
  guests: readonly Person[];
}

/** Changes that are made at a time. Each lane has boards of its own: what one deletes no other is busy with. */
const lanes = 3;
const boardsAtFirst = 6;
const mostBoardsOfLane = 3;
/** Added to a board until it has so many. */
const mostActions = 40;
/** The most requests of one person in an hour: a little less than the server allows. */
const mostRequests = 110;

export class Unrest {
  changes = 0;
  /** What should not have been refused. */
  readonly faults: string[] = [];
  readonly #people: People;
  readonly #perSecond: number;
  readonly #boards: Changing[][] = Array.from({ length: lanes }, () => []);
  readonly #requests = new Map<Person, number>();
  #running: Promise<void> | undefined;
  #stopped = true;

  private constructor(people: People, perSecond: number) {
    this.#people = people;
    this.#perSecond = perSecond;
  }

  /** Makes the boards: guests are on most of them, all others on all. */
  static async prepare(people: People, perSecond: number): Promise<Unrest> {
    const unrest = new Unrest(people, perSecond);
    for (let n = 0; n < boardsAtFirst; n += 1) {
      const guests = people.guests.filter((_, index) => (index + n) % 5 !== 0);
      await unrest.#makeBoard(n % lanes, [...people.restless, ...guests]);
    }
    // Lists longer than a page.
    for (const board of unrest.#boards.flat()) for (let n = 0; n < 50; n += 1) await unrest.#log(board);
    unrest.changes = 0;
    return unrest;
  }

  start(): void {
    this.#stopped = false;
    this.#running = this.#run();
  }

  /** Resolves when the last change is done. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    await Promise.all(
      Array.from({ length: lanes }, async (_, lane) => {
        while (!this.#stopped) {
          await this.#changeSomething(lane);
          await pause((Math.random() * 2000 * lanes) / this.#perSecond);
        }
      }),
    );
  }

  async #changeSomething(lane: number): Promise<void> {
    const boards = this.#boards[lane] ?? [];
    const board = oneOf(boards);
    const chance = Math.random();
    if (chance < 0.6) await this.#log(board);
    else if (chance < 0.74) await this.#undo(board);
    else if (chance < 0.8) await this.#redraw(board);
    else if (chance < 0.84) await this.#addAction(board);
    else if (chance < 0.88) await this.#renamePerson();
    else if (chance < 0.98) await this.#comeOrGo(board);
    else if (boards.length < mostBoardsOfLane) await this.#makeBoard(lane, [oneOf(this.#people.guests)]);
    else await this.#deleteBoard(boards);
  }

  async #log(board: Changing): Promise<void> {
    const id = newActivityId();
    const body = { id, actionId: oneOf(board.actions).id };
    const person = oneOf([board.administrator, ...board.members]);
    if (await this.#does(person, 'POST /api/boards/:boardId/activities', { params: { boardId: board.id }, body })) {
      board.activities.push(id);
      if (board.activities.length > 60) board.activities.shift();
    }
  }

  async #undo(board: Changing): Promise<void> {
    const [activityId] = board.activities.splice(Math.floor(Math.random() * board.activities.length), 1);
    if (activityId === undefined) return;
    const params = { boardId: board.id, activityId };
    await this.#does(board.administrator, 'POST /api/boards/:boardId/activities/:activityId/undo', { params });
  }

  async #redraw(board: Changing): Promise<void> {
    const body = oneOf([{ title: `Tableau ${newActivityId()}` }, { theme: oneOf(themes) }, { linkEnabled: Math.random() < 0.5 }]);
    await this.#does(board.administrator, 'PATCH /api/boards/:boardId', { params: { boardId: board.id }, body });
  }

  async #addAction(board: Changing): Promise<void> {
    if (board.actions.length >= mostActions) return;
    const action = { title: `Action ${newActivityId()}`, points: oneOf([-5, 10]) };
    const body = { actions: [action] };
    await this.#does(board.administrator, 'POST /api/boards/:boardId/actions', { params: { boardId: board.id }, body });
    const { actions } = await board.administrator.does('GET /api/boards/:boardId', { params: { boardId: board.id } });
    board.actions = actions;
  }

  async #renamePerson(): Promise<void> {
    const person = oneOf(this.#people.restless);
    const username = `${newActivityId().replaceAll(/[^a-z]/g, '')}x`;
    const body: { username?: string; avatar?: string } = oneOf([{ username }, { avatar: oneOf(avatars).symbol }]);
    // Names may be changed so often and no more.
    const { status } = await person.tries('PATCH /api/account', { body });
    if (status === 200) {
      this.changes += 1;
      person.name = body.username ?? person.name;
    } else if (status !== 429) this.faults.push(`PATCH /api/account: ${status}`);
  }

  /** A guest is removed, leaves, or is let in again. */
  async #comeOrGo(board: Changing): Promise<void> {
    const guest = oneOf(this.#people.guests);
    const { administrator, id: boardId, members } = board;
    if (members.delete(guest)) {
      const actor = oneOf([administrator, guest]);
      await this.#does(actor, 'DELETE /api/boards/:boardId/members/:userId', { params: { boardId, userId: guest.id } });
      return;
    }
    if (!this.#mayAsk(administrator, 1)) return;
    const body = { type: 'invitation', username: guest.name };
    const { status } = await administrator.tries('POST /api/boards/:boardId/requests', { params: { boardId }, body });
    if (status !== 201) return void this.faults.push(`an invitation: ${status}`);
    await pause(Math.random() * 100);
    await acceptInvitation(guest, boardId);
    members.add(guest);
    this.changes += 2;
  }

  async #makeBoard(lane: number, members: readonly Person[]): Promise<void> {
    const administrator = oneOf(this.#people.owners);
    if (!this.#mayAsk(administrator, members.length)) return;
    const board = await makeBoard(`Tableau ${newActivityId()}`, [administrator, ...members]);
    this.#boards[lane]?.push({ id: board.id, administrator, members: new Set(members), actions: board.actions, activities: [] });
    this.changes += 1;
  }

  #mayAsk(person: Person, requests: number): boolean {
    const made = (this.#requests.get(person) ?? 0) + requests;
    if (made > mostRequests) return false;
    this.#requests.set(person, made);
    return true;
  }

  async #deleteBoard(boards: Changing[]): Promise<void> {
    const board = boards.pop();
    if (board) await this.#does(board.administrator, 'DELETE /api/boards/:boardId', { params: { boardId: board.id } });
  }

  async #does(person: Person, key: EndpointKey, input: Input): Promise<boolean> {
    const { status, code } = await person.tries(key, input);
    if (status < 300) this.changes += 1;
    else this.faults.push(`${key}: ${status} ${code}`);
    return status < 300;
  }
}
