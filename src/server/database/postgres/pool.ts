import { classify, ours, PostgresFailure } from './postgres-failure.ts';
import { Connection, type ConnectionOptions } from './connection.ts';
import { look, lookEvery } from './clock.ts';

interface PoolOptions extends ConnectionOptions {
  /** Connections at most. */
  size: number;
  /** In milliseconds: a connection that says nothing for so long while it should is thrown away; so long may opening one take. */
  silence: number;
}

interface Waiting {
  /** The moment when this request gives up, by `now()`. */
  until: number;
  take(connection: Connection): void;
  refuse(failure: unknown): void;
}

/** More would wait for nothing: they are refused at once. */
const waitingAtMost = 2000;

/**
 * A few connections, each lent to one at a time, and one shared. Whoever waits, waits in turn and only for so long. While the server is away, one attempt at a
 * time is made to reach it; a connection that hangs is thrown away, so that there are never more than `size`.
 */
export class Pool {
  readonly #options: PoolOptions;
  readonly #all = new Set<Connection>();
  /** The last one used is lent first: it is the likeliest to work. */
  readonly #idle: Connection[] = [];
  readonly #waiting: Waiting[] = [];
  #opening = 0;
  #shared: Connection | undefined;
  #sharing: Promise<Connection> | undefined;
  /** Why none could be opened last. */
  #away: PostgresFailure | undefined;
  #closed = false;
  readonly #timer: NodeJS.Timeout;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.#look(), lookEvery).unref();
  }

  /** How it is used, for the operator. */
  get figures(): { size: number; open: number; idle: number; waiting: number } {
    return { size: this.#options.size, open: this.#all.size, idle: this.#idle.length, waiting: this.#waiting.length };
  }

  /** `until` by `now()`. Throws a failure of kind 'busy' when there is none by then, or none can be had. */
  async acquire(until: number): Promise<Connection> {
    const connection = this.#takeIdle() ?? (await this.#wait(until));
    connection.expect(until, this.#options.silence);
    return connection;
  }

  /**
   * One for many at a time, for what is short: what they ask goes one behind the other. It is taken from the others for good. `until` as
   * above.
   */
  async share(until: number): Promise<Connection> {
    if (this.#shared?.isUsable) return this.#shared;
    this.#sharing ??= this.#takeForGood(until).finally(() => (this.#sharing = undefined));
    return await this.#sharing;
  }

  async #takeForGood(until: number): Promise<Connection> {
    const connection = await this.acquire(until);
    this.#shared = connection;
    return connection;
  }

  release(connection: Connection): void {
    if (!connection.isUsable || this.#closed) {
      connection.throwAway('the pool is closed');
      return;
    }
    const next = this.#waiting.shift();
    if (next) next.take(connection);
    else this.#idle.push(connection);
  }

  /** Closes idle connections now, and each lent connection when it is released. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    for (const { refuse } of this.#waiting.splice(0)) refuse(new PostgresFailure(ours.gone, 'the pool is closed'));
    await this.#shared?.close();
    await Promise.all(this.#idle.splice(0).map((connection) => connection.close()));
  }

  #takeIdle(): Connection | undefined {
    // Others have waited for longer.
    if (this.#waiting.length > 0) return undefined;
    for (let connection = this.#idle.pop(); connection; connection = this.#idle.pop()) if (connection.isUsable) return connection;
    return undefined;
  }

  #wait(until: number): Promise<Connection> {
    if (this.#closed) throw new PostgresFailure(ours.gone, 'the pool is closed');
    if (this.#waiting.length >= waitingAtMost) throw new PostgresFailure(ours.crowded, 'too many wait for PostgreSQL');
    return new Promise((take, refuse) => {
      this.#waiting.push({ until, take, refuse });
      // Between two attempts to reach a server nothing else keeps a command from ending.
      this.#timer.ref();
      this.#openMore();
    });
  }

  #openMore(): void {
    const missing = this.#waiting.length - this.#opening;
    const room = this.#options.size - this.#all.size - this.#opening;
    const atOnce = this.#away ? 1 - this.#opening : room;
    for (let more = Math.min(missing, room, atOnce); more > 0; more -= 1) void this.#open();
  }

  async #open(): Promise<void> {
    this.#opening += 1;
    try {
      const connection = await Connection.open(this.#options, this.#options.silence);
      this.#away = undefined;
      this.#all.add(connection);
      connection.onEnd = () => {
        this.#all.delete(connection);
        const index = this.#idle.indexOf(connection);
        if (index >= 0) this.#idle.splice(index, 1);
      };
      this.release(connection);
    } catch (thrown) {
      const failure = thrown instanceof PostgresFailure ? thrown : new PostgresFailure(ours.gone, String(thrown));
      this.#away = failure;
      // Waiting does not help who has the wrong password.
      if (classify(failure)?.kind !== 'busy') for (const { refuse } of this.#waiting.splice(0)) refuse(failure);
    } finally {
      this.#opening -= 1;
    }
    if (!this.#away) this.#openMore();
  }

  #look(): void {
    const time = look();
    for (const connection of this.#all) connection.lookAt(time);
    while (this.#waiting.some(({ until }) => until <= time)) {
      const late = this.#waiting.findIndex(({ until }) => until <= time);
      const [waiting] = this.#waiting.splice(late, 1);
      waiting?.refuse(this.#away ?? new PostgresFailure(ours.crowded, 'no connection to PostgreSQL was free in time'));
    }
    if (this.#waiting.length === 0) this.#timer.unref();
    this.#openMore();
  }
}
