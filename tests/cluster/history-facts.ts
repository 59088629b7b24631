/** What became of the steps of a history, as those were told who took them; and the people who take them. */
import { setTimeout as pause } from 'node:timers/promises';
import type { EndpointKey } from '#shared/api';
import type { AgreementKind } from '#shared/season-rules';
import type { BuiltCopies } from '../built-copies.ts';
import { type Answer, type Board, type Input, password, Person } from '../people.ts';
import type { MovingClock } from './moving-clock.ts';

/** A call and what became of it. `maybe`: it got no answer at first, and may have been carried out before it was repeated. */
export interface Outcome {
  done: boolean;
  maybe: boolean;
}

/** `group`: the place among those steps that are taken one after the other. */
export interface Tried extends Outcome {
  group: number;
  personId: string;
  boardId: string;
}

/** Somebody who comes or goes, or a board that does. */
export interface Moved extends Tried {
  what: 'leave' | 'join' | 'delete board' | 'delete account';
}

/** An activity, or a loss that becomes one with an avowal. `personId`: whose activity it is. */
export interface Logged extends Tried {
  id: string;
  points: number;
  /** The member who noted it, also where it is their own. */
  notedBy: string;
  /** The answers of the other member, where it is a loss for somebody else. */
  answers?: (Outcome & { confess: boolean })[];
  isByToken?: true;
  undos: Outcome[];
  notes: (Outcome & { group: number; note: string })[];
}

export interface Proposed extends Tried {
  id: string;
  kind: AgreementKind;
  answers: (Outcome & { personId: string; yes: boolean })[];
  withdrawals: Outcome[];
}

/** A gesture of the week that `personId` has chosen. `week`: its Monday. */
export interface Chosen extends Tried {
  week: string;
  activityId: string;
}

/** A 'Mauvaise foi !' of `personId`. `told`: how it had ended, as each reply said that told of its end. */
export interface Contested extends Tried {
  id: string;
  activityId: string;
  answeredBy: string;
  answers: (Outcome & { keeps: boolean })[];
  votes: (Outcome & { isVoid: boolean })[];
  tosses: Outcome[];
  told: string[];
}

/** One step: who takes it, on which board, by which copy. `other`: to whom or to which activity, taken modulo what there is. */
export interface Taking {
  facts: Facts;
  group: number;
  copy: number;
  me: Member;
  board: Board;
  other: number;
}

/** Whether it was done, as far as anybody can tell. */
export const mayBe = ({ done, maybe }: Outcome) => done || maybe;

/** The outcome of the same call twice at once: done when one of them was. */
export function together(outcomes: readonly Outcome[]): Outcome {
  return { done: outcomes.some(({ done }) => done), maybe: outcomes.some(({ maybe }) => maybe) };
}

export function oneOf<T>(all: readonly T[], place: number): T | undefined {
  return all[Math.max(0, place) % Math.max(1, all.length)];
}

/** In milliseconds; only what hangs takes longer. */
const patience = 120_000;
let names = 0;

/** Somebody who may ask any copy, and asks another when one does not answer. */
export class Member {
  readonly #at: readonly Person[];
  id = '';
  isLeaving = false;
  /** What logs for the member with a token, by way of any copy. */
  readonly program: Member | undefined;

  private constructor(at: readonly Person[], program?: Member) {
    this.#at = at;
    this.program = program;
  }

  static async signUp({ copies }: BuiltCopies): Promise<Member> {
    names += 1;
    const [first, ...others] = copies.map(({ origin }) => new Person({ origin }, `membre${names}`));
    const body = { username: `membre${names}`, email: `membre${names}@exemple.fr`, password };
    const { user } = (await first?.does('POST /api/accounts', { body })) ?? {};
    for (const person of [first, ...others]) Object.assign(person ?? {}, { id: user?.id, cookie: first?.cookie });
    const people = [first, ...others].filter((person) => person !== undefined);
    const program = await people[0]?.program();
    const programs = program ? copies.map((copy) => Object.assign(program.on(copy), { token: program.token })) : [];
    const member = new Member(people, new Member(programs));
    member.id = user?.id ?? '';
    return member;
  }

  at(copy: number): Person {
    const person = this.#at[copy % this.#at.length];
    if (!person) throw new Error('no copy');
    return person;
  }

  /** Asks until there is an answer. A copy that is busy or dead is asked again, as the app does, or another one. */
  async calls<K extends EndpointKey>(key: K, input: Input, copy: number): Promise<{ answer: Answer<K>; maybe: boolean }> {
    let maybe = false;
    for (let turn = copy, end = performance.now() + patience; ; turn += 1) {
      const answer = await this.at(turn)
        .tries(key, input)
        .catch(() => undefined);
      if (answer && answer.status < 500) return { answer, maybe };
      if (answer && answer.status !== 503) throw new Error(`${key}: ${answer.status} ${answer.code}`);
      if (performance.now() > end) throw new Error(`${key}: no answer`);
      // Busy is refused before anything is done; without an answer nobody knows.
      maybe ||= answer === undefined;
      await pause(20 + Math.random() * 80);
    }
  }

  /** What became of a call that answers so when it succeeds. */
  async tries(key: EndpointKey, input: Input, copy: number, success = 200): Promise<Outcome> {
    const { answer, maybe } = await this.calls(key, input, copy);
    return { done: answer.status === success, maybe };
  }
}

export class Facts {
  readonly several: BuiltCopies;
  readonly clock: MovingClock;
  readonly members: readonly Member[];
  readonly boards: Board[] = [];
  readonly moved: Moved[] = [];
  readonly logged: Logged[] = [];
  readonly proposed: Proposed[] = [];
  readonly contested: Contested[] = [];
  readonly chosen: Chosen[] = [];
  /** The attempts to switch contests off. */
  readonly switchedOff: Tried[] = [];
  /** Stakes that somebody has ticked off, by the ids of their seasons. */
  readonly paid = new Map<string, Outcome[]>();
  #oneByOne: Promise<void> = Promise.resolve();

  constructor(several: BuiltCopies, clock: MovingClock, members: readonly Member[]) {
    this.several = several;
    this.clock = clock;
    this.members = members;
  }

  member(index: number): Member {
    const member = this.members[index % this.members.length];
    if (!member) throw new Error('nobody plays');
    return member;
  }

  board(index: number): Board {
    const board = this.boards[index % this.boards.length];
    if (!board) throw new Error('no board');
    return board;
  }

  /** The member with this id; somebody else where nobody who plays has it. */
  memberOf(id: string): Member {
    return this.members.find((member) => member.id === id) ?? this.member(0);
  }

  /** Comings, goings and deletions that may be the end of this board. */
  movesOn(boardId: string, ...whats: Moved['what'][]): Moved[] {
    return this.moved.filter(({ what, boardId: there }) => whats.includes(what) && (there === boardId || what === 'delete account'));
  }

  /** Whether a person has been a member of the board all the time. */
  isSteadfast(personId: string, boardId: string): boolean {
    return !this.moved.some((one) => one.personId === personId && (one.boardId === boardId || one.what === 'delete account'));
  }

  /** After what else is done so: two copies must never be gone at once. */
  async oneByOne(doing: () => Promise<void>): Promise<void> {
    this.#oneByOne = this.#oneByOne.then(doing);
    return await this.#oneByOne;
  }
}
