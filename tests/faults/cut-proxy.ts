/** A network between one client and the server that can be cut at any moment, in the middle of a word. */
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

interface Connection {
  client: Socket;
  server: Socket;
  /** Its last request was for the live stream. */
  isStream: boolean;
}

/** `gone`: no more is said. `reset`: refused by something in between. `mid-frame`: within what the stream says next. */
export type Cut = 'gone' | 'reset' | 'mid-frame';

const longestWaitForFrameMs = 250;

export class CutProxy {
  readonly #connections = new Set<Connection>();
  readonly #server: Server;
  /** Cuts within the next chunk of a stream. */
  #cutWithin: (() => void) | undefined;

  private constructor(target: URL) {
    this.#server = createServer((client) => this.#join(client, connect(Number(target.port), target.hostname)));
  }

  static async open(target: string): Promise<CutProxy> {
    const proxy = new CutProxy(new URL(target));
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  hasStream(): boolean {
    return [...this.#connections].some(({ isStream }) => isStream);
  }

  /** Cuts everything; how many live streams there were. */
  async cut(how: Cut): Promise<number> {
    if (how === 'mid-frame') await this.#untilWithinFrame();
    const streams = [...this.#connections].filter(({ isStream }) => isStream).length;
    for (const { client, server } of this.#connections) {
      if (how === 'reset') client.resetAndDestroy();
      else client.destroy();
      server.destroy();
    }
    this.#connections.clear();
    return streams;
  }

  async close(): Promise<void> {
    await this.cut('gone');
    this.#server.close();
  }

  #join(client: Socket, server: Socket): void {
    const connection = { client, server, isStream: false };
    this.#connections.add(connection);
    for (const socket of [client, server]) {
      socket.setNoDelay();
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#connections.delete(connection);
        client.destroy();
        server.destroy();
      });
    }
    client.on('data', (chunk) => {
      connection.isStream = chunk.toString('latin1', 0, 14).startsWith('GET /api/live');
      server.write(chunk);
    });
    server.on('data', (chunk) => {
      const cut = connection.isStream ? this.#cutWithin : undefined;
      if (!cut) return void client.write(chunk);
      this.#cutWithin = undefined;
      return void client.write(chunk.subarray(0, Math.floor(Math.random() * chunk.length)), cut);
    });
  }

  #untilWithinFrame(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#cutWithin?.(), longestWaitForFrameMs);
      this.#cutWithin = () => {
        this.#cutWithin = undefined;
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
