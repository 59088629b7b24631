import type { BodyOf, EndpointKey, ParamsOf, QueryOf, ReplyOf } from '#shared/api';
import type { RefusalCode } from '#shared/refusals';
import { announceSessionEnd } from './signals.ts';
import { typographic } from './typography.ts';
import { words } from './ui/ui-messages.fr.ts';

/** The server said no. `sentence` is French and made to be shown; `field` names the input it is about. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly code: RefusalCode;
  readonly status: number;
  readonly sentence: string;
  readonly field: string | null;

  constructor(refusal: { code: RefusalCode; status: number; sentence: string; field?: string | null }) {
    super(refusal.code);
    this.code = refusal.code;
    this.status = refusal.status;
    this.sentence = typographic(refusal.sentence);
    this.field = refusal.field ?? null;
  }
}

/** Nothing of ours answered: no network, a time-out, or a page of some proxy. The call may have been carried out. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

/** What to tell a person about any failure. */
export function sentenceOf(error: unknown): string {
  if (error instanceof Refused) return error.sentence;
  if (error instanceof Unreachable) return words.unreachable;
  return 'Une erreur est survenue. Veuillez réessayer.';
}

export const timeoutMs = 15_000;

type Given<Name extends string, Value> = [Value] extends [undefined] ? { [key in Name]?: never } : Record<Name, Value>;
type Asked<Value> = [Value] extends [undefined]
  ? { query?: never }
  : Record<never, never> extends Value
    ? { query?: Value }
    : { query: Value };

/** What a call needs: `params`, `query` and `body` exactly where the endpoint has them, and a `signal` to give up. */
export type CallOf<K extends EndpointKey> = Given<'params', ParamsOf<K>> &
  Given<'body', BodyOf<K>> &
  Asked<QueryOf<K>> & { signal?: AbortSignal };

type CallArguments<K extends EndpointKey> = Record<never, never> extends CallOf<K> ? [call?: CallOf<K>] : [call: CallOf<K>];

/**
 * Calls an endpoint of the table.
 *
 * @throws {Refused} the server's refusal
 * @throws {Unreachable} no answer of the server within 15 s
 * @throws {DOMException} `AbortError`, when `signal` was aborted
 */
export async function api<K extends EndpointKey>(endpoint: K, ...[call]: CallArguments<K>): Promise<ReplyOf<K>> {
  const session = sessionNumber;
  const changesSession = !endpoint.startsWith('GET ') && sessionEndpoints.has(endpoint);
  const reply = await exchange(endpoint, call ?? {});
  if (reply.ok) {
    if (changesSession) sessionNumber += 1;
    return reply.value as ReplyOf<K>;
  }
  const refused = new Refused(reply);
  // A late 401 of a session that was replaced meanwhile says nothing about the present one.
  if (refused.code === 'no_user_logged_in' && !sessionEndpoints.has(endpoint) && session === sessionNumber) {
    announceSessionEnd();
  }
  throw refused;
}

const sessionEndpoints: ReadonlySet<EndpointKey> = new Set([
  'GET /api/session',
  'POST /api/session',
  'DELETE /api/session',
  'POST /api/accounts',
] satisfies EndpointKey[]);

let sessionNumber = 0;

interface AnyCall {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  signal?: AbortSignal;
}
type Reply = { ok: true; value: unknown } | { ok: false; code: RefusalCode; status: number; sentence: string; field: string | null };

async function exchange(endpoint: EndpointKey, { params, query, body, signal }: AnyCall): Promise<Reply> {
  const [method = '', path = ''] = endpoint.split(' ');
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(addressOf(path, params, query), {
      method,
      headers: { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      credentials: 'same-origin',
      cache: 'no-store',
      // Our server never redirects a call: this is the sign-in page of somebody's Wi-Fi.
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    if (response.status === 204) return { ok: true, value: undefined };
    const value: unknown = await response.json();
    return response.ok ? { ok: true, value } : refusalOf(response.status, value);
  } catch (error) {
    if (signal?.aborted) throw error;
    if (error instanceof Unreachable) throw error;
    throw new Unreachable(`${endpoint} got no answer`, { cause: error });
  }
}

function refusalOf(status: number, value: unknown): Reply {
  if (typeof value !== 'object' || value === null) throw new Unreachable(`not our reply: ${status}`);
  const { code, message, field } = value as Record<string, unknown>;
  if (typeof code !== 'string' || typeof message !== 'string') throw new Unreachable(`not our reply: ${status}`);
  // A newer server may know a newer code; then no branch of ours matches it and its sentence is shown.
  return { ok: false, code: code as RefusalCode, status, sentence: message, field: typeof field === 'string' ? field : null };
}

function addressOf(path: string, params: unknown, query: unknown): string {
  const values = (params ?? {}) as Record<string, string>;
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, string | undefined>)) {
    if (value !== undefined) search.set(name, value);
  }
  return search.size > 0 ? `${filled}?${search}` : filled;
}
