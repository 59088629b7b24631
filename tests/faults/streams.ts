/** Live streams on connections of their own. */
import { readFileSync } from 'node:fs';
import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import { StringDecoder } from 'node:string_decoder';

/** Opens the stream of the person with this cookie, and waits until it is greeted. */
export function openStream(origin: string, cookie: string): Promise<OpenStream> {
  return new Promise((resolve, reject) => {
    const request = get(`${origin}/api/live`, { agent: false, headers: { cookie, accept: 'text/event-stream' } }, (reply) => {
      if (reply.statusCode !== 200) return reject(new Error(`/api/live: ${reply.statusCode}`));
      return void new OpenStream(request, reply).until('event: hello').then(resolve, reject);
    });
    request.on('error', reject);
  });
}

export class OpenStream {
  /** Every byte so far, as text. */
  text = '';
  /** Whether it ended, by whichever side. */
  closed = false;
  readonly #request: ClientRequest;
  readonly #reply: IncomingMessage;
  readonly #port: number | undefined;

  constructor(request: ClientRequest, reply: IncomingMessage) {
    this.#request = request;
    this.#reply = reply;
    this.#port = reply.socket.localPort;
    const decoder = new StringDecoder('utf8');
    reply.on('data', (chunk: Buffer) => (this.text += decoder.write(chunk)));
    reply.on('error', () => undefined);
    reply.on('close', () => (this.closed = true));
  }

  /** Resolves with the stream when this text has come. */
  async until(text: string): Promise<this> {
    while (!this.text.includes(text)) {
      if (this.closed) throw new Error(`the stream ended before '${text}'`);
      await new Promise((resolve) => {
        this.#reply.once('data', resolve);
        this.#reply.once('close', resolve);
      });
    }
    return this;
  }

  /** Stops reading, without closing. */
  stall(): void {
    this.#reply.pause();
  }

  /** Whether the server holds its end open: who does not read never learns that it was cut. Linux only. */
  isHeld(connections: ReadonlySet<number>): boolean {
    return this.#port !== undefined && connections.has(this.#port);
  }

  close(): void {
    this.#request.destroy();
  }
}

/** The clients' ports of the connections that a server on this machine holds open, as the system tells it. */
export function heldConnections(origin: string): Set<number> {
  const own = portOf(new URL(origin).port);
  const held = new Set<number>();
  for (const line of readFileSync('/proc/net/tcp', 'utf8').split('\n')) {
    // `sl local remote state …`, addresses as hexadecimal `ip:port`; 01 is an established connection.
    const [, , local, remote, state] = /^(\s*\d+:) (\S+:\w+) \S+:(\w+) (\w\w) /.exec(line) ?? [];
    if (local?.endsWith(`:${own}`) && remote && state === '01') held.add(Number.parseInt(remote, 16));
  }
  return held;
}

function portOf(decimal: string): string {
  return Number(decimal).toString(16).toUpperCase().padStart(4, '0');
}
