/** Hosts that somebody named are called at the address that was looked at, and nowhere in the house that the host did not let in (S15). */
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createRawServer, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { afterFile } from '../../../tests/after-file.ts';
import { startReceiver, thisHouse } from '../../../tests/webhook-receivers.ts';
import { AddressRefused } from './addresses.ts';
import { createCaller } from './calling.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const receiver = await startReceiver();
afterFile(() => receiver.close());
const never = new AbortController().signal;
const port = Number(new URL(receiver.url).port);

interface Named {
  url: string;
  /** What the name service says, the first time, the second… */
  answers?: string[][];
  networks?: string[];
  ownPort?: number;
  within?: number;
}
const call = ({ url, answers = [], networks = thisHouse, ownPort = 1, within = 1000 }: Named) =>
  createCaller({
    origin: 'https://jeu.example.org',
    port: ownPort,
    networks,
    resolve: () => Promise.resolve(answers.shift() ?? ['127.0.0.1']),
    within,
  }).call({ url: new URL(url), method: 'POST', headers: {}, body: 'bonjour' }, never);

describe('a call', () => {
  it('goes to a house that the host lets in, with the length of its body', async () => {
    expect(await call({ url: `http://maison.example.org:${port}/` })).toEqual({ status: 204, retryAfter: undefined });
    expect(receiver.received.at(-1)).toMatchObject({
      body: 'bonjour',
      headers: { host: `maison.example.org:${port}`, 'content-length': '7' },
    });
  });

  it.each([
    'http://127.0.0.1/',
    'http://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://10.0.0.1/',
    'https://169.254.169.254/',
    'https://0x7f.1/',
  ])('to %s is refused where the host lets in no house', async (url) => {
    await expect(call({ url, networks: [] })).rejects.toThrow(AddressRefused);
  });

  it('to a name that leads elsewhere a moment later goes where it led when it was looked at', async () => {
    const answers = [['127.0.0.1'], ['10.0.0.1']];
    expect((await call({ url: `http://rebinding.example.org:${port}/`, answers })).status).toBe(204);
    expect(answers).toHaveLength(1);
    // The second look is another call, and is refused.
    await expect(call({ url: `http://rebinding.example.org:${port}/`, answers })).rejects.toThrow(AddressRefused);
  });

  it('to the server itself is refused, by its name and by its address', async () => {
    for (const url of ['https://jeu.example.org/api/session', 'https://jeu.example.org:443/', 'https://jeu.example.org./'])
      await expect(call({ url, answers: [['8.8.8.8']] }), url).rejects.toThrow(AddressRefused);
    await expect(call({ url: receiver.url, ownPort: port })).rejects.toThrow(AddressRefused);
    for (const unspecified of ['0.0.0.0', '[::]'])
      await expect(
        call({ url: `http://${unspecified}:${port}/`, networks: ['0.0.0.0/8', '::'], ownPort: port }),
        unspecified,
      ).rejects.toThrow('this server');
    await expect(call({ url: `http://autre-nom.example.org:${port}/`, ownPort: port })).rejects.toThrow(AddressRefused);
    const ownOnes = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
    for (const own of ['127.0.0.1', ...ownOnes.flatMap(({ family, address }) => (family === 'IPv4' ? [address] : []))]) {
      const mapped = { url: `http://autre-nom.example.org:${port}/`, answers: [[`::ffff:${own}`]], networks: [own], ownPort: port };
      await expect(call(mapped), own).rejects.toThrow('this server');
    }
  });

  it('without TLS is refused to the public internet', async () => {
    await expect(call({ url: 'http://example.org/', answers: [['8.8.8.8']] })).rejects.toThrow(AddressRefused);
  });

  it('that is redirected goes no further', async () => {
    receiver.answers((response) => void response.writeHead(307, { location: '/ailleurs' }).end());
    expect((await call({ url: receiver.url })).status).toBe(307);
    expect(receiver.received.at(-1)).toMatchObject({ path: '/crochet' });
    receiver.answers((response) => void response.writeHead(204).end());
  });

  it('that nobody answers in time ends, whatever is collected meanwhile', async () => {
    const server = createServer(() => undefined);
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    afterFile(() => {
      server.closeAllConnections();
      server.close();
    });
    const calls = Array.from({ length: 20 }, () => call({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }));
    const collecting = setInterval(collect, 20);
    afterFile(() => clearInterval(collecting));
    const ends = await Promise.allSettled(calls);
    clearInterval(collecting);
    expect(new Set(ends.map(({ status }) => status))).toEqual(new Set(['rejected']));
  });

  it('that is answered by a reply without an end is over with its connection, before its time', async () => {
    const open = new Set<Socket>();
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'retry-after': '7' });
      const timer = setInterval(() => response.write('a'), 20);
      response.on('close', () => clearInterval(timer));
    });
    server.on('connection', (socket) => {
      open.add(socket);
      socket.on('close', () => open.delete(socket));
    });
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    afterFile(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const begun = performance.now();
    expect(await call({ url, within: 60_000 })).toEqual({ status: 200, retryAfter: 7000 });
    expect(performance.now() - begun).toBeLessThan(30_000);
    // The other end takes a moment to see it.
    await expect.poll(() => open.size, { timeout: 1000 }).toBe(0);
  });

  it('that is answered by nothing but provisional responses ends before its time', async () => {
    const server = createRawServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => void socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(1000)));
    });
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    afterFile(() => void server.close());
    await expect(call({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` })).rejects.toThrow('socket hang up');
  });

  it('that is answered by another protocol has no answer', async () => {
    const server = createRawServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: autre\r\n\r\n'));
    });
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    afterFile(() => void server.close());
    await expect(call({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` })).rejects.toThrow('no answer');
  });
});
