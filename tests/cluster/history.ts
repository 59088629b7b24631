/** Histories of four people on two boards, each step by way of one of two copies, several at once; and what must be true afterwards. */
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import type { EndpointKey } from '#shared/api';
import type { BuiltCopies } from '../built-copies.ts';
import { ask } from '../database-state.ts';
import { type Answer, type Board, type Input, makeBoard, newActivityId, password, Person } from '../people.ts';

export interface Step {
  kind: 'log' | 'undo' | 'remove' | 'leave' | 'join' | 'hand over' | 'delete board' | 'delete account' | 'kill';
  /** Which copy is asked first. */
  copy: number;
  /** Who does it, on which board, and to whom or to which activity. */
  actor: number;
  board: number;
  other: number;
}

const people = 4;
const boards = 2;

/** Steps that are taken at once, one such group after the other. */
export const histories: fc.Arbitrary<Step[][]> = fc.array(
  fc.array(
    fc.record({
      kind: fc.oneof(
        { weight: 20, arbitrary: fc.constant('log' as const) },
        { weight: 8, arbitrary: fc.constant('undo' as const) },
        { weight: 3, arbitrary: fc.constantFrom('remove' as const, 'leave' as const, 'join' as const, 'hand over' as const) },
        { weight: 1, arbitrary: fc.constantFrom('delete board' as const, 'delete account' as const, 'kill' as const) },
      ),
      copy: fc.nat(1),
      actor: fc.nat(people - 1),
      board: fc.nat(boards - 1),
      other: fc.nat(9),
    }),
    { minLength: 1, maxLength: 8 },
  ),
  { minLength: 2, maxLength: 6 },
);

/** A call and what became of it. `maybe`: it got no answer at first, and may have been carried out before it was repeated. */
interface Outcome {
  done: boolean;
  maybe: boolean;
}

interface Tried extends Outcome {
  group: number;
  step: Step;
  personId: string;
  boardId: string;
}

interface Logged extends Tried {
  id: string;
  points: number;
  undos: Outcome[];
}

/** In milliseconds; only what hangs takes longer. */
const patience = 120_000;
let names = 0;

/** Somebody who may ask any copy, and asks another when one does not answer. */
class Member {
  readonly #at: readonly Person[];
  id = '';
  isLeaving = false;

  private constructor(at: readonly Person[]) {
    this.#at = at;
  }

  static async signUp({ copies }: BuiltCopies): Promise<Member> {
    names += 1;
    const [first, ...others] = copies.map(({ origin }) => new Person({ origin }, `membre${names}`));
    const body = { username: `membre${names}`, email: `membre${names}@exemple.fr`, password };
    const { user } = (await first?.does('POST /api/accounts', { body })) ?? {};
    for (const person of [first, ...others]) Object.assign(person ?? {}, { id: user?.id, cookie: first?.cookie });
    const member = new Member([first, ...others].filter((person) => person !== undefined));
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
}

/** Plays histories one after the other, with people and boards that go on as far as they are still there. */
export class Players {
  readonly #several: BuiltCopies;
  #members: Member[] = [];

  constructor(several: BuiltCopies) {
    this.#several = several;
  }

  /** What is wrong afterwards: nothing. */
  async play(history: readonly Step[][]): Promise<string[]> {
    this.#members = this.#members.filter(({ isLeaving }) => !isLeaving);
    while (this.#members.length < people) this.#members.push(await Member.signUp(this.#several));
    const played = new Played(this.#several, this.#members);
    await played.begin();
    for (const [group, steps] of history.entries()) await Promise.all(steps.map((step) => played.take(step, group)));
    const faults = played.judge();
    await played.end();
    return faults;
  }
}

class Played {
  readonly #several: BuiltCopies;
  readonly #members: readonly Member[];
  readonly #boards: Board[] = [];
  readonly #logged: Logged[] = [];
  readonly #tried: Tried[] = [];
  #killing: Promise<void> = Promise.resolve();

  constructor(several: BuiltCopies, members: readonly Member[]) {
    this.#several = several;
    this.#members = members;
  }

  async begin(): Promise<void> {
    for (let index = 0; index < boards; index += 1) {
      const [administrator, ...others] = this.#members.map((_, place) => this.#member(place + index).at(index));
      if (administrator) this.#boards.push(await makeBoard('Histoire', [administrator, ...others]));
    }
  }

  async take(step: Step, group: number): Promise<void> {
    const { kind, copy, actor, board, other } = step;
    const [me, { id: boardId }] = [this.#member(actor), this.#board(board)];
    const params = { boardId };
    const note = (outcome: Outcome) => void this.#tried.push({ ...outcome, group, step, personId: me.id, boardId });
    const does = async (key: EndpointKey, input: Input, success: number): Promise<Outcome> => {
      const { answer, maybe } = await me.calls(key, input, copy);
      return { done: answer.status === success, maybe };
    };
    switch (kind) {
      case 'log':
        return await this.#log(step, group);
      case 'undo': {
        const logged = this.#logged[other % Math.max(1, this.#logged.length)];
        if (!logged) return;
        const input = { params: { boardId: logged.boardId, activityId: logged.id } };
        logged.undos.push(await does('POST /api/boards/:boardId/activities/:activityId/undo', input, 200));
        return;
      }
      case 'remove':
      case 'leave': {
        const userId = kind === 'leave' ? me.id : this.#member(other).id;
        const outcome = await does('DELETE /api/boards/:boardId/members/:userId', { params: { boardId, userId } }, 204);
        this.#tried.push({ ...outcome, group, step: { ...step, kind: 'leave' }, personId: userId, boardId });
        return;
      }
      case 'join':
        await me.calls('POST /api/boards/:boardId/requests', { params, body: { type: 'request' } }, copy);
        return await this.#acceptAll(step, group);
      case 'hand over':
        return note(await does('PUT /api/boards/:boardId/administrator', { params, body: { userId: this.#member(other).id } }, 200));
      case 'delete board':
        return note(await does('DELETE /api/boards/:boardId', { params }, 204));
      case 'delete account': {
        const { answer: preview } = await me.calls('GET /api/account/deletion', {}, copy);
        if (preview.status !== 200) return;
        me.isLeaving = true;
        const body = { password, handOvers: [], boards: preview.body.boards.map(({ id }) => id) };
        return note(await does('POST /api/account/deletion', { body }, 204));
      }
      case 'kill':
        // One after the other: somebody must be there to ask.
        this.#killing = this.#killing.then(() => this.#kill(copy));
        return await this.#killing;
      default:
        kind satisfies never;
    }
  }

  async end(): Promise<void> {
    for (const { id } of this.#boards) {
      for (const [place, member] of this.#members.entries()) {
        await member.calls('DELETE /api/boards/:boardId', { params: { boardId: id } }, place);
      }
    }
  }

  async #kill(copy: number): Promise<void> {
    const killed = this.#several.copies[copy];
    await killed?.stop('SIGKILL');
    await killed?.restart();
  }

  /** Twice, the second time by way of the other copy: a repetition changes nothing and gets the same answer. */
  async #log(step: Step, group: number): Promise<void> {
    const { actor, board, other, copy } = step;
    const [me, { id: boardId, actions }] = [this.#member(actor), this.#board(board)];
    const action = actions[other % actions.length];
    if (!action) return;
    const id = newActivityId();
    const input = { params: { boardId }, body: { id, actionId: action.id } };
    const calls = [copy, copy + 1].map((at) => me.calls('POST /api/boards/:boardId/activities', input, at));
    const answers = await Promise.all(calls);
    const outcome = { done: answers.some(({ answer }) => answer.status === 201), maybe: answers.some(({ maybe }) => maybe) };
    this.#logged.push({ ...outcome, group, step, personId: me.id, boardId, id, points: action.points, undos: [] });
    const revisions = new Set(answers.flatMap(({ answer }) => (answer.status === 201 ? [answer.body.revision] : [])));
    if (revisions.size > 1) throw new Error(`one log has several revisions: ${[...revisions].join(', ')}`);
  }

  /** Whoever administers the board now accepts what waits. */
  async #acceptAll(step: Step, group: number): Promise<void> {
    for (const member of this.#members) {
      const { answer } = await member.calls('GET /api/requests', {}, step.copy + 1);
      if (answer.status !== 200) continue;
      for (const { id, boardId, status, type, fromUsername } of answer.body.received) {
        if (status !== 'pending' || type !== 'request') continue;
        const { answer: accepted, maybe } = await member.calls(
          'POST /api/requests/:requestId/acceptance',
          { params: { requestId: id } },
          step.copy,
        );
        const joining = this.#members.find((one) => one.at(0).name === fromUsername);
        this.#tried.push({ done: accepted.status === 200, maybe, group, step, personId: joining?.id ?? '', boardId });
      }
    }
  }

  judge(): string[] {
    const faults: string[] = [];
    const { dataDir } = this.#several;
    const accounts = new Set(ask(dataDir, 'select id from user').map((row) => String(row['id'])));
    for (const { done, personId, step } of this.#tried) {
      if (step.kind === 'delete account' && done && accounts.has(personId)) faults.push(`a deleted account is there: ${personId}`);
    }
    for (const { id } of this.#boards) faults.push(...this.#judgeBoard(id, accounts));
    return faults;
  }

  #judgeBoard(boardId: string, accounts: ReadonlySet<string>): string[] {
    const { dataDir } = this.#several;
    const faults: string[] = [];
    const [board] = ask(dataDir, 'select total_points, revision, created_by from board where id = ?', boardId);
    const tried = (...kinds: Step['kind'][]) =>
      this.#tried.filter((one) => kinds.includes(one.step.kind) && (one.boardId === boardId || one.step.kind === 'delete account'));
    const isDeleted = tried('delete board').some(({ done }) => done);
    if (!board) {
      const mayBeGone = tried('delete board', 'delete account').some(({ done, maybe }) => done || maybe);
      const [key] = ask(dataDir, 'select board_id from board_key where board_id = ?', boardId);
      return [
        ...(mayBeGone ? [] : [`a board that nobody deleted is gone: ${boardId}`]),
        ...(key ? [`a deleted board has a key: ${boardId}`] : []),
      ];
    }
    if (isDeleted) faults.push(`a deleted board is there: ${boardId}`);

    const rows = ask(dataDir, 'select id, user_id, points, undone_at, board_revision from activity where board_id = ?', boardId);
    const stored = new Map(rows.map((row) => [String(row['id']), row]));
    if (new Set(rows.map((row) => row['board_revision'])).size < rows.length) faults.push('two activities have one revision');
    for (const { id, personId, done, maybe, points, undos } of this.#logged.filter((one) => one.boardId === boardId)) {
      const row = stored.get(id);
      stored.delete(id);
      if (done && !row && accounts.has(personId)) faults.push(`acknowledged and lost: ${id}`);
      if (!done && !maybe && row) faults.push(`refused and there: ${id}`);
      if (!row) continue;
      if (Number(row['points']) !== points || row['user_id'] !== personId) faults.push(`not as it was logged: ${id}`);
      const isUndone = row['undone_at'] !== null;
      if (undos.some((undo) => undo.done) && !isUndone) faults.push(`undone and there: ${id}`);
      if (isUndone && !undos.some((undo) => undo.done || undo.maybe)) faults.push(`undone by nobody: ${id}`);
    }
    for (const id of stored.keys()) faults.push(`nobody logged it: ${id}`);
    const total = rows.filter((row) => row['undone_at'] === null).reduce((sum, row) => sum + Number(row['points']), 0);
    if (Number(board['total_points']) !== total) faults.push(`total ${String(board['total_points'])}, sum ${total}`);
    return [...faults, ...this.#judgeMembers(boardId, String(board['created_by']), accounts)];
  }

  #judgeMembers(boardId: string, administrator: string, accounts: ReadonlySet<string>): string[] {
    const faults: string[] = [];
    const rows = ask(this.#several.dataDir, 'select user_id from board_member where board_id = ?', boardId);
    const members = new Set(rows.map((row) => String(row['user_id'])));
    if (!members.has(administrator)) faults.push(`the administrator is no member of ${boardId}`);
    for (const id of members) if (!accounts.has(id)) faults.push(`a deleted account is a member of ${boardId}`);
    for (const { id } of this.#members) {
      const moves = this.#tried.filter(
        (one) => one.boardId === boardId && one.personId === id && ['leave', 'join'].includes(one.step.kind),
      );
      const done = moves.filter((one) => one.done);
      const last = Math.max(...done.map(({ group }) => group));
      // What was tried at the same time, or without an answer, may have come before or after.
      const atLast = moves.filter(({ group, maybe }) => group >= last || maybe);
      if (done.length === 0 || !accounts.has(id) || new Set(atLast.map(({ step }) => step.kind)).size > 1) continue;
      const isMember = atLast[0]?.step.kind === 'join';
      if (members.has(id) !== isMember) faults.push(`${isMember ? 'accepted and no' : 'removed and a'} member of ${boardId}`);
    }
    return faults;
  }

  #member(index: number): Member {
    const member = this.#members[index % this.#members.length];
    if (!member) throw new Error('nobody plays');
    return member;
  }

  #board(index: number): Board {
    const board = this.#boards[index % this.#boards.length];
    if (!board) throw new Error('no board');
    return board;
  }
}
