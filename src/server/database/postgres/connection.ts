import { Socket } from 'node:net';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type pg from 'pg';
import type { Addresses } from './addresses.ts';
import { isPrepared } from '../prepared-query.ts';
import { statementName } from './statement-names.ts';
import { endsConnection, ours, PostgresFailure, whileConnecting, withoutValues } from './postgres-failure.ts';
import { now } from './clock.ts';

export interface ConnectionOptions {
  addresses: Addresses;
  /** In milliseconds: no statement may wait for a lock for longer. */
  lockTimeout: number;
  /** Tells of what the server refuses, and of the end of a connection. */
  onFailure(failure: PostgresFailure): void;
}

/**
 * One connection. What is asked while an answer is still on its way is sent behind it, and what is asked in one turn of the event loop in
 * one write. It is never silent for longer than it may: then it is thrown away, since nobody knows what became of what was asked.
 */
export class Connection implements DatabaseConnection {
  readonly #client: pg.Client;
  readonly #socket: Socket;
  readonly #onFailure: ConnectionOptions['onFailure'];
  readonly #keepsStatements: boolean;
  #corked = false;
  #cursors = 0;
  #unanswered = 0;
  /** When it must have said something, by `now()`; counts while an answer is due. */
  #until = Number.POSITIVE_INFINITY;
  #silence = Number.POSITIVE_INFINITY;
  /** The first failure since a statement last succeeded: in a transaction PostgreSQL refuses all later ones without a reason of their own. */
  #failed: PostgresFailure | undefined;
  /** Why it is of no more use. */
  #ended: PostgresFailure | undefined;
  onEnd: () => void = () => undefined;

  private constructor(
    client: pg.Client,
    socket: Socket,
    { onFailure, keepsStatements }: Pick<ConnectionOptions, 'onFailure'> & { keepsStatements: boolean },
  ) {
    this.#client = client;
    this.#socket = socket;
    this.#onFailure = onFailure;
    this.#keepsStatements = keepsStatements;
    client.on('error', (failure) => this.#end(withoutValues(failure)));
    client.on('end', () => this.#end(new PostgresFailure(ours.gone, 'the connection ended')));
  }

  /**
   * Connects to the first host that takes writes. Throws a {@link PostgresFailure}. `within` in milliseconds. A host's name is resolved anew each
   * time.
   */
  static async open(options: ConnectionOptions, within: number): Promise<Connection> {
    const urls = options.addresses.inOrder();
    const failures: PostgresFailure[] = [];
    for (const url of urls) {
      try {
        const connection = await Connection.#openAt(url, options, within / urls.length);
        options.addresses.prefer(url);
        return connection;
      } catch (failure) {
        failures.push(withoutValues(failure));
      }
    }
    // A host that only reads is not the reason that there is none.
    throw failures.find(({ code }) => code !== onlyReads) ?? failures[0] ?? new PostgresFailure(ours.address, 'no host');
  }

  static async #openAt(url: string, { addresses, lockTimeout, onFailure }: ConnectionOptions, within: number): Promise<Connection> {
    const socket = new Socket();
    // Loaded here only: with SQLite nobody waits for the module, and it takes no memory.
    const { createClient } = await import('./client.ts');
    const client = createClient(url, socket);
    const connection = new Connection(client, socket, { onFailure, keepsStatements: !addresses.isPooled });
    const late = setTimeout(() => connection.throwAway('no connection in time'), within);
    try {
      await client.connect().catch((failure: unknown) => {
        throw whileConnecting(failure);
      });
      connection.expect(now() + within, within);
      const { rows } = await connection.ask(settings(lockTimeout));
      const { read_only: readOnly, version, encoding } = rows[0] ?? {};
      if (readOnly !== 'off') throw new PostgresFailure(onlyReads, 'this server only reads');
      if (Number(version) < 150_000) throw new PostgresFailure(ours.old, `PostgreSQL ${Math.floor(Number(version) / 10_000)}`);
      // In SQL_ASCII it checks nothing, and compares bytes instead of letters.
      if (encoding !== 'UTF8') throw new PostgresFailure(ours.encoding, String(encoding));
      return connection;
    } catch (failure) {
      const reason = connection.#ended ?? withoutValues(failure);
      connection.throwAway(reason.message);
      throw reason;
    } finally {
      clearTimeout(late);
    }
  }

  get isUsable(): boolean {
    return this.#ended === undefined;
  }

  /** The next answer must come before `until` (of `now()`), each later one `silence` milliseconds after the one before it. */
  expect(until: number, silence: number): void {
    this.#until = until;
    this.#silence = silence;
  }

  /** Throws it away when it has been silent for too long. Whether it was. */
  lookAt(time: number): boolean {
    if (this.#unanswered === 0 || time < this.#until || this.#ended) return false;
    this.#end(new PostgresFailure(ours.silent, 'PostgreSQL does not answer'));
    return true;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { sql, parameters } = query;
    const { rows, rowCount, command } = await this.#send<R>({
      text: sql,
      values: parameters.map(storable),
      ...(this.#keepsStatements && isPrepared(query) && { name: statementName(sql) }),
    });
    if (command !== 'INSERT' && command !== 'UPDATE' && command !== 'DELETE') return { rows };
    return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
  }

  /** Statements without parameters; the answer of the last. */
  async ask(statements: string): Promise<{ rows: Record<string, unknown>[]; command: string }> {
    const answers: unknown = await this.#send({ text: statements });
    const { rows, command } = (Array.isArray(answers) ? answers.at(-1) : answers) as pg.QueryResult<Record<string, unknown>>;
    return { rows, command };
  }

  async *streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    this.#cursors += 1;
    const cursor = `cursor_${this.#cursors}`;
    await this.#send({ text: `declare ${cursor} no scroll cursor for ${query.sql}`, values: query.parameters.map(storable) });
    try {
      for (;;) {
        const { rows } = await this.#send<R>({ text: `fetch ${chunkSize} from ${cursor}` });
        if (rows.length > 0) yield { rows };
        if (rows.length < chunkSize) break;
      }
    } finally {
      // Left early, a failure may have been why: then it is closed with its transaction.
      if (this.isUsable) await this.ask(`close ${cursor}`).catch(() => undefined);
    }
  }

  /** Ends it, whatever is under way. */
  throwAway(why: string): void {
    this.#end(new PostgresFailure(ours.gone, why));
  }

  /** Ends it once everything is answered. */
  async close(): Promise<void> {
    if (this.#ended) return;
    this.#ended = new PostgresFailure(ours.gone, 'the connection is closed');
    await this.#client.end();
  }

  async #send<R>(query: pg.QueryConfig): Promise<pg.QueryResult<R & pg.QueryResultRow>> {
    if (this.#ended) throw this.#ended;
    this.#cork();
    if (this.#unanswered === 0 && this.#until === Number.POSITIVE_INFINITY) this.#until = now() + this.#silence;
    this.#unanswered += 1;
    try {
      const result = await this.#client.query<R & pg.QueryResultRow>(query);
      this.#failed = undefined;
      return result;
    } catch (thrown) {
      const failure = this.#reason(thrown);
      this.#onFailure(failure);
      if (endsConnection(failure)) this.#end(failure);
      throw failure;
    } finally {
      this.#unanswered -= 1;
      this.#until = this.#unanswered === 0 ? Number.POSITIVE_INFINITY : now() + this.#silence;
    }
  }

  /** Several are asked for at once: who hears of the first of them may be told what became of the last. */
  #reason(thrown: unknown): PostgresFailure {
    if (this.#ended) return this.#ended;
    const failure = withoutValues(thrown);
    if (failure.code === inFailedTransaction) return this.#failed ?? failure;
    this.#failed = failure;
    return failure;
  }

  /** Everything that is asked in this turn leaves at its end. */
  #cork(): void {
    if (this.#corked) return;
    this.#corked = true;
    this.#socket.cork();
    process.nextTick(() => {
      this.#corked = false;
      this.#socket.uncork();
    });
  }

  #end(failure: PostgresFailure): void {
    if (this.#ended) return;
    this.#ended = failure;
    this.#socket.destroy();
    this.onEnd();
  }
}

const inFailedTransaction = '25P02';
const onlyReads = '25006';

/** PostgreSQL knows no zero byte in a text: what one is looked for with is found nowhere, as the sign for what cannot be read is. */
function storable(value: unknown): unknown {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value;
}

/** Settings by which PostgreSQL releases the locks of a copy that has stopped or was cut off. */
function settings(lockTimeout: number): string {
  return `
    set lock_timeout = ${lockTimeout};
    set idle_in_transaction_session_timeout = 10000;
    set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3;
    select current_setting('transaction_read_only') as read_only, current_setting('server_version_num') as version,
      current_setting('server_encoding') as encoding`;
}
