/** People who log and undo at a steady rate, whatever becomes of the server, and who remember what they were told. */
import { setTimeout as pause } from 'node:timers/promises';
import { type Board, newActivityId, oneOf, type Person } from '../people.ts';

/** One activity, from its sender's side. */
export interface Sent {
  id: string;
  board: Board;
  person: Person;
  actionId: string;
  points: number;
  /** The server said that it has it. */
  answered: boolean;
  /** Its sender went away before an answer came, and never asks again. */
  abandoned: boolean;
  undo: 'none' | 'asked' | 'answered';
}

export interface LoadOptions {
  boards: readonly Board[];
  logsPerSecond: number;
  /** The share of the answered activities that are undone, 0 to 1. */
  undone?: number;
  /** The share of the calls without an answer that are never repeated, 0 to 1. */
  abandoned?: number;
  /** Calls at a time: where they are answered more slowly than they would be made, fewer are made. */
  mostUnderWay?: number;
}

const tickMs = 5;
// Longer and longer, as the app does: a server that has just come up is not met by a hail.
const shortestWaitMs = 150;
const longestWaitMs = 1500;

export class Load {
  readonly sent = new Map<string, Sent>();
  /** Refusals, and answers that contradict an earlier one: there should be none. */
  readonly faults: string[] = [];
  /** Calls that got no answer and were made again. */
  repeated = 0;
  undos = 0;
  /** While it ran, in milliseconds. */
  lasted = 0;
  readonly #options: Required<LoadOptions>;
  readonly #underWay = new Set<Promise<void>>();
  readonly #answered: Sent[] = [];
  #running: Promise<void> | undefined;
  #stopped = false;

  constructor(options: LoadOptions) {
    this.#options = { undone: 0, abandoned: 0, mostUnderWay: Infinity, ...options };
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Sends nothing new; resolves when all that was sent is answered or given up. */
  async finish(): Promise<void> {
    this.#stopped = true;
    await this.#running;
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  /** Logs sent in each second that it ran. */
  rate(): number {
    return (this.sent.size / this.lasted) * 1000;
  }

  count(which: (one: Sent) => boolean): number {
    return [...this.sent.values()].filter(which).length;
  }

  async #run(): Promise<void> {
    const start = performance.now();
    while (!this.#stopped) {
      const due = ((performance.now() - start) / 1000) * this.#options.logsPerSecond;
      while (this.sent.size < due && this.#underWay.size < this.#options.mostUnderWay) this.#sendNext();
      await pause(tickMs);
      this.lasted = performance.now() - start;
    }
  }

  #sendNext(): void {
    // Now and then one action goes to two boards at once: all or none.
    if (Math.random() < 0.05) this.#follow(this.#logOnTwo());
    else this.#follow(this.#log(this.#next(oneOf(this.#options.boards))));
    if (Math.random() < this.#options.undone) this.#undo();
  }

  #next(board: Board, person = oneOf(board.members)): Sent {
    const action = oneOf(board.actions);
    const one: Sent = {
      id: newActivityId(),
      board,
      person,
      actionId: action.id,
      points: action.points,
      answered: false,
      abandoned: false,
      undo: 'none',
    };
    this.sent.set(one.id, one);
    return one;
  }

  #log(one: Sent): Promise<void> {
    const { id, actionId, board, person } = one;
    return this.#insist([one], async () => {
      const input = { params: { boardId: board.id }, body: { id, actionId } };
      const { status, code, body } = await person.tries('POST /api/boards/:boardId/activities', input);
      return { status, code, ids: status === 201 ? [body.activity.id] : [] };
    });
  }

  #logOnTwo(): Promise<void> {
    const first = this.#next(oneOf(this.#options.boards));
    const second = oneOf(this.#options.boards.filter(({ members }) => members.includes(first.person)));
    const both = second === first.board ? [first] : [first, this.#next(second, first.person)];
    return this.#insist(both, async () => {
      const body = { activities: both.map(({ id, actionId, board }) => ({ id, actionId, boardId: board.id })) };
      const { status, code, body: reply } = await first.person.tries('POST /api/activities', { body });
      return { status, code, ids: status === 201 ? reply.logged.map(({ activity }) => activity.id) : [] };
    });
  }

  #undo(): void {
    const index = Math.floor(Math.random() * this.#answered.length);
    const [one] = this.#answered.splice(index, 1);
    if (!one) return;
    one.undo = 'asked';
    const { id, board, person } = one;
    const [administrator = person] = board.members;
    const input = { params: { boardId: board.id, activityId: id } };
    const undo = async () => {
      const { status, code } = await oneOf([person, administrator]).tries('POST /api/boards/:boardId/activities/:activityId/undo', input);
      if (status === 200) one.undo = 'answered';
      return { status, code, ids: [id] };
    };
    this.undos += 1;
    this.#follow(this.#insist([one], undo));
  }

  /** Makes a call again and again, the very same, until the server has answered. */
  async #insist(
    all: readonly Sent[],
    call: () => Promise<{ status: number; code: string | undefined; ids: readonly string[] }>,
  ): Promise<void> {
    for (let failures = 0; ; failures += 1) {
      const answer = await call().catch(() => undefined);
      if (answer && answer.status < 500) {
        if (answer.status >= 400) this.faults.push(`${answer.status} ${answer.code}`);
        else if (!all.every(({ id }, index) => answer.ids[index] === id)) this.faults.push('the answer to something else');
        else for (const one of all) this.#noteAnswer(one);
        return;
      }
      if (all.every(({ undo }) => undo === 'none') && Math.random() < this.#options.abandoned) {
        for (const one of all) one.abandoned = true;
        return;
      }
      this.repeated += 1;
      await pause(Math.min(longestWaitMs, shortestWaitMs * 2 ** failures) * (0.5 + Math.random() / 2));
    }
  }

  #noteAnswer(one: Sent): void {
    if (one.answered) return;
    one.answered = true;
    this.#answered.push(one);
  }

  #follow(work: Promise<void>): void {
    this.#underWay.add(work);
    void work.finally(() => this.#underWay.delete(work));
  }
}
