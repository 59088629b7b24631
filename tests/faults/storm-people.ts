/** Somebody in the storm: one account after the other, sessions that come and go, and what was last read. */
import type { Dispatcher } from 'undici';
import { api, type EndpointKey } from '#shared/api';
import type { RefusalCode } from '#shared/refusals';
import type { Chance } from './chance.ts';
import { type Answer, type Input, newActivityId, password, Person } from '../people.ts';
import type { Stream } from '../stream.ts';

/** An activity, from its sender's side. */
export interface Sent {
  id: string;
  boardId: string;
  actionId: string;
  userId: string;
  logged: boolean;
  undone: boolean;
}

const mostBoards = 200;

/** What everybody knows; as far as it is true, nobody knows. */
export class World {
  readonly origin: string;
  readonly dataDir: string;
  readonly dispatcher: Dispatcher;
  readonly people: Somebody[] = [];
  /** The actions of boards, the one that was read last at the end. */
  readonly actionsOf = new Map<string, readonly string[]>();
  readonly sent: Sent[] = [];
  /** Ids of those that were seen lately. */
  requests: readonly string[] = [];
  /** Ids of accounts whose deletion was asked for. */
  readonly leaving = new Set<string>();

  readonly calls = new Map<EndpointKey, number>();
  readonly refusals = new Map<RefusalCode, number>();
  /** Calls whose sender went away before the answer. */
  letGo = 0;
  streams = 0;
  /** Replies of 500 and above. */
  errors = 0;
  /** What should not have been: errors of the server, refusals that the endpoint does not declare, answers to something else. */
  readonly faults: string[] = [];
  #names = 0;

  constructor({ origin, dataDir }: { origin: string; dataDir: string }, dispatcher: Dispatcher) {
    this.origin = origin;
    this.dataDir = dataDir;
    this.dispatcher = dispatcher;
  }

  freshName(name: string): string {
    this.#names += 1;
    return `${name}.${this.#names}`;
  }

  operations(): number {
    return [...this.calls.values()].reduce((sum, count) => sum + count, 0);
  }

  noteActions(boardId: string, actionIds: readonly string[]): void {
    this.actionsOf.delete(boardId);
    this.actionsOf.set(boardId, actionIds);
    const [oldest] = this.actionsOf.keys();
    if (this.actionsOf.size > mostBoards && oldest !== undefined) this.actionsOf.delete(oldest);
  }

  noteRequests(ids: readonly string[]): void {
    this.requests = [...new Set([...this.requests, ...ids])].slice(-200);
  }
}

/** What anybody may be told by any endpoint. */
const general: readonly string[] = ['no_user_logged_in', 'invalid_input', 'too_many_requests', 'not_found'];

export class Somebody {
  readonly world: World;
  readonly chance: Chance;
  person: Person;
  email = '';
  password = password;
  /** Ids, as last read. */
  boards: readonly string[] = [];
  waiting: readonly string[] = [];
  /** The keys of boards that were made, for making them again. */
  keys: string[] = [];
  streams: Stream[] = [];

  constructor(world: World, chance: Chance) {
    this.world = world;
    this.chance = chance;
    this.person = new Person(world, '', world.dispatcher);
  }

  /** With an account of their own, which nobody had before. */
  async begin(): Promise<void> {
    const name = this.world.freshName(this.chance.oneOf(['Lea', 'Max', 'Zoe', 'Tom', 'Ines', 'Hugo', 'Nora', 'Sam']) ?? 'Lea');
    const person = new Person(this.world, name, this.world.dispatcher);
    const email = `${name.toLowerCase()}@exemple.fr`;
    const answer = await this.#count('POST /api/accounts', person, { body: { username: name, email, password } });
    if (answer?.status !== 201) return;
    person.id = answer.body.user.id;
    Object.assign(this, { person, email, password, boards: [], waiting: [], keys: [] });
  }

  async signIn(): Promise<void> {
    const person = new Person(this.world, this.person.name, this.world.dispatcher);
    const body = { identifier: this.email, password: this.password };
    const answer = await this.#count('POST /api/session', person, { body });
    if (answer?.status === 201) {
      Object.assign(person, { id: answer.body.user.id, name: answer.body.user.username });
      this.person = person;
    } else await this.begin();
  }

  /** Calls an endpoint, whatever it answers; undefined when this side went away before. */
  async tries<K extends EndpointKey>(key: K, input: Input = {}): Promise<Answer<K> | undefined> {
    const { person } = this;
    const { cookie } = person;
    const answer = await this.#count(key, person, input);
    // Ended elsewhere, or by another password.
    if (answer?.code === 'no_user_logged_in' && person.cookie === cookie) person.cookie = '';
    return answer;
  }

  /** Logs, and remembers what was told. The same `sent` may be logged again and again. */
  async log(sent: Sent, signal?: AbortSignal): Promise<void> {
    const input = { params: { boardId: sent.boardId }, body: { id: sent.id, actionId: sent.actionId }, ...(signal && { signal }) };
    const { id: userId } = this.person;
    const answer = await this.tries('POST /api/boards/:boardId/activities', input);
    if (answer?.status !== 201) return;
    sent.userId = userId;
    if (answer.body.activity.id !== sent.id) this.world.faults.push('a log: the answer to something else');
    sent.logged = true;
  }

  async undo(sent: Sent, signal?: AbortSignal): Promise<void> {
    const params = { boardId: sent.boardId, activityId: sent.id };
    const answer = await this.tries('POST /api/boards/:boardId/activities/:activityId/undo', { params, ...(signal && { signal }) });
    if (answer?.status === 200) sent.undone = true;
  }

  /** What somebody is about to log on a board; undefined as long as nobody has read its actions. */
  compose(boardId: string | undefined): Sent | undefined {
    const actionId = this.chance.oneOf(this.world.actionsOf.get(boardId ?? '') ?? []);
    if (boardId === undefined || actionId === undefined) return undefined;
    const sent = { id: newActivityId(), boardId, actionId, userId: this.person.id, logged: false, undone: false };
    this.world.sent.push(sent);
    return sent;
  }

  async #count<K extends EndpointKey>(key: K, person: Person, input: Input): Promise<Answer<K> | undefined> {
    const { calls, refusals, faults } = this.world;
    calls.set(key, (calls.get(key) ?? 0) + 1);
    let answer: Answer<K>;
    try {
      answer = await person.tries(key, input);
    } catch (failure) {
      if (input.signal?.aborted) this.world.letGo += 1;
      else faults.push(`${key}: no answer, ${String(failure)}`);
      return undefined;
    }
    const { status, code } = answer;
    const declared: readonly string[] = 'refusals' in api[key] ? api[key].refusals : [];
    if (code !== undefined) refusals.set(code, (refusals.get(code) ?? 0) + 1);
    const isFine = status === api[key].reply[0] || (status < 500 && code !== undefined && [...general, ...declared].includes(code));
    if (status >= 500) this.world.errors += 1;
    if (!isFine) faults.push(`${key}: ${status} ${code} ${answer.message}`);
    return answer;
  }
}

/** Mostly one of one's own; sometimes any. */
export function someBoard(me: Somebody): string | undefined {
  const own = me.chance.hits(0.93) ? me.chance.oneOf(me.boards) : undefined;
  return own ?? me.chance.oneOf([...me.world.actionsOf.keys()]);
}
