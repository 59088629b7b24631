/** Calling hosts that somebody named: one request, to the address that was looked at, with a reply of which the status is all that is read. */
import { type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import { endingAfter } from '../jobs/ending-after.ts';
import { addressOf, AddressRefused, networksOf, type Resolve } from './addresses.ts';

export interface Answer {
  status: number;
  /** In milliseconds, when it says so. */
  retryAfter: number | undefined;
}

const second = 1000;
/** In bytes: nobody needs what a host says beside its status. */
const longestReply = 16 * 1024;
/** In milliseconds: for what follows the head of a reply. */
const endsWithin = second;
/** Provisional responses (1xx) before the answer: few servers send more than one. */
const mostProvisional = 10;

export interface Call {
  url: URL;
  method: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

export interface Caller {
  /** Sends one request. Rejects when nothing answers in time, and with {@link AddressRefused}. A redirect is an answer like any other. */
  call(call: Call, signal: AbortSignal): Promise<Answer>;
}

interface Options {
  /** Where people reach this server. */
  origin: string;
  /** The port that it listens on. */
  port: number;
  /** Networks in the house that may be called, also without TLS. */
  networks: readonly string[];
  resolve?: Resolve | undefined;
  /** In milliseconds, for the whole of it. */
  within: number;
}

export function createCaller({ origin, port, networks: names, resolve, within: patience }: Options): Caller {
  const networks = networksOf(names);
  return {
    call: ({ url, method, headers, body }, signal) =>
      endingAfter(patience, signal, async (within) => {
        if (isSamePlace(url, new URL(origin))) throw new AddressRefused('this server');
        const found = await inTime(addressOf(url.hostname, { resolve, networks }), within);
        if (url.protocol !== 'https:' && found.isPublic) throw new AddressRefused('without TLS');
        if (portOf(url) === port && isOfThisMachine(found.address)) throw new AddressRefused('this server');
        const bytes = Buffer.from(body, 'utf8');
        const options = {
          method,
          headers: { ...headers, 'content-length': bytes.length },
          signal: within,
          lookup: pinnedTo(found),
          // A connection of its own: what one host does with it is of no account to others.
          agent: false as const,
        };
        return await answerTo(url.protocol === 'https:' ? httpsRequest(url, options) : httpRequest(url, options), bytes);
      }),
  };
}

/** Whether two addresses lead to the same server, as far as their names tell. */
export function isSamePlace(one: URL, other: URL): boolean {
  const nameOf = ({ hostname }: URL) => hostname.replace(/\.$/, '');
  return nameOf(one) === nameOf(other) && portOf(one) === portOf(other);
}

function portOf({ port, protocol }: URL): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
}

/** Also where an IPv4 address is written as a mapped IPv6 one: the list looks into it. */
function isOfThisMachine(address: string): boolean {
  const own = new BlockList();
  for (const network of ['0.0.0.0', '127.0.0.0']) own.addSubnet(network, 8, 'ipv4');
  for (const one of ['::', '::1']) own.addAddress(one, 'ipv6');
  // A link-local one may bear the name of its interface.
  for (const { address: one } of Object.values(networkInterfaces()).flatMap((all) => all ?? []))
    own.addAddress(...familyOf(one.replace(/%.*$/, '')));
  return own.check(...familyOf(address.replace(/%.*$/, '')));
}

function familyOf(address: string): [string, 'ipv4' | 'ipv6'] {
  return [address, isIP(address) === 6 ? 'ipv6' : 'ipv4'];
}

/** Settles once the connection is closed, or free for another request: whoever counts calls on their way counts connections. */
export function answerTo(request: ClientRequest, body: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let answer: Answer | undefined;
    // A connection that the other end upgrades (101) brings neither an error nor a response.
    let failure = new Error('no answer');
    request.on('error', (error) => void (failure = error));
    request.on('close', () => (answer ? resolve(answer) : reject(failure)));
    let provisional = 0;
    request.on('information', () => {
      provisional += 1;
      if (provisional > mostProvisional) request.destroy();
    });
    request.on('response', (response) => {
      answer = { status: response.statusCode ?? 0, retryAfter: waitOf(response.headers['retry-after']) };
      drain(response);
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
  const late = setTimeout(() => response.destroy(), endsWithin);
  response.on('close', () => clearTimeout(late));
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
export async function inTime<T>(asked: Promise<T>, signal: AbortSignal): Promise<T> {
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
