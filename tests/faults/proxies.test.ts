/** The examples of `deploy/` do before the server what docs/operating.md says of them. Needs nginx and caddy (apt-get install). */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { rmSync } from 'node:fs';
import { Agent, request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort, type RunningServer, startServer } from '../built-server.ts';
import { makeBoard, newActivityId, Person } from '../people.ts';
import { tell } from '../figures.ts';
import { hasIpv6, type Proxy, startCaddy, startNginx } from './proxies.ts';

const patience = { timeout: 60_000 };

/** From an address of this machine, to `localhost` as IPv4, and content with a certificate that nobody vouches for. */
function from(localAddress: string): Agent {
  return new Agent({ localAddress, connect: { rejectUnauthorized: false, family: 4 }, autoSelectFamily: false });
}
const [here, elsewhere] = [from('127.0.0.1'), from('127.0.0.2')];
afterAll(() => Promise.all([here.close(), elsewhere.close()]));

describe.each([
  ['caddy', startCaddy],
  ['nginx', startNginx],
] as const)('%s as in deploy/', (name, startProxy) => {
  let server: RunningServer;
  let proxy: Proxy;
  let lea: Person;
  const signUpsPerHour = 3;
  beforeAll(async () => {
    const port = await freePort();
    server = await startServer({
      ORIGIN: `https://localhost:${port}`,
      TRUST_PROXY: 'true',
      SIGN_UPS_PER_HOUR: String(signUpsPerHour),
      LOG_LEVEL: 'debug',
    });
    proxy = await startProxy(port, [Number(new URL(server.origin).port)]);
    lea = await Person.signUp(proxy, 'Lea', here);
  });
  afterAll(async () => {
    await proxy.stop();
    await server.stop('SIGKILL');
    rmSync(server.dataDir, { recursive: true, force: true });
  });

  it('serves the page and the API by TLS, with the cookie that only TLS carries', async () => {
    const page = await request(proxy.origin, { dispatcher: here });
    expect([page.statusCode, await page.body.text()]).toEqual([200, expect.stringContaining('<!doctype html>')]);
    // The app's own header, once: the proxy adds none.
    expect(page.headers['strict-transport-security']).toBe('max-age=0');
    expect(lea.cookie).toMatch(/__Host-ou-la-la=/);
    expect((await lea.does('GET /api/session')).user?.id).toBe(lea.id);
  });

  it.runIf(hasIpv6)('answers over IPv6', async () => {
    const bySix = new Agent({ connect: { rejectUnauthorized: false, servername: 'localhost' } });
    const { statusCode, body } = await request(`https://[::1]:${new URL(proxy.origin).port}/readyz`, {
      dispatcher: bySix,
      headers: { host: new URL(proxy.origin).host },
    });
    expect([statusCode, await body.json()]).toEqual([200, { status: 'ready' }]);
    await bySix.close();
  });

  it('lets the stream through as it comes', async () => {
    const board = await makeBoard('Maison', [lea]);
    const stream = await request(`${proxy.origin}/api/live`, { dispatcher: here, headers: { cookie: lea.cookie } });
    let text = '';
    stream.body.setEncoding('utf8');
    stream.body.on('data', (chunk: string) => (text += chunk));
    stream.body.on('error', () => undefined);
    await expect.poll(() => text, patience).toContain('event: hello');
    const id = newActivityId();
    await lea.does('POST /api/boards/:boardId/activities', {
      params: { boardId: board.id },
      body: { id, actionId: board.actions[0]?.id },
    });
    await expect.poll(() => text, patience).toContain(id);
    stream.body.destroy();
  });

  it('tells the server who really calls, whatever the caller claims', async () => {
    const claiming = { 'x-forwarded-for': '203.0.113.7', origin: proxy.origin, 'content-type': 'application/json' };
    const statuses: number[] = [];
    for (let one = 1; one <= signUpsPerHour; one += 1) {
      const body = JSON.stringify({ username: `Vague${one}`, email: `vague${one}@exemple.fr`, password: 'orage violet 42' });
      const headers = { ...claiming, 'x-forwarded-for': `203.0.113.${one}` };
      const reply = await request(`${proxy.origin}/api/accounts`, { method: 'POST', dispatcher: here, headers, body });
      await reply.body.dump();
      statuses.push(reply.statusCode);
    }
    // One of this address was used up before, so the last is one too many; another address has its own.
    expect(statuses).toEqual([201, 201, 429]);
    expect((await Person.signUp(proxy, 'Max', elsewhere)).id).not.toBe('');
  });

  it('gives each request an id of its own, which the server keeps', async () => {
    const reply = await request(`${proxy.origin}/healthz`, { dispatcher: here, headers: { 'x-request-id': 'f'.repeat(32) } });
    await reply.body.dump();
    const id = String(reply.headers['x-request-id']);
    expect(id).toMatch(/^[\da-f-]{32,36}$/);
    expect(id).not.toBe('f'.repeat(32));
    await expect.poll(() => server.output(), patience).toContain(id);
  });

  it('sends to another copy what the first one did not answer, if it only reads; nothing else twice', async (test) => {
    const breaking = await stub((_, reply) => reply.socket?.destroy());
    const sound = await stub((_, reply) => reply.end('done'));
    const balancer = await startProxy(await freePort(), [breaking.port, sound.port]);
    const resent: string[] = [];
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      // Which copy is asked first is the balancer's choice, and one that failed is left out for a while.
      await expect
        .poll(async () => {
          const path = `/${method}-${newActivityId()}`;
          const reply = await request(`${balancer.origin}${path}`, { method, dispatcher: here });
          await reply.body.dump();
          const hits = [breaking, sound].map(({ seen }) => seen.filter((one) => one === path).length);
          if (hits[0] === 0) return 'not asked';
          return `${hits[0]} ${hits[1]} ${reply.statusCode}`;
        }, patience)
        .toBe(method === 'GET' || method === 'HEAD' ? '1 1 200' : '1 0 502');
      resent.push(method);
    }
    tell(test, name, `of ${resent.join(', ')} sent to a copy that broke, only GET and HEAD came to another one`);
    await balancer.stop();
    for (const one of [breaking, sound]) one.server.close();
  });
});

/** An upstream that is ready and remembers what it was asked. */
async function stub(answer: (path: string, reply: Parameters<Parameters<typeof createServer>[1] & object>[1]) => unknown) {
  const seen: string[] = [];
  const server: Server = createServer((incoming, reply) => {
    if (incoming.url === '/readyz') {
      reply.end();
      return;
    }
    seen.push(incoming.url ?? '');
    incoming.resume();
    incoming.on('end', () => answer(incoming.url ?? '', reply));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return { server, seen, port: typeof address === 'object' && address ? address.port : 0 };
}
