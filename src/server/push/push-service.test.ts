import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { afterFile } from '../../../tests/after-file.ts';
import { TestBrowser } from '../../../tests/push-service.ts';
import { AddressRefused } from '../outgoing/addresses.ts';
import { pinnedTo, waitOf } from '../outgoing/calling.ts';
import { createPushService } from './push-service.ts';

const outgoing = { topic: 'a', urgency: 'normal', lasts: 60, payload: '{}' } as const;
const never = new AbortController().signal;
const sign = () => 'vapid t=a, k=b';

async function listening(server: Server): Promise<string> {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  afterFile(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function serviceOf(origin: string, within = 500) {
  const service = createPushService({ sign, inHouse: [origin], within });
  afterFile(() => service.close());
  return { send: () => service.send(new TestBrowser(origin).subscription(), outgoing, never) };
}

describe('a push service', () => {
  it('that redirects is not followed', async () => {
    const asked: (string | undefined)[] = [];
    const origin = await listening(
      createServer((request, response) => {
        asked.push(request.url);
        response.writeHead(307, { location: '/elsewhere' }).end();
      }),
    );
    expect(await serviceOf(origin).send()).toEqual({ status: 307, retryAfter: undefined });
    expect(asked).toHaveLength(1);
    expect(asked).not.toContain('/elsewhere');
  });

  it('whose reply does not end is cut', async () => {
    let cut = false;
    const origin = await listening(
      createServer((_request, response) => {
        response.writeHead(201);
        const timer = setInterval(() => response.write(Buffer.alloc(8192)), 1);
        response.on('close', () => {
          clearInterval(timer);
          cut = true;
        });
      }),
    );
    expect((await serviceOf(origin, 60_000).send()).status).toBe(201);
    await expect.poll(() => cut).toBe(true);
  });

  it.each([
    ['says nothing', () => undefined],
    ['says nonsense', (socket: Socket) => void socket.end('bonjour\r\n\r\n')],
    ['hangs up', (socket: Socket) => void socket.destroy()],
    ['begins and goes no further', (socket: Socket) => void socket.write('HTTP/1.1 201 Created\r\nX-A: ')],
    ['has a head without an end', (socket: Socket) => void socket.write(`HTTP/1.1 201 Created\r\nX-A: ${'a'.repeat(100_000)}`)],
  ])('that %s has not taken it', async (_, answer: (socket: Socket) => void) => {
    const sockets = new Set<Socket>();
    const server = createTcpServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('data', () => answer(socket));
    });
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    afterFile(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    await expect(serviceOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}`).send()).rejects.toBeInstanceOf(Error);
  });
});

describe('an address', () => {
  const send = (endpoint: string, answers: string[][] = [], inHouse: string[] = []) => {
    const service = createPushService({ sign, inHouse, within: 500, resolve: () => Promise.resolve(answers.shift() ?? ['127.0.0.1']) });
    afterFile(() => service.close());
    return service.send({ ...new TestBrowser('https://push.example.org').subscription(), endpoint }, outgoing, never);
  };

  it.each([
    'https://127.0.0.1/a',
    'https://[::1]/a',
    'https://[::ffff:10.0.0.1]/a',
    'https://169.254.169.254/a',
    'https://0x7f.1/a',
    'https://localhost/a',
  ])('%s is refused', async (endpoint) => {
    await expect(send(endpoint)).rejects.toThrow(AddressRefused);
  });

  it('that names another host of the house than the host allowed is refused', async () => {
    await expect(send('https://push.example.org/a', [['10.0.0.1']], ['https://push.maison.lan'])).rejects.toThrow(AddressRefused);
  });

  it('that leads elsewhere a moment later is not asked for again', async () => {
    const answers = [['10.0.0.1'], ['8.8.8.8']];
    await expect(send('https://rebinding.example.org/a', answers)).rejects.toThrow(AddressRefused);
    expect(answers).toHaveLength(1);
    const pinned = pinnedTo({ address: '2606:4700::1111', family: 6 });
    const given: unknown[] = [];
    pinned('rebinding.example.org', { all: true }, (_, found) => void given.push(found));
    pinned('rebinding.example.org', {}, (_, found, family) => void given.push(found, family));
    expect(given).toEqual([[{ address: '2606:4700::1111', family: 6 }], '2606:4700::1111', 6]);
  });

  it('whose name nobody knows in time has not taken it', async () => {
    const service = createPushService({ sign, inHouse: [], within: 50, resolve: () => new Promise(() => undefined) });
    await expect(service.send(new TestBrowser('https://push.example.org').subscription(), outgoing, never)).rejects.toBeInstanceOf(
      DOMException,
    );
  });
});

it.each([
  ['120', 120_000],
  ['0', 0],
  ['Thu, 26 Nov 2026 12:00:10 GMT', 10_000],
  ['Thu, 26 Nov 2026 11:00:10 GMT', 0],
  ['bientôt', undefined],
  ['-5', undefined],
  [undefined, undefined],
])('Retry-After %s means %s ms', (header, wait) => {
  expect(waitOf(header, Date.parse('2026-11-26T12:00:00Z'))).toBe(wait);
});
