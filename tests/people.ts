/** People on a built server, each with a session of their own, calling its API over real connections; for faults, engines, e2e and bench. */
import { randomBytes } from 'node:crypto';
import { type Dispatcher, request } from 'undici';
import { api, type EndpointKey, type ReplyOf } from '#shared/api';
import type { RefusalCode } from '#shared/refusals';

/** In milliseconds, for an answer: only what hangs takes longer, on a machine of any speed. */
const longestSilence = 120_000;
/** Everybody's. */
export const password = 'orage violet 42';

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

export interface ServerAddress {
  /** As in `http://127.0.0.1:21234`. */
  origin: string;
}

export interface Answer<K extends EndpointKey> {
  status: number;
  /** The body of a success. */
  body: ReplyOf<K>;
  /** The code of a refusal. */
  code: RefusalCode | undefined;
  message: string | undefined;
}

/** What a call carries; the server says whether it is right. */
export interface Input {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: object;
  headers?: Record<string, string>;
  /** Ends the call, answered or not. */
  signal?: AbortSignal;
}

export class Person {
  /** The username; whoever renames the person renames it too. */
  name: string;
  readonly #server: ServerAddress;
  readonly #dispatcher: Dispatcher | undefined;
  id = '';
  /** As a `Cookie` header. */
  cookie = '';
  /** Of a program that calls for the person: with it there is no cookie and no Origin. */
  token: string | undefined;

  /** The person's connections are those of `dispatcher`, or everybody's. */
  constructor(server: ServerAddress, name: string, dispatcher?: Dispatcher) {
    this.#server = server;
    this.name = name;
    this.#dispatcher = dispatcher;
  }

  static async signUp(server: ServerAddress, name: string, dispatcher?: Dispatcher): Promise<Person> {
    const person = new Person(server, name, dispatcher);
    const body = { username: name, email: `${name.toLowerCase()}@exemple.fr`, password };
    const { user } = await person.does('POST /api/accounts', { body });
    person.id = user.id;
    return person;
  }

  /** The same person in the same browser, whose calls go to another copy. */
  on(server: ServerAddress): Person {
    return Object.assign(new Person(server, this.name, this.#dispatcher), { id: this.id, cookie: this.cookie });
  }

  /** A program of the person, which has a token that may log. */
  async program(): Promise<Person> {
    const body = { name: 'Bouton', rights: 'log', boards: null, lasts: 'forever' };
    const { secret } = await this.does('POST /api/tokens', { body });
    return Object.assign(this.on(this.#server), { token: secret });
  }

  /** Calls an endpoint that should succeed; the body of the reply. */
  async does<K extends EndpointKey>(key: K, input?: Input): Promise<ReplyOf<K>> {
    const answer = await this.tries(key, input);
    if (answer.status !== api[key].reply[0]) throw new Error(`${this.name}: ${key} → ${answer.status} ${answer.code} ${answer.message}`);
    return answer.body;
  }

  /** Calls an endpoint, whatever it answers. Throws when it does not. */
  async tries<K extends EndpointKey>(key: K, input: Input = {}): Promise<Answer<K>> {
    const { method, path } = addressOf(key, input);
    const { status, text } = await this.#ask(method, path, input);
    const content = text === '' ? undefined : JSON.parse(text);
    const refused = status >= 400 ? content : undefined;
    return { status, body: content, code: refused?.code, message: refused?.message };
  }

  /** Calls a path that should succeed; the body of the reply. */
  async calls<Reply>(method: Method, path: string, body?: object): Promise<Reply> {
    const { status, text } = await this.#ask(method, path, { ...(body && { body }) });
    if (status >= 400) throw new Error(`${this.name}: ${method} ${path} → ${status} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as Reply;
  }

  async #ask(method: Method, path: string, input: Input): Promise<{ status: number; text: string }> {
    const { origin } = this.#server;
    const { statusCode, headers, body } = await request(`${origin}${path}`, {
      method,
      headers: {
        ...(this.token === undefined ? { origin, cookie: this.cookie } : { authorization: `Bearer ${this.token}` }),
        ...(input.body && { 'content-type': 'application/json' }),
        ...input.headers,
      },
      body: input.body ? JSON.stringify(input.body) : null,
      headersTimeout: longestSilence,
      ...(input.signal && { signal: input.signal }),
      ...(this.#dispatcher && { dispatcher: this.#dispatcher }),
    });
    const text = await body.text();
    for (const line of [headers['set-cookie'] ?? []].flat()) this.#keep(line.split(';', 1)[0] ?? '');
    return { status: statusCode, text };
  }

  /** As a browser does: of one name there is one cookie. */
  #keep(cookie: string): void {
    const name = cookie.slice(0, cookie.indexOf('=') + 1);
    const others = this.cookie.split('; ').filter((one) => one !== '' && !one.startsWith(name));
    this.cookie = [...others, cookie].join('; ');
  }
}

/** A board with the people on it, the administrator first, and what can be logged there. */
export interface Board<Member extends Caller = Person> {
  id: string;
  /** As kept, in capitals. */
  title: string;
  members: readonly Member[];
  actions: readonly { id: string; points: number }[];
}

export const breakfast = { title: 'Petit-déj au lit', points: 20, emoji: '🥐' };
export const dishes = { title: 'Vaisselle oubliée', points: -15, emoji: '🍽️' };
const kiss = { title: 'Bisou dans le cou', points: 5, emoji: '💋' };

/** A person who calls the API, by whatever means. */
export interface Caller {
  name: string;
  does<K extends EndpointKey>(key: K, input?: Input): Promise<ReplyOf<K>>;
}

/** Makes a board; the others are invited and accept. */
export async function makeBoard<Member extends Caller>(
  title: string,
  [administrator, ...others]: readonly [Member, ...Member[]],
  actions: readonly object[] = [breakfast, dishes, kiss],
): Promise<Board<Member>> {
  const body = { title, actions, invited: others.map(({ name }) => name) };
  const { board } = await administrator.does('POST /api/boards', { body });
  for (const person of others) await acceptInvitation(person, board.id);
  const opened = await administrator.does('GET /api/boards/:boardId', { params: { boardId: board.id } });
  return { id: board.id, title: board.title, members: [administrator, ...others], actions: opened.actions };
}

/** Accepts the invitation to a board that waits for this person. */
export async function acceptInvitation(person: Caller, boardId: string): Promise<void> {
  const { received } = await person.does('GET /api/requests');
  const invitation = received.find((one) => one.boardId === boardId && one.status === 'pending');
  if (!invitation) throw new Error(`nothing waits for ${person.name}`);
  await person.does('POST /api/requests/:requestId/acceptance', { params: { requestId: invitation.id } });
}

/** As a client makes it: 128 random bits. */
export function newActivityId(): string {
  return randomBytes(16).toString('base64url');
}

/** One of them, by chance. Throws when there is none. */
export function oneOf<T>(all: readonly T[]): T {
  const one = all[Math.floor(Math.random() * all.length)];
  if (one === undefined) throw new Error('nothing to choose from');
  return one;
}

/** Method and path of a call. */
export function addressOf(key: EndpointKey, { params = {}, query = {} }: Pick<Input, 'params' | 'query'>) {
  const [method, path] = key.split(' ') as [Method, string];
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(query).toString();
  return { method, path: search === '' ? filled : `${filled}?${search}` };
}
