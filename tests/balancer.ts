/** A balancer as small as can be: every request goes to a copy chosen by chance, whatever it belongs to. */
import { type Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { freePort } from './built-server.ts';

export interface Balancer {
  readonly origin: string;
  close(): Promise<void>;
}

/** In front of the servers on these ports; a copy that refuses the connection is passed over for the next. */
export async function startBalancer(ports: readonly number[], agent?: Agent): Promise<Balancer> {
  const port = await freePort();
  const server = createServer((incoming, outgoing) => {
    const first = Math.floor(Math.random() * ports.length);
    const order = ports.map((_, index) => ports[(first + index) % ports.length] ?? 0);
    bodyOf(incoming).then(
      (body) => pass(incoming, body, outgoing, order),
      // The caller was cut off in the middle of the body: nobody is left to answer.
      () => outgoing.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));

  function pass(incoming: IncomingMessage, body: Buffer, outgoing: ServerResponse, [next, ...others]: readonly number[]): void {
    if (next === undefined) return void outgoing.writeHead(502).end();
    const { method, url, headers } = incoming;
    const onward = request({ host: '127.0.0.1', port: next, method, path: url, headers, agent: agent ?? false }, (reply) => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
      // At once: a stream begins long before its first event.
      outgoing.flushHeaders();
      reply.pipe(outgoing);
      // A copy that dies in the middle of a reply takes it along.
      reply.on('error', () => outgoing.destroy());
      reply.on('close', () => reply.complete || outgoing.destroy());
    });
    onward.on('error', (failure: NodeJS.ErrnoException) => {
      if (outgoing.headersSent) outgoing.destroy();
      else if (failure.code === 'ECONNREFUSED') pass(incoming, body, outgoing, others);
      // It may have been carried out: whoever sent it asks again.
      else outgoing.destroy();
    });
    outgoing.on('close', () => onward.destroy());
    onward.end(body);
  }

  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
