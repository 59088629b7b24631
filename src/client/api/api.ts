import type { BodyOf, EndpointKey, ParamsOf, QueryOf, ReplyOf } from '#shared/api';
import type { UserId } from '#shared/ids';
import type { RefusalCode } from '#shared/refusals';
import { typographic } from '#client/ui/typography.ts';
import { ExpectedError } from '#client/ui/unexpected.ts';
import { words } from '#client/ui/ui-messages.fr.ts';
import { firstReplies } from './first-replies.ts';
import { portalAnswers, rightOrigin } from './obstacle.ts';
import { obstacleMessages } from './obstacle-messages.fr.ts';
import { noteServerTime } from './server-clock.ts';
import { announceSessionEnd } from './session.ts';
import { createSignal } from './signal.ts';

/** The server said no. `sentence` is French and made to be shown; `field` names the input it is about. */
export class Refused extends ExpectedError {
  override readonly name = 'Refused';
  readonly code: RefusalCode;
  readonly status: number;
  readonly sentence: string;
  readonly field: string | null;
  /** How long the server asks to wait before a retry, in milliseconds; 0 when it did not say. */
  readonly retryAfterMs: number;

  constructor(refusal: { code: RefusalCode; status: number; sentence: string; field?: string | null; retryAfterMs?: number }) {
    super(refusal.code);
    this.code = refusal.code;
    this.status = refusal.status;
    this.sentence = typographic(refusal.sentence);
    this.field = refusal.field ?? null;
    this.retryAfterMs = refusal.retryAfterMs ?? 0;
  }
}

/** Our server did not answer: no network, a time-out, or a proxy's page. The call may have been carried out. */
export class Unreachable extends ExpectedError {
  override readonly name = 'Unreachable';
}

/** A login portal answered instead of the server: the person must pass it first. */
export class BehindPortal extends Unreachable {}

/** What to tell a person about any failure. */
export function sentenceOf(error: unknown): string {
  if (error instanceof Refused) return error.sentence;
  if (error instanceof BehindPortal) return obstacleMessages.portal;
  if (error instanceof Unreachable) return words.unreachable;
  return 'Une erreur est survenue. Réessayez.';
}

/** The server carried out a call that changes something. */
export const callCarriedOut = createSignal<EndpointKey>();

/** A call got no answer, or is slow to get one: the server may be unreachable. */
export const unanswered = createSignal<void>();

export const timeoutMs = 15_000;
/** In milliseconds; after that, a call without an answer makes us probe the server. */
const slowMs = 2500;

type Given<Name extends string, Value> = [Value] extends [undefined] ? { [key in Name]?: never } : Record<Name, Value>;
type Asked<Value> = [Value] extends [undefined]
  ? { query?: never }
  : Record<never, never> extends Value
    ? { query?: Value }
    : { query: Value };

/**
 * What a call needs: `params`, `query` and `body` exactly where the endpoint has them, a `signal` to give up, and `as`, the
 * only person whose session may be used for it: anybody else's is answered 401, and nothing happens. With `keepalive` it goes out
 * though the page ends.
 */
export type CallOf<K extends EndpointKey> = Given<'params', ParamsOf<K>> &
  Given<'body', BodyOf<K>> &
  Asked<QueryOf<K>> & { signal?: AbortSignal; as?: UserId; keepalive?: boolean };

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
  const isChange = !endpoint.startsWith('GET ');
  const changesSession = isChange && (sessionEndpoints.has(endpoint) || sessionChangers.has(endpoint));
  if (changesSession) changesUnderWay += 1;
  const reply = await exchange(endpoint, call ?? {}).finally(() => {
    if (changesSession) changesUnderWay -= 1;
  });
  if (reply.ok) {
    if (changesSession) sessionNumber += 1;
    if (isChange) callCarriedOut.announce(endpoint);
    return reply.value as ReplyOf<K>;
  }
  const refused = new Refused(reply);
  // A 401 to the session before says nothing about the present one, whether it comes after the change of session or just ahead of it.
  const isOfPresentSession = session === sessionNumber && changesUnderWay === 0;
  if (refused.code === 'no_user_logged_in' && !sessionEndpoints.has(endpoint) && isOfPresentSession) announceSessionEnd();
  throw refused;
}

const sessionEndpoints: ReadonlySet<EndpointKey> = new Set([
  'GET /api/session',
  'POST /api/session',
  'DELETE /api/session',
  'POST /api/accounts',
] satisfies EndpointKey[]);

/** These need a session, and end it or replace its token: a 401 means that it was over before the call. */
const sessionChangers: ReadonlySet<EndpointKey> = new Set([
  'POST /api/account/deletion',
  'PUT /api/account/password',
  'POST /api/guest/email',
  'POST /api/guest/code/confirm',
  'POST /api/passkeys',
] satisfies EndpointKey[]);

let sessionNumber = 0;
let changesUnderWay = 0;

interface AnyCall {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  signal?: AbortSignal;
  as?: UserId;
  keepalive?: boolean;
}
type Reply =
  | { ok: true; value: unknown }
  | { ok: false; code: RefusalCode; status: number; sentence: string; field: string | null; retryAfterMs: number };

async function exchange(endpoint: EndpointKey, { params, query, body, signal, as, keepalive = false }: AnyCall): Promise<Reply> {
  const [method = '', path = ''] = endpoint.split(' ');
  const address = addressOf(path, params, query);
  const first = method === 'GET' ? firstReplies.take(address) : undefined;
  if (first !== undefined) return { ok: true, value: first };
  const timeout = AbortSignal.timeout(timeoutMs);
  const slow = setTimeout(() => unanswered.announce(), slowMs);
  const asked = Date.now();
  try {
    const response = await fetch(address, {
      method,
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(as === undefined ? {} : { 'x-session-of': as }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      credentials: 'same-origin',
      cache: 'no-store',
      // Our server never redirects a call, but a login portal does. Followed, it would look like no network at all.
      redirect: 'manual',
      keepalive,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    const heard = Date.now();
    const reply = await replyOf(response);
    // A reply of the server's own: the page of a login portal is dated by another clock.
    noteServerTime(response.headers.get('date'), asked, heard);
    portalAnswers.set(false);
    return reply;
  } catch (error) {
    if (signal?.aborted) throw error;
    if (error instanceof BehindPortal) portalAnswers.set(true);
    unanswered.announce();
    if (error instanceof Unreachable) throw error;
    throw new Unreachable(`${endpoint} got no answer`, { cause: error });
  } finally {
    clearTimeout(slow);
  }
}

/** A portal's answers differ from our own: our API never redirects, answers no call with a page, and explains each 401 and 403. */
async function replyOf(response: Response): Promise<Reply> {
  const { type, status, ok, headers } = response;
  if (status === 204) return { ok: true, value: undefined };
  const isPage = /^text\/html\b/i.test(headers.get('content-type') ?? '');
  if (type === 'opaqueredirect' || (ok && isPage)) throw new BehindPortal('another page in place of a reply');
  if (ok) return { ok: true, value: await response.json() };
  // A proxy's page is no JSON.
  const refusal = refusalOf(response, await response.json().catch(() => null));
  if (refusal) return refusal;
  throw askForSignIn.has(status) ? new BehindPortal(`not our reply: ${status}`) : new Unreachable(`not our reply: ${status}`);
}

/** With 511 a Wi-Fi may say that one has to sign in. */
const askForSignIn: ReadonlySet<number> = new Set([401, 403, 511]);

/** Null for a reply that is not our server's. */
function refusalOf({ status, headers }: Response, value: unknown): Reply | null {
  if (typeof value !== 'object' || value === null) return null;
  const { code, message, field, origin } = value as Record<string, unknown>;
  if (typeof code !== 'string' || typeof message !== 'string') return null;
  const isHere = 'location' in globalThis && location.origin === origin;
  const url = typeof origin === 'string' && !isHere ? origin : null;
  if (url !== null) rightOrigin.set(url);
  const sentence = url === null ? message : obstacleMessages.otherAddress({ url });
  // A newer server may send an unknown code: no branch matches it, and its sentence is shown.
  const retryAfterMs = Math.max(0, Number(headers.get('retry-after')) * 1000) || 0;
  return { ok: false, code: code as RefusalCode, status, sentence, field: typeof field === 'string' ? field : null, retryAfterMs };
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
