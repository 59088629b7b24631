/** Asks PostgreSQL while everything else stands still, as tests ask SQLite: what they compare must not change in between. */
import { receiveMessageOnPort, MessageChannel, type MessagePort, Worker } from 'node:worker_threads';

export type Rows = Record<string, unknown>[];

interface Statement {
  text: string;
  values?: readonly unknown[];
}

interface Asking {
  worker: Worker;
  port: MessagePort;
  signal: Int32Array;
}

let asking: Asking | undefined;

/** Runs statements one after the other, outside of any transaction; what each returns. */
export function askPostgres(url: string, statements: readonly Statement[]): Rows[] {
  asking ??= start();
  const { port, signal } = asking;
  Atomics.store(signal, 0, 0);
  port.postMessage({ url, statements });
  // In a loop: what the worker tells about the answer before this one may come only now.
  while (Atomics.load(signal, 0) === 0) Atomics.wait(signal, 0, 0);
  const answer = receiveMessageOnPort(port)?.message as { results: Rows[] } | { failure: string };
  if ('failure' in answer) throw new Error(`${answer.failure}\n${statements.map(({ text }) => text).join(';\n')}`);
  return answer.results;
}

function start(): Asking {
  const { port1, port2 } = new MessageChannel();
  const signal = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(new URL('ask-worker.mjs', import.meta.url), {
    workerData: { port: port2, signal },
    transferList: [port2],
  });
  worker.unref();
  port1.unref();
  return { worker, port: port1, signal };
}
