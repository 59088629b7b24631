/** A browser's live stream, read over a real connection. */
import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import { afterEach, beforeEach, vi } from 'vitest';
import type { LiveEvent, LiveEventType } from '#shared/live-events';
import { readFrames } from './frames.ts';
import type { Someone } from './test-app.ts';

/**
 * For tests of what ends a stream: heartbeats check the session too and would end it by themselves, twenty seconds late. Without
 * them it ends at once or never.
 */
export function withoutHeartbeats(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}

type EventOf<T extends LiveEventType> = Extract<LiveEvent, { type: T }>;

export class Stream {
  /** All that came, in its order; heartbeats left out, and presence, which comes when it likes. */
  readonly events: LiveEvent[] = [];
  readonly presence: EventOf<'presence'>[] = [];
  /** The people who are there, by all that was told. */
  readonly online = new Set<string>();
  /** Every byte, as text. */
  text = '';
  /** Whether the server ended it or cut it. */
  closed = false;
  readonly #request: ClientRequest;
  readonly #response: IncomingMessage;
  readonly #port: number | undefined;
  #wake = () => {};

  constructor(request: ClientRequest, response: IncomingMessage) {
    this.#request = request;
    this.#response = response;
    this.#port = response.socket.localPort;
    readFrames(response, (frame) => this.#take(frame));
    response.on('data', (chunk: string) => {
      this.text += chunk;
      this.#wake();
    });
    const end = () => {
      this.closed = true;
      this.#wake();
    };
    response.on('close', end);
    response.on('error', end);
    request.on('error', end);
  }

  /** A header of the reply. */
  header(name: string): string {
    return String(this.#response.headers[name]);
  }

  /** Opens the stream of somebody on a test app. Resolves when the head of the reply has come. */
  static async open({ testApp, cookie }: Someone, headers: Record<string, string> = {}): Promise<Stream> {
    return await connect(`http://127.0.0.1:${await testApp.port()}`, cookie, headers);
  }

  /** Opens the stream of whoever has this cookie, on any server. Resolves when it is greeted. */
  static async greeted(origin: string, cookie: string): Promise<Stream> {
    const stream = await connect(origin, cookie);
    await stream.until(() => stream.closed || stream.text.includes('event: hello'), 'no hello');
    if (!stream.text.includes('event: hello')) throw new Error('the stream ended before its greeting');
    return stream;
  }

  /** The next event of a type, among those that came and those to come; fails after a minute. */
  async next<T extends LiveEventType>(type: T, wanted: (event: EventOf<T>) => boolean = () => true): Promise<EventOf<T>> {
    const isIt = (event: LiveEvent): event is EventOf<T> => event.type === type && wanted(event as EventOf<T>);
    const events: LiveEvent[] = type === 'presence' ? this.presence : this.events;
    await this.until(() => events.some(isIt), `no ${type}`);
    const [event] = events.splice(events.findIndex(isIt), 1);
    return event as EventOf<T>;
  }

  /** All events of a type that came. */
  all<T extends LiveEventType>(type: T): EventOf<T>[] {
    return this.events.filter((event): event is EventOf<T> => event.type === type);
  }

  /** Resolves when the server has closed it. */
  async end(): Promise<void> {
    await this.until(() => this.closed, 'still open');
  }

  async until(met: () => boolean, problem = 'not in time', within = 60_000): Promise<void> {
    const deadline = performance.now() + within;
    while (!met()) {
      const left = deadline - performance.now();
      if (left <= 0) throw new Error(`${problem}; came: ${JSON.stringify(this.events).slice(0, 500)}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  /** Stops reading, without closing. */
  stall(): void {
    this.#response.pause();
  }

  /** Whether the server holds its end open: who does not read never learns that it was cut. Linux only. */
  isHeld(connections: ReadonlySet<number>): boolean {
    return this.#port !== undefined && connections.has(this.#port);
  }

  close(): void {
    this.#request.destroy();
  }

  #take(frame: string): void {
    const lines = frame.split('\n');
    const type = lines.find((line) => line.startsWith('event: '))?.slice('event: '.length);
    const data = lines.find((line) => line.startsWith('data: '))?.slice('data: '.length);
    if (type === undefined || data === undefined) return;
    const event = { type, ...JSON.parse(data) } as LiveEvent;
    if (event.type === 'presence') this.presence.push(event);
    else this.events.push(event);
    if (event.type === 'hello' || event.type === 'presence') for (const id of event.online) this.online.add(id);
    if (event.type === 'presence') for (const id of event.offline) this.online.delete(id);
  }
}

function connect(origin: string, cookie: string | undefined, more: Record<string, string> = {}): Promise<Stream> {
  return new Promise((resolve, reject) => {
    const headers = { ...more, accept: 'text/event-stream', ...(cookie === undefined ? {} : { cookie }) };
    const request = get(`${origin}/api/live`, { headers, agent: false }, (response) => {
      if (response.statusCode === 200) resolve(new Stream(request, response));
      else reject(new Error(`stream refused: ${response.statusCode}`));
    });
    request.on('error', reject);
  });
}
