import { createHash } from 'node:crypto';
import { Redis as Client, type RedisOptions } from 'ioredis';

/** The connections of this copy to Redis. Nothing of the game lies there alone: without Redis all goes on, on this copy's own memory. */
export interface Redis {
  /** False from the first call without an answer until Redis answers again, so that callers need not wait. */
  answers(): boolean;
  /** Called with what {@link Redis.answers} says from now on. */
  onChange(listener: (answers: boolean) => void): void;
  /** Runs a script on the one key. Rejects where Redis does not answer soon. */
  run(script: string, key: string, parameters: readonly (string | number)[]): Promise<unknown>;
  /** How many connections received it. Rejects as {@link Redis.run} does. */
  publish(channel: string, text: string): Promise<number>;
  /** Whether the texts of these channels come from the resolution on. If not they will, after the next {@link Redis.onRestored}. */
  subscribe(channels: readonly string[]): Promise<boolean>;
  unsubscribe(channels: readonly string[]): void;
  onText(listener: (channel: string, text: string) => void): void;
  /** Called when the texts of all channels come again, after the connection that brings them was lost: some may have been missed. */
  onRestored(listener: () => void): void;
  /** Gives up the connection that brings texts for a new one. */
  renewSubscriptions(): void;
  /** Connects, sooner or later. */
  start(log: RedisLog): void;
  stop(): void;
}

export interface RedisLog {
  info(details: object, line: string): void;
  warn(details: object, line: string): void;
}

/** In milliseconds. */
const connectWithin = 2000;
const askEvery = 1000;
/** A connection that has not answered for so long may be half dead: a new one is made. */
const deadAfter = 3000;
const channelsAtOnce = 1000;

const shared = {
  lazyConnect: true,
  connectTimeout: connectWithin,
  keepAlive: 10_000,
  // At most a second: Redis that comes back is noticed within it.
  retryStrategy: (attempt: number) => Math.min(50 * attempt, 1000),
  enableReadyCheck: true,
} satisfies RedisOptions;

// A call that waits in a queue would come when its request is long over.
const atOnceOrNever = { enableOfflineQueue: false, autoResendUnfulfilledCommands: false, maxRetriesPerRequest: 0 } satisfies RedisOptions;

/** `answerWithin` in milliseconds: no request waits for Redis longer. */
export function createRedis(url: string, answerWithin = 500): Redis {
  const asking = new Client(url, { ...shared, ...atOnceOrNever });
  // What it subscribes again by itself it does not watch: a break in that very moment would be an error that nobody catches.
  const listening = new Client(url, { ...shared, ...atOnceOrNever, autoResubscribe: false });
  const digests = new Map<string, string>();
  const wanted = new Set<string>();
  const restored: (() => void)[] = [];
  const changed: ((answers: boolean) => void)[] = [];
  let answering = false;
  let lastAnswer = 0;
  let failure = 'ECONNREFUSED';
  let log: RedisLog | undefined;
  let timer: NodeJS.Timeout | undefined;

  function be(answers: boolean): void {
    if (answers) lastAnswer = performance.now();
    if (answers === answering) return;
    answering = answers;
    if (answers) log?.info({}, 'Redis répond.');
    else log?.warn({ code: failure }, withoutRedis);
    for (const tell of changed) tell(answers);
  }

  async function ask<T>(command: () => Promise<T>): Promise<T> {
    try {
      const answer = await within(answerWithin, command());
      be(true);
      return answer;
    } catch (error) {
      // An error reply of Redis is an answer too.
      if (!isReply(error)) be(false);
      throw error;
    }
  }

  // The digest of a script is shorter than its text. A restarted Redis no longer knows it.
  async function runScript(script: string, parameters: (string | number)[]): Promise<unknown> {
    const digest = digests.get(script) ?? createHash('sha1').update(script).digest('hex');
    digests.set(script, digest);
    try {
      return await asking.call('EVALSHA', digest, ...parameters);
    } catch (error) {
      if (!isReply(error) || !error.message.startsWith('NOSCRIPT')) throw error;
      return await asking.call('EVAL', script, ...parameters);
    }
  }

  async function look(): Promise<void> {
    await ask(() => asking.ping()).catch(noteFailure);
    if (!answering && asking.status === 'ready' && performance.now() - lastAnswer > deadAfter) asking.disconnect(true);
  }

  function noteFailure(error: unknown): void {
    failure = error instanceof Error ? codeOf(error) : failure;
  }

  async function subscribe(channels: readonly string[]): Promise<boolean> {
    try {
      for (let start = 0; start < channels.length; start += channelsAtOnce) {
        await listening.subscribe(...channels.slice(start, start + channelsAtOnce));
      }
      return true;
    } catch (error) {
      noteFailure(error);
      return false;
    }
  }

  async function restore(): Promise<void> {
    if (await subscribe([...wanted])) for (const tell of restored) tell();
    // Refused, though the connection stands: from the beginning.
    else if (listening.status === 'ready') listening.disconnect(true);
  }

  for (const client of [asking, listening]) client.on('error', noteFailure);
  listening.on('ready', () => void restore());
  asking.on('ready', () => void look());
  asking.on('close', () => be(false));

  return {
    answers: () => answering,
    onChange: (listener) => void changed.push(listener),
    run: (script, key, parameters) => ask(() => runScript(script, [1, key, ...parameters])),
    publish: (channel, text) => ask(() => asking.publish(channel, text)),
    async subscribe(channels) {
      for (const channel of channels) wanted.add(channel);
      return await subscribe(channels);
    },
    unsubscribe(channels) {
      for (const channel of channels) wanted.delete(channel);
      void listening.unsubscribe(...channels).catch(noteFailure);
    },
    onText: (listener) => void listening.on('message', listener),
    onRestored: (listener) => void restored.push(listener),
    renewSubscriptions: () => listening.disconnect(true),
    start(given) {
      log = given;
      for (const client of [asking, listening]) void client.connect().catch(noteFailure);
      timer = setInterval(() => void look(), askEvery).unref();
      setTimeout(() => {
        if (!answering) log?.warn({ code: failure }, withoutRedis);
      }, connectWithin).unref();
    },
    stop() {
      clearInterval(timer);
      log = undefined;
      for (const client of [asking, listening]) client.disconnect();
    },
  };
}

const withoutRedis = 'Redis ne répond pas (réglage REDIS_URL) : le serveur continue sans lui, les nouvelles des autres copies tardent.';

// Never its message: it may repeat the address of Redis, with its password.
function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : error.name;
}

function isReply(error: unknown): error is Error {
  return error instanceof Error && error.name === 'ReplyError';
}

/** Rejects what takes longer. What had come while this process stood still is not late: sockets are read before that is said. */
function within<T>(milliseconds: number, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' }));
    const timer = setTimeout(() => setImmediate(late), milliseconds);
    void answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
