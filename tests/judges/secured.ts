/** What a proxy with TLS is to a server, as small as can be, on one port of this machine for both `http:` and `https:`. */
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createHttpServer, request } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { makeCertificate } from '../certificate.ts';

export interface Secured {
  /** A file with the certificate that whoever calls must trust. */
  certificate: string;
  close(): Promise<void>;
}

/** At `https://localhost:<port>`, in front of the server at `upstream`. Plain calls are sent there, as `deploy/nginx.conf` does. */
export async function secure(port: number, upstream: number): Promise<Secured> {
  const folder = mkdtempSync(join(tmpdir(), 'ou-la-la-tls-'));
  const { key, certificate } = await makeCertificate(folder);
  const tls = createTlsServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const onward = request({ host: '127.0.0.1', port: upstream, method, path: url, headers }, (reply) => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  const plain = createHttpServer(({ url = '/' }, outgoing) => {
    outgoing.writeHead(308, { location: `https://localhost:${port}${url}` }).end();
  });
  const [tlsPort, plainPort] = [await listen(tls), await listen(plain)];
  const sockets = new Set<Socket>();
  const door = createServer((socket) => {
    sockets.add(socket);
    socket.once('data', (first) => {
      // The first byte of TLS is that of a handshake; no word of HTTP begins with it.
      const inside = connect(first[0] === 0x16 ? tlsPort : plainPort, '127.0.0.1');
      sockets.add(inside);
      inside.write(first);
      // Either may be cut off by its end.
      pipeline(socket, inside, socket, () => undefined);
    });
  });
  await listen(door, port);
  return {
    certificate,
    async close() {
      for (const socket of sockets) socket.destroy();
      await Promise.all([tls, plain, door].map((server) => new Promise((resolve) => server.close(resolve))));
      rmSync(folder, { recursive: true });
    },
  };
}

async function listen(server: Server, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
