import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { endingAfter } from '../jobs/ending-after.ts';
import { addressOf, networksOf, type Resolve } from '../outgoing/addresses.ts';
import { type Answer, answerTo, inTime, pinnedTo } from '../outgoing/calling.ts';
import { encrypt, type PushKeys } from './encryption.ts';
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

export interface PushService {
  /** Hands a push over. Rejects when nothing answers in time, and with `AddressRefused`. */
  send(to: PushKeys & { endpoint: string }, push: Outgoing, signal: AbortSignal): Promise<Answer>;
  close(): void;
}

const second = 1000;
/** In milliseconds, for the whole of it. */
export const answersWithin = 10 * second;

interface Options {
  sign: Signature;
  /** Origins of push services in the house, which may have any address. */
  inHouse: readonly string[];
  /** Networks of the house in which a push service may be, with TLS. */
  networks?: readonly string[];
  resolve?: Resolve;
  /** In milliseconds. */
  within?: number;
}

export function createPushService({
  sign,
  inHouse,
  networks: names = [],
  resolve,
  within: patience = answersWithin,
}: Options): PushService {
  const settings = { keepAlive: true, maxSockets: 64, maxFreeSockets: 16, timeout: 60 * second };
  const networks = networksOf(names);
  const agents = { 'http:': new HttpAgent(settings), 'https:': new HttpsAgent(settings) };

  return {
    send: ({ endpoint, ...keys }, { topic, urgency, lasts, payload }, signal) =>
      endingAfter(patience, signal, async (within) => {
        const url = new URL(endpoint);
        const isOurs = inHouse.includes(url.origin);
        const body = encrypt(payload, keys);
        const lookup = isOurs ? undefined : pinnedTo(await inTime(addressOf(url.hostname, { resolve, networks }), within));
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
      }),
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}
