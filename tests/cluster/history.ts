/** Histories of four people on three boards, each step by way of one of two copies, several at once; and what must be true afterwards. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { dayIn, daysAfter, defaultTimeZone, mondayOf } from '#shared/calendar';
import type { BuiltCopies } from '../built-copies.ts';
import { ask } from '../database-state.ts';
import { type Board, makeBoard } from '../people.ts';
import { Facts, Member } from './history-facts.ts';
import { beginContests, beginSeason, doings, type Kind, leaveTwo } from './history-steps.ts';
import { ClosedSeasons, judge } from './history-verdict.ts';
import type { MovingClock } from './moving-clock.ts';

export interface Step {
  kind: Kind;
  /** Which copy is asked first. */
  copy: number;
  /** The member who does it, the board, and the member or activity that it is done to. */
  actor: number;
  board: number;
  other: number;
}

const people = 4;
const boards = 3;

const kinds = Object.entries(doings).map(([kind, { weight }]) => ({ weight, arbitrary: fc.constant(kind as Kind) }));

/** Steps that are taken at once, one such group after the other. */
export const histories: fc.Arbitrary<Step[][]> = fc.array(
  fc.array(
    fc.record({
      kind: fc.oneof(...kinds),
      copy: fc.nat(1),
      actor: fc.nat(people - 1),
      board: fc.nat(boards - 1),
      other: fc.nat(29),
    }),
    { minLength: 1, maxLength: 8, size: 'max' },
  ),
  { minLength: 2, maxLength: 6, size: 'max' },
);

/** How often something was done that a history may well lack. */
export interface Counts {
  logs: number;
  logsForOthers: number;
  logsByTokens: number;
  losses: number;
  avowed: number;
  proposed: number;
  closed: number;
  undoneSince: number;
  paused: number;
  contested: number;
  takenBack: number;
  tossed: number;
  gestures: number;
  modes: number;
}

/** Plays histories one after the other, with people and boards that go on as far as they are still there. */
export class Players {
  readonly #several: BuiltCopies;
  readonly #clock: MovingClock;
  #members: Member[] = [];
  #watch: { by: Member; board: Board } | undefined;
  readonly counts: Counts = {
    ...{ logs: 0, logsForOthers: 0, logsByTokens: 0, losses: 0, avowed: 0, proposed: 0, closed: 0, undoneSince: 0 },
    ...{ paused: 0, contested: 0, takenBack: 0, tossed: 0, gestures: 0, modes: 0 },
  };

  constructor(several: BuiltCopies, clock: MovingClock) {
    this.#several = several;
    this.#clock = clock;
  }

  /** What is wrong afterwards: nothing. */
  async play(history: readonly Step[][]): Promise<string[]> {
    this.#members = this.#members.filter(({ isLeaving }) => !isLeaving);
    while (this.#members.length < people) this.#members.push(await Member.signUp(this.#several));
    // Thirty days after they last opened the app they would be signed out.
    for (const member of [...this.#members, ...(this.#watch ? [this.#watch.by] : [])]) await member.calls('GET /api/session', {}, 0);
    const facts = new Facts(this.#several, this.#clock, this.#members);
    await begin(facts);
    const ids = facts.boards.map(({ id }) => id);
    const closed = new ClosedSeasons(this.#several.dataDir);
    const faults: string[] = [];
    for (const [group, steps] of history.entries()) {
      await Promise.all(steps.map((step) => take(facts, step, group)));
      faults.push(...closed.look(ids));
    }
    this.#clock.passDay();
    await this.#closeAll(ids);
    faults.push(...closed.look(ids), ...(await judge(facts)));
    this.#count(facts, closed.count);
    await end(facts);
    return faults;
  }

  /** Waits until jobs have closed what is over. */
  async #closeAll(boardIds: readonly string[]): Promise<void> {
    // A copy that goes by the day before yet finds nothing, and is to look again.
    for (const deadline = performance.now() + 120_000; performance.now() < deadline; await pause(50)) {
      await this.#haveJobsLookedFor();
      if (this.#open(boardIds) === 0) return;
    }
  }

  /** As a job does that is queued anywhere. */
  async #haveJobsLookedFor(): Promise<void> {
    const { by, board } = await this.#watchers();
    const [params, id] = [{ boardId: board.id }, randomUUID()];
    const terms = { kind: 'goal', length: { lastDay: daysAfter(this.#today(), 1) }, points: 1 };
    await by.calls('POST /api/boards/:boardId/agreements', { params, body: { id, terms } }, 0);
    await by.calls('DELETE /api/boards/:boardId/agreements/:agreementId', { params: { ...params, agreementId: id } }, 0);
  }

  /** All contests are over: the last was opened or answered before the day that has passed. */
  #open(boardIds: readonly string[]): number {
    const here = boardIds.map(() => '?').join();
    const seasons = `select id from season where closed_at is null and last_day < ? and board_id in (${here})`;
    const contests = `select id from contest where outcome is null and board_id in (${here})`;
    const { dataDir } = this.#several;
    return ask(dataDir, seasons, this.#today(), ...boardIds).length + ask(dataDir, contests, ...boardIds).length;
  }

  #today(): string {
    return dayIn(defaultTimeZone, this.#clock.now());
  }

  /** Two who play in no history, and their board. */
  async #watchers(): Promise<{ by: Member; board: Board }> {
    if (!this.#watch) {
      const [by, other] = [await Member.signUp(this.#several), await Member.signUp(this.#several)];
      this.#watch = { by, board: await makeBoard('Veille', [by.at(0), other.at(1)]) };
    }
    return this.#watch;
  }

  #count({ logged, proposed, contested, chosen, boards: played }: Facts, closed: number): void {
    const { counts } = this;
    for (const { done, answers, personId, notedBy, isByToken } of logged.filter((one) => one.done)) {
      if (answers) counts.losses += 1;
      else if (isByToken) counts.logsByTokens += 1;
      else if (personId === notedBy) counts.logs += 1;
      else counts.logsForOthers += 1;
      if (answers?.some(({ confess, done: isAvowed }) => done && confess && isAvowed)) counts.avowed += 1;
    }
    counts.proposed += proposed.filter(({ done }) => done).length;
    counts.closed += closed;
    counts.gestures += chosen.filter(({ done }) => done).length;
    counts.contested += contested.filter(({ done }) => done).length;
    for (const { id } of played) {
      const count = (from: string) => ask(this.#several.dataDir, `select id from ${from} and board_id = ?`, id).length;
      counts.undoneSince += count('season where changed = 1');
      counts.paused += count('pause where starts_on is not null');
      counts.takenBack += count("contest where outcome in ('withdrawn', 'void')");
      counts.modes += count("agreement where kind in ('together', 'scores') and outcome = 'agreed'");
      counts.tossed += count("contest where how = 'coin'");
    }
  }
}

/**
 * Three boards with all people; on the first a season runs, and on the last two people are left. On both they may contest. They are made on a
 * Saturday, and a history begins on the Monday after, while the gesture of the week can be chosen.
 */
async function begin(facts: Facts): Promise<void> {
  const saturday = daysAfter(mondayOf(dayIn(defaultTimeZone, facts.clock.now())), 5);
  while (dayIn(defaultTimeZone, facts.clock.now()) !== saturday) facts.clock.passDay();
  for (let index = 0; index < boards; index += 1) {
    const [administrator, ...others] = facts.members.map((_, place) => facts.member(place + index).at(index));
    if (administrator) facts.boards.push(await makeBoard('Histoire', [administrator, ...others]));
  }
  for (const board of [facts.board(0), facts.board(2)]) await beginContests(facts, board);
  await beginSeason(facts, facts.board(0));
  await leaveTwo(facts, facts.board(2));
  // On Sunday what the gesture of the week is chosen from on Monday, and then what can be contested from the first step on.
  for (const other of [3, 1]) {
    facts.clock.passDay();
    const logs = [facts.board(0), facts.board(2)].flatMap((board) =>
      facts.members.map((me, copy) => doings.log.take({ facts, group: -1, copy, me, board, other })),
    );
    await Promise.all(logs);
  }
}

async function take(facts: Facts, { kind, copy, actor, board, other }: Step, group: number): Promise<void> {
  await doings[kind].take({ facts, group, copy, me: facts.member(actor), board: facts.board(board), other });
}

async function end({ boards: played, members }: Facts): Promise<void> {
  for (const { id } of played) {
    for (const [place, member] of members.entries()) await member.calls('DELETE /api/boards/:boardId', { params: { boardId: id } }, place);
  }
}
