import { Agent as HttpAgent, type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { encrypt, type PushKeys } from './encryption.ts';
import { publicAddress, type Resolve } from './public-addresses.ts';
import type { Signature } from './vapid.ts';

/** A push, as a push service takes it (RFC 8030). */
export interface Outgoing {
  /** An undelivered one of the same topic is replaced. At most 32 signs of base64url. */
  topic: string;
  urgency: 'normal' | 'high';
  /** In seconds: how long the push service keeps it for a device that is out of reach. */
  lasts: number;
  payload: string;
}

export interface Answer {
  status: number;
  /** In milliseconds, when it says so. */
  retryAfter: number | undefined;
}

export interface PushService {
  /** Hands a push over. Rejects when nothing answers in time, and with `AddressRefused`. */
  send(to: PushKeys & { endpoint: string }, push: Outgoing, signal: AbortSignal): Promise<Answer>;
  close(): void;
}

const second = 1000;
/** In milliseconds, for the whole of it. */
export const answersWithin = 10 * second;
/** In bytes: nobody needs what a push service says beside its status. */
const longestReply = 16 * 1024;

interface Options {
  sign: Signature;
  /** Origins of push services in the house, which may have any address. */
  inHouse: readonly string[];
  resolve?: Resolve;
  /** In milliseconds. */
  within?: number;
}

export function createPushService({ sign, inHouse, resolve, within: patience = answersWithin }: Options): PushService {
  const settings = { keepAlive: true, maxSockets: 64, maxFreeSockets: 16, timeout: 60 * second };
  const agents = { 'http:': new HttpAgent(settings), 'https:': new HttpsAgent(settings) };

  return {
    async send({ endpoint, ...keys }, { topic, urgency, lasts, payload }, signal) {
      const url = new URL(endpoint);
      const isOurs = inHouse.includes(url.origin);
      const within = AbortSignal.any([signal, AbortSignal.timeout(patience)]);
      const body = encrypt(payload, keys);
      const lookup = isOurs ? undefined : pinnedTo(await inTime(publicAddress(url.hostname, resolve), within));
      const headers = {
        authorization: sign(url.origin),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        'content-length': body.length,
        ttl: lasts,
        urgency,
        topic,
      };
      const options = { method: 'POST', headers, signal: within, ...(lookup && { lookup }) };
      const isPlain = isOurs && url.protocol === 'http:';
      const request = isPlain
        ? httpRequest(url, { ...options, agent: agents['http:'] })
        : httpsRequest(url, { ...options, agent: agents['https:'] });
      return await answerTo(request, body);
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

function answerTo(request: ClientRequest, body: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request.on('error', reject);
    request.on('response', (response) => {
      drain(response);
      resolve({ status: response.statusCode ?? 0, retryAfter: waitOf(response.headers['retry-after']) });
    });
    request.end(body);
  });
}

/** Reads to the end, so that the connection serves again; one that goes on and on is cut. */
function drain(response: IncomingMessage): void {
  let length = 0;
  response.on('data', (some: Buffer) => {
    length += some.length;
    if (length > longestReply) response.destroy();
  });
  // The rest of a reply that was cut is of no use.
  response.on('error', () => undefined);
}

/** Seconds, or a date (RFC 9110, 10.2.3); undefined for anything else. */
export function waitOf(header: string | undefined, now = Date.now()): number | undefined {
  if (header === undefined) return undefined;
  const wait = /^\d{1,9}$/.test(header) ? Number(header) * second : Date.parse(/^[A-Z]/.test(header) ? header : '') - now;
  return Number.isFinite(wait) ? Math.max(wait, 0) : undefined;
}

/** Answers every question for an address with this one. */
export function pinnedTo({ address, family }: { address: string; family: 4 | 6 }): LookupFunction {
  return (_host, { all }, done) => (all ? done(null, [{ address, family }]) : done(null, address, family));
}

/** The name service may not answer in time either. */
async function inTime<T>(asked: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop: () => void = () => undefined;
  const late = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([asked, late]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
