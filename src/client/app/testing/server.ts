/** The server behind `fetch` in component tests: replies by endpoint, as the test gives them, and a record of each call. */
import { vi } from 'vitest';
import { api, type BodyOf, type EndpointKey, type ReplyOf } from '#shared/api';
import { type RefusalCode, refusals } from '#shared/refusals';

interface Call<K extends EndpointKey> {
  params: Record<string, string>;
  body: BodyOf<K>;
}
type Reply<K extends EndpointKey> = ReplyOf<K> | Refusal | typeof lost;
export type Replies = { [K in EndpointKey]?: Reply<K> | ((call: Call<K>) => Reply<K> | Promise<Reply<K>>) };

class Refusal {
  readonly response: Response;

  constructor(code: RefusalCode, field?: string) {
    const [status, message] = refusals[code];
    this.response = Response.json({ code, message, ...(field !== undefined && { field }) }, { status });
  }
}

/** The server says no, in the sentence of the table. */
export function refused(code: RefusalCode, field?: string): Refusal {
  return new Refusal(code, field);
}

/** No answer comes. */
export const lost = Symbol('lost');

export class FakeServer {
  /** What its clock says, where it says so. */
  clock: (() => number) | null = null;
  #replies: Replies;
  readonly #calls: { key: EndpointKey; body: unknown; address: string; sessionOf: string | null }[] = [];

  constructor(replies: Replies) {
    this.#replies = replies;
    vi.stubGlobal('fetch', (address: string, request: RequestInit = {}) => this.#answer(address, request));
  }

  /** From here on it replies so. */
  replies(replies: Replies): void {
    this.#replies = { ...this.#replies, ...replies };
  }

  /** The inputs of the calls of an endpoint, in order. */
  received<K extends EndpointKey>(key: K): BodyOf<K>[] {
    return this.#calls.filter((call) => call.key === key).map(({ body }) => body as BodyOf<K>);
  }

  /** The people whose session the calls of an endpoint might use; null for anybody's. */
  sessionsOf(key: EndpointKey): (string | null)[] {
    return this.#calls.filter((call) => call.key === key).map(({ sessionOf }) => sessionOf);
  }

  async #answer(address: string, { method = 'GET', headers, body }: RequestInit): Promise<Response> {
    const [path = ''] = address.split('?');
    const found = endpoints.map(({ key, pattern }) => ({ key, match: pattern.exec(`${method} ${path}`) })).find(({ match }) => match);
    if (!found?.match) throw new Error(`no endpoint: ${method} ${address}`);
    const call = { params: { ...found.match.groups }, body: typeof body === 'string' ? JSON.parse(body) : undefined };
    this.#calls.push({ key: found.key, body: call.body, address, sessionOf: new Headers(headers).get('x-session-of') });
    const given: unknown = this.#replies[found.key];
    const reply: unknown = typeof given === 'function' ? await given(call) : given;
    // Refused, and not silent: what a test did not think of shows.
    if (reply === undefined && api[found.key].reply[0] !== 204) return new Refusal('not_found').response;
    if (reply === lost) throw new TypeError('Failed to fetch');
    if (reply instanceof Refusal) return reply.response.clone();
    if (reply === undefined) return new Response(null, { status: 204 });
    return Response.json(reply, this.clock ? { headers: { date: new Date(this.clock()).toUTCString() } } : {});
  }
}

// Paths without parameters come first: their last segment would match a parameter.
const endpoints = (Object.keys(api) as EndpointKey[])
  .toSorted((a, b) => a.split(':').length - b.split(':').length)
  .map((key) => ({ key, pattern: new RegExp(`^${key.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`) }));
