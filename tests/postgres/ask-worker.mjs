// @ts-check
import { workerData } from 'node:worker_threads';
import pg from 'pg';

/** @type {{ port: import('node:worker_threads').MessagePort, signal: Int32Array }} */
const { port, signal } = workerData;

/** @type {Map<string, pg.Client>} */
const clients = new Map();

const { INT8, NUMERIC } = pg.types.builtins;

/** @param {Parameters<typeof pg.types.getTypeParser>[0]} id @param {'text' | 'binary'} [format] */
function getTypeParser(id, format) {
  return id === INT8 || id === NUMERIC ? Number : pg.types.getTypeParser(id, format);
}

/** @param {string} url */
async function clientOf(url) {
  const known = clients.get(url);
  if (known) return known;
  // A wait for a lock whose holder waits for this worker would never end.
  const client = new pg.Client({ connectionString: url, types: { getTypeParser }, pipeline: true, lock_timeout: 20_000 });
  client.on('error', () => clients.delete(url));
  await client.connect();
  clients.set(url, client);
  return client;
}

port.on('message', (message) => void answer(message));

/** @param {{ url: string, statements: { text: string, values?: unknown[] }[] }} asked */
async function answer({ url, statements }) {
  try {
    const client = await clientOf(url);
    const answers = await Promise.all(statements.map(({ text, values }) => client.query(text, values)));
    const results = answers.map(({ rows }) => rows);
    port.postMessage({ results });
  } catch (failure) {
    port.postMessage({ failure: failure instanceof Error ? failure.message : String(failure) });
  }
  Atomics.store(signal, 0, 1);
  Atomics.notify(signal, 0);
}
