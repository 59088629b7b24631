import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { refusals } from '#shared/refusals';

/**
 * Answers in place of the server until its data is open, which takes as long as its database lets it wait: alive, but not ready.
 * What is returned makes room for the server.
 */
export async function answerWhileStarting({ host, port }: { host: string; port: number }): Promise<() => Promise<void>> {
  const server = createServer(answer);
  server.listen(port, host);
  await once(server, 'listening');
  return async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
}

const [unavailable, message] = refusals.unavailable;

const always = {
  'content-type': 'application/json; charset=utf-8',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
};

function answer({ url }: IncomingMessage, reply: ServerResponse): void {
  const isAlive = url === '/healthz';
  // Closed each time: no connection of this one's may be kept for the server that follows.
  const headers = { ...always, connection: 'close' };
  reply.writeHead(isAlive ? 200 : unavailable, isAlive ? headers : { ...headers, 'retry-after': '1' });
  reply.end(JSON.stringify(isAlive ? { status: 'ok' } : { code: 'unavailable', message }));
}
