/** The port of a server belongs to it from the first moment of its start to its stop. */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { lookup } from 'node:dns/promises';
import { connect, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { freePort } from '../../../tests/built-server.ts';
import { holdForWriting } from '../../../tests/database-state.ts';
import { startTestApp } from '../../../tests/test-app.ts';
import type { Config } from '../config/config.ts';
import { start } from '../start.ts';

/** A start that waits until the database is let go. */
async function startBehindLock(settings: Partial<Config> = {}) {
  const { config } = await startTestApp();
  const port = await freePort();
  const letGo = holdForWriting(config.dataDir);
  const starting = start({ ...config, port, ...settings });
  await expect.poll(() => statusOf(port, '/healthz')).toBe(200);
  return { port, starting, letGo };
}

async function statusOf(port: number, path: string, { host = '127.0.0.1' }: { host?: string } = {}) {
  const reply = await new Promise<IncomingMessage | undefined>((resolve) => {
    get({ host, port, path, agent: false }, resolve).on('error', () => resolve(undefined));
  });
  reply?.resume();
  if (reply) await once(reply, 'end');
  return reply?.statusCode;
}

async function connectTo(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** What comes next on a connection; undefined once it has ended. */
function nextText(socket: Socket): Promise<string | undefined> {
  return new Promise((resolve) => {
    socket.once('data', (bytes: Buffer) => resolve(bytes.toString()));
    socket.once('close', () => resolve(undefined));
    if (socket.closed) resolve(undefined);
  });
}

async function statusLine(socket: Socket): Promise<string | undefined> {
  return (await nextText(socket))?.split('\r\n', 1)[0];
}

it('a starting server refuses no connection on its way to being ready', async () => {
  const { port, starting, letGo } = await startBehindLock();
  const outcomes: (number | undefined)[] = [];
  let isOver = false;
  const knocking = (async () => {
    while (!isOver) outcomes.push(...(await Promise.all([1, 2, 3].map(() => statusOf(port, '/readyz')))));
  })();
  await expect.poll(() => outcomes.length).toBeGreaterThan(3);
  letGo();
  const running = await starting;
  await expect.poll(() => outcomes.at(-1)).toBe(200);
  isOver = true;
  await knocking;
  expect(new Set(outcomes)).toEqual(new Set([503, 200]));
  await running.stop();
});

it('a connection that was opened while the server started is served by the app', async () => {
  const { port, starting, letGo } = await startBehindLock();
  const [idle, half, kept] = [await connectTo(port), await connectTo(port), await connectTo(port)];
  half.write('GET /readyz HTTP/1.1\r\nHost: jeu.test\r\n');
  kept.write('GET /readyz HTTP/1.1\r\nHost: jeu.test\r\n\r\n');
  expect(await statusLine(kept)).toBe('HTTP/1.1 503 Service Unavailable');
  letGo();
  const running = await starting;
  idle.write('GET /readyz HTTP/1.1\r\nHost: jeu.test\r\n\r\n');
  half.write('\r\n');
  kept.write('GET /readyz HTTP/1.1\r\nHost: jeu.test\r\n\r\n');
  expect(await Promise.all([idle, half, kept].map(statusLine))).toEqual(Array.from({ length: 3 }, () => 'HTTP/1.1 200 OK'));
  // An idle connection does not hold up the stop.
  const ended = [idle, half, kept].map((socket) => once(socket, 'close'));
  await running.stop();
  await Promise.all(ended);
});

it('a request body that arrives while the server starts leaves its connection usable', async () => {
  const { port, starting, letGo } = await startBehindLock();
  const socket = await connectTo(port);
  socket.write('POST /api/session HTTP/1.1\r\nHost: jeu.test\r\nContent-Type: application/json\r\nContent-Length: 12\r\n\r\n');
  expect(await statusLine(socket)).toBe('HTTP/1.1 503 Service Unavailable');
  letGo();
  const running = await starting;
  socket.write('{"never":"r}');
  socket.write('GET /healthz HTTP/1.1\r\nHost: jeu.test\r\n\r\n');
  expect(await statusLine(socket)).toBe('HTTP/1.1 200 OK');
  await running.stop();
});

it('every address of localhost is served from the start on, and answers what is not HTTP with our refusal', async () => {
  const addresses = (await lookup('localhost', { all: true })).map(({ address }) => address);
  const { port, starting, letGo } = await startBehindLock({ host: 'localhost' });
  const looks = (path: string) => Promise.all(addresses.map((host) => statusOf(port, path, { host })));
  expect(await looks('/readyz')).toEqual(addresses.map(() => 503));
  letGo();
  const running = await starting;
  expect(await looks('/readyz')).toEqual(addresses.map(() => 200));
  for (const host of addresses) {
    const socket = connect(port, host);
    socket.write('nonsense\r\n\r\n');
    expect(await nextText(socket)).toContain('"code":"invalid_input"');
  }
  await running.stop();
  expect(await looks('/readyz')).toEqual(addresses.map(() => undefined));
});

it('a start that fails gives the port back', async () => {
  const { config } = await startTestApp();
  const port = await freePort();
  const metricsAddress = { host: '127.0.0.1', port };
  await expect(start({ ...config, port, metricsAddress })).rejects.toThrow('METRICS_ADDRESS');
  const running = await start({ ...config, port });
  expect(await statusOf(port, '/readyz')).toBe(200);
  await running.stop();
});

it('a running server tells the port that the system chose', async () => {
  const { config } = await startTestApp();
  const running = await start({ ...config, port: 0 });
  expect(await statusOf(running.port, '/readyz')).toBe(200);
  await running.stop();
});
