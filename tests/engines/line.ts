/** The line between the phones and the server: it can be cut, so that every call is refused at once, or die, so that none is answered. */
import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from '../built-server.ts';

interface Connection {
  phone: Socket;
  server: Socket;
}

export class Line {
  readonly origin: string;
  readonly #target: URL;
  readonly #port: number;
  readonly #connections = new Set<Connection>();
  #listener: Server | undefined;
  #isDead = false;
  /** Connections break on which a file with one of these in its address is asked for. */
  #lost: readonly string[] = [];

  private constructor(target: URL, port: number) {
    this.#target = target;
    this.#port = port;
    this.origin = `http://127.0.0.1:${port}`;
  }

  static async open(target: string): Promise<Line> {
    const line = new Line(new URL(target), await freePort());
    await line.#listen();
    return line;
  }

  /** From now on connections are refused; those there are break. */
  async cut(): Promise<void> {
    const listener = this.#listener;
    this.#listener = undefined;
    const closed = new Promise((resolve) => (listener ? listener.close(resolve) : resolve(undefined)));
    for (const { phone, server } of this.#connections) {
      phone.resetAndDestroy();
      server.destroy();
    }
    this.#connections.clear();
    await closed;
  }

  /** From now on everybody is connected and nobody is answered, as on a train in a tunnel: no byte passes, and nothing says so. */
  die(): void {
    this.#isDead = true;
    for (const { phone, server } of this.#connections) {
      phone.pause();
      server.pause();
    }
  }

  /** From now on these files do not come, and all else does. */
  lose(...addresses: string[]): void {
    this.#lost = addresses;
  }

  /** What was under way arrives, as TCP repeats what got lost. */
  async restore(): Promise<void> {
    this.#isDead = false;
    for (const { phone, server } of this.#connections) {
      phone.resume();
      server.resume();
    }
    if (!this.#listener) await this.#listen();
  }

  async close(): Promise<void> {
    await this.cut();
  }

  #listen(): Promise<void> {
    const listener = createServer({ pauseOnConnect: true }, (phone) => this.#join(phone));
    this.#listener = listener;
    return new Promise((resolve, reject) => {
      listener.once('error', reject);
      listener.listen(this.#port, '127.0.0.1', resolve);
    });
  }

  #join(phone: Socket): void {
    const server = connect(Number(this.#target.port), this.#target.hostname);
    const connection = { phone, server };
    this.#connections.add(connection);
    for (const [from, to] of [
      [phone, server],
      [server, phone],
    ] as const) {
      from.setNoDelay();
      from.on('data', (chunk) => {
        // A phone sends a request at once, from its first line on.
        const [line = ''] = from === phone ? chunk.toString('latin1').split('\r\n', 1) : [];
        if (this.#lost.some((address) => line.includes(address))) phone.destroy();
        else to.write(chunk);
      });
      from.on('error', () => undefined);
      from.on('close', () => {
        this.#connections.delete(connection);
        to.destroy();
      });
    }
    if (this.#isDead) server.pause();
    else phone.resume();
  }
}
